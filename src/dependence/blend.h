/* The estimate by squares (quadtree.h) beside that of grid and regressions. */
#ifndef DEPENDENCE_BLEND_H
#define DEPENDENCE_BLEND_H

#include "dependence/attempt.h"
#include "dependence/quadtree.h"

/* True for questions about two columns that both have an order, without Z, and rows enough for squares to tell something. */
bool dependence_suits_squares(const dependence_ranks *ranks);

/* True if squares resolve so much that regressions, of which many rows are a burden, cannot improve on them. */
bool dependence_squares_suffice(const dependence_quadtree *squares, size_t rows);

/* Takes the squares into an estimate that is supported; no effect on another one. */
void dependence_blend(dependence_estimate *estimate, const dependence_quadtree *squares);

#endif
