/* A k-d tree of weighted points: exact neighbour search and exact counting in the maximum norm. No C library offers
 * counting in that norm with weights and 0-1 columns. */
#ifndef NEIGHBOUR_POINT_TREE_H
#define NEIGHBOUR_POINT_TREE_H

#include "peers/neighbour/cloud.h"

enum { NEIGHBOUR_LEAF = 16 }; /* maximum number of points in a leaf */

/* Split of a node: the largest coordinate on the left and the smallest on the right in one dimension. */
typedef struct neighbour_split {
	double left_high, right_low;
	size_t dimension;
} neighbour_split;

/* Invariant: a perfect binary tree. The root, node 0, has all points; node i has the children 2i + 1 and 2i + 2; the
 * leaves are the nodes from `leaves` - 1 on. Points are numbered leaf by leaf. The block of a leaf has its coordinates
 * dimension by dimension, NEIGHBOUR_LEAF of each, so that loops over its points can be vectorised; unused places are
 * infinite. */
typedef struct neighbour_tree {
	size_t count;
	size_t dimensions;
	size_t leaves;           /* a power of two */
	uint32_t *starts;        /* [leaves + 1] first point of each leaf */
	uint32_t *before;        /* [count + 1] rows in the points before each */
	double *blocks;          /* [leaves * dimensions * NEIGHBOUR_LEAF] */
	double *boxes;           /* [nodes * dimensions * 2]: smallest and largest coordinate of each node */
	neighbour_split *splits; /* [leaves - 1] */
	const double *limits;    /* [dimensions], borrowed: see neighbour_cloud */
} neighbour_tree;

/* Takes ownership of the cloud, which is empty afterwards, also on failure (false: memory runs out). O(dimensions count
 * log count). */
bool neighbour_tree_init(neighbour_tree *tree, neighbour_cloud *cloud);
void neighbour_tree_clear(neighbour_tree *tree);

/* Coordinates of point `index` in leaf `leaf`. */
void neighbour_tree_point(double *point, const neighbour_tree *tree, size_t leaf, size_t index);

/* A point found during a search. */
typedef struct neighbour_found {
	double distance;
	uint32_t weight;
} neighbour_found;

/* For each point of a leaf: the distance from a row there to the k-th nearest of the other rows, 0 < k < rows; and the
 * number of rows at this distance or less, including the row itself, or 0 if possible ties make counting necessary.
 * `point` must have space for one number per dimension, `room` for k + 2 points, or all if these are fewer. */
void neighbour_tree_radii(double radii[NEIGHBOUR_LEAF], uint32_t within[NEIGHBOUR_LEAF], const neighbour_tree *tree,
                          size_t leaf, size_t k, double *point, neighbour_found *room);

/* Rows whose distance from `point` is at most `radius`. */
uint32_t neighbour_tree_count(const neighbour_tree *tree, const double *point, double radius);

/* For the rows at distance `radius` or less from `point`: their largest distance in the first `split` dimensions, and
 * in the others. */
void neighbour_tree_extent(double extent[2], const neighbour_tree *tree, const double *point, double radius,
                           size_t split);

#endif
