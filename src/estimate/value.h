/* What a grid says about I(X;Y|Z): whether it shows any dependence, how much, and the most that there can be. */
#ifndef ESTIMATE_VALUE_H
#define ESTIMATE_VALUE_H

#include "estimate/costs.h"
#include "estimate/grid.h"

/* The small-sample bias, in size, of the entropy of cells with these rows, but for a term that depends on all rows alone (Chao, Wang and Jost 2013). */
double estimate_entropy_bias(const uint64_t *rows, size_t cells, double all);

typedef struct estimate_value {
	bool supported; /* X and Y are divided; if not, all else is 0 */
	double plug_in; /* nats, of the grid made finer */
	double bias;    /* small-sample bias */
	double freedom; /* degrees of freedom of that grid */
} estimate_value;

/* terms: [rows] to which each row's share of the estimate is added, plug-in less bias being their mean; NULL: not asked for. False: out of memory.
 * O(tuples columns) a few times. */
bool estimate_of_grid(estimate_value *out, double *terms, const estimate_grid *grid);

/* The least of H(X|Z) and H(Y|Z) in nats by the values of sides that repeat them, ln n if neither does, and its standard error. Z counts by
 * its bins, or by its values for sides without numbers. False: out of memory. O(rows columns). */
bool estimate_find_bound(double *bound, double *error, const estimate_grid *grid);

/* The least 2 n I that a grid can show: that of two equally full bins in X and in Y. */
double estimate_least_shown(const estimate_costs *costs);

#endif
