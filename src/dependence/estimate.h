/* I(X;Y|Z) from the fitted grid. */
#ifndef DEPENDENCE_ESTIMATE_H
#define DEPENDENCE_ESTIMATE_H

#include "dependence/search.h"

typedef struct dependence_estimate {
	double plug_in;        /* of the finer grid, nats */
	double bias;           /* Miller and Madow: what counting adds to it on average */
	double standard_error; /* infinitesimal jackknife with the cells held */
	double bound;          /* least of H(X|Z), H(Y|Z) with values told apart */
	double visible;        /* root of the 2 n I that is the least to be seen at all */
	size_t rows;
	bool supported; /* the fitted grid codes X and Y shorter together than apart, given Z */
} dependence_estimate;

/* False: out of memory. */
bool dependence_estimate_grid(dependence_estimate *out, const dependence_grid *grid, const dependence_ranks *ranks,
                              const dependence_costs *costs);

#endif
