/* Common part of all nearest-neighbour estimators: for every distinct point, the distance to its k-th neighbour and the
 * counts required by the method's rule, and then the sum. Points are processed in parallel. The sum runs over the
 * frequency of each count, in ascending order of counts: frequencies are integers, so the result depends neither on
 * threads nor on the order of rows, columns, X and Y, and terms that cancel do so exactly. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sum.h"
#include "base/work.h"
#include "paper/question/question.h"
#include "peers/neighbour/neighbour.h"
#include "peers/neighbour/rule.h"

enum { CHUNK = 4 }; /* leaves that a thread takes at a time */

uint32_t neighbour_closed(neighbour_view *view, neighbour_part part)
{
	if (part == NEIGHBOUR_XYZ && view->within > 0)
		return view->within;
	return neighbour_space_within(view->space, part, &view->query, view->radius);
}

/* Closer than r means at most the next smaller number. */
uint32_t neighbour_open(neighbour_view *view, neighbour_part part)
{
	return neighbour_space_within(view->space, part, &view->query, nextafter(view->radius, -(double)INFINITY));
}

/* ------------------------------------------------------------------------------------------ looking around */

typedef struct worker {
	const neighbour_rule *rule;
	neighbour_space space;
	const neighbour_tree *tree; /* over all columns */
	size_t k;
	int threads;
	size_t room;             /* points in a thread's buffer */
	neighbour_found *found;  /* [threads * room] */
	double *numbers;         /* [threads * 2 * columns] */
	neighbour_range *ranges; /* [threads * columns] */
	neighbour_terms *terms;  /* [points] */
} worker;

static bool prepare(worker *w, const mixmi_options *options)
{
	w->tree = &w->space.parts[NEIGHBOUR_XYZ].tree;
	w->k = (size_t)options->neighbours;
	w->threads = base_threads(options);
	w->room = w->k + 2 < w->tree->count ? w->k + 2 : w->tree->count;
	size_t threads = (size_t)w->threads, columns = w->tree->dimensions;
	w->found = base_array(threads * w->room, sizeof *w->found);
	w->numbers = base_array(threads * columns, 2 * sizeof *w->numbers);
	w->ranges = base_array(threads * columns, sizeof *w->ranges);
	w->terms = base_array(w->tree->count, sizeof *w->terms);
	return w->found != NULL && w->numbers != NULL && w->ranges != NULL && w->terms != NULL;
}

static void clear(worker *w)
{
	free(w->found);
	free(w->numbers);
	free(w->ranges);
	free(w->terms);
	neighbour_space_clear(&w->space);
}

static mixmi_status look_from_leaf(void *context, size_t leaf, base_worker *by)
{
	const worker *w = context;
	size_t thread = by->thread, columns = w->tree->dimensions, begin = w->tree->starts[leaf];
	double *point = w->numbers + thread * columns * 2, radii[NEIGHBOUR_LEAF];
	uint32_t within[NEIGHBOUR_LEAF];
	neighbour_tree_radii(radii, within, w->tree, leaf, w->k, point, w->found + thread * w->room);
	neighbour_view view = { .space = &w->space,
		                    .query = { point, point + columns, w->ranges + thread * columns },
		                    .k = w->k };
	for (size_t i = 0; begin + i < w->tree->starts[leaf + 1]; i++) {
		neighbour_query_move(&view.query, &w->space, leaf, begin + i);
		view.radius = radii[i];
		view.within = within[i];
		w->rule->look(&w->terms[begin + i], &view);
	}
	return MIXMI_OK;
}

static mixmi_status look_everywhere(worker *w, const mixmi_options *options)
{
	base_work work = { .options = options,
		               .threads = w->threads,
		               .count = w->tree->leaves,
		               .chunk = CHUNK,
		               .stage = "counting neighbours" };
	return base_work_run(&work, look_from_leaf, w);
}

/* ------------------------------------------------------------------------------------------------ the sum */

/* How often each count 1 .. rows occurs, as argument of psi and of ln; subtracted terms count negatively. */
typedef struct tally {
	int64_t *psi;
	int64_t *ln;
} tally;

static void count_terms(tally *t, const worker *w)
{
	int64_t *margins = w->rule->log_margins ? t->ln : t->psi;
	int64_t *z = w->rule->log_z ? t->ln : t->psi;
	for (size_t i = 0; i < w->tree->count; i++) {
		int64_t rows = (int64_t)(w->tree->before[i + 1] - w->tree->before[i]);
		t->psi[w->terms[i].joint] += rows;
		margins[w->terms[i].xz] -= rows;
		margins[w->terms[i].yz] -= rows;
		z[w->terms[i].z] += rows;
	}
}

/* psi(c) - psi(1) is the sum of 1/i for i < c, and psi(1) is minus Euler's constant. */
static double add_up(const tally *t, size_t rows)
{
	const double euler = 0.57721566490153286;
	base_sum sum = { 0, 0 }, harmonic = { 0, 0 };
	for (size_t c = 1; c <= rows; c++) {
		if (t->psi[c] != 0)
			base_sum_add(&sum, (double)t->psi[c] * (base_sum_value(&harmonic) - euler));
		if (t->ln[c] != 0)
			base_sum_add(&sum, (double)t->ln[c] * log((double)c));
		base_sum_add(&harmonic, 1 / (double)c);
	}
	return base_sum_value(&sum);
}

static mixmi_status average(double *out, const worker *w)
{
	size_t rows = w->space.rows.rows;
	tally t = { base_array_zero(rows + 1, sizeof *t.psi), base_array_zero(rows + 1, sizeof *t.ln) };
	bool done = t.psi != NULL && t.ln != NULL;
	if (done) {
		count_terms(&t, w);
		*out = add_up(&t, rows) / (double)rows - (w->rule->less_1_over_k ? 1 / (double)w->k : 0);
		if (w->rule->clip && !(*out > 0))
			*out = 0;
	}
	free(t.psi);
	free(t.ln);
	return done ? MIXMI_OK : base_error_memory();
}

/* ------------------------------------------------------------------------------------------- the entry */

static mixmi_status estimate_space(double *out, worker *w, const mixmi_options *options)
{
	*out = 0;
	if (neighbour_space_is_flat(&w->space))
		return MIXMI_OK;
	mixmi_status status = prepare(w, options) ? look_everywhere(w, options) : base_error_memory();
	if (status == MIXMI_OK)
		status = average(out, w);
	return status;
}

static const neighbour_rule *rule_of(neighbour_method method, int ksg_variant)
{
	switch (method) {
	case NEIGHBOUR_KSG:
		return ksg_variant == MIXMI_KSG_2 ? &neighbour_rule_ksg_2 : &neighbour_rule_ksg_1;
	case NEIGHBOUR_FP:
		return &neighbour_rule_fp;
	case NEIGHBOUR_MIXED_KSG:
		return &neighbour_rule_mixed_ksg;
	case NEIGHBOUR_RAVK:
		return &neighbour_rule_ravk;
	default:
		return &neighbour_rule_ms;
	}
}

static mixmi_status estimate_question(mixmi_answer *out, worker *w, const question_ready *question,
                                      const mixmi_options *options)
{
	mixmi_status status = neighbour_space_init(&w->space, question, options);
	if (status != MIXMI_OK)
		return status;
	status = estimate_space(&out->estimate, w, options);
	out->rows = w->space.rows.rows;
	out->rows_dropped = w->space.rows.rows_dropped;
	clear(w);
	return status;
}

mixmi_status neighbour_estimate(mixmi_answer *out, neighbour_method method, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options)
{
	worker w = { .rule = rule_of(method, options->ksg_variant) };
	question_ready ready;
	mixmi_status status = question_init(&ready, table, question);
	if (status != MIXMI_OK)
		return status;
	if (question->z_count > 0 && !w.rule->conditional)
		status = base_error(MIXMI_ERROR_USAGE, "%s has no conditional form: use fp or ms with a Z", w.rule->name);
	else
		status = estimate_question(out, &w, &ready, options);
	question_clear(&ready);
	return status;
}
