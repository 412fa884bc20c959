/* The spaces of a question: (X, Y, Z) for neighbours, and (X, Z), (Y, Z) and Z for counting. */
#ifndef NEIGHBOUR_SPACE_H
#define NEIGHBOUR_SPACE_H

#include "peers/neighbour/point_grid.h"
#include "peers/neighbour/point_tree.h"

typedef enum neighbour_part { NEIGHBOUR_XYZ, NEIGHBOUR_XZ, NEIGHBOUR_YZ, NEIGHBOUR_Z, NEIGHBOUR_PARTS } neighbour_part;

/* Some of the columns. None (no Z): all rows are within any radius. One: an axis. Two: a plane. More: a tree. The joint
 * space always has a tree. */
typedef struct neighbour_margin {
	size_t first; /* column */
	size_t dimensions;
	neighbour_plane plane;
	neighbour_tree tree;
} neighbour_margin;

typedef struct neighbour_space {
	neighbour_rows rows;
	neighbour_axis *axes; /* [rows.column_count] */
	neighbour_margin parts[NEIGHBOUR_PARTS];
} neighbour_space;

/* Prepares a question. If no X or no Y varies, only the rows are prepared, see neighbour_space_is_flat(). O(n log n)
 * time, O(n) memory per column. To be cleared also after a failure. */
mixmi_status neighbour_space_init(neighbour_space *space, const mixmi_table *table, const mixmi_question *question,
                                  const mixmi_options *options);
void neighbour_space_clear(neighbour_space *space);

/* True if X or Y is constant: there is no information and nothing to search. */
bool neighbour_space_is_flat(const neighbour_space *space);

/* A point and the ranges found for it: for each column, the codes within a radius. */
typedef struct neighbour_query {
	double *point;           /* [rows.column_count] */
	double *radii;           /* [rows.column_count] radius of the stored range; NaN: none yet */
	neighbour_range *ranges; /* [rows.column_count] */
} neighbour_query;

/* Moves a query to point `index` of the joint tree, in leaf `leaf`. */
void neighbour_query_move(neighbour_query *query, const neighbour_space *space, size_t leaf, size_t index);

/* Rows at distance `radius` or less from a point, in these columns, including rows at the point. None for a negative
 * radius, except without columns. */
uint32_t neighbour_space_within(const neighbour_space *space, neighbour_part part, neighbour_query *query,
                                double radius);

#endif
