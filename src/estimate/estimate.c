/* Estimates I(X;Y|Z): brings the question into canonical form, fits a grid, adds what regressions find beyond it, and derives the interval.
 * The estimate is the mean of one term per row. A term estimates ln p(x,y|z) / (p(x|z) p(y|z)), which is the influence function of I up to a constant.
 * So the variance of the estimate is that of the terms over n, plus p / (2 n^2) for p parameters: 2 n I is approximately noncentral chi-squared with p
 * degrees of freedom, and its variance has these two parts. Bins and functions are chosen on the same rows. To see what that adds, the estimate is
 * repeated on two of k parts of the rows, k = 2 unless there are many rows. The difference of these two over sqrt(2 k) has the standard deviation of the
 * estimate, and the estimate minus their mean is k - 1 times the remaining bias if the bias falls as 1/n.
 * If rows depend on each other within clusters, terms are summed over clusters before they are squared, clusters stay whole in the parts, and n is
 * replaced by the number of independent rows with the same variance.
 */
#include "estimate/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/special.h"
#include "base/sum.h"
#include "estimate/chain.h"
#include "histogram/histogram_cmi.h"
#include "test/remember.h"

/* An estimate before the options are applied to it. */
typedef struct estimate {
	estimate_value value;
	double standard_error;
	double bound, bound_error;
	double least_shown; /* 2 n I */
	double trend;       /* estimated remaining bias, from two parts of the rows */
	double spread;      /* standard deviation, from these two */
	bool repeated;      /* both parts show dependence */
	double rows;        /* effective number: smaller if rows depend on each other */
} estimate;

/* Refuses options that only density histograms use. */
static mixmi_status check_options(const mixmi_options *options)
{
	mixmi_options usual;
	base_options_settle(&usual, NULL);
	if (options->k_max == 1) /* every estimate would be 0, with an upper limit that contradicts the data */
		return base_error(MIXMI_ERROR_USAGE, "option k-max 1 allows no cut of a numeric column; use 2 or more");
	const char *unused = options->k_init != usual.k_init                 ? "k-init"
	                     : options->k_init_factor != usual.k_init_factor ? "k-init-factor"
	                                                                     : NULL;
	if (unused == NULL)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_USAGE,
		"option %s has no effect with preset robust, which cuts at %d fixed shares of the rows; it belongs to "
		"preset paper",
		unused, ESTIMATE_PLACES);
}

/* Sum over G clusters of the squared sum of deviations from a mean, times G / (G - 1). False: out of memory. */
static bool square_clusters(double *out, const double *deviations, const question_canonical *form)
{
	double count = (double)form->cluster_count;
	base_sum *sums = base_array_zero(form->cluster_count, sizeof *sums), squares = { 0, 0 };
	for (size_t i = 0; sums != NULL && i < form->table.rows; i++)
		base_sum_add(&sums[form->clusters[i]], deviations[i]);
	for (size_t g = 0; sums != NULL && g < form->cluster_count; g++)
		base_sum_add(&squares, base_sum_value(&sums[g]) * base_sum_value(&sums[g]));
	*out = base_sum_value(&squares) * count / fmax(1, count - 1);
	free(sums);
	return sums != NULL;
}

/* Sets the standard error and the effective number of rows, and centres the terms. */
static bool find_error(estimate *out, double *terms, const question_canonical *form)
{
	base_sum sum = { 0, 0 }, squares = { 0, 0 };
	double n = (double)form->table.rows;
	for (size_t i = 0; i < form->table.rows; i++)
		base_sum_add(&sum, terms[i]);
	double mean = base_sum_value(&sum) / n;
	for (size_t i = 0; i < form->table.rows; i++) {
		terms[i] -= mean;
		base_sum_add(&squares, terms[i] * terms[i]);
	}
	double alone = base_sum_value(&squares), clustered = alone;
	if (form->clusters != NULL && !square_clusters(&clustered, terms, form))
		return false;
	out->rows = n * fmin(1, clustered > 0 ? alone / clustered : 1);
	out->standard_error = sqrt(clustered / (n * n) + out->value.freedom / (2 * out->rows * out->rows));
	return true;
}

/* The estimate with its terms, and the histogram that is shown. */
static mixmi_status estimate_whole(estimate *out, double *terms, mixmi_histogram **shown,
                                   const question_canonical *form, const question_ready *q,
                                   const mixmi_options *options, test_memory *memory)
{
	estimate_costs costs;
	estimate_fitted plain = { 0 };
	bool done = estimate_costs_init(&costs, form->table.rows, options);
	mixmi_status status =
		done ? estimate_canonical(&out->value, terms, &plain, form, &costs, options, memory) : base_error_memory();
	if (status == MIXMI_OK)
		status = estimate_picture(shown, &plain.grid, &costs, form, q, options);
	if (status == MIXMI_OK && !estimate_find_bound(&out->bound, &out->bound_error, &plain.grid))
		status = base_error_memory();
	out->rows = (double)form->table.rows;
	out->least_shown = status == MIXMI_OK ? estimate_least_shown(&costs) : 0;
	estimate_fitted_clear(&plain);
	estimate_costs_clear(&costs);
	return status;
}

static double limit(const estimate_value *value, double bound)
{
	return value->supported ? fmin(fmax(0, value->plug_in - value->bias), bound) : 0;
}

/* The estimate from the rows of the canonical form whose number, or that of their cluster, is `first` modulo `step`. */
static mixmi_status estimate_part(estimate_value *out, const question_canonical *form, size_t first, size_t step,
                                  const mixmi_options *options, test_memory *memory)
{
	size_t count = 0;
	mixmi_table *part = NULL;
	estimate_costs costs = { 0 };
	uint32_t *rows = base_array(form->table.rows, sizeof *rows);
	double *terms = base_array_zero(form->table.rows, sizeof *terms);
	mixmi_status status = rows != NULL && terms != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < form->table.rows; i++)
		if ((form->clusters != NULL ? form->clusters[i] : i) % step == first)
			rows[count++] = (uint32_t)i;
	if (status == MIXMI_OK)
		status = data_table_resample(&part, &form->table, form->columns, form->table.column_count, rows, count);
	if (status == MIXMI_OK && !estimate_costs_init(&costs, count, options))
		status = base_error_memory();
	if (status == MIXMI_OK) {
		const question_canonical of_part = { .table = *part, .roles = form->roles, .columns = form->columns };
		status = estimate_canonical(out, terms, NULL, &of_part, &costs, options, memory);
	}
	estimate_costs_clear(&costs);
	mixmi_table_free(part);
	free(rows);
	free(terms);
	return status;
}

/* Two of `step` parts of the rows. A part that has too few rows to show dependence has no information about the size of the estimate. */
static mixmi_status compare_parts(estimate *out, const question_canonical *form, const mixmi_options *options,
                                  test_memory *memory)
{
	estimate_value parts[2] = { 0 };
	size_t units = form->clusters != NULL ? form->cluster_count : form->table.rows;
	size_t step = units < 2 * ESTIMATE_PART ? 2 : units / ESTIMATE_PART;
	mixmi_status status = MIXMI_OK;
	for (size_t k = 0; status == MIXMI_OK && k < 2; k++)
		status = estimate_part(&parts[k], form, k, step, options, memory);
	double a = limit(&parts[0], out->bound), b = limit(&parts[1], out->bound);
	out->repeated = parts[0].supported && parts[1].supported;
	if (out->repeated) {
		out->trend = (limit(&out->value, out->bound) - (a + b) / 2) / (double)(step - 1);
		out->spread = (a - b) / sqrt(2 * (double)step);
	}
	return status;
}

static mixmi_status estimate_canonical_form(estimate *out, mixmi_histogram **histogram, const question_canonical *form,
                                            const question_ready *q, const mixmi_options *options, test_memory *memory)
{
	*out = (estimate){ 0 };
	double *terms = base_array_zero(form->table.rows, sizeof *terms);
	mixmi_status status =
		terms != NULL ? estimate_whole(out, terms, histogram, form, q, options, memory) : base_error_memory();
	if (status == MIXMI_OK && out->value.supported)
		status = find_error(out, terms, form) ? MIXMI_OK : base_error_memory();
	free(terms);
	if (status == MIXMI_OK && out->value.supported && options->confidence > 0)
		status = compare_parts(out, form, options, memory);
	return status;
}

/* Linfoot's informational correlation (1957): |r| of a Gaussian pair with the same mutual information. */
static double strength_of(double nats)
{
	return sqrt(-expm1(-2 * nats));
}

/* No end of the interval exceeds the entropy of the values. A dependence that a part does not show may be chance, so the lower end falls by the least
 * that a grid can show. If nothing is shown, the upper end is the largest dependence that a grid of two by two bins would miss; such a grid shows
 * (2 / pi)^2 of a weak smooth dependence. */
static void conclude(mixmi_answer *r, const estimate *e, const mixmi_options *options)
{
	bool correcting = options->bias == MIXMI_BIAS_MILLER_MADOW;
	r->estimate.plug_in = e->value.plug_in;
	r->estimate.bias = correcting ? e->value.bias : 0;
	r->estimate.standard_error = e->standard_error;
	r->estimate.value = limit(&e->value, e->bound);
	if (!correcting)
		r->estimate.value = fmin(r->estimate.plug_in, e->bound);
	r->estimate.lower = r->estimate.upper = NAN;
	if (options->confidence > 0) {
		double quantile = sqrt(base_chi2_quantile(1 - options->confidence, 1));
		double halves = pow(2 / acos(-1), 2); /* share of a weak Gaussian dependence that two by two halves show */
		double missed = pow(sqrt(e->least_shown) + quantile, 2) / (2 * halves * e->rows);
		double reach = quantile * hypot(e->standard_error, e->spread);
		double above = e->value.supported ? reach + fmax(0, e->trend) : missed;
		double below = e->repeated ? fmax(0, -e->trend) : e->least_shown / (2 * e->rows);
		r->estimate.lower = fmax(0, r->estimate.value - reach - below);
		r->estimate.upper =
			fmax(r->estimate.value, fmin(r->estimate.value + above, e->bound + quantile * e->bound_error));
	}
	r->estimate.strength = strength_of(r->estimate.value);
	r->estimate.strength_max = strength_of(e->bound);
}

/* Functions of ranks are cached at least within the question, because both directions and both halves need the same ones. */
static mixmi_status estimate_robustly(estimate *out, mixmi_histogram **histogram, const mixmi_table *table,
                                      const mixmi_question *question, const question_ready *q,
                                      const mixmi_options *options, test_memory *memory)
{
	question_canonical canonical;
	mixmi_status status = check_options(options);
	if (status != MIXMI_OK)
		return status;
	test_memory *own = memory == NULL ? test_memory_new(NULL, (size_t)options->cache << 20) : NULL;
	if (memory == NULL && own == NULL)
		return base_error_memory();
	status = question_canonical_init(&canonical, table, question);
	if (status == MIXMI_OK)
		status = estimate_canonical_form(out, histogram, &canonical, q, options, own != NULL ? own : memory);
	question_canonical_clear(&canonical);
	test_memory_free(own);
	return status;
}

mixmi_status estimate_answer(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	question_ready q;
	mixmi_status status = question_init(&q, table, question);
	if (status != MIXMI_OK)
		return status;
	estimate robust = { 0 };
	mixmi_histogram *fitted = NULL;
	if (options->preset == MIXMI_PRESET_ROBUST)
		status = estimate_robustly(&robust, &fitted, table, question, &q, options, context->memory);
	else
		status = mixmi_histogram_fit(&fitted, table, q.columns, q.count, options);
	if (status == MIXMI_OK)
		status = hist_answer(out, fitted, &q.places, options);
	if (status == MIXMI_OK && options->preset == MIXMI_PRESET_ROBUST)
		conclude(out, &robust, options);
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
	.ask = estimate_answer,
};
