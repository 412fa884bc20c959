/* See one_answer.h. The question is answered in an arena, in which nothing else is held; the histogram is made last. */
#include "answers/one_answer.h"

#include <math.h>
#include <stdlib.h>

#include "answer/found.h"
#include "answer/read_off.h"
#include "answers/grid_picture.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/table.h"
#include "explain/profile.h"
#include "many/counted_answer.h"
#include "paper/histogram/histogram_cmi.h"
#include "paper/question/rows.h"

typedef struct job {
	mixmi_answer *out;
	mixmi_histogram **histogram;
	const question_ready *ready;
	const mixmi_question *question;
	const mixmi_options *options;
	bool products_only;
} job;

static double level_of(const mixmi_options *options)
{
	return options->confidence > 0 ? 1 - options->confidence : options->alpha;
}

static double strength_of(double nats)
{
	return sqrt(-expm1(-2 * nats));
}

static void put_found(mixmi_answer *out, const answer_found *found, const mixmi_options *options)
{
	if (found->undecided) {
		out->verdict = MIXMI_UNDECIDED;
		return;
	}
	out->verdict = answer_detects(found->p, options->alpha) ? MIXMI_DETECTED : MIXMI_NOT_DETECTED;
	out->p = found->p;
	out->statistic = found->statistic;
	out->comparable = (uint64_t)(found->comparable + 0.5);
	out->estimate = found->estimate;
	out->lower = found->lower;
	out->upper = found->upper;
	out->standard_error = found->standard_error;
	out->confidence = 1 - level_of(options);
	out->strength = strength_of(found->estimate);
	out->strength_max = strength_of(found->limit);
}

static void put(mixmi_answer *out, const answer_found *found, const question_sets *sets, const mixmi_options *options)
{
	out->rows = sets->rows + sets->rows_alone;
	out->rows_dropped = sets->rows_incomplete;
	out->clusters = sets->ways > 0 ? sets->clusters[0]->levels : 0;
	put_found(out, found, options);
	if (!found->undecided && (sets->ways > 0 || sets->series > 0))
		out->effective_rows = found->effective;
}

static mixmi_status draw(const job *j, base_arena *arena, const answer_grid *grid, const question_sets *sets)
{
	mixmi_status status = answers_picture(j->histogram, arena, grid, sets, j->question, j->ready, j->options);
	if (status != MIXMI_OK)
		return status;
	hist_put_shape(j->out, *j->histogram, &j->ready->places);
	status = hist_plug_in(&j->out->fitted, *j->histogram, &j->ready->places);
	if (status != MIXMI_OK) {
		mixmi_histogram_free(*j->histogram);
		*j->histogram = NULL;
	}
	return status;
}

static mixmi_status answer(void *context, base_arena *arena)
{
	const job *j = context;
	const question_sets *sets = question_take(arena, j->ready->table, j->question);
	const answer_request request = { level_of(j->options), j->options->alpha, j->products_only, j->histogram != NULL,
		                             j->options->within == 1 };
	answer_found found = answer_of(arena, sets, &request);
	if (found.grouped != NULL) {
		sets = question_take_grouped(arena, j->ready->table, j->question, sets, found.grouped);
		found = answer_of(arena, sets, &request);
	}
	mixmi_status status = request.draws ? draw(j, arena, found.grid, sets) : MIXMI_OK;
	put(j->out, &found, sets, j->options);
	if (!j->products_only && j->out->verdict == MIXMI_DETECTED)
		j->out->profile = explain_profile(arena, j->ready->table, sets, found.fitted);
	return status;
}

static mixmi_status check_clusters(const mixmi_table *table, const mixmi_options *options)
{
	if (options->within && table->clusters == NULL)
		return base_error(MIXMI_ERROR_USAGE, "option within has no effect without option cluster");
	if (options->within && table->crossed != NULL)
		return base_error(MIXMI_ERROR_USAGE, "option within needs one kind of clusters, not two that are crossed");
	const data_column *const ways[] = { table->clusters, table->crossed };
	for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
		if (ways[k] != NULL && ways[k]->distinct < ANSWER_FEWEST_CLUSTERS)
			return base_error(MIXMI_ERROR_DATA, "the rows are in %zu clusters: a test over clusters needs at least %d",
			                  (size_t)ways[k]->distinct, ANSWER_FEWEST_CLUSTERS);
	return MIXMI_OK;
}

mixmi_status answers_one(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                         const mixmi_question *question, const mixmi_options *options, bool products_only)
{
	question_ready ready;
	mixmi_status status = check_clusters(table, options);
	if (status == MIXMI_OK)
		status = question_init(&ready, table, question);
	if (status != MIXMI_OK)
		return status;
	question_complete rows;
	status = question_complete_init(&rows, table, ready.columns, ready.count); /* at least two of them */
	if (status == MIXMI_OK) {
		question_complete_clear(&rows);
		job j = { out, histogram, &ready, question, options, products_only };
		status = base_arena_run(answer, &j);
	}
	question_clear(&ready);
	return status;
}

/* ------------------------------------------------------------------------------------------------ over all rows */

typedef struct counted {
	mixmi_answer *out;
	const mixmi_table *table;
	const mixmi_question *question;
	const mixmi_options *options;
	double more; /* what densities say beyond products */
	mixmi_profile profile;
} counted;

typedef struct part {
	const question_ready *ready;
	const mixmi_question *question;
	double more;
	mixmi_profile profile;
} part;

static mixmi_status compare_densities(void *context, base_arena *arena)
{
	part *p = context;
	const question_sets *sets = question_take(arena, p->ready->table, p->question);
	answer_found found =
		answer_of(arena, sets, &(answer_request){ .level = 0.05 }); /* any level: no interval is used */
	if (!found.undecided)
		p->more = answer_with_density(found.products, found.density, (double)sets->rows) - found.products;
	p->profile = explain_profile(arena, p->ready->table, sets, found.fitted);
	return MIXMI_OK;
}

/* What densities say beyond products in the first rows of the sample, which are a sample themselves. */
static mixmi_status find_more(counted *c)
{
	enum { ROWS = 1 << 16 /* more cost time: the sum of products over all rows carries most of the estimate */ };
	const size_t columns[2] = { *c->question->x, *c->question->y };
	size_t count = c->table->rows < ROWS ? c->table->rows : ROWS, x = 0, y = 1;
	mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	mixmi_table *first = NULL;
	question_ready ready;
	uint32_t *rows = base_array(count + 1, sizeof *rows);
	for (size_t i = 0; rows != NULL && i < count; i++)
		rows[i] = (uint32_t)i;
	mixmi_status status =
		rows != NULL ? data_table_resample(&first, c->table, columns, 2, rows, count) : base_error_memory();
	free(rows);
	if (status == MIXMI_OK)
		status = question_init(&ready, first, &question);
	if (status == MIXMI_OK) {
		part p = { .ready = &ready, .question = &question };
		status = base_arena_run(compare_densities, &p);
		c->more = p.more;
		c->profile = p.profile;
		question_clear(&ready);
	}
	mixmi_table_free(first);
	return status;
}

static mixmi_status answer_counted(void *context, base_arena *arena)
{
	const counted *c = context;
	uint64_t rows;
	answer_request request = { .level = level_of(c->options) };
	answer_found found =
		many_answer_of(arena, &rows, c->table->beyond, *c->question->x, *c->question->y, c->more, &request);
	c->out->rows = rows;
	c->out->rows_dropped = c->table->population - rows;
	put_found(c->out, &found, c->options);
	if (c->out->verdict == MIXMI_DETECTED)
		c->out->profile = c->profile;
	return MIXMI_OK;
}

bool answers_has_counts(const mixmi_table *table, const mixmi_question *q)
{
	return table->beyond != NULL && table->population > table->rows && q->x_count == 1 && q->y_count == 1 &&
	       q->z_count == 0 && many_answers(table->beyond, *q->x, *q->y);
}

mixmi_status answers_by_counts(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question,
                               const mixmi_options *options)
{
	counted c = { .out = out, .table = table, .question = question, .options = options };
	mixmi_status status = find_more(&c);
	return status == MIXMI_OK ? base_arena_run(answer_counted, &c) : status;
}
