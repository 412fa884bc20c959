/* The default method, estimator and test at once: p from products of residuals, the estimate and its interval from these
 * products and from densities, so that they agree (agree.c). Invariant: p, estimate and interval are all there, or, if
 * the question is undecided, none of them is. */
#include "answers/default_answer.h"

#include <math.h>

#include "answers/agree.h"
#include "base/options.h"
#include "estimate/estimate.h"

/* True if a side has times that may be censored, for which there are no densities and no estimate. */
static bool is_censored(const mixmi_table *table, const mixmi_question *q)
{
	for (size_t i = 0; i < q->x_count + q->y_count; i++)
		if (mixmi_table_is_survival(table, i < q->x_count ? q->x[i] : q->y[i - q->x_count]))
			return true;
	return false;
}

static void put_rows(mixmi_answer *out, const test_verdict *v)
{
	out->rows = v->rows;
	out->rows_dropped = v->rows_dropped;
	out->comparable = v->comparable;
	out->clusters = v->clusters;
	if (v->clusters > 0 && !v->undecided)
		out->effective_rows = v->in_effect;
}

/* Times that may be censored have p and no estimate; an undecided question has neither. */
static void conclude(mixmi_answer *out, const test_verdict *v, const estimate_density *density, bool censored,
                     const mixmi_options *options)
{
	const answers_evidence evidence = { v->p, (double)v->comparable, v->shown, density->value, density->limit };
	put_rows(out, v);
	out->verdict = v->undecided                           ? MIXMI_UNDECIDED
	               : answers_detect(v->p, options->alpha) ? MIXMI_DETECTED
	                                                      : MIXMI_NOT_DETECTED;
	if (v->undecided)
		return;
	out->statistic = v->statistic;
	out->p = v->p;
	if (!censored)
		answers_agree(out, &evidence, options->confidence > 0 ? 1 - options->confidence : options->alpha);
}

/* If only the verdict is needed, products alone make the estimate. */
static mixmi_status ask(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	test_verdict verdict;
	mixmi_histogram *shown = NULL;
	estimate_density density = { 0, INFINITY };
	bool censored = is_censored(table, question);
	mixmi_status status = test_judge(&verdict, context->memory, table, question, options->within);
	if (status == MIXMI_OK && !context->verdict_only && !censored)
		status = estimate_densities(&density, out, &shown, table, question, options, context->memory);
	if (status == MIXMI_OK) {
		conclude(out, &verdict, &density, censored, options);
		*histogram = shown;
	} else
		mixmi_histogram_free(shown);
	return status;
}

const base_method answers_residual = {
	.shown = { .name = "residual",
	           .help = "residuals of X and Y after regression on Z: p, estimate and interval that agree",
	           .details =
	               "Assumes that the rows suffice for a flexible regression to estimate E[X given Z] and E[Y given Z]; "
	               "if Z repeats its values, only that rows with the same Z can be compared. The test uses only ranks "
	               "and labels; the estimate also uses point masses. Costs milliseconds at a thousand rows and about a "
	               "second at a million, more if Z has several columns; uses no random numbers, so --seed does not "
	               "matter. The result is \"undecided\" if no rows can be compared, for example if Z is an identifier. "
	               "Not for X and Y that both depend on Z in a way that cannot be estimated from so few rows, such as "
	               "the sine of a sum of five columns.",
	           .options = "preset,atom-threshold,k-max-factor,k-max,max-rounds,confidence,alpha,within",
	           .conditional = 1,
	           .has_p = 1,
	           .has_bins = 1 },
	.ask = ask,
	.measures_separately = true,
};
