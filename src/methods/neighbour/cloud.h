/* Points with weights: the distinct tuples of some columns, and how many rows hold each. */
#ifndef NEIGHBOUR_CLOUD_H
#define NEIGHBOUR_CLOUD_H

#include "question/question.h"

/* The rows and columns that a question uses, as codes. Constant columns are left aside. Columns stand in the order X,
 * Z, Y, so that X with Z, Z with Y and Z alone are each a range of them. */
typedef struct neighbour_rows {
	size_t rows;
	size_t rows_dropped;
	size_t x_count, z_count, y_count;
	size_t column_count;         /* of all three */
	const data_column **columns; /* [column_count] */
	uint32_t *codes;             /* [column_count * rows], column by column */
	double *limits;              /* [column_count] largest distance: 1 (or `unit`) for 0-1 columns, else DBL_MAX */
	double unit;                 /* what numbers are multiplied by: 1, or 1/2 where differences would overflow */
} neighbour_rows;

mixmi_status neighbour_rows_init(neighbour_rows *rows, const question_ready *question, const mixmi_options *options);
void neighbour_rows_clear(neighbour_rows *rows);

/* Where a code of a column lies for distances: its value, or in a 0-1 column a multiple of the limit. */
double neighbour_rows_coordinate(const neighbour_rows *rows, size_t column, uint32_t code);

/* Invariant: points are distinct. They are in ascending order, first column first. In a column with a finite limit the
 * coordinates are multiples of it, so that min(|a - b|, limit) is the 0-1 distance. */
typedef struct neighbour_cloud {
	size_t count;
	size_t dimensions;
	double *points;       /* [count * dimensions], point by point */
	uint32_t *weights;    /* [count] rows that hold it, 1 or more */
	const double *limits; /* [dimensions], borrowed */
} neighbour_cloud;

/* The distinct points of columns first .. first+count-1. False: out of memory. O(rows) time and memory per column. */
bool neighbour_cloud_init(neighbour_cloud *cloud, const neighbour_rows *rows, size_t first, size_t count);
void neighbour_cloud_clear(neighbour_cloud *cloud);

#endif
