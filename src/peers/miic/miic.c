/* The complete estimator: rows and columns, the search for bins, and the result per row in nats. */
#include "peers/miic/miic.h"

#include "peers/miic/miic_search.h"

static mixmi_status check_question(const mixmi_question *question)
{
	if (question->x_count > 1 || question->y_count > 1)
		return mixmi_error(MIXMI_ERROR_USAGE, "miic takes one column as %s, not %zu; only Z may have more",
		                   question->x_count > 1 ? "X" : "Y",
		                   question->x_count > 1 ? question->x_count : question->y_count);
	return MIXMI_OK;
}

/* If there is nothing to cut, the rows are counted once. */
static bool search_sample(miic_score *score, const miic_sample *sample)
{
	miic_search search;
	bool done = miic_search_init(&search, sample);
	if (done && miic_sample_is_discrete(sample))
		done = miic_search_conditional(score, &search);
	else if (done)
		done = sample->column_count == MIIC_Z ? miic_search_pair(score, &search) : miic_search_given(score, &search);
	miic_search_clear(&search);
	return done;
}

static mixmi_status evaluate(mixmi_answer *out, const miic_sample *sample)
{
	out->estimate = out->corrected = 0;
	out->rows = sample->rows;
	out->rows_dropped = sample->rows_dropped;
	if (sample->rows < 3 || sample->columns[MIIC_X].levels == 1 || sample->columns[MIIC_Y].levels == 1)
		return MIXMI_OK;
	miic_score score;
	if (!search_sample(&score, sample))
		return mixmi_error_memory();
	double corrected = score.information - score.complexity;
	if (corrected > 0) {
		out->estimate = score.information * MIIC_LN2 / (double)sample->rows;
		out->corrected = corrected * MIIC_LN2 / (double)sample->rows;
	}
	return MIXMI_OK;
}

static mixmi_status answer(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                           const mixmi_options *options)
{
	miic_sample sample;
	(void)context;
	mixmi_status status = check_question(question);
	if (status == MIXMI_OK)
		status = miic_sample_init(&sample, table, question, options);
	if (status != MIXMI_OK)
		return status;
	status = evaluate(out, &sample);
	miic_sample_clear(&sample);
	return status;
}

const mixmi_own_method miic_estimator = {
	.shown = { .name = "miic",
	           .help = "discretisation for each pair of terms, Cabeli et al. 2020",
	           .details =
	               "Assumes independent rows; uses ranks only; one column each for X and Y. Costs O(n) for each of "
	               "at most 50 rounds and candidate bin. Underestimates strong or conditional dependence; not suitable "
	               "for few rows with several Z.",
	           .options = "preset,miic-bins",
	           .conditional = 1 },
	.answer = answer,
};

const mixmi_own_method miic_test = {
	.shown = { .name = "miic",
	           .help = "information minus complexity of the miic estimator, Cabeli et al. 2020",
	           .details =
	               "Like the estimator miic: one column each for X and Y, ranks only. Costs less than a histogram "
	               "fit without Z, more with several. Gives no p-value.",
	           .options = "preset,miic-bins",
	           .conditional = 1 },
	.answer = answer, /* the verdict follows from `corrected` */
};
