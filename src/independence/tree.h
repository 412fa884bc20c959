/* A tree of neighbourhoods in Z: its leaves are the groups of rows within which Y may be exchanged, its upper levels are
 * coarse views of Z whose cells are unions of leaves. */
#ifndef INDEPENDENCE_TREE_H
#define INDEPENDENCE_TREE_H

#include "independence/cells.h"

/* A column of Z and what it is to the question. */
typedef struct independence_given {
	const independence_column *column;
	uint32_t *symbols; /* [rows] 1 + code of a repeated value, 0 for a continuous one */
	double weight;     /* the more it matters, the more often it is split */
	bool exact;        /* rows of different repeated values are never exchanged */
	bool quiet;        /* seems to matter neither to X nor to Y: need not be split as finely */
} independence_given;

typedef struct independence_tree {
	size_t rows;
	uint32_t *order;  /* [rows] leaf after leaf */
	size_t count;     /* leaves */
	uint32_t *starts; /* [count + 1] where each leaf starts in `order` */
	uint8_t
		*levels; /* [count] the level of the tree from which on a leaf is apart from the one before; 0 for the first */
	size_t depth;
} independence_tree;

/* Splits all rows, halving them along the column whose spread times weight is largest, until at most `leaf` rows are
 * together, `quiet_leaf` where that column is quiet, and all that must be equal is. Without columns all rows are one leaf.
 * False: out of memory. */
bool independence_tree_init(independence_tree *tree, const independence_given *given, size_t given_count, size_t rows,
                            size_t leaf, size_t quiet_leaf);
void independence_tree_clear(independence_tree *tree);

/* Every row's cell at a level, in the order of the tree; returns their number. */
size_t independence_tree_cells(uint32_t *cells, const independence_tree *tree, size_t level);

#endif
