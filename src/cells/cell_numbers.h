/* Numbering of joint cells: the one mechanism behind tuples, cells of the other columns, cells and margins. */
#ifndef CELLS_CELL_NUMBERS_H
#define CELLS_CELL_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One coordinate of every item i: s = symbols[i * stride], or map[s] if map is not NULL; always below `size`. */
typedef struct cells_coordinate {
	const uint32_t *symbols;
	size_t stride;
	const uint32_t *map;
	size_t size;
} cells_coordinate;

/* Gives every item the number of its joint cell among the cells that occur, in lexicographic order of the coordinates:
 * ids[i] < *distinct. Memory and time depend on the number of items, never on the product of the sizes: O(items *
 * coordinates) and a radix sort. False: out of memory. */
bool cells_rank(uint32_t *ids, size_t *distinct, const cells_coordinate *coordinates, size_t coordinate_count,
                size_t items);

/* The items in lexicographic order of their coordinates; items that agree in all of them keep their order. False: out
 * of memory. */
bool cells_order(uint32_t *order, const cells_coordinate *coordinates, size_t coordinate_count, size_t items);

#endif
