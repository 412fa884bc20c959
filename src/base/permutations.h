/* Maximum number of permutations of a test. */
#ifndef BASE_PERMUTATIONS_H
#define BASE_PERMUTATIONS_H

#include <math.h>
#include <stddef.h>

#include "base/error.h"
#include "base/options.h"

/* Upper limit of the option permutations. */
#define BASE_MOST_PERMUTATIONS 1e9

/* The number in the options, or 5 / alpha, which is enough to resolve p-values around alpha. */
static inline size_t base_permutations(const mixmi_options *options)
{
	if (options->permutations > 0)
		return (size_t)options->permutations;
	return (size_t)fmin(ceil(5 / options->alpha) - 1, BASE_MOST_PERMUTATIONS);
}

/* With N permutations no p-value is below 1 / (N + 1). Returns MIXMI_ERROR_LIMIT if that is above alpha. */
static inline mixmi_status base_permutations_check(const mixmi_options *options)
{
	if (options->alpha * (1 + BASE_MOST_PERMUTATIONS) >= 1)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_LIMIT,
		"alpha = %g is too small for a permutation test: the maximum of %.0f permutations gives no p-value below %g",
		options->alpha, BASE_MOST_PERMUTATIONS, 1 / (1 + BASE_MOST_PERMUTATIONS));
}

#endif
