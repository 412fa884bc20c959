/* What a grid costs besides its data: the bits of its parameters, and those that say which bins a column has. */
#ifndef ESTIMATE_COSTS_H
#define ESTIMATE_COSTS_H

#include "cells/complexity.h"
#include "cells/xlogx.h"
#include "mixmi.h"

enum { ESTIMATE_KNOWN = 4096 };

/* What all divisions of one search share. */
typedef struct estimate_costs {
	cells_complexity complexity;
	cells_xlogx xlogx;
	size_t most;   /* bins of a column's ordered part, and groups of its atoms unless each is by itself */
	double *known; /* [ESTIMATE_KNOWN + 1] complexity in bits by number of cells, NaN until asked for */
} estimate_costs;

/* False: out of memory; the costs can be cleared all the same. */
bool estimate_costs_init(estimate_costs *costs, size_t rows, const mixmi_options *options);
void estimate_costs_clear(estimate_costs *costs);

/* Parametric complexity in bits of bins[0] x bins[1] x bins[2] cells whose margins are known: R(n, cells), counted for the
 * share of its parameters that margins leave open. Infinite for more cells than rows, where it would be too small to keep
 * chance from looking like structure. */
double estimate_penalty(const estimate_costs *costs, const double bins[3]);

/* Bits that say which `bins` runs of `units` units in a given order the bins are; at most `units` of them. */
double estimate_say_cuts(size_t units, size_t bins);

/* The same for atoms without an order: a bound of the number of partitions into so many classes. */
double estimate_say_classes(size_t atoms, size_t bins);

#endif
