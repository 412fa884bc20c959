/* Queries of the k-d tree. Distances are computed in the same way everywhere, as min(|a - b|, limit) rounded once, and
 * bounds of boxes by the same subtraction, which is monotone. Ties are therefore exact, and answers equal those of an
 * exhaustive search. */
#include <float.h>
#include <math.h>

#include "peers/neighbour/point_tree.h"

enum { MAX_LEVELS = 64 };

static inline double larger(double a, double b)
{
	return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
	return a < b ? a : b;
}

/* Distances from a point to those of a leaf in dimensions first .. end-1; unused places are undefined. */
static inline void leaf_distances(double out[NEIGHBOUR_LEAF], const neighbour_tree *tree, size_t leaf,
                                  const double *point, size_t first, size_t end)
{
	const double *block = tree->blocks + leaf * tree->dimensions * NEIGHBOUR_LEAF;
	double x = point[first], limit = tree->limits[first];
#pragma omp simd
	for (size_t i = 0; i < NEIGHBOUR_LEAF; i++)
		out[i] = smaller(fabs(block[first * NEIGHBOUR_LEAF + i] - x), limit);
	for (size_t j = first + 1; j < end; j++) {
		x = point[j];
		limit = tree->limits[j];
#pragma omp simd
		for (size_t i = 0; i < NEIGHBOUR_LEAF; i++)
			out[i] = larger(out[i], smaller(fabs(block[j * NEIGHBOUR_LEAF + i] - x), limit));
	}
}

/* Distance from a point to the box of a node; 0 inside. */
static inline double box_distance(const neighbour_tree *tree, size_t node, const double *p)
{
	const double *box = tree->boxes + 2 * tree->dimensions * node;
	double most = 0;
	for (size_t j = 0; j < tree->dimensions; j++)
		most = larger(most, smaller(larger(box[2 * j] - p[j], p[j] - box[2 * j + 1]), tree->limits[j]));
	return most;
}

static inline uint32_t rows_at(const neighbour_tree *tree, size_t index)
{
	return tree->before[index + 1] - tree->before[index];
}

void neighbour_tree_point(double *point, const neighbour_tree *tree, size_t leaf, size_t index)
{
	const double *block = tree->blocks + leaf * tree->dimensions * NEIGHBOUR_LEAF;
	for (size_t j = 0; j < tree->dimensions; j++)
		point[j] = block[j * NEIGHBOUR_LEAF + index - tree->starts[leaf]];
}

/* ------------------------------------------------------------------------------------- the k-th neighbour */

/* The nearest rows so far, farthest first (a heap). It has as few points as possible with `needed` rows: without the
 * farthest there would be too few. */
typedef struct nearest {
	const neighbour_tree *tree;
	const double *point;
	size_t needed;
	size_t rows; /* in the heap */
	size_t count;
	neighbour_found *heap;
	double radius; /* of the farthest point, once there are enough; before that an upper bound */
	double tie;    /* the last radius at which a point at the same distance was omitted */
} nearest;

/* A node to visit later, and a lower bound on its distance. */
typedef struct waiting {
	size_t node;
	double distance;
} waiting;

/* Copies field by field: reading a whole struct that was written in parts would stall. */
static inline void move_found(neighbour_found *to, const neighbour_found *from)
{
	to->distance = from->distance;
	to->weight = from->weight;
}

static inline void put_found(neighbour_found *to, double distance, uint32_t weight)
{
	to->distance = distance;
	to->weight = weight;
}

static void sift_up(neighbour_found *heap, size_t i, double distance, uint32_t weight)
{
	while (i > 0 && heap[(i - 1) / 2].distance < distance) {
		move_found(&heap[i], &heap[(i - 1) / 2]);
		i = (i - 1) / 2;
	}
	put_found(&heap[i], distance, weight);
}

/* Inserts an item at the top of a heap of `count` items whose top is free. */
static void sift_down(neighbour_found *heap, size_t count, double distance, uint32_t weight)
{
	size_t i = 0;
	for (size_t child = 1; child < count; child = 2 * i + 1) {
		child += child + 1 < count && heap[child + 1].distance > heap[child].distance;
		if (heap[child].distance <= distance)
			break;
		move_found(&heap[i], &heap[child]);
		i = child;
	}
	put_found(&heap[i], distance, weight);
}

/* Adds a point closer than the farthest, and removes the farthest points as long as enough rows remain. */
static void add_found(nearest *n, double distance, uint32_t weight)
{
	neighbour_found *heap = n->heap;
	double left_out = -1;
	if (n->rows >= n->needed && n->rows - heap[0].weight + weight >= n->needed) {
		n->rows = n->rows - heap[0].weight + weight;
		left_out = heap[0].distance;
		sift_down(heap, n->count, distance, weight);
	} else {
		n->rows += weight;
		sift_up(heap, n->count++, distance, weight);
	}
	while (n->rows - heap[0].weight >= n->needed) {
		n->rows -= heap[0].weight;
		left_out = heap[0].distance;
		n->count--;
		sift_down(heap, n->count, heap[n->count].distance, heap[n->count].weight);
	}
	if (n->rows < n->needed)
		return;
	n->radius = heap[0].distance;
	if (left_out <= n->radius && left_out >= 0)
		n->tie = left_out;
}

/* Whether something at this distance must be visited; if it is as far as the farthest, it is an omitted tie. */
static inline bool is_nearer(nearest *n, double distance)
{
	if (distance >= n->radius && distance <= n->radius)
		n->tie = n->radius;
	return distance < n->radius;
}

static void search_leaf(nearest *n, size_t leaf)
{
	const neighbour_tree *tree = n->tree;
	double distances[NEIGHBOUR_LEAF];
	leaf_distances(distances, tree, leaf, n->point, 0, tree->dimensions);
	size_t begin = tree->starts[leaf], count = tree->starts[leaf + 1] - begin;
	for (size_t i = 0; i < count; i++)
		if (is_nearer(n, distances[i]))
			add_found(n, distances[i], rows_at(tree, begin + i));
}

/* Descends from a node to the leaf on the point's side of every split. The other sides are pushed on the stack; returns
 * its new end. The distance to a cell is the largest of the distances to its splits. */
static waiting *descend(nearest *n, waiting *end, size_t node, double distance)
{
	const neighbour_tree *tree = n->tree;
	while (node < tree->leaves - 1) {
		const neighbour_split *split = &tree->splits[node];
		double x = n->point[split->dimension], limit = tree->limits[split->dimension];
		double to_left = x - split->left_high, to_right = split->right_low - x;
		size_t near = 2 * node + 1 + (to_left > to_right);
		*end++ = (waiting){ 4 * node + 3 - near, larger(distance, smaller(larger(to_left, to_right), limit)) };
		distance = larger(distance, smaller(smaller(to_left, to_right), limit));
		node = near;
	}
	if (is_nearer(n, box_distance(tree, node, n->point)))
		search_leaf(n, node - (tree->leaves - 1));
	return end;
}

static void search_tree(nearest *n)
{
	waiting stack[MAX_LEVELS], *end = descend(n, stack, 0, 0);
	while (end > stack) {
		waiting next = *--end;
		if (is_nearer(n, next.distance))
			end = descend(n, end, next.node, next.distance);
	}
}

/* The ball around another point up to its k-th neighbour has k + 1 rows, and so does any ball around this point that
 * contains it. The bound is increased by the possible rounding error and slightly more, because only points closer than
 * the bound are visited. */
static double first_bound(const neighbour_tree *tree, size_t leaf, const double *point, const double *radii,
                          size_t count)
{
	double distances[NEIGHBOUR_LEAF], bound = (double)INFINITY;
	leaf_distances(distances, tree, leaf, point, 0, tree->dimensions);
	for (size_t i = 0; i < count; i++)
		bound = smaller(bound, distances[i] + radii[i]);
	return nextafter(bound * (1 + 8 * DBL_EPSILON), (double)INFINITY);
}

void neighbour_tree_radii(double radii[NEIGHBOUR_LEAF], uint32_t within[NEIGHBOUR_LEAF], const neighbour_tree *tree,
                          size_t leaf, size_t k, double *point, neighbour_found *room)
{
	size_t begin = tree->starts[leaf], count = tree->starts[leaf + 1] - begin;
	for (size_t i = 0; i < count; i++) {
		neighbour_tree_point(point, tree, leaf, begin + i);
		nearest n = { .tree = tree,
			          .point = point,
			          .needed = k + 1, /* the row itself is found too */
			          .heap = room,
			          .radius = first_bound(tree, leaf, point, radii, i),
			          .tie = -1 };
		search_tree(&n);
		radii[i] = n.radius;
		within[i] = n.tie < n.radius || n.tie > n.radius || n.radius <= 0 ? (uint32_t)n.rows : 0;
	}
}

/* ----------------------------------------------------------------------------------------------- counting */

typedef struct counter {
	const neighbour_tree *tree;
	const double *point;
	double radius;
} counter;

static uint32_t count_leaf(const counter *c, size_t leaf)
{
	const neighbour_tree *tree = c->tree;
	double distances[NEIGHBOUR_LEAF];
	leaf_distances(distances, tree, leaf, c->point, 0, tree->dimensions);
	uint32_t rows = 0;
	size_t begin = tree->starts[leaf], count = tree->starts[leaf + 1] - begin;
	for (size_t i = 0; i < count; i++)
		rows += distances[i] <= c->radius ? rows_at(tree, begin + i) : 0;
	return rows;
}

/* Whether some points of a node may be within the radius, and whether all are. */
static inline bool meets(bool *whole, const counter *c, size_t node)
{
	const neighbour_tree *tree = c->tree;
	const double *box = tree->boxes + 2 * tree->dimensions * node;
	double least = 0, most = 0;
	for (size_t j = 0; j < tree->dimensions; j++) {
		double above = box[2 * j + 1] - c->point[j], below = c->point[j] - box[2 * j], limit = tree->limits[j];
		least = larger(least, smaller(-smaller(above, below), limit));
		most = larger(most, smaller(larger(above, below), limit));
	}
	*whole = most <= c->radius;
	return least <= c->radius;
}

/* `height`: levels below the node, which therefore has 2^height leaves. */
static uint32_t count_node(const counter *c, size_t node, size_t height)
{
	const neighbour_tree *tree = c->tree;
	bool whole;
	if (!meets(&whole, c, node))
		return 0;
	if (whole) {
		size_t width = (size_t)1 << height, first = (node + 1) * width - tree->leaves;
		return tree->before[tree->starts[first + width]] - tree->before[tree->starts[first]];
	}
	if (height == 0)
		return count_leaf(c, node - (tree->leaves - 1));
	return count_node(c, 2 * node + 1, height - 1) + count_node(c, 2 * node + 2, height - 1);
}

uint32_t neighbour_tree_count(const neighbour_tree *tree, const double *point, double radius)
{
	counter c = { tree, point, radius };
	size_t height = 0;
	while ((size_t)1 << height < tree->leaves)
		height++;
	return count_node(&c, 0, height);
}

/* ----------------------------------------------------------------------------------------------- extents */

typedef struct reach {
	const neighbour_tree *tree;
	const double *point;
	double radius;
	size_t split;
	double *extent; /* [2] so far */
} reach;

static void reach_leaf(const reach *r, size_t leaf)
{
	const neighbour_tree *tree = r->tree;
	double first[NEIGHBOUR_LEAF], second[NEIGHBOUR_LEAF];
	leaf_distances(first, tree, leaf, r->point, 0, r->split);
	leaf_distances(second, tree, leaf, r->point, r->split, tree->dimensions);
	size_t count = tree->starts[leaf + 1] - tree->starts[leaf];
	for (size_t i = 0; i < count; i++)
		if (first[i] <= r->radius && second[i] <= r->radius) {
			r->extent[0] = larger(r->extent[0], first[i]);
			r->extent[1] = larger(r->extent[1], second[i]);
		}
}

/* Whether points of a node within the radius could increase the extent. */
static bool may_extend(const reach *r, size_t node)
{
	const neighbour_tree *tree = r->tree;
	const double *box = tree->boxes + 2 * tree->dimensions * node;
	double most[2] = { 0, 0 };
	for (size_t j = 0; j < tree->dimensions; j++) {
		double far = larger(r->point[j] - box[2 * j], box[2 * j + 1] - r->point[j]);
		double *part = &most[j >= r->split];
		*part = larger(*part, smaller(far, tree->limits[j]));
	}
	return smaller(most[0], r->radius) > r->extent[0] || smaller(most[1], r->radius) > r->extent[1];
}

static void reach_node(const reach *r, size_t node)
{
	if (box_distance(r->tree, node, r->point) > r->radius || !may_extend(r, node))
		return;
	if (node >= r->tree->leaves - 1) {
		reach_leaf(r, node - (r->tree->leaves - 1));
		return;
	}
	reach_node(r, 2 * node + 1);
	reach_node(r, 2 * node + 2);
}

void neighbour_tree_extent(double extent[2], const neighbour_tree *tree, const double *point, double radius,
                           size_t split)
{
	extent[0] = extent[1] = 0;
	reach r = { tree, point, radius, split, extent };
	reach_node(&r, 0);
}
