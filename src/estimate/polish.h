/* Moving the cuts of a grid to where they shorten its code most. */
#ifndef ESTIMATE_POLISH_H
#define ESTIMATE_POLISH_H

#include "cells/xlogx.h"
#include "estimate/grid.h"

/* Moves every cut of an ordered part by less than `reach` places, cut by cut, where that saves more bits than the move takes to say: sharp edges lie
 * between the places of a search. A few passes. False: out of memory. O(tuples) per cut at most. */
bool estimate_polish(estimate_grid *grid, size_t reach, const cells_xlogx *xlogx);

#endif
