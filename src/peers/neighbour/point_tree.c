/* Builds the k-d tree. A node is split at the median of the dimension in which its box is widest in terms of distances,
 * so that cells are nearly cubes, as the maximum norm requires. The shape of the tree never affects an answer. */
#include "peers/neighbour/point_tree.h"

typedef struct builder {
	neighbour_tree *tree;
	neighbour_cloud *cloud; /* its points are reordered */
	uint64_t random;
} builder;

static void swap_points(const builder *b, size_t i, size_t k)
{
	size_t dimensions = b->cloud->dimensions;
	double *p = b->cloud->points + i * dimensions, *q = b->cloud->points + k * dimensions;
	for (size_t j = 0; j < dimensions; j++) {
		double kept = p[j];
		p[j] = q[j];
		q[j] = kept;
	}
	uint32_t kept = b->cloud->weights[i];
	b->cloud->weights[i] = b->cloud->weights[k];
	b->cloud->weights[k] = kept;
}

/* A random pivot, so that no order of points makes the selection quadratic. */
static double draw_pivot(builder *b, size_t begin, size_t end, size_t dimension)
{
	b->random = b->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	size_t drawn = begin + (size_t)(b->random >> 33) % (end - begin);
	return b->cloud->points[drawn * b->cloud->dimensions + dimension];
}

/* Reorders points so that no point before `middle` has a larger coordinate than any point from `middle` on (Hoare's
 * selection). */
static void select_median(builder *b, size_t begin, size_t middle, size_t end, size_t dimension)
{
	const double *axis = b->cloud->points + dimension;
	size_t stride = b->cloud->dimensions;
	while (end - begin > 1) {
		double pivot = draw_pivot(b, begin, end, dimension);
		size_t low = begin, high = end - 1;
		for (;;) {
			while (axis[low * stride] < pivot)
				low++;
			while (axis[high * stride] > pivot)
				high--;
			if (low >= high)
				break;
			swap_points(b, low++, high--);
		}
		/* [begin, low) <= pivot <= (high, end), and if low == high then that point is the pivot itself */
		if (middle < low)
			end = low;
		else if (middle > high)
			begin = high + 1;
		else
			return;
	}
}

static void set_box(double *box, const neighbour_cloud *cloud, size_t begin, size_t end)
{
	size_t dimensions = cloud->dimensions;
	for (size_t j = 0; j < dimensions; j++) {
		double low = cloud->points[begin * dimensions + j], high = low;
		for (size_t i = begin + 1; i < end; i++) {
			double value = cloud->points[i * dimensions + j];
			low = value < low ? value : low;
			high = value > high ? value : high;
		}
		box[2 * j] = low;
		box[2 * j + 1] = high;
	}
}

static size_t widest_dimension(const double *box, const neighbour_cloud *cloud)
{
	size_t widest = 0;
	double width = -1;
	for (size_t j = 0; j < cloud->dimensions; j++) {
		double w = fmin(box[2 * j + 1] - box[2 * j], cloud->limits[j]);
		if (w > width) {
			width = w;
			widest = j;
		}
	}
	return widest;
}

static void fill_leaf(builder *b, size_t leaf, size_t begin, size_t end)
{
	const neighbour_cloud *cloud = b->cloud;
	double *block = b->tree->blocks + leaf * cloud->dimensions * NEIGHBOUR_LEAF;
	for (size_t j = 0; j < cloud->dimensions; j++)
		for (size_t i = 0; i < NEIGHBOUR_LEAF; i++)
			block[j * NEIGHBOUR_LEAF + i] =
				begin + i < end ? cloud->points[(begin + i) * cloud->dimensions + j] : (double)INFINITY;
	b->tree->starts[leaf] = (uint32_t)begin;
	b->tree->starts[leaf + 1] = (uint32_t)end;
}

/* Leaves are visited in ascending order, and so are their points. */
static void build_node(builder *b, size_t node, size_t begin, size_t end)
{
	neighbour_tree *tree = b->tree;
	double *box = tree->boxes + 2 * tree->dimensions * node;
	set_box(box, b->cloud, begin, end);
	if (node >= tree->leaves - 1) {
		fill_leaf(b, node - (tree->leaves - 1), begin, end);
		return;
	}
	size_t middle = begin + (end - begin) / 2, dimension = widest_dimension(box, b->cloud);
	select_median(b, begin, middle, end, dimension);
	build_node(b, 2 * node + 1, begin, middle);
	build_node(b, 2 * node + 2, middle, end);
	const double *left = tree->boxes + 2 * tree->dimensions * (2 * node + 1), *right = left + 2 * tree->dimensions;
	tree->splits[node] = (neighbour_split){ left[2 * dimension + 1], right[2 * dimension], dimension };
}

static void sum_weights(neighbour_tree *tree, const uint32_t *weights)
{
	tree->before[0] = 0;
	for (size_t i = 0; i < tree->count; i++)
		tree->before[i + 1] = tree->before[i] + weights[i];
}

static bool allocate(neighbour_tree *tree)
{
	size_t nodes = 2 * tree->leaves - 1;
	if (tree->dimensions > SIZE_MAX / NEIGHBOUR_LEAF / nodes)
		return false;
	tree->starts = mixmi_allocate(tree->leaves + 1, sizeof *tree->starts);
	tree->before = mixmi_allocate(tree->count + 1, sizeof *tree->before);
	tree->blocks = mixmi_allocate(tree->leaves * tree->dimensions * NEIGHBOUR_LEAF, sizeof *tree->blocks);
	tree->boxes = mixmi_allocate(nodes * tree->dimensions * 2, sizeof *tree->boxes);
	tree->splits = mixmi_allocate(tree->leaves - 1, sizeof *tree->splits);
	return tree->starts != NULL && tree->before != NULL && tree->blocks != NULL && tree->boxes != NULL &&
	       tree->splits != NULL;
}

bool neighbour_tree_init(neighbour_tree *tree, neighbour_cloud *cloud)
{
	*tree = (neighbour_tree){
		.count = cloud->count, .dimensions = cloud->dimensions, .leaves = 1, .limits = cloud->limits
	};
	while ((tree->count + tree->leaves - 1) / tree->leaves > NEIGHBOUR_LEAF)
		tree->leaves *= 2;
	bool done = allocate(tree);
	if (done) {
		builder b = { tree, cloud, 1 };
		build_node(&b, 0, 0, tree->count);
		sum_weights(tree, cloud->weights);
	} else {
		neighbour_tree_clear(tree);
	}
	neighbour_cloud_clear(cloud);
	return done;
}

void neighbour_tree_clear(neighbour_tree *tree)
{
	mixmi_free(tree->starts);
	mixmi_free(tree->before);
	mixmi_free(tree->blocks);
	mixmi_free(tree->boxes);
	mixmi_free(tree->splits);
	*tree = (neighbour_tree){ 0 };
}
