/* Joint cells of several columns' bins, numbered without gaps. */
#ifndef MIIC_MIIC_CELLS_H
#define MIIC_MIIC_CELLS_H

#include "methods/miic/bins.h"

typedef struct miic_cells {
	size_t count;
	uint32_t *ids; /* [items] below count */
} miic_cells;

/* Scratch of a fixed size for miic_cells_join(). */
typedef struct miic_numbering {
	size_t size;
	uint32_t *numbers; /* [size] */
} miic_numbering;

bool miic_numbering_init(miic_numbering *numbering, size_t items);
void miic_numbering_clear(miic_numbering *numbering);

/* A single cell. */
void miic_cells_one(miic_cells *cells, size_t items);

/* Cells of `from` and the bins of a column, in lexicographic order; `cells` may be `from`. O(items), or a radix sort where
 * there are many more possible cells than items. False: out of memory. */
bool miic_cells_join(miic_cells *cells, const miic_cells *from, const miic_column *column, const miic_bins *bins,
                     size_t items, const miic_numbering *numbering);

#endif
