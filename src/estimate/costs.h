/* Code lengths of a grid other than data bits: the penalty for its parameters, and the description of its bins. */
#ifndef ESTIMATE_COSTS_H
#define ESTIMATE_COSTS_H

#include "mixmi.h"
#include "paper/cells/complexity.h"
#include "paper/cells/xlogx.h"

enum { ESTIMATE_KNOWN = 4096 };

/* Shared by all divisions of one search. Not thread-safe. */
typedef struct estimate_costs {
	cells_complexity complexity;
	cells_xlogx xlogx;
	size_t most;   /* most intervals of a column, and most groups of atoms unless each is a group */
	double *known; /* [ESTIMATE_KNOWN + 1] complexity in bits by number of cells; NaN: not computed yet */
} estimate_costs;

/* False: out of memory; the costs can still be cleared. */
bool estimate_costs_init(estimate_costs *costs, size_t rows, const mixmi_options *options);
void estimate_costs_clear(estimate_costs *costs);

/* Parametric complexity in bits of bins[0] x bins[1] x bins[2] cells with known margins: log2 R(n, cells) times the share of the parameters that the
 * margins do not determine. Infinite for more cells than rows, where the penalty would be too small to prevent overfitting. */
double estimate_penalty(const estimate_costs *costs, const double bins[3]);

/* Bits that describe a division of `units` units into `bins` runs; bins <= units. */
double estimate_say_cuts(size_t units, size_t bins);

/* The same for atoms without an order, from a bound on the number of partitions into `bins` classes. */
double estimate_say_classes(size_t atoms, size_t bins);

#endif
