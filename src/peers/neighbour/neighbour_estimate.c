/* Common part of all nearest-neighbour estimators: for every distinct point, the distance to its k-th neighbour and the
 * counts required by the method's rule, and then the sum. Points are processed in parallel. The sum runs over the
 * frequency of each count, in ascending order of counts: frequencies are integers, so the result depends neither on
 * threads nor on the order of rows, columns, X and Y, and terms that cancel do so exactly. */

#include "peers/neighbour/neighbour.h"
#include "peers/neighbour/rule.h"

enum { CHUNK = 4 }; /* leaves per piece of work */

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
	size_t room;             /* points in a thread's buffer */
	neighbour_found *found;  /* [threads * room] */
	double *numbers;         /* [threads * 2 * columns] */
	neighbour_range *ranges; /* [threads * columns] */
	neighbour_terms *terms;  /* [points] */
} worker;

static bool prepare(worker *w, const mixmi_options *options)
{
	w->tree = &w->space.parts[NEIGHBOUR_XYZ].tree;
	w->k = w->space.rows.neighbours;
	w->room = w->k + 2 < w->tree->count ? w->k + 2 : w->tree->count;
	size_t threads = mixmi_threads(options), columns = w->tree->dimensions;
	w->found = mixmi_allocate(threads * w->room, sizeof *w->found);
	w->numbers = mixmi_allocate(threads * columns, 2 * sizeof *w->numbers);
	w->ranges = mixmi_allocate(threads * columns, sizeof *w->ranges);
	w->terms = mixmi_allocate(w->tree->count, sizeof *w->terms);
	return w->found != NULL && w->numbers != NULL && w->ranges != NULL && w->terms != NULL;
}

static void clear(worker *w)
{
	mixmi_free(w->found);
	mixmi_free(w->numbers);
	mixmi_free(w->ranges);
	mixmi_free(w->terms);
	neighbour_space_clear(&w->space);
}

static void look_from_leaf(const worker *w, size_t leaf, size_t thread)
{
	size_t columns = w->tree->dimensions, begin = w->tree->starts[leaf];
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
}

static mixmi_status look_from_leaves(void *context, size_t piece, size_t thread)
{
	const worker *w = context;
	for (size_t leaf = piece * CHUNK; leaf < (piece + 1) * CHUNK && leaf < w->tree->leaves; leaf++)
		look_from_leaf(w, leaf, thread);
	return MIXMI_OK;
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
	mixmi_sum sum = { 0, 0 }, harmonic = { 0, 0 };
	for (size_t c = 1; c <= rows; c++) {
		if (t->psi[c] != 0)
			mixmi_sum_add(&sum, (double)t->psi[c] * (mixmi_sum_value(&harmonic) - euler));
		if (t->ln[c] != 0)
			mixmi_sum_add(&sum, (double)t->ln[c] * log((double)c));
		mixmi_sum_add(&harmonic, 1 / (double)c);
	}
	return mixmi_sum_value(&sum);
}

static mixmi_status average(double *out, const worker *w)
{
	size_t rows = w->space.rows.rows;
	tally t = { mixmi_allocate_zero(rows + 1, sizeof *t.psi), mixmi_allocate_zero(rows + 1, sizeof *t.ln) };
	bool done = t.psi != NULL && t.ln != NULL;
	if (done) {
		count_terms(&t, w);
		*out = add_up(&t, rows) / (double)rows - (w->rule->less_1_over_k ? 1 / (double)w->k : 0);
		if (w->rule->clip && !(*out > 0))
			*out = 0;
	}
	mixmi_free(t.psi);
	mixmi_free(t.ln);
	return done ? MIXMI_OK : mixmi_error_memory();
}

/* ------------------------------------------------------------------------------------------- the entry */

static mixmi_status estimate_space(double *out, worker *w, const mixmi_options *options)
{
	*out = 0;
	if (neighbour_space_is_flat(&w->space))
		return MIXMI_OK;
	if (!prepare(w, options))
		return mixmi_error_memory();
	mixmi_status status =
		mixmi_parallel(options, "counting neighbours", (w->tree->leaves + CHUNK - 1) / CHUNK, look_from_leaves, w);
	return status == MIXMI_OK ? average(out, w) : status;
}

mixmi_status neighbour_estimate(mixmi_answer *out, const neighbour_rule *rule, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options)
{
	worker w = { .rule = rule };
	mixmi_status status = neighbour_space_init(&w.space, table, question, options);
	if (status == MIXMI_OK)
		status = estimate_space(&out->estimate, &w, options);
	if (status == MIXMI_OK) {
		out->rows = w.space.rows.rows;
		out->rows_dropped = w.space.rows.sample->rows_dropped;
	}
	clear(&w);
	return status;
}
