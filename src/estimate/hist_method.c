/* I(X;Y|Z) from a table at once: the columns in canonical order, the fit that the preset asks for, and its estimate. Cost: see mixmi_histogram_fit(). */
#include "estimate/hist_method.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "estimate/estimate_fit.h"
#include "histogram/histogram_cmi.h"
#include "question/question.h"

/* The dependence fit of a question. */
static mixmi_status fit_dependence(estimate_result *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                                   const question_ready *q, const mixmi_options *options)
{
	estimate_role *roles = base_array(q->count, sizeof *roles);
	if (roles == NULL)
		return base_error_memory();
	for (size_t i = 0; i < q->places.x_count; i++)
		roles[q->places.x[i]] = ESTIMATE_X;
	for (size_t i = 0; i < q->places.y_count; i++)
		roles[q->places.y[i]] = ESTIMATE_Y;
	for (size_t i = 0; i < q->places.z_count; i++)
		roles[q->places.z[i]] = ESTIMATE_Z;
	mixmi_status status = estimate_fit(estimate, histogram, table, q->columns, roles, q->count, options);
	free(roles);
	return status;
}

static mixmi_status fit(hist_estimate *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                        const question_ready *q, const mixmi_options *options)
{
	if (options->preset == MIXMI_PRESET_ROBUST)
		return fit_dependence(estimate, histogram, table, q, options);
	return mixmi_histogram_fit(histogram, table, q->columns, q->count, options);
}

mixmi_status estimate_answer(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options)
{
	question_ready q;
	mixmi_status status = question_init(&q, table, question);
	if (status != MIXMI_OK)
		return status;
	mixmi_histogram *fitted = NULL;
	hist_estimate estimate;
	status = fit(&estimate, &fitted, table, &q, options);
	if (status == MIXMI_OK)
		status = hist_answer(out, fitted, &q.places, options);
	if (status == MIXMI_OK && options->preset == MIXMI_PRESET_ROBUST)
		hist_conclude(out, &estimate, options);
	if (status == MIXMI_OK)
		*histogram = fitted;
	else
		mixmi_histogram_free(fitted);
	question_clear(&q);
	return status;
}

const base_method estimate_hist = {
	.shown = { .name = "hist",
	           .help = "adaptive histogram by minimum description length",
	           .details =
	               "Assumes independent rows; takes discrete, continuous and mixture columns as they are. Costs O(n) "
	               "to "
	               "prepare and milliseconds to search at a thousand rows, under a second at a million. With preset "
	               "robust only ranks and point masses count. With "
	               "preset paper candidate cuts are equally spaced: not for columns with far outliers there, nor for "
	               "dependence that no single column's cut reveals, such as a checkerboard.",
	           .options = BASE_HISTOGRAM_OPTIONS ",confidence,alpha",
	           .conditional = 1,
	           .has_bins = 1 },
	.run = estimate_answer,
};
