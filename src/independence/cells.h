/* Coarse views of columns by ranks alone: every row's cell at a given resolution. Nothing is fitted, so the cells of a column
 * are the same before and after a permutation. */
#ifndef INDEPENDENCE_CELLS_H
#define INDEPENDENCE_CELLS_H

#include "data/table.h"

/* One column of the rows that a question uses. */
typedef struct independence_column {
	const uint32_t *codes; /* [rows] indices of distinct values, ascending */
	size_t distinct;       /* codes are below this */
	bool discrete;         /* declared so, or labels: every value counts as repeated */
	uint32_t *counts;      /* [distinct] rows with each code */
	uint32_t *below;       /* [distinct] rows with a smaller code */
	bool *spike;           /* [distinct] values far more frequent than those around them */
	size_t values;         /* codes that occur */
} independence_column;

/* Counts the values of a column. False: out of memory. Clear it in any case. */
bool independence_column_init(independence_column *column, const uint32_t *codes, size_t rows, size_t distinct,
                              bool discrete);
void independence_column_clear(independence_column *column);

/* The resolution at which every value of a discrete column is a cell of its own. */
#define INDEPENDENCE_ALL_VALUES SIZE_MAX

/* Cells of one column: `resolution` of about equal numbers of rows, ties together, or of one value each where there are not
 * more; a spike that would fill half a cell has one to itself, lesser spikes share one. Returns through *count how many cells
 * there are; cells[i] < *count. False: out of memory. */
bool independence_cells(uint32_t *cells, size_t *count, const independence_column *column, size_t rows,
                        size_t resolution);

/* Joint cells of several columns, about `resolution` in all; at most `most` of them: the rows in the rarest share the last. */
bool independence_joint_cells(uint32_t *cells, size_t *count, const independence_column *const *columns,
                              size_t column_count, size_t rows, size_t resolution, size_t most);

#endif
