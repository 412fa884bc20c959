/* The default method, estimator and test at once: p from products of residuals, the estimate and its interval from
 * these products and from densities, so that they agree (agree.c). Invariant: p, estimate and interval are all there,
 * or, if the question is undecided, none of them is. */
#include "answers/default_answer.h"

#include "answers/one_answer.h"
#include "data/table.h"

/* True if a side has times that may be censored, for which there is no picture. */
static bool is_censored(const mixmi_table *table, const mixmi_question *q)
{
	for (size_t i = 0; i < q->x_count + q->y_count; i++)
		if (mixmi_table_is_survival(table, i < q->x_count ? q->x[i] : q->y[i - q->x_count]))
			return true;
	return false;
}

/* If only the verdict is needed, products alone make the estimate. */
static mixmi_status ask(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	if (context->all_rows && answers_has_counts(table, question)) {
		mixmi_status status = answers_by_counts(out, table, question, options);
		if (status != MIXMI_OK || histogram == NULL)
			return status;
		mixmi_answer drawn = *out; /* what is drawn is the grid of the sample */
		status = answers_one(&drawn, histogram, table, question, options, false);
		out->bins_x = drawn.bins_x;
		out->bins_y = drawn.bins_y;
		out->bins_z = drawn.bins_z;
		out->fitted = drawn.fitted;
		return status;
	}
	bool draws = !context->verdict_only && !is_censored(table, question);
	return answers_one(out, draws ? histogram : NULL, table, question, options, context->verdict_only);
}

const base_method answers_residual = {
	.own.shown = { .name = "residual",
	               .help = "residuals of X and Y after regression on Z: p, estimate and interval that agree",
	               .details =
	                   "Assumes that the rows suffice for a flexible regression to estimate E[X given Z] and E[Y given "
	                   "Z]; "
	                   "if Z repeats its values, only that rows with the same Z can be compared. The test uses only "
	                   "ranks "
	                   "and labels; the estimate also uses point masses. Costs milliseconds at a thousand rows and "
	                   "about a "
	                   "second at a million, more if Z has several columns; uses no random numbers, so --seed does not "
	                   "matter. The result is \"undecided\" if no rows can be compared, for example if Z is an "
	                   "identifier. "
	                   "Not for X and Y that both depend on Z in a way that cannot be estimated from so few rows, such "
	                   "as "
	                   "the sine of a sum of five columns.",
	               .options = "preset,confidence,alpha,within",
	               .conditional = 1,
	               .has_p = 1,
	               .has_bins = 1 },
	.ask = ask,
	.measures_separately = true,
};
