/* Estimates I(X;Y|Z) from densities: brings the question into canonical form, fits a grid and adds what regressions find beyond it. */
#include "estimate/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "estimate/chain.h"
#include "paper/histogram/histogram_cmi.h"
#include "test/remember.h"

/* Without a cut every estimate would be 0, with an upper limit that contradicts the data. */
static mixmi_status check_options(const mixmi_options *options)
{
	return options->k_max != 1
	           ? MIXMI_OK
	           : base_error(MIXMI_ERROR_USAGE, "option k-max 1 allows no cut of a numeric column; use 2 or more");
}

/* The density estimate, and the histogram that is shown. */
static mixmi_status estimate_canonical_form(estimate_density *out, mixmi_histogram **shown,
                                            const question_canonical *form, const question_ready *q,
                                            const mixmi_options *options, test_memory *memory)
{
	estimate_costs costs = { 0 };
	estimate_fitted plain = { 0 };
	estimate_value value = { 0 };
	double error, *terms = base_array_zero(form->table.rows, sizeof *terms);
	bool done = terms != NULL && estimate_costs_init(&costs, form->table.rows, options);
	mixmi_status status =
		done ? estimate_canonical(&value, terms, &plain, form, &costs, options, memory) : base_error_memory();
	if (status == MIXMI_OK)
		status = estimate_picture(shown, &plain.grid, &costs, form, q, options);
	if (status == MIXMI_OK && !estimate_find_bound(&out->limit, &error, &plain.grid))
		status = base_error_memory();
	out->value = value.supported ? fmax(0, value.plug_in - value.bias) : 0;
	free(terms);
	estimate_fitted_clear(&plain);
	estimate_costs_clear(&costs);
	return status;
}

/* Functions of ranks are cached at least within the question, because both directions need the same ones. */
static mixmi_status estimate_ready(estimate_density *out, mixmi_answer *answer, mixmi_histogram **shown,
                                   const mixmi_table *table, const mixmi_question *question, const question_ready *q,
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
		status = estimate_canonical_form(out, shown, &canonical, q, options, own != NULL ? own : memory);
	if (status == MIXMI_OK) {
		hist_put_shape(answer, *shown, &q->places);
		status = hist_plug_in(&answer->fitted, *shown, &q->places);
	}
	question_canonical_clear(&canonical);
	test_memory_free(own);
	return status;
}

mixmi_status estimate_densities(estimate_density *out, mixmi_answer *answer, mixmi_histogram **shown,
                                const mixmi_table *table, const mixmi_question *question, const mixmi_options *options,
                                test_memory *memory)
{
	question_ready q;
	mixmi_status status = question_init(&q, table, question);
	if (status == MIXMI_OK) {
		status = estimate_ready(out, answer, shown, table, question, &q, options, memory);
		question_clear(&q);
	}
	return status;
}
