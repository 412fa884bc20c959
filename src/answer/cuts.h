/* The last step of a grid: cuts, which lie between places until then, move to the best value near them. */
#ifndef ANSWER_CUTS_H
#define ANSWER_CUTS_H

#include "answer/bin_grid.h"

/* Moves cuts of one column, whose bins are runs of values, where that saves more bits than it takes to say how far.
 * cell[rows] and same[rows]: the cell of the other columns, and of those of its side. O(rows). */
void answer_cuts_move(answer_grid *grid, size_t column, base_arena *arena, const answer_bits *bits,
                      const uint32_t *cell, size_t cells, const uint32_t *same, size_t same_cells);

#endif
