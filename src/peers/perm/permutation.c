/* The permutation test. Y is permuted within strata of Z (strata.c), the histogram is fitted again, and the statistic
 * is compared with that of the data. Permutation b is drawn from the random stream of the question's data and b (preset
 * paper: of its names), so it does not matter which thread makes it. Counts as Besag and Clifford (1991): stops at the
 * 10th permutation that reaches the observed value, with p = 10 / permutations made, or at the limit, with
 * p = (1 + reached) / (1 + made). Both are valid p-values for any statistic. With the gamma tail, p is computed from the
 * mean and variance of a few permutations. */
#include "peers/perm/permutation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/permutations.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/special.h"
#include "base/work.h"
#include "paper/histogram/histogram_cmi.h"
#include "paper/histogram/histogram_fit.h"
#include "paper/question/question.h"

enum { BATCH = 16, MOST_ROUNDS = 5, ENOUGH = 10, GAMMA_PERMUTATIONS = 100 };

/* ------------------------------------------------------------------------------------------------- counting */

/* The largest number of permutations. */
static size_t limit_of(const mixmi_options *options)
{
	bool few = options->permutations == 0 && options->tail == MIXMI_TAIL_GAMMA;
	return few ? GAMMA_PERMUTATIONS : base_permutations(options);
}

/* With too few permutations no p-value could reach alpha, and everything would seem independent. */
static mixmi_status check_limit(const mixmi_options *options)
{
	bool gamma = options->tail == MIXMI_TAIL_GAMMA;
	size_t limit = limit_of(options);
	mixmi_status status = gamma ? MIXMI_OK : base_permutations_check(options);
	if (status != MIXMI_OK)
		return status;
	if (gamma ? limit > 1 : 1 / (1 + (double)limit) <= options->alpha)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "%zu permutation%s cannot give a p-value of alpha = %g; %.0f can%s", limit,
	                  limit == 1 ? "" : "s", options->alpha, gamma ? 2 : ceil(1 / options->alpha) - 1,
	                  gamma ? "" : ", or fewer with a gamma tail");
}

void perm_tally_add(perm_tally *tally, double value, double observed)
{
	tally->made++;
	tally->reached += value >= observed;
	tally->sum += value;
	tally->squares += value * value;
}

/* So many permutations have reached the observed value that no further one is needed. */
static bool is_clear(const perm_tally *tally)
{
	return tally->reached >= ENOUGH;
}

/* P(gamma variable with the permutations' mean and variance >= observed). */
static double gamma_tail(const perm_tally *t, double observed)
{
	double n = (double)t->made, mean = t->sum / n, variance = (t->squares - n * mean * mean) / (n - 1);
	if (!(variance > 0) || !(mean > 0))
		return observed > mean ? 1 / (n + 1) : 1;
	return base_chi2_tail(2 * observed * mean / variance, 2 * mean * mean / variance);
}

double perm_tally_p(const perm_tally *tally, double observed, int tail)
{
	if (is_clear(tally))
		return (double)tally->reached / (double)tally->made;
	if (tail == MIXMI_TAIL_GAMMA && tally->made > 1)
		return gamma_tail(tally, observed);
	return (double)(1 + tally->reached) / (double)(1 + tally->made);
}

/* ------------------------------------------------------------------------------------------------- permuting */

typedef struct permuter {
	question_ready question;
	hist_grid prepared;
	perm_strata strata;
	bool *moved; /* [columns] of Y */
	uint64_t key;
	const mixmi_options *options;
	mixmi_options inner; /* options of the fits: no callback, one thread */
} permuter;

static mixmi_status permuter_init(permuter *p, const mixmi_table *table, const mixmi_question *question,
                                  const mixmi_options *options)
{
	memset(p, 0, sizeof *p);
	p->options = options;
	p->inner = *options;
	p->inner.progress = NULL;
	p->inner.threads = 1;
	p->inner.preset = MIXMI_PRESET_PAPER; /* its histogram is the statistic, also if another estimate is shown */
	if (options->preset != MIXMI_PRESET_PAPER && options->max_rounds > MOST_ROUNDS)
		p->inner.max_rounds = MOST_ROUNDS;
	mixmi_status status = question_init_for_preset(&p->question, table, question, (int)options->preset);
	if (status == MIXMI_OK)
		status = hist_grid_prepare(&p->prepared, table, p->question.columns, p->question.count, &p->inner);
	if (status != MIXMI_OK)
		return status;
	const mixmi_question *q = &p->question.sets; /* independent of the order in which columns were given */
	p->moved = base_array_zero(p->question.count, sizeof *p->moved);
	if (p->moved == NULL || !perm_strata_init(&p->strata, &p->prepared, q->z, q->z_count))
		return base_error_memory();
	for (size_t i = 0; i < q->y_count; i++) /* not Y of the question: exchanging X and Y does not change the result */
		p->moved[q->y[i]] = true;
	p->key = options->preset == MIXMI_PRESET_PAPER ? question_key_by_columns(&p->question) : p->question.key;
	return MIXMI_OK;
}

static void permuter_clear(permuter *p)
{
	perm_strata_clear(&p->strata);
	hist_grid_clear(&p->prepared);
	question_clear(&p->question);
	free(p->moved);
}

/* Permutation `number` of the rows: Y of row i is taken from row order[i]. Number 0 is the identity. */
static void draw_order(uint32_t *order, const permuter *p, uint64_t number)
{
	const perm_strata *s = &p->strata;
	base_random random;
	base_random_init(&random, (uint64_t)p->options->seed, p->key, number);
	for (size_t i = 0; i < s->rows; i++)
		order[i] = (uint32_t)i;
	for (size_t k = 0; number > 0 && k < s->count; k++)
		for (size_t i = s->starts[k + 1] - s->starts[k]; i > 1; i--) {
			uint32_t *a = &order[s->order[s->starts[k] + i - 1]];
			uint32_t *b = &order[s->order[s->starts[k] + base_random_below(&random, i)]];
			uint32_t swap = *a;
			*a = *b;
			*b = swap;
		}
}

/* The estimate after permutation `number`, and its histogram. */
static mixmi_status permuted_estimate(double *estimate, mixmi_histogram **histogram, const permuter *p, uint64_t number)
{
	hist_grid grid = { 0 };
	uint32_t *order = base_array(p->prepared.rows, sizeof *order);
	*histogram = NULL;
	if (order == NULL)
		return base_error_memory();
	draw_order(order, p, number);
	mixmi_status status = hist_grid_merge(&grid, &p->prepared, p->moved, order);
	free(order);
	if (status != MIXMI_OK)
		return status;
	status = hist_fit_grid(histogram, &grid, &p->inner);
	hist_grid_clear(&grid);
	return status == MIXMI_OK ? hist_plug_in(estimate, *histogram, &p->question.places) : status;
}

typedef struct batch {
	const permuter *permuter;
	size_t first; /* number of the first permutation */
	double *values;
} batch;

static mixmi_status estimate_piece(void *context, size_t index, base_worker *worker)
{
	(void)worker;
	batch *b = context;
	mixmi_histogram *histogram;
	mixmi_status status = permuted_estimate(&b->values[index], &histogram, b->permuter, b->first + index);
	mixmi_histogram_free(histogram);
	return status;
}

/* Permutes until the result is clear or the limit is reached. The values are evaluated in a fixed order, so the result
 * depends neither on batches nor on threads. With one thread, no permutation is wasted. */
static mixmi_status permute(perm_tally *t, const permuter *p, double observed)
{
	size_t limit = limit_of(p->options), most = base_threads(p->options) == 1 ? 1 : BATCH;
	while (t->made < limit && !is_clear(t)) {
		double values[BATCH];
		size_t count = limit - t->made < most ? limit - t->made : most;
		if (!base_progress(p->options, "permuting", t->made, limit))
			return base_error(MIXMI_ERROR_CANCELLED, "cancelled while permuting");
		batch b = { p, t->made + 1, values };
		const base_work work = { .options = p->options, .count = count };
		mixmi_status status = base_work_run(&work, estimate_piece, &b);
		if (status != MIXMI_OK)
			return status;
		for (size_t i = 0; i < count && !is_clear(t); i++)
			perm_tally_add(t, values[i], observed);
	}
	return MIXMI_OK;
}

static void fill_answer(mixmi_answer *out, const perm_tally *t, double observed, const mixmi_options *options)
{
	double mean = t->made > 0 ? t->sum / (double)t->made : 0;
	out->estimate = observed;
	out->statistic = observed;
	out->p = perm_tally_p(t, observed, options->tail);
	bool independent = out->p > options->alpha;
	out->verdict = base_verdict(independent);
	out->corrected = independent || observed < mean ? 0 : observed - mean;
	out->permutations = t->made;
}

static mixmi_status answer(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                           const mixmi_question *question, const mixmi_options *options)
{
	permuter p;
	perm_tally t = { 0 };
	double observed = 0;
	mixmi_status status = check_limit(options);
	if (status != MIXMI_OK)
		return status;
	status = permuter_init(&p, table, question, options);
	if (status == MIXMI_OK)
		status = permuted_estimate(&observed, histogram, &p, 0);
	if (status == MIXMI_OK && observed > 0)
		status = permute(&t, &p, observed);
	else if (status == MIXMI_OK)
		t = (perm_tally){ .made = 1, .reached = 1 }; /* every permutation reaches 0 */
	if (status == MIXMI_OK) {
		fill_answer(out, &t, observed, options);
		hist_put_shape(out, *histogram, &p.question.places);
	}
	permuter_clear(&p);
	if (status != MIXMI_OK) {
		mixmi_histogram_free(*histogram);
		*histogram = NULL;
	}
	return status;
}

const base_method perm_test = {
	.own.shown = { .name = "perm",
	               .help = "permutation of Y within neighbourhoods of Z, refitted each time",
	               .details =
	                   "Assumes that rows in a small neighbourhood of Z (5 to 9 of them, or the same atoms) can be "
	                   "exchanged. Costs as many fits as permutations: about 20 to 50 if X and Y are independent, 5 / "
	                   "alpha if they are not. Not suitable for a discrete Z whose values are all different, because "
	                   "no "
	                   "rows can be exchanged. Not suitable either if X and Y depend on several continuous columns of "
	                   "Z: "
	                   "rows in a neighbourhood are then too far apart, and independence was rejected in 80% of "
	                   "samples at "
	                   "alpha 0.01 given three of them at 300 rows. Use residual there.",
	               .options = BASE_HISTOGRAM_OPTIONS ",alpha,permutations,tail,seed",
	               .conditional = 1,
	               .has_p = 1,
	               .has_bins = 1 },
	.run = answer,
};
