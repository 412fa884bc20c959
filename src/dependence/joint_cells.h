/* Joint cells of several columns under their divisions. */
#ifndef DEPENDENCE_JOINT_CELLS_H
#define DEPENDENCE_JOINT_CELLS_H

#include "dependence/division.h"

/* Which columns: those whose role has its bit set. */
enum {
	DEPENDENCE_IN_X = 1 << DEPENDENCE_X,
	DEPENDENCE_IN_Y = 1 << DEPENDENCE_Y,
	DEPENDENCE_IN_Z = 1 << DEPENDENCE_Z,
	DEPENDENCE_IN_ALL = DEPENDENCE_IN_X | DEPENDENCE_IN_Y | DEPENDENCE_IN_Z
};

/* The bins of every symbol, or of every step, in every column. */
typedef struct dependence_maps {
	const dependence_ranks *ranks;
	bool by_steps;
	uint32_t **bins; /* [columns] */
	size_t *counts;  /* [columns] bins */
} dependence_maps;

/* False: out of memory. */
bool dependence_maps_init(dependence_maps *maps, const dependence_ranks *ranks, bool by_steps);
void dependence_maps_clear(dependence_maps *maps);

/* Takes over the present division of column j. */
void dependence_maps_set(dependence_maps *maps, size_t j, const dependence_division *division);

/* The tuples that the maps are about. */
const dependence_tuples *dependence_maps_tuples(const dependence_maps *maps);

/* True if there are other columns in the role of column j. */
bool dependence_has_company(const dependence_ranks *ranks, size_t j);

/* Numbers the joint cells of the columns in these roles, without column `except` (SIZE_MAX: with all): ids[tuple] < *cells,
 * in lexicographic order. False: out of memory. */
bool dependence_number_cells(uint32_t *ids, size_t *cells, const dependence_maps *maps, int roles, size_t except);

/* The joint cells of all columns, which hold rows, in lexicographic order: one pass over the tuples, which are many, so that margins
 * take passes over cells only. */
typedef struct dependence_cells {
	const dependence_maps *maps;
	size_t count;
	uint64_t *rows;  /* [count] */
	uint32_t **bins; /* [columns] bin of every cell */
} dependence_cells;

/* False: out of memory; the cells can be cleared all the same. The maps are borrowed and must stay as they are. */
bool dependence_cells_init(dependence_cells *cells, const dependence_maps *maps);
void dependence_cells_clear(dependence_cells *cells);

/* Joint cells of some of the columns with their rows. */
typedef struct dependence_margin {
	size_t cells;
	uint32_t *ids;  /* [cells of all columns] */
	uint64_t *rows; /* [cells] */
} dependence_margin;

/* False: out of memory; the margin can be cleared all the same. */
bool dependence_margin_init(dependence_margin *margin, const dependence_cells *cells, int roles);
void dependence_margin_clear(dependence_margin *margin);

#endif
