/*
 * The scanning test. Permutations exchange Y within neighbourhoods of Z (sample.h); nothing is fitted again, so one costs a
 * count of the rows for each part of the statistic (statistic.h). The parts' means and variances come from permutations of
 * their own, made before and not counted afterwards: given these the statistic is a fixed function of the data, the data and
 * the permutations that are counted can be exchanged with each other, and p is exact for any number of them (tally.h).
 * Permutation b is drawn from the stream of the question's names and b: which thread makes it does not matter.
 */
#include "independence/scan.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/random.h"
#include "dependence/hist_method.h"
#include "independence/statistic.h"
#include "independence/tally.h"

enum { PILOT = 64, BATCH = 32 };

typedef struct scan {
	independence_sample sample;
	independence_statistic statistic;
	independence_work *work; /* [threads] */
	int threads;
	const mixmi_options *options;
} scan;

static mixmi_status scan_init(scan *s, const mixmi_table *table, const mixmi_question *question,
                              const mixmi_options *options)
{
	memset(s, 0, sizeof *s);
	s->options = options;
	s->threads = options->threads > 0 ? (int)options->threads : omp_get_max_threads();
	s->threads = omp_in_parallel() ? 1 : s->threads > BATCH ? BATCH : s->threads;
	mixmi_status status = independence_sample_init(&s->sample, table, question, options);
	if (status != MIXMI_OK)
		return status;
	s->work = base_array_zero((size_t)s->threads, sizeof *s->work);
	bool done = s->work != NULL && independence_statistic_init(&s->statistic, &s->sample);
	for (int k = 0; done && k < s->threads; k++)
		done = independence_work_init(&s->work[k], &s->statistic);
	return done ? MIXMI_OK : base_error_memory();
}

static void scan_clear(scan *s)
{
	for (int k = 0; s->work != NULL && k < s->threads; k++)
		independence_work_clear(&s->work[k]);
	free(s->work);
	independence_statistic_clear(&s->statistic);
	independence_sample_clear(&s->sample);
}

/* Permutation `number`; 0 leaves everything in its place. */
static void draw_order(uint32_t *order, const scan *s, uint64_t number)
{
	const independence_tree *tree = &s->sample.tree;
	base_random random;
	base_random_init(&random, (uint64_t)s->options->seed, s->sample.key, number);
	for (size_t i = 0; i < tree->rows; i++)
		order[i] = (uint32_t)i;
	for (size_t leaf = 0; number > 0 && leaf < tree->count; leaf++) {
		uint32_t *places = order + tree->starts[leaf];
		for (size_t i = s->sample.fixed[leaf] ? 0 : tree->starts[leaf + 1] - tree->starts[leaf]; i > 1; i--) {
			size_t other = (size_t)base_random_below(&random, i);
			uint32_t swap = places[i - 1];
			places[i - 1] = places[other];
			places[other] = swap;
		}
	}
}

/* The parts of permutations first .. first + count - 1. */
static void batch_parts(double (*parts)[INDEPENDENCE_PARTS], const scan *s, uint64_t first, size_t count)
{
#pragma omp parallel for schedule(static) num_threads(s->threads) if (s->threads > 1)
	for (size_t i = 0; i < count; i++) {
		independence_work *work = &s->work[s->threads > 1 ? omp_get_thread_num() : 0];
		draw_order(work->order, s, first + i);
		independence_parts(parts[i], &s->statistic, work);
	}
}

/* Mean and shape of every part. Returns whether any part changes under permutation. */
static bool learn_parts(scan *s, double (*parts)[INDEPENDENCE_PARTS])
{
	double sum[INDEPENDENCE_PARTS] = { 0 }, squares[INDEPENDENCE_PARTS] = { 0 };
	independence_statistic *t = &s->statistic;
	for (size_t made = 0; made < PILOT; made += BATCH) {
		batch_parts(parts, s, made + 1, BATCH);
		for (size_t i = 0; i < BATCH; i++)
			for (size_t k = 0; k < t->parts; k++) {
				sum[k] += parts[i][k];
				squares[k] += parts[i][k] * parts[i][k];
			}
	}
	bool any = false;
	for (size_t k = 0; k < t->parts; k++) {
		double mean = sum[k] / PILOT, variance = (squares[k] - sum[k] * mean) / (PILOT - 1);
		t->mean[k] = mean;
		t->shape[k] = mean > 0 && variance > 1e-9 * mean * mean ? mean * mean / variance : 0;
		any = any || t->shape[k] > 0;
	}
	return any;
}

/* A permutation counts as reaching the observed value if it comes this near, as a share of it. The statistic is a log of
 * evidence, so that takes p from 0.01 to about 0.013: what the neighbourhoods of Z leave of confounding must not take the rate
 * of false rejections above alpha. It also keeps ties ties, whose sums may differ in the last bits. */
static const double near = 0.93;

/* Permutes until the answer is clear or the limit is reached. The order of looking at the values is fixed, so batches and
 * threads do not show. */
static mixmi_status permute(independence_tally *t, scan *s, double (*parts)[INDEPENDENCE_PARTS], double observed)
{
	const mixmi_options *options = s->options;
	size_t limit = independence_permutation_limit(options), batch = s->threads > 1 ? BATCH : 1;
	while (t->made < limit && !independence_tally_is_clear(t)) {
		size_t count = limit - t->made < batch ? limit - t->made : batch;
		if (!base_progress(options, "permuting", t->made, limit))
			return base_error(MIXMI_ERROR_CANCELLED, "cancelled while permuting");
		batch_parts(parts, s, PILOT + 1 + t->made, count);
		for (size_t i = 0; i < count && !independence_tally_is_clear(t); i++)
			independence_tally_add(t, independence_combine(parts[i], &s->statistic), near * observed);
	}
	return MIXMI_OK;
}

static mixmi_status run(independence_tally *t, double *observed, scan *s)
{
	double(*parts)[INDEPENDENCE_PARTS] = base_array(BATCH, sizeof *parts);
	if (parts == NULL)
		return base_error_memory();
	mixmi_status status = MIXMI_OK;
	*observed = 0;
	if (learn_parts(s, parts)) {
		batch_parts(parts, s, 0, 1);
		*observed = independence_combine(parts[0], &s->statistic);
		status = permute(t, s, parts, *observed);
	} else
		*t = (independence_tally){ 1, 1, 0, 0 }; /* every permutation is like the data */
	free(parts);
	return status;
}

mixmi_status independence_scan(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question,
                               const mixmi_options *options)
{
	scan s;
	independence_tally t = { 0, 0, 0, 0 };
	double observed = 0;
	mixmi_status status = independence_check_limit(options);
	if (status != MIXMI_OK)
		return status;
	status = scan_init(&s, table, question, options);
	if (status == MIXMI_OK)
		status = run(&t, &observed, &s);
	if (status == MIXMI_OK) {
		out->statistic = observed;
		out->p = independence_tally_p(&t, observed, options->tail);
		out->verdict = base_verdict(out->p > options->alpha);
		out->permutations = t.made;
	}
	scan_clear(&s);
	return status;
}

/* The estimate is that of the histogram. */
static mixmi_status run_test(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options)
{
	mixmi_status status = independence_scan(out, table, question, options);
	if (status == MIXMI_OK)
		status = dependence_answer(out, histogram, table, question, options);
	if (status != MIXMI_OK)
		return status;
	bool independent = out->verdict == MIXMI_INDEPENDENT;
	if (!independent && out->estimate == 0 && out->plug_in > out->bias) {
		/* more than chance, though too little to pay for its description: then what was counted is the answer */
		out->estimate = out->plug_in - out->bias;
		out->strength = sqrt(-expm1(-2 * out->estimate));
	}
	out->corrected = independent ? 0 : out->estimate;
	return MIXMI_OK;
}

const base_method independence_scan_test = {
	.shown = { .name = "scan",
	           .help = "many resolutions at once, permutation of Y within neighbourhoods of Z: calibrated",
	           .details =
	               "Assumes that what a regression on Z leaves over of X and Y can be exchanged between rows in a "
	               "small neighbourhood of Z (6 to 24 of them, or the same atoms). Costs 64 permutations and then as "
	               "perm does, but nothing is fitted again: at 1000 rows 5 to 50 ms. Only ranks count. How its parts "
	               "are weighed is learnt from the first 64 permutations, so the statistic too depends on --seed. "
	               "Not for a Z whose values are all different and discrete, nor where Z fixes both X and Y almost "
	               "exactly: nothing can be exchanged then.",
	           .options = BASE_HISTOGRAM_OPTIONS ",confidence,alpha,permutations,tail,seed",
	           .conditional = 1,
	           .has_p = 1,
	           .has_bins = 1 },
	.run = run_test,
};
