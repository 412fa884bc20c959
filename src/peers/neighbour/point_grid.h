/* Counts rows in one and two dimensions by ranks, in logarithmic time for any data. */
#ifndef NEIGHBOUR_POINT_GRID_H
#define NEIGHBOUR_POINT_GRID_H

#include "mixmi/method.h"

/* One column: its values in ascending order, and the number of rows before each. Values of 0-1 columns are multiples of
 * the limit, as in neighbour_cloud. */
typedef struct neighbour_axis {
	size_t distinct;
	double *values;   /* [distinct] */
	uint32_t *before; /* [distinct + 1] rows with a smaller code */
	double limit;
} neighbour_axis;

void neighbour_axis_clear(neighbour_axis *axis);

/* The codes [begin, end) of the values within `radius` of `value`; none for a negative radius. */
typedef struct neighbour_range {
	uint32_t begin, end;
} neighbour_range;

neighbour_range neighbour_axis_range(const neighbour_axis *axis, double value, double radius);

/* One bit of the codes of 64 rows. */
typedef struct neighbour_word {
	uint64_t bits;
	uint32_t before; /* zero bits of this level before this word */
} neighbour_word;

/* Two columns: a wavelet matrix (Claude, Navarro and Ordonez 2015) of the second column's codes, with rows in ascending
 * order of the first column's. Level by level, starting with the highest bit, rows are partitioned by that bit of the
 * code, those with 0 first. */
typedef struct neighbour_plane {
	size_t levels;
	size_t words;           /* words per level */
	neighbour_word *bits;   /* [levels * words] */
	uint32_t *zeros;        /* [levels] rows with bit 0 */
	const uint32_t *before; /* of the first column's axis; borrowed */
} neighbour_plane;

/* `first` and `second` have one code per row. Returns false if memory runs out. O(rows log distinct); log distinct bits
 * per row. */
bool neighbour_plane_init(neighbour_plane *plane, const neighbour_axis *axis, const uint32_t *first,
                          const uint32_t *second, size_t second_distinct, size_t rows);
void neighbour_plane_clear(neighbour_plane *plane);

/* Rows in both ranges. O(log distinct). */
uint32_t neighbour_plane_count(const neighbour_plane *plane, neighbour_range first, neighbour_range second);

#endif
