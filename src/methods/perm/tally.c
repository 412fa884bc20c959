/* Counts as Besag and Clifford (1991): stops at the 10th permutation that reaches the observed value, with p = 10 /
 * permutations made, or at the limit, with p = (1 + reached) / (1 + made). Both are valid p-values for any statistic.
 * With the gamma tail, p is computed from the mean and variance of a few permutations. */
#include "methods/perm/tally.h"

#include <math.h>

#include "base/error.h"
#include "base/options.h"
#include "base/permutations.h"
#include "base/special.h"

enum { ENOUGH = 10, GAMMA_PERMUTATIONS = 100 };

size_t perm_limit(const mixmi_options *options)
{
	bool few = options->permutations == 0 && options->tail == MIXMI_TAIL_GAMMA;
	return few ? GAMMA_PERMUTATIONS : base_permutations(options);
}

mixmi_status perm_check_limit(const mixmi_options *options)
{
	bool gamma = options->tail == MIXMI_TAIL_GAMMA;
	size_t limit = perm_limit(options);
	mixmi_status status = gamma ? MIXMI_OK : base_permutations_check(options);
	if (status != MIXMI_OK)
		return status;
	if (gamma ? limit > 1 : 1 / (1 + (double)limit) <= options->alpha)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "%zu permutation%s cannot give a p-value of alpha = %g; %.0f can%s", limit,
	                  limit == 1 ? "" : "s", options->alpha, gamma ? 2 : ceil(1 / options->alpha) - 1,
	                  gamma ? "" : ", or fewer with a gamma tail");
}

void perm_tally_add(perm_tally *tally, double value, double observed)
{
	tally->made++;
	tally->reached += value >= observed;
	tally->sum += value;
	tally->squares += value * value;
}

bool perm_tally_is_clear(const perm_tally *tally)
{
	return tally->reached >= ENOUGH;
}

/* P(gamma variable with the permutations' mean and variance >= observed). */
static double gamma_tail(const perm_tally *t, double observed)
{
	double n = (double)t->made, mean = t->sum / n, variance = (t->squares - n * mean * mean) / (n - 1);
	if (!(variance > 0) || !(mean > 0))
		return observed > mean ? 1 / (n + 1) : 1;
	return base_chi2_tail(2 * observed * mean / variance, 2 * mean * mean / variance);
}

double perm_tally_p(const perm_tally *tally, double observed, int tail)
{
	if (perm_tally_is_clear(tally))
		return (double)tally->reached / (double)tally->made;
	if (tail == MIXMI_TAIL_GAMMA && tally->made > 1)
		return gamma_tail(tally, observed);
	return (double)(1 + tally->reached) / (double)(1 + tally->made);
}
