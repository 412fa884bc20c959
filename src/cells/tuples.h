/* Rows that agree in everything that is asked about are one tuple with a count: the first step of every method whose work
 * grows with the number of distinct tuples and not with the rows. */
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
	uint32_t *rows; /* [count] rows of each */
} cells_tuples;

/* Merges items that agree in all columns, whose symbols are replaced by those of the tuples, in lexicographic order: nothing
 * that is computed from tuples depends on the order of items. `weights` are the items' rows; NULL stands for one each. False: out
 * of memory; each column then has its old symbols or its new ones. O(items columns) and a radix sort. */
bool cells_merge(cells_tuples *tuples, cells_column *columns, size_t column_count, size_t items,
                 const uint32_t *weights);

#endif
