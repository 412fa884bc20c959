/* Merges rows that agree in all columns of a question into tuples with counts. This is the first step of every method
 * whose cost grows with the number of distinct tuples and not with the number of rows. */
#ifndef CELLS_TUPLES_H
#define CELLS_TUPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A column of symbols, all below `size`. */
typedef struct cells_column {
	uint32_t *symbols; /* [items], then [tuples] */
	size_t size;
} cells_column;

typedef struct cells_tuples {
	size_t count;
	uint32_t *rows; /* [count] rows of each tuple */
} cells_tuples;

/* Merges items that agree in all columns and replaces their symbols by those of the tuples, in lexicographic order, so
 * that results do not depend on the order of items. `weights` are the rows of the items; NULL: one each. Returns false
 * if memory runs out; each column then has either its old or its new symbols. O(items columns) and a radix sort. */
bool cells_merge(cells_tuples *tuples, cells_column *columns, size_t column_count, size_t items,
                 const uint32_t *weights);

#endif
