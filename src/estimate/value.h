/* The estimate of I(X;Y|Z) from a grid, and an upper bound. */
#ifndef ESTIMATE_VALUE_H
#define ESTIMATE_VALUE_H

#include "estimate/costs.h"
#include "estimate/grid.h"

/* The absolute small-sample bias of the entropy of cells with these counts, up to a term that depends on n only (Chao, Wang and Jost 2013). */
double estimate_entropy_bias(const uint64_t *rows, size_t cells, double all);

typedef struct estimate_value {
	bool supported; /* X and Y are divided; if false, the rest is 0 */
	double plug_in; /* nats, of the refined grid */
	double bias;    /* small-sample bias */
	double freedom; /* degrees of freedom of that grid */
} estimate_value;

/* Adds one term per row to terms[rows]; their mean is the plug-in value minus the bias. False: out of memory. O(tuples columns). */
bool estimate_of_grid(estimate_value *out, double *terms, const estimate_grid *grid);

/* The smaller of H(X|Z) and H(Y|Z) in nats, over sides whose values repeat (ln n if there are none), and its standard error. Z enters by its bins, or by
 * its values for sides that are labels. False: out of memory. O(rows columns). */
bool estimate_find_bound(double *bound, double *error, const estimate_grid *grid);

/* The smallest 2 n I that a grid can show: that of two equally full bins in X and in Y. */
double estimate_least_shown(const estimate_costs *costs);

#endif
