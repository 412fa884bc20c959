/* Weighted points: the distinct tuples of some columns, and the number of rows with each. */
#ifndef NEIGHBOUR_CLOUD_H
#define NEIGHBOUR_CLOUD_H

#include "mixmi/method.h"

/* Rows and columns used by a question, as codes. Constant columns are omitted. Columns are in the order X, Z, Y, so
 * that (X, Z), (Z, Y) and Z are each a contiguous range. */
typedef struct neighbour_rows {
	mixmi_sample *sample;
	size_t rows;
	size_t neighbours; /* k, smaller than rows */
	size_t x_count, z_count, y_count;
	size_t column_count;                 /* of X, Y and Z together */
	const mixmi_sample_column **columns; /* [column_count] */
	double *limits; /* [column_count] largest distance: 1 (or `unit`) for 0-1 columns, otherwise DBL_MAX */
	double unit;    /* factor of all numbers: 1, or 1/2 if differences would overflow */
} neighbour_rows;

/* With the options neighbours and metric. To be cleared also after a failure. */
mixmi_status neighbour_rows_init(neighbour_rows *rows, const mixmi_table *table, const mixmi_question *question,
                                 const mixmi_options *options);
void neighbour_rows_clear(neighbour_rows *rows);

/* Coordinate of a code for distances: its value, or in a 0-1 column a multiple of the limit. */
double neighbour_rows_coordinate(const neighbour_rows *rows, size_t column, uint32_t code);

/* Invariant: points are distinct and in ascending lexicographic order. In a column with a finite limit the coordinates
 * are multiples of it, so that min(|a - b|, limit) is the 0-1 distance. */
typedef struct neighbour_cloud {
	size_t count;
	size_t dimensions;
	double *points;       /* [count * dimensions], point by point */
	uint32_t *weights;    /* [count] number of rows at each point, at least 1 */
	const double *limits; /* [dimensions], borrowed */
} neighbour_cloud;

/* The distinct points of columns first .. first+count-1. O(rows) time and memory per column. */
mixmi_status neighbour_cloud_init(neighbour_cloud *cloud, const neighbour_rows *rows, size_t first, size_t count);
void neighbour_cloud_clear(neighbour_cloud *cloud);

#endif
