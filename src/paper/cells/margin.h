/* Margins: the joint cells of items and the number of rows in each cell. Every entropy and conditional mutual
 * information of counts is a sum over the cells of some margins. */
#ifndef CELLS_MARGIN_H
#define CELLS_MARGIN_H

#include "paper/cells/cell_numbers.h"

typedef struct cells_margin {
	size_t cells;
	uint32_t *ids;    /* [items] cell of each item */
	uint64_t *counts; /* [cells] rows */
} cells_margin;

/* The margin of the given coordinates; without coordinates, one cell with all rows. `rows` are those of the items.
 * O(items log items). Returns false if memory runs out. */
bool cells_margin_init(cells_margin *margin, const cells_coordinate *coordinates, size_t coordinate_count, size_t items,
                       const uint64_t *rows);
void cells_margin_clear(cells_margin *margin);

/* Entropy of the cells in nats, -sum p ln p. */
double cells_entropy(const cells_margin *margin, size_t rows);

/* H(A|Z) in nats from the margins of (A, Z) and Z, at least 0. */
double cells_conditional_entropy(const cells_margin *joint, const cells_margin *given, size_t rows);

#endif
