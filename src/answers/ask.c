/* Passes one question to the method selected by the options. Invariant: an answer is complete or has no number at
 * all. */
#include "answers/ask.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answers/default_answer.h"
#include "answers/registry.h"
#include "base/answer.h"
#include "base/error.h"
#include "base/options.h"
#include "base/sized.h"
#include "base/work.h"
#include "data/survival.h"
#include "data/table.h"
#include "paper/method/paper_estimate.h"

/* Sets the fields that all answers share, after a method has answered or failed. */
static void finish(mixmi_answer *out, mixmi_status status)
{
	if (status != MIXMI_OK) /* a partial result is not an answer */
		*out = base_no_answer(status, out->method, out->alpha);
	else if (out->verdict != MIXMI_UNDECIDED && out->comparable == 0)
		out->comparable = out->rows;
}

/* "residual, fp, ravk": the estimators that accept a Z. */
static const char *list_conditional(char *list, size_t room)
{
	size_t used = 0;
	const mixmi_method *method;
	*list = '\0';
	for (size_t i = 0; (method = mixmi_estimator_at(i)) != NULL && used < room; i++)
		if (method->conditional)
			used += (size_t)snprintf(list + used, room - used, "%s%s", used == 0 ? "" : ", ", method->name);
	return list;
}

static mixmi_status check_z(const mixmi_method *method, const mixmi_question *question)
{
	char list[256];
	if (method->conditional || question->z_count == 0)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "estimator %s does not condition on Z: leave out Z, or use one of: %s",
	                  method->name, list_conditional(list, sizeof list));
}

/* Whether the test allows for clusters. */
static bool takes_clusters(const mixmi_method *method)
{
	return mixmi_method_uses_option(method, "within");
}

/* A test that ignores clusters would reject far too often. */
static mixmi_status check_clusters(const mixmi_table *table, const mixmi_options *options)
{
	char list[256];
	size_t used = 0;
	const mixmi_method *method, *chosen = &answers_test(options)->shown;
	if (table->clusters == NULL || takes_clusters(chosen))
		return MIXMI_OK;
	for (size_t i = 0; (method = mixmi_test_at(i)) != NULL && used < sizeof list; i++)
		if (takes_clusters(method))
			used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used == 0 ? "" : ", ", method->name);
	return base_error(MIXMI_ERROR_USAGE, "test %s assumes independent rows: with option cluster use one of: %s",
	                  chosen->name, list);
}

/* Only the default test supports censored times, and only as X and Y. */
static mixmi_status check_censored(const mixmi_table *table, const mixmi_question *q, bool supported)
{
	const char *none = "they have no estimate, and no test but residual";
	mixmi_status status = data_refuse_censored(table, q->z, q->z_count, "they cannot be in Z");
	if (status == MIXMI_OK && !supported)
		status = data_refuse_censored(table, q->x, q->x_count, none);
	if (status == MIXMI_OK && !supported)
		status = data_refuse_censored(table, q->y, q->y_count, none);
	return status;
}

/* The histogram of the paper, also with another preset: what its corrections conclude from. */
static mixmi_status run_paper(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                              const mixmi_question *question, const mixmi_options *options)
{
	mixmi_options inner = *options;
	inner.preset = MIXMI_PRESET_PAPER;
	return paper_histogram.run(out, histogram, table, question, &inner);
}

static mixmi_status run_inside(mixmi_answer *out, mixmi_histogram **histogram, const base_method *method,
                               const mixmi_table *table, const mixmi_question *question, const mixmi_options *options,
                               const ask_context *context)
{
	mixmi_status status = method->ask != NULL   ? method->ask(out, histogram, table, question, options, context)
	                      : method->run != NULL ? method->run(out, histogram, table, question, options)
	                                            : run_paper(out, histogram, table, question, options);
	if (status == MIXMI_OK && method->conclude != NULL)
		method->conclude(out);
	return status;
}

/* The verdict of a test with its own complexity term: independent if that term exceeds the information. */
static void conclude_corrected(mixmi_answer *out)
{
	if (out->verdict != MIXMI_NO_VERDICT || isnan(out->corrected))
		return;
	out->statistic = out->corrected;
	out->verdict = base_verdict(!(out->corrected > 0));
}

static mixmi_status run(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_own_method *method, bool is_test,
                        const mixmi_table *table, const mixmi_question *question, const mixmi_options *options,
                        const ask_context *context)
{
	const base_method *inside = base_method_inside(method);
	mixmi_histogram *fitted = NULL;
	*out = base_no_answer(MIXMI_OK, method->shown.name, options->alpha);
	mixmi_status status = check_z(&method->shown, question);
	if (status == MIXMI_OK)
		status = check_censored(table, question, is_test && inside == &answers_residual);
	if (status == MIXMI_OK)
		status = inside != NULL ? run_inside(out, &fitted, inside, table, question, options, context)
		                        : method->answer(out, NULL, table, question, options);
	if (status == MIXMI_OK && is_test)
		conclude_corrected(out);
	if (table->clusters != NULL && !takes_clusters(&method->shown)) /* its errors assume independent rows */
		out->lower = out->upper = out->standard_error = NAN;
	if (status == MIXMI_OK && histogram != NULL)
		*histogram = fitted;
	else
		mixmi_histogram_free(fitted);
	finish(out, status);
	return status;
}

/* Uses the message set by the method, or by a failed call within it, but never that of an earlier failure. */
static mixmi_status run_own(mixmi_answer *out, const base_own_method *own, bool is_test, const mixmi_table *table,
                            const mixmi_question *question, const mixmi_options *options)
{
	*out = base_no_answer(MIXMI_OK, own->name, options->alpha);
	mixmi_error_set("");
	mixmi_status status = own->function(out, own->context, table, question, options);
	if (status != MIXMI_OK && *mixmi_error_message() == '\0')
		status = base_error(status, "%s '%s' failed without a message (status %d)", is_test ? "test" : "estimator",
		                    own->name, (int)status);
	if (status == MIXMI_OK && is_test)
		conclude_corrected(out);
	out->method = own->name;
	out->status = (int32_t)status;
	finish(out, status);
	return status;
}

mixmi_status answers_ask_estimate(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                  const mixmi_question *question, const mixmi_options *options,
                                  const ask_context *context)
{
	if (options->own_estimator.function != NULL)
		return run_own(out, &options->own_estimator, false, table, question, options);
	return run(out, histogram, answers_estimator(options), false, table, question, options, context);
}

mixmi_status answers_ask_test(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                              const mixmi_question *question, const mixmi_options *options, const ask_context *context)
{
	if (options->own_test.function != NULL)
		return run_own(out, &options->own_test, true, table, question, options);
	mixmi_status status = check_clusters(table, options);
	if (status == MIXMI_OK)
		return run(out, histogram, answers_test(options), true, table, question, options, context);
	*out = base_no_answer(status, answers_test(options)->shown.name, options->alpha);
	return status;
}

static mixmi_status give(mixmi_answer *out, size_t size, mixmi_histogram **histogram, const mixmi_table *table,
                         const mixmi_question *question, const mixmi_options *options, answers_ask *ask)
{
	mixmi_options settled;
	mixmi_answer answer;
	base_watch watch;
	const ask_context alone = { .all_rows = true };
	if (histogram != NULL)
		*histogram = NULL;
	base_watch_settle(&watch, &settled, options);
	mixmi_status status = ask(&answer, histogram, table, question, &settled, &alone);
	base_give(out, size, &answer, sizeof answer);
	return status;
}

mixmi_status mixmi_estimate(mixmi_answer *out, size_t size, mixmi_histogram **histogram, const mixmi_table *table,
                            const mixmi_question *question, const mixmi_options *options)
{
	return give(out, size, histogram, table, question, options, answers_ask_estimate);
}

mixmi_status mixmi_test(mixmi_answer *out, size_t size, mixmi_histogram **histogram, const mixmi_table *table,
                        const mixmi_question *question, const mixmi_options *options)
{
	return give(out, size, histogram, table, question, options, answers_ask_test);
}
