/* Grow-shrink trees (Andrews et al. 2023): which parents a column takes from those that come before it. A node of a tree is a set of
 * parents, with the columns that would shorten its code, the best first. The way goes down from the root along the first of them that
 * is allowed; at the end parents are removed as long as that shortens the code. A node is made when it is first reached, and ways that
 * lead to the same set share it, so moving a column costs few new codes. */
#ifndef GRAPH_TREES_H
#define GRAPH_TREES_H

#include "graph/search/code.h"

/* What the search keeps to. All by node. */
typedef struct order_limits {
	const bool
		*allowed; /* [nodes * nodes] allowed[i * nodes + j]: j may be a parent of i; may become less between runs */
	const bool *required;         /* [nodes * nodes] required[i * nodes + j]: j is a parent of i; acyclic */
	size_t most_parents;          /* of a column, beside those that are required */
	bool (*go_on)(void *context); /* asked now and then; false to stop */
	void *context;
} order_limits;

#define GRAPH_BETTER 1e-3 /* nats that a change has to gain: more than rounding, less than any evidence */

/* A possible further parent: the length with it, and the node of the tree that it leads to. */
typedef struct tree_branch {
	double length;
	uint32_t parent;
	uint32_t node; /* 0: not made yet */
} tree_branch;

typedef struct tree_node {
	double length; /* given all parents of the set */
	double best;   /* given those that are left */
	size_t *parents;
	size_t *left; /* without those that only lengthen the code; NULL until a way ends here */
	size_t count, left_count;
	tree_branch *branches; /* the best first */
	size_t branch_count;
	uint32_t child, version; /* of the child's prices */
} tree_node;

/* The trees of all columns. Columns have numbers of their own here, by what they tell about others, so that names and the order of
 * columns do not show. */
typedef struct parent_trees {
	const graph_code *code;
	const order_limits *limits;
	code_work *work;
	size_t count;
	size_t *column_of;  /* [count] the caller's node of each number */
	tree_node *nodes;   /* of all trees; the first is unused */
	uint32_t *roots;    /* [count] */
	uint32_t *versions; /* [count] */
	uint32_t *index;    /* [slots] hash table of node numbers; 0: free */
	size_t node_count, capacity, slots;
	bool *barred;    /* [count * count] by number: barred[i * count + j]: j is no parent of i for the time being */
	bool *wanted;    /* [count] scratch, by the caller's nodes */
	double *lengths; /* [count] scratch, by the caller's nodes */
	size_t *scratch; /* [count] parents by the caller's nodes, ... */
	size_t *set;     /* [count] ... and by number */
	bool stopped, failed;
} parent_trees;

/* False: out of memory. To be cleared in any case. */
bool graph_trees_init(parent_trees *trees, const graph_code *code, const order_limits *limits);
void graph_trees_clear(parent_trees *trees);

/* Makes the roots unless they are made. False: out of memory. */
bool graph_trees_grow(parent_trees *trees);

/* The prices of edges of a node (the caller's) have changed: its families are coded again. False: out of memory. */
bool graph_trees_recode(parent_trees *trees, size_t node);

bool graph_trees_must_be_parent(const parent_trees *trees, size_t child, size_t parent);

/* The set that a column takes from those in `before` (bits): a node of its tree. 0: a required parent is missing. */
uint32_t graph_trees_find(parent_trees *trees, size_t child, const uint64_t *before);

enum { GRAPH_TREES_WORD = 64 };

static inline bool graph_trees_is_before(const uint64_t *before, size_t node)
{
	return before[node / GRAPH_TREES_WORD] >> (node % GRAPH_TREES_WORD) & 1;
}

#endif
