#include "method.h"

#include <string.h>

/* What is fixed for every method: the paper's k and significance level, and that the peers take discrete values as
 * the numbers that they are (all discrete columns of the experiments are counts or ordered). */
static mixmi_status begin(mixmi_options *out, const char *method, uint64_t seed, uint64_t draw)
{
	mixmi_options_init(out);
	mixmi_status status = MIXMI_OK;
	if (strcmp(method, "default") != 0)
		status = mixmi_options_set(out, "preset", "paper");
	out->neighbours = 10;
	out->metric = MIXMI_METRIC_NUMBERS;
	out->alpha = 0.01;
	out->threads = 1;
	/* Random features and permutations must differ between draws, or all draws would share their luck. */
	out->seed = (int64_t)((seed * UINT64_C(1000003) + draw) & ((UINT64_C(1) << 52) - 1));
	return status;
}

mixmi_status method_estimator(mixmi_options *out, const char *method, uint64_t seed, uint64_t draw)
{
	mixmi_status status = begin(out, method, seed, draw);
	if (status != MIXMI_OK || strcmp(method, "default") == 0)
		return status;
	return mixmi_options_set(out, "estimator", strcmp(method, "paper") == 0 ? "hist" : method);
}

mixmi_status method_test(mixmi_options *out, const char *method, uint64_t seed, uint64_t draw)
{
	mixmi_status status = begin(out, method, seed, draw);
	if (status != MIXMI_OK || strcmp(method, "default") == 0)
		return status;
	return mixmi_options_set(out, "test", method);
}

const char *method_fallback(const char *option)
{
	for (size_t i = 0; mixmi_option_at(i) != NULL; i++)
		if (strcmp(mixmi_option_at(i)->name, option) == 0)
			return mixmi_option_at(i)->fallback;
	return "";
}

bool method_default_estimator_differs(void)
{
	return strcmp(method_fallback("preset"), "paper") != 0 || strcmp(method_fallback("estimator"), "hist") != 0;
}

bool method_default_test_differs(void)
{
	return strcmp(method_fallback("preset"), "paper") != 0 || strcmp(method_fallback("test"), "chi2") != 0;
}

double method_cost(const char *method, bool test)
{
	static const struct {
		const char *name;
		double estimate, test;
	} costs[] = {
		{ "paper", 1.5, 1.5 }, { "default", 10, 150 }, { "perm", 3, 150 },     { "rcit", 20, 20 },
		{ "rcot", 20, 20 },    { "miic", 2, 2 },       { "suzuki", 1.5, 1.5 },
	};
	for (size_t i = 0; i < sizeof costs / sizeof costs[0]; i++)
		if (strcmp(costs[i].name, method) == 0)
			return test ? costs[i].test : costs[i].estimate;
	return 2;
}
