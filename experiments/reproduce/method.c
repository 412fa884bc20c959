#include "method.h"

#include <string.h>

/* Settings for every method: the paper's k and significance level; the peers use discrete values as
 * numbers (all discrete columns of the experiments are counts or ordered). */
static mixmi_status begin(mixmi_options *out, const char *method, uint64_t seed, uint64_t draw)
{
	/* Random features and permutations must differ between draws; otherwise the errors of all draws would be correlated. */
	uint64_t own = (seed * UINT64_C(1000003) + draw) & ((UINT64_C(1) << 52) - 1);
	mixmi_status status = MIXMI_OK;
	if (strcmp(method, "default") != 0)
		status = mixmi_options_set(out, "preset", "paper");
	if (status == MIXMI_OK)
		status = mixmi_options_set(out, "neighbours", "10");
	if (status == MIXMI_OK)
		status = mixmi_options_set(out, "metric", "numbers");
	if (status == MIXMI_OK)
		status = mixmi_options_set(out, "alpha", "0.01");
	if (status == MIXMI_OK)
		status = mixmi_options_set(out, "threads", "1");
	return status == MIXMI_OK ? mixmi_options_set_number(out, "seed", (double)own) : status;
}

/* `name` is a value of `option`; `default` leaves it unchanged. */
static mixmi_status make(mixmi_options **out, const char *option, const char *name, const char *method, uint64_t seed,
                         uint64_t draw)
{
	mixmi_status status = mixmi_options_new(out);
	if (status == MIXMI_OK)
		status = begin(*out, method, seed, draw);
	if (status == MIXMI_OK && strcmp(method, "default") != 0)
		status = mixmi_options_set(*out, option, name);
	if (status != MIXMI_OK) {
		mixmi_options_free(*out);
		*out = NULL;
	}
	return status;
}

mixmi_status method_estimator(mixmi_options **out, const char *method, uint64_t seed, uint64_t draw)
{
	return make(out, "estimator", strcmp(method, "paper") == 0 ? "histogram" : method, method, seed, draw);
}

mixmi_status method_test(mixmi_options **out, const char *method, uint64_t seed, uint64_t draw)
{
	return make(out, "test", method, method, seed, draw);
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
	return strcmp(method_fallback("preset"), "paper") != 0 || strcmp(method_fallback("estimator"), "histogram") != 0;
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
