#include "graph/search/trees.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

static bool may_be_parent(const parent_trees *t, size_t child, size_t parent)
{
	size_t place = t->column_of[child] * t->count + t->column_of[parent];
	return child != parent && t->limits->allowed[place] && !t->limits->required[place];
}

bool graph_trees_must_be_parent(const parent_trees *t, size_t child, size_t parent)
{
	return t->limits->required[t->column_of[child] * t->count + t->column_of[parent]];
}

/* ------------------------------------------------------------------------------------------------- nodes by their set */

/* Where a set is in the index, or the free slot where it belongs. */
static size_t slot_of(const parent_trees *t, size_t child, const size_t *parents, size_t count)
{
	uint64_t hash = base_hash_number(base_hash_number(BASE_HASH_START, child), t->versions[child]);
	for (size_t i = 0; i < count; i++)
		hash = base_hash_number(hash, parents[i]);
	for (size_t slot = (size_t)base_hash_mix(hash) & (t->slots - 1);; slot = (slot + 1) & (t->slots - 1)) {
		const tree_node *n = &t->nodes[t->index[slot]];
		if (t->index[slot] == 0 || (n->child == child && n->version == t->versions[child] && n->count == count &&
		                            memcmp(n->parents, parents, count * sizeof *parents) == 0))
			return slot;
	}
}

static void put_in_index(parent_trees *t, uint32_t node)
{
	const tree_node *n = &t->nodes[node];
	if (n->version == t->versions[n->child])
		t->index[slot_of(t, n->child, n->parents, n->count)] = node;
}

/* Keeps at least half of the slots free. */
static bool widen_index(parent_trees *t)
{
	if (2 * (t->node_count + 1) < t->slots)
		return true;
	size_t slots = t->slots > 0 ? 4 * t->slots : 1024;
	uint32_t *index = base_array_zero(slots, sizeof *index);
	if (index == NULL)
		return false;
	free(t->index);
	t->index = index;
	t->slots = slots;
	for (size_t i = 1; i < t->node_count; i++)
		put_in_index(t, (uint32_t)i);
	return true;
}

/* The length of a column given parents in our numbers. */
static double length_of(parent_trees *t, size_t child, const size_t *parents, size_t count)
{
	uint32_t known = t->index[slot_of(t, child, parents, count)];
	if (known != 0)
		return t->nodes[known].length;
	for (size_t i = 0; i < count; i++)
		t->scratch[i] = t->column_of[parents[i]];
	return graph_code_length(t->code, t->work, &(code_family){ t->column_of[child], t->scratch, count });
}

/* ------------------------------------------------------------------------------------------------------- making nodes */

static int shorter_first(const void *x, const void *y)
{
	const tree_branch *a = x, *b = y;
	if (a->length != b->length)
		return a->length < b->length ? -1 : 1;
	return (a->parent > b->parent) - (a->parent < b->parent);
}

static bool contains(const size_t *set, size_t count, size_t node)
{
	for (size_t i = 0; i < count; i++)
		if (set[i] == node)
			return true;
	return false;
}

/* Removes parents as long as that shortens the code. False: out of memory. */
static bool shrink(parent_trees *t, size_t child, tree_node *n)
{
	n->left = base_array_copy(n->parents, n->count, sizeof *n->left);
	if (n->left == NULL)
		return false;
	n->left_count = n->count;
	n->best = n->length;
	for (;;) {
		size_t worst = SIZE_MAX, *fewer = t->set;
		double least = n->best - GRAPH_BETTER;
		for (size_t i = 0; i < n->left_count; i++) {
			if (graph_trees_must_be_parent(t, child, n->left[i]))
				continue;
			memcpy(fewer, n->left, i * sizeof *fewer);
			memcpy(fewer + i, n->left + i + 1, (n->left_count - i - 1) * sizeof *fewer);
			double length = length_of(t, child, fewer, n->left_count - 1);
			if (length < least) {
				least = length;
				worst = i;
			}
		}
		if (worst == SIZE_MAX)
			return true;
		memmove(n->left + worst, n->left + worst + 1, (n->left_count - worst - 1) * sizeof *n->left);
		n->left_count--;
		n->best = least;
	}
}

/* Finds the columns that would shorten the code of a node. */
static bool find_branches(parent_trees *t, size_t child, tree_node *n)
{
	size_t extra = 0, found = 0;
	for (size_t i = 0; i < n->count; i++)
		extra += !graph_trees_must_be_parent(t, child, n->parents[i]);
	memset(t->wanted, 0, t->count * sizeof *t->wanted);
	for (size_t j = 0; extra < t->limits->most_parents && j < t->count; j++)
		t->wanted[t->column_of[j]] = may_be_parent(t, child, j) && !contains(n->parents, n->count, j);
	for (size_t i = 0; i < n->count; i++)
		t->scratch[i] = t->column_of[n->parents[i]];
	graph_code_lengths(t->lengths, t->code, t->work, &(code_family){ t->column_of[child], t->scratch, n->count },
	                   t->wanted);
	for (size_t j = 0; j < t->count; j++)
		found += t->wanted[t->column_of[j]] && t->lengths[t->column_of[j]] < n->length - GRAPH_BETTER;
	n->branches = base_array(found, sizeof *n->branches);
	if (n->branches == NULL)
		return false;
	for (size_t j = 0; j < t->count; j++)
		if (t->wanted[t->column_of[j]] && t->lengths[t->column_of[j]] < n->length - GRAPH_BETTER)
			n->branches[n->branch_count++] = (tree_branch){ t->lengths[t->column_of[j]], (uint32_t)j, 0 };
	qsort(n->branches, n->branch_count, sizeof *n->branches, shorter_first);
	return true;
}

/* The node with these parents, ascending: its number, or 0: out of memory. */
static uint32_t node_of(parent_trees *t, size_t child, const size_t *parents, size_t count)
{
	if (!widen_index(t))
		return 0;
	uint32_t known = t->index[slot_of(t, child, parents, count)];
	if (known != 0)
		return known;
	if (!base_grow((void **)&t->nodes, &t->capacity, t->node_count + 1, sizeof *t->nodes))
		return 0;
	double length = length_of(t, child, parents, count);
	uint32_t number = (uint32_t)t->node_count++;
	tree_node *n = &t->nodes[number];
	*n = (tree_node){ .length = length, .count = count, .child = (uint32_t)child, .version = t->versions[child] };
	n->parents = base_array_copy(parents, count, sizeof *n->parents);
	if (n->parents == NULL || !find_branches(t, child, n))
		return 0;
	put_in_index(t, number);
	t->stopped = t->stopped || !t->limits->go_on(t->limits->context);
	return number;
}

static uint32_t follow(parent_trees *t, size_t child, uint32_t node, size_t place)
{
	const tree_node *n = &t->nodes[node];
	const tree_branch b = n->branches[place];
	size_t *parents = t->set, at = 0;
	if (b.node != 0)
		return b.node;
	while (at < n->count && n->parents[at] < b.parent)
		at++;
	memcpy(parents, n->parents, at * sizeof *parents);
	parents[at] = b.parent;
	memcpy(parents + at + 1, n->parents + at, (n->count - at) * sizeof *parents);
	uint32_t next = node_of(t, child, parents, n->count + 1);
	t->nodes[node].branches[place].node = next;
	return next;
}

uint32_t graph_trees_find(parent_trees *t, size_t child, const uint64_t *before)
{
	uint32_t node = t->roots[child];
	const tree_node *root = &t->nodes[node];
	for (size_t i = 0; i < root->count; i++)
		if (!graph_trees_is_before(before, root->parents[i]))
			return 0;
	for (bool deeper = true; deeper && !t->stopped;) {
		const tree_node *n = &t->nodes[node];
		deeper = false;
		for (size_t b = 0; b < n->branch_count; b++) {
			size_t parent = n->branches[b].parent;
			if (!graph_trees_is_before(before, parent) || !may_be_parent(t, child, parent) ||
			    t->barred[child * t->count + parent])
				continue;
			node = follow(t, child, node, b);
			t->failed = t->failed || node == 0;
			t->stopped = t->stopped || t->failed;
			deeper = node != 0;
			break;
		}
		if (node == 0)
			return 0;
	}
	tree_node *n = &t->nodes[node];
	t->failed = t->failed || (n->left == NULL && !shrink(t, child, n));
	t->stopped = t->stopped || t->failed;
	return !t->failed ? node : 0;
}

/* ------------------------------------------------------------------------------------------------------------ roots */

static bool make_root(parent_trees *t, size_t child)
{
	size_t *parents = t->set, count = 0;
	for (size_t j = 0; j < t->count; j++)
		if (graph_trees_must_be_parent(t, child, j))
			parents[count++] = j;
	t->roots[child] = node_of(t, child, parents, count);
	return t->roots[child] != 0;
}

bool graph_trees_grow(parent_trees *t)
{
	if (t->node_count > 0)
		return true;
	if (!base_grow((void **)&t->nodes, &t->capacity, t->count + 1, sizeof *t->nodes))
		return false;
	t->nodes[0] = (tree_node){ 0 };
	t->node_count = 1;
	for (size_t i = 0; i < t->count; i++)
		if (!make_root(t, i))
			return false;
	return true;
}

bool graph_trees_recode(parent_trees *t, size_t node)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->column_of[i] == node) {
			t->versions[i]++;
			return make_root(t, i);
		}
	return true;
}

/* --------------------------------------------------------------------------------------------------------- numbers */

/* How much each other column shortens the code of one, the most first. */
typedef struct profile {
	double *savings;
	size_t count, node;
} profile;

static int more_first(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;
	return (a < b) - (a > b);
}

static int by_savings(const void *x, const void *y)
{
	const profile *p = x, *q = y;
	for (size_t i = 0; i < p->count; i++)
		if (p->savings[i] != q->savings[i])
			return p->savings[i] > q->savings[i] ? -1 : 1;
	return (p->node > q->node) - (p->node < q->node);
}

static bool number_columns(parent_trees *t)
{
	size_t count = t->count;
	double *savings = base_array(count * count, sizeof *savings);
	profile *profiles = base_array(count, sizeof *profiles);
	bool ready = savings != NULL && profiles != NULL;
	for (size_t i = 0; ready && i < count; i++) {
		double *own = savings + i * count;
		for (size_t j = 0; j < count; j++)
			t->wanted[j] = j != i;
		double alone = graph_code_length(t->code, t->work, &(code_family){ i, NULL, 0 });
		graph_code_lengths(own, t->code, t->work, &(code_family){ i, NULL, 0 }, t->wanted);
		own[i] = alone;
		for (size_t j = 0; j < count; j++)
			own[j] = alone - own[j];
		qsort(own, count, sizeof *own, more_first);
		profiles[i] = (profile){ own, count, i };
	}
	if (ready)
		qsort(profiles, count, sizeof *profiles, by_savings);
	for (size_t i = 0; ready && i < count; i++)
		t->column_of[i] = profiles[i].node;
	free(savings);
	free(profiles);
	return ready;
}

bool graph_trees_init(parent_trees *t, const graph_code *code, const order_limits *limits)
{
	*t = (parent_trees){ .code = code, .limits = limits, .count = code->nodes };
	t->work = graph_code_work_new(code);
	t->column_of = base_array(t->count, sizeof *t->column_of);
	t->wanted = base_array(t->count, sizeof *t->wanted);
	t->lengths = base_array(t->count, sizeof *t->lengths);
	t->scratch = base_array(t->count, sizeof *t->scratch);
	t->set = base_array(t->count, sizeof *t->set);
	t->barred = base_array_zero(t->count * t->count, sizeof *t->barred);
	t->roots = base_array_zero(t->count, sizeof *t->roots);
	t->versions = base_array_zero(t->count, sizeof *t->versions);
	return t->work != NULL && t->column_of != NULL && t->wanted != NULL && t->lengths != NULL && t->scratch != NULL &&
	       t->set != NULL && t->barred != NULL && t->roots != NULL && t->versions != NULL && number_columns(t);
}

void graph_trees_clear(parent_trees *t)
{
	for (size_t i = 1; t->nodes != NULL && i < t->node_count; i++) {
		free(t->nodes[i].parents);
		free(t->nodes[i].left);
		free(t->nodes[i].branches);
	}
	free(t->nodes);
	free(t->index);
	free(t->roots);
	free(t->versions);
	free(t->column_of);
	free(t->wanted);
	free(t->lengths);
	free(t->scratch);
	free(t->set);
	free(t->barred);
	graph_code_work_free(t->work);
}
