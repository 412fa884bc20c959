/* Preset paper: one histogram of all columns of the question, sorted by name, and its plug-in estimate with the paper's
 * corrections (Marx, Yang and van Leeuwen 2021). The cost is that of the fit. */
#include "paper/method/paper_estimate.h"

#include "paper/histogram/histogram_cmi.h"
#include "paper/question/question.h"

static mixmi_status paper_estimate(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                   const mixmi_question *question, const mixmi_options *options)
{
	question_ready q;
	mixmi_histogram *fitted = NULL;
	mixmi_status status = question_init(&q, table, question);
	if (status != MIXMI_OK)
		return status;
	status = mixmi_histogram_fit(&fitted, table, q.columns, q.count, options);
	if (status == MIXMI_OK)
		status = hist_answer(out, fitted, &q.places, options);
	if (status == MIXMI_OK)
		*histogram = fitted;
	else
		mixmi_histogram_free(fitted);
	question_clear(&q);
	return status;
}

const base_method paper_histogram = {
	.own.shown = { .name = "histogram",
	               .help = "adaptive histogram of X, Y and Z by minimum description length (Marx, Yang and van Leeuwen "
	                       "2021)",
	               .details =
	                   "Assumes independent rows; takes discrete, continuous and mixture columns as they are. Costs "
	                   "O(n) "
	                   "to "
	                   "prepare and milliseconds to search at a thousand rows. Candidate cuts are equally spaced: not "
	                   "for "
	                   "columns with far outliers, nor for dependence that no single column's cut reveals, such as a "
	                   "checkerboard. There is no p-value.",
	               .options = BASE_HISTOGRAM_OPTIONS ",confidence,alpha",
	               .conditional = 1,
	               .has_bins = 1 },
	.run = paper_estimate,
};
