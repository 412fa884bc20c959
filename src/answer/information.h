/* The information between the sides of a grid. */
#ifndef ANSWER_INFORMATION_H
#define ANSWER_INFORMATION_H

#include "answer/bin_grid.h"

/* I(X;Y|Z) in nats from the entropies of the grid's bins, which are split again, evenly, as far as the rows allow; 0
 * if X or Y has a single bin. It may be below 0. */
double answer_grid_information(base_arena *arena, const answer_grid *grid);

#endif
