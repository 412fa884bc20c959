/* Joint cells of several columns under their divisions. */
#ifndef ESTIMATE_JOINT_CELLS_H
#define ESTIMATE_JOINT_CELLS_H

#include "estimate/division.h"

/* Which columns: those whose role has its bit set. */
enum {
	ESTIMATE_IN_X = 1 << ESTIMATE_X,
	ESTIMATE_IN_Y = 1 << ESTIMATE_Y,
	ESTIMATE_IN_Z = 1 << ESTIMATE_Z,
	ESTIMATE_IN_ALL = ESTIMATE_IN_X | ESTIMATE_IN_Y | ESTIMATE_IN_Z
};

/* The bins of every symbol, or of every step, in every column. */
typedef struct estimate_maps {
	const estimate_ranks *ranks;
	bool by_steps;
	uint32_t **bins; /* [columns] */
	size_t *counts;  /* [columns] bins */
} estimate_maps;

/* False: out of memory. */
bool estimate_maps_init(estimate_maps *maps, const estimate_ranks *ranks, bool by_steps);
void estimate_maps_clear(estimate_maps *maps);

/* Takes over the present division of column j. */
void estimate_maps_set(estimate_maps *maps, size_t j, const estimate_division *division);

/* The tuples that the maps are about. */
const estimate_tuples *estimate_maps_tuples(const estimate_maps *maps);

/* True if there are other columns in the role of column j. */
bool estimate_has_company(const estimate_ranks *ranks, size_t j);

/* Numbers the joint cells of the columns in these roles, without column `except` (SIZE_MAX: with all): ids[tuple] < *cells,
 * in lexicographic order. False: out of memory. */
bool estimate_number_cells(uint32_t *ids, size_t *cells, const estimate_maps *maps, int roles, size_t except);

/* The joint cells of all columns, which hold rows, in lexicographic order: one pass over the tuples, which are many, so that margins
 * take passes over cells only. */
typedef struct estimate_cells {
	const estimate_maps *maps;
	size_t count;
	uint64_t *rows;  /* [count] */
	uint32_t **bins; /* [columns] bin of every cell */
} estimate_cells;

/* False: out of memory; the cells can be cleared all the same. The maps are borrowed and must stay as they are. */
bool estimate_cells_init(estimate_cells *cells, const estimate_maps *maps);
void estimate_cells_clear(estimate_cells *cells);

/* Joint cells of some of the columns with their rows. */
typedef struct estimate_margin {
	size_t cells;
	uint32_t *ids;  /* [cells of all columns] */
	uint64_t *rows; /* [cells] */
} estimate_margin;

/* False: out of memory; the margin can be cleared all the same. */
bool estimate_margin_init(estimate_margin *margin, const estimate_cells *cells, int roles);
void estimate_margin_clear(estimate_margin *margin);

#endif
