/* Estimates of entropy from spacings (Vasicek 1976; Ebrahimi, Pflughoeft and Soofi 1994 for the ends). With m rows on both sides
 * of a row together, the expected logarithm of their share of all rows is psi(m) - psi(n + 1). */
#include "estimate/spacing.h"

#include <math.h>
#include <stdlib.h>

#include "base/functions.h"
#include "base/memory.h"
#include "estimate/constants.h"

size_t estimate_reach(size_t rows)
{
	double reach = pow((double)rows, estimate_reach_power) / 2; /* to either side */
	return reach < 2 ? 2 : (size_t)reach;
}

/* Distance that ranks low .. high span; where values tie it is widened to the next values that differ. */
static double distance(const double *sorted, size_t count, size_t *low, size_t *high)
{
	double d = sorted[*high] - sorted[*low];
	while (!(d > 0) && (*low > 0 || *high + 1 < count)) {
		*low -= *low > 0;
		*high += *high + 1 < count;
		d = sorted[*high] - sorted[*low];
	}
	return d;
}

static double log_density(const double *sorted, size_t count, size_t at, size_t reach, const double *psi)
{
	size_t low = at > reach ? at - reach : 0, high = count - 1 - at > reach ? at + reach : count - 1;
	double d = distance(sorted, count, &low, &high);
	size_t m = high - low;
	double share = m <= 2 * reach ? psi[m] : log((double)m);
	return d > 0 ? share - log((double)count + 0.5) - log(d) : 0;
}

bool estimate_log_densities(double *out, const uint32_t *codes, const double *values, size_t distinct, const bool *used,
                            size_t rows, size_t reach, estimate_values kind)
{
	size_t *start = base_array_zero(distinct + 1, sizeof *start), count = 0;
	double *sorted = base_array(rows, sizeof *sorted);
	for (size_t i = 0; start != NULL && i < rows; i++)
		if (used == NULL || used[i]) {
			start[codes[i] + 1]++;
			count++;
		}
	double *psi = base_array(2 * reach + 1, sizeof *psi);
	bool done = start != NULL && sorted != NULL && psi != NULL;
	if (done) {
		for (size_t m = 1; m <= 2 * reach; m++)
			psi[m] = kind == ESTIMATE_SAMPLE ? base_digamma((int)m) : log((double)m);
		for (size_t c = 0; c < distinct; c++)
			start[c + 1] += start[c];
		for (size_t c = 0; c < distinct; c++)
			for (size_t k = start[c]; k < start[c + 1]; k++)
				sorted[k] = values[c];
		for (size_t i = 0; i < rows; i++)
			out[i] = used != NULL && !used[i]
			             ? 0
			             : log_density(sorted, count, (start[codes[i]] + start[codes[i] + 1] - 1) / 2, reach, psi);
	}
	free(start);
	free(sorted);
	free(psi);
	return done;
}
