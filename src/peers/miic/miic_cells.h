/* Joint cells of the bins of several columns, numbered consecutively. */
#ifndef MIIC_MIIC_CELLS_H
#define MIIC_MIIC_CELLS_H

#include "peers/miic/bins.h"

typedef struct miic_cells {
	size_t count;
	uint32_t *ids; /* [items] below count */
} miic_cells;

/* Scratch memory of fixed size for miic_cells_join(). */
typedef struct miic_numbering {
	size_t size;
	uint32_t *numbers; /* [size] */
} miic_numbering;

bool miic_numbering_init(miic_numbering *numbering, size_t items);
void miic_numbering_clear(miic_numbering *numbering);

/* A single cell. */
void miic_cells_one(miic_cells *cells, size_t items);

/* Cells of `from` combined with the bins of a column, in lexicographic order; `cells` may be `from`. O(items), or a
 * radix sort if there are many more possible cells than items. Returns false if memory runs out. */
bool miic_cells_join(miic_cells *cells, const miic_cells *from, const miic_column *column, const miic_bins *bins,
                     size_t items, const miic_numbering *numbering);

#endif
