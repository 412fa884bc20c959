/* The spaces that a question looks at: all of X, Y, Z for the neighbours, and X with Z, Y with Z, Z alone for counting.
 * */
#ifndef NEIGHBOUR_SPACE_H
#define NEIGHBOUR_SPACE_H

#include "methods/neighbour/point_grid.h"
#include "methods/neighbour/point_tree.h"

typedef enum neighbour_part { NEIGHBOUR_XYZ, NEIGHBOUR_XZ, NEIGHBOUR_YZ, NEIGHBOUR_Z, NEIGHBOUR_PARTS } neighbour_part;

/* Some of the columns. None, an absent Z: all rows are within any radius. One: its axis. Two: a plane. More: a tree.
 * The joint part has a tree in any case. */
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

/* Prepares a question. Without any X or any Y that varies only the rows are
 * prepared, see neighbour_space_is_flat(). O(n log n) time, O(n) memory per column. */
mixmi_status neighbour_space_init(neighbour_space *space, const question_ready *question, const mixmi_options *options);
void neighbour_space_clear(neighbour_space *space);

/* X or Y is constant: there is nothing to tell, and nothing to search. */
bool neighbour_space_is_flat(const neighbour_space *space);

/* A point, and what was found out about its neighbourhood in each column: the codes within a radius. */
typedef struct neighbour_query {
	double *point;           /* [rows.column_count] */
	double *radii;           /* [rows.column_count] radius that the range is for; NaN: none yet */
	neighbour_range *ranges; /* [rows.column_count] */
} neighbour_query;

/* Moves a query to point `index` of the joint tree, which lies in leaf `leaf`. */
void neighbour_query_move(neighbour_query *query, const neighbour_space *space, size_t leaf, size_t index);

/* Rows at distance `radius` or less from a point, seen in this part of its columns; those at the point count as well.
 * None for a negative radius, except in a part without columns. */
uint32_t neighbour_space_within(const neighbour_space *space, neighbour_part part, neighbour_query *query,
                                double radius);

#endif
