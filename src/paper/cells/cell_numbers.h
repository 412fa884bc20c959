/* Numbering of joint cells, used for tuples, cells of the other columns, histogram cells and margins. */
#ifndef CELLS_CELL_NUMBERS_H
#define CELLS_CELL_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mixmi/method.h"

typedef mixmi_coordinate cells_coordinate;

/* Gives every item the number of its joint cell among the cells that occur, in lexicographic order of the coordinates:
 * ids[i] < *distinct. Memory and time depend on the number of items, not on the product of the sizes: O(items *
 * coordinates) and a radix sort. Returns false if memory runs out. */
bool cells_rank(uint32_t *ids, size_t *distinct, const cells_coordinate *coordinates, size_t coordinate_count,
                size_t items);

/* The items in lexicographic order of their coordinates; ties keep their order. Returns false if memory runs out. */
bool cells_order(uint32_t *order, const cells_coordinate *coordinates, size_t coordinate_count, size_t items);

#endif
