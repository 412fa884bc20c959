/* The default test as an answer: the verdict and p-value of the test, together with the default estimate, which does
 * not depend on p. */
#include "answers/default_test.h"

#include <math.h>

#include "base/options.h"
#include "base/special.h"
#include "estimate/estimate.h"
#include "test/scan.h"

static double nats_of(double correlation)
{
	return -0.5 * log1p(-fmin(correlation * correlation, 1 - 1e-12));
}

/* Information of the smallest linear dependence that the test detects with power 0.9 in samples like this one. It is
 * not an upper bound: a dependence of another shape may be larger and remain undetected. */
static double detectable(const test_verdict *v, double alpha)
{
	const double ninth_decile = 1.2815515655446004,
				 share = 0.42; /* share of alpha that the simplest comparison gets: its weight among all
				                * (test/tails.c) */
	double reach = sqrt(base_chi2_quantile(share * alpha, 1)) + ninth_decile;
	return nats_of(fmin(reach / sqrt(v->in_effect), 1));
}

/* If no rows can be compared, the estimate reflects only the grid and has no interval. */
static void leave_open(mixmi_answer *out)
{
	out->verdict = MIXMI_UNDECIDED;
	out->estimate.lower = out->estimate.upper = NAN;
}

static void put_clusters(mixmi_answer *out, const test_verdict *v)
{
	out->clusters = v->clusters;
	if (v->clusters > 0 && !v->undecided)
		out->effective_rows = v->in_effect;
}

/* Stores the verdict, with an estimate only as far as the test provides one. */
static void put_verdict(mixmi_answer *out, const test_verdict *v, double alpha)
{
	bool independent = v->p > alpha;
	out->test.p = v->p;
	out->test.statistic = v->statistic;
	out->rows = v->rows;
	out->rows_dropped = v->rows_dropped;
	out->comparable = v->comparable;
	out->test.permutations = 0;
	put_clusters(out, v);
	out->verdict = base_verdict(independent);
	if (v->undecided)
		leave_open(out);
	if (out->verdict == MIXMI_INDEPENDENT)
		out->test.detectable = detectable(v, alpha);
	out->estimate.value = out->verdict == MIXMI_DEPENDENT ? nats_of(v->strongest) : 0;
}

/* True if a side has times that may be censored, for which there is no estimate. */
static bool is_censored(const mixmi_table *table, const mixmi_question *q)
{
	for (size_t i = 0; i < q->x_count + q->y_count; i++)
		if (mixmi_table_is_survival(table, i < q->x_count ? q->x[i] : q->y[i - q->x_count]))
			return true;
	return false;
}

/* The verdict depends only on p and the value only on the estimate: a dependence found by the test may be too weak for
 * the estimate, and the reverse. If only the verdict is needed, the value is approximate. */
static mixmi_status ask_test(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	test_verdict verdict;
	mixmi_status status = test_judge(&verdict, context->memory, table, question, options->within);
	bool censored = is_censored(table, question);
	if (status == MIXMI_OK && !context->verdict_only && !censored)
		status = estimate_answer(out, histogram, table, question, options, context);
	if (status != MIXMI_OK)
		return status;
	double measured = out->estimate.value;
	put_verdict(out, &verdict, options->alpha);
	if (!isnan(measured) || censored)
		out->estimate.value = measured;
	if (censored)
		out->test.detectable = NAN;
	if (out->verdict != MIXMI_UNDECIDED && !censored)
		out->estimate.corrected = out->verdict == MIXMI_INDEPENDENT ? 0 : out->estimate.value;
	return MIXMI_OK;
}

mixmi_status answers_add_evidence(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question,
                                  const mixmi_options *options, const ask_context *context)
{
	test_verdict verdict;
	mixmi_status status = test_judge(&verdict, context->memory, table, question, options->within);
	if (status != MIXMI_OK)
		return status;
	out->test.p = verdict.p;
	out->comparable = verdict.comparable;
	put_clusters(out, &verdict);
	if (verdict.undecided)
		leave_open(out);
	else if (verdict.p > options->alpha && out->estimate.value == 0)
		out->test.detectable = detectable(&verdict, options->alpha);
	return MIXMI_OK;
}

const base_method answers_scan = {
	.shown = { .name = "scan",
	           .help = "residuals of features of X and Y after regression on Z, all products at once: p without "
	                   "permutations",
	           .details =
	               "Assumes that the rows suffice for a flexible regression to estimate E[X given Z] and E[Y given Z]; "
	               "if Z repeats its values, only that rows with the same Z can be compared. Uses only ranks and "
	               "labels. Costs about as much as an estimate, at 100,000 rows up to five times that, and uses no "
	               "random "
	               "numbers, so --seed does not matter. "
	               "The result is \"undecided\" if no rows can be compared, for example if Z is an identifier. Not for "
	               "X and Y that both depend on Z in a way that cannot be estimated from so few rows, such as the sine "
	               "of a sum of five columns.",
	           .options = BASE_HISTOGRAM_OPTIONS ",confidence,alpha,within",
	           .conditional = 1,
	           .has_p = 1,
	           .has_bins = 1 },
	.ask = ask_test,
	.measures_separately = true,
};
