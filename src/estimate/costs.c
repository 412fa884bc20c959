/* The complexity of a number of cells is cached: a search needs the same ones many times, and for a small problem computing them would take longer than
 * the rest. */
#include "estimate/costs.h"

#include <math.h>
#include <stdlib.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/special.h"

bool estimate_costs_init(estimate_costs *costs, size_t rows, const mixmi_options *options)
{
	*costs = (estimate_costs){ 0 };
	cells_complexity_init(&costs->complexity, rows);
	double by_rows = fmax(ceil(options->k_max_factor * log((double)rows)), 2); /* dependence needs two bins */
	costs->most = options->k_max > 0 ? (size_t)options->k_max : (size_t)by_rows;
	if (!cells_xlogx_init(&costs->xlogx, rows))
		return false;
	costs->known = base_array(ESTIMATE_KNOWN + 1, sizeof *costs->known);
	for (size_t i = 0; costs->known != NULL && i <= ESTIMATE_KNOWN; i++)
		costs->known[i] = NAN;
	return costs->known != NULL;
}

void estimate_costs_clear(estimate_costs *costs)
{
	cells_xlogx_clear(&costs->xlogx);
	free(costs->known);
}

/* The share of the parameters that known margins do not determine. */
static double open_parameters(const double bins[3])
{
	double cells = bins[0] * bins[1] * bins[2];
	return cells > 1 ? (cells - bins[0] - bins[1] - bins[2] + 2) / (cells - 1) : 0;
}

static double complexity_of(const estimate_costs *costs, double cells)
{
	if (cells > ESTIMATE_KNOWN)
		return cells_complexity_bits(&costs->complexity, cells);
	double *known = &costs->known[(size_t)cells];
	if (isnan(*known))
		*known = cells_complexity_bits(&costs->complexity, cells);
	return *known;
}

double estimate_penalty(const estimate_costs *costs, const double bins[3])
{
	double cells = bins[0] * bins[1] * bins[2];
	if (cells > (double)costs->complexity.n)
		return INFINITY;
	return complexity_of(costs, cells) * open_parameters(bins);
}

static double log_factorial(size_t n)
{
	return base_log_factorial((unsigned)n);
}

static double log2_choose(size_t n, size_t k)
{
	return (log_factorial(n) - log_factorial(k) - log_factorial(n - k)) / BASE_LN2;
}

double estimate_say_cuts(size_t units, size_t bins)
{
	return bins <= 1 || bins >= units ? 0 : log2_choose(units - 1, bins - 1);
}

double estimate_say_classes(size_t atoms, size_t bins)
{
	if (bins <= 1 || bins >= atoms)
		return 0;
	return (double)atoms * log2((double)bins) - log_factorial(bins) / BASE_LN2;
}
