/* An explanation: the answer of the option "estimator", the grid behind it, what its cells contribute, the profile, and what
 * the groups of Z say. Invariant: complete once handed over; nothing in it changes after that.
 *
 * The expectation of a cell is n_xz n_yz / n_z, and its contribution (o ln(o/e) - o + e) / n: never negative, 0 where observed
 * and expected agree, and their sum over all cells with an expectation is the plug-in I(X;Y|Z) of the grid, because observed
 * and expected add up to the same. Cells that hold nothing contribute e / n. O(cells of the grid within those of Z).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/ask.h"
#include "answers/by_z.h"
#include "answers/one_answer.h"
#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/work.h"
#include "explain/profile.h"
#include "explain/words.h"
#include "paper/histogram/histogram_margin.h"

/* The cells of the grid. */
typedef struct cell_list {
	size_t count;
	mixmi_explained_cell *cells; /* [count] the largest contribution first */
	uint32_t *bins;              /* [count][columns] */
} cell_list;

struct mixmi_explanation {
	mixmi_answer answer;
	mixmi_profile profile;
	mixmi_histogram *histogram;
	cell_list cells;
	answers_groups groups;
	question_ready question; /* its columns are those of the histogram */
};

/* ------------------------------------------------------------------------------------------------ contributions */

enum { MOST_CELLS = 65536 };

/* Margins of the grid. Their cells are in the order of Z, so those of one cell of Z follow each other. */
typedef struct grid {
	const mixmi_histogram *histogram;
	const mixmi_question *places;
	cells_margin xz, yz, z;
	size_t *item_xz, *item_yz; /* [cells of the margin] a cell of the histogram that belongs to it */
	size_t *first_yz;          /* [cells of Z + 1] where its cells of yz start */
	size_t *start;             /* [cells of xz] where its cells start, one for each of yz with the same Z */
	size_t total;              /* cells with an expectation */
} grid;

static bool grid_init(grid *g)
{
	const mixmi_question *q = g->places;
	const mixmi_histogram *h = g->histogram;
	size_t *joint = base_array(h->column_count, sizeof *joint);
	bool done = joint != NULL && hist_margin_init(&g->z, h, q->z, q->z_count) &&
	            hist_margin_init(&g->xz, h, joint, question_join(joint, q->z, q->z_count, q->x, q->x_count)) &&
	            hist_margin_init(&g->yz, h, joint, question_join(joint, q->z, q->z_count, q->y, q->y_count));
	free(joint);
	g->item_xz = base_array(g->xz.cells, sizeof *g->item_xz);
	g->item_yz = base_array(g->yz.cells, sizeof *g->item_yz);
	g->first_yz = base_array_zero(g->z.cells + 1, sizeof *g->first_yz);
	g->start = base_array(g->xz.cells, sizeof *g->start);
	if (!done || g->item_xz == NULL || g->item_yz == NULL || g->first_yz == NULL || g->start == NULL)
		return false;
	for (size_t i = 0; i < h->cells; i++)
		g->item_xz[g->xz.ids[i]] = g->item_yz[g->yz.ids[i]] = i;
	for (size_t b = 0; b < g->yz.cells; b++)
		g->first_yz[g->z.ids[g->item_yz[b]] + 1] = b + 1;
	for (size_t a = 0; a < g->xz.cells; a++) {
		size_t z = g->z.ids[g->item_xz[a]];
		g->start[a] = g->total;
		g->total += g->first_yz[z + 1] - g->first_yz[z];
	}
	return true;
}

static void grid_clear(grid *g)
{
	cells_margin_clear(&g->xz);
	cells_margin_clear(&g->yz);
	cells_margin_clear(&g->z);
	free(g->item_xz);
	free(g->item_yz);
	free(g->first_yz);
	free(g->start);
}

/* The cell where X is as in one item and Y as in another with the same Z. */
static void put_cell(cell_list *cells, size_t at, const grid *g, size_t item_x, size_t item_y, uint64_t observed)
{
	const mixmi_histogram *h = g->histogram;
	size_t columns = h->column_count;
	uint32_t *bins = cells->bins + at * columns;
	memcpy(bins, h->bins + item_x * columns, columns * sizeof *bins);
	for (size_t i = 0; i < g->places->y_count; i++)
		bins[g->places->y[i]] = h->bins[item_y * columns + g->places->y[i]];
	uint64_t z = g->z.counts[g->z.ids[item_x]];
	uint64_t product = g->xz.counts[g->xz.ids[item_x]] * g->yz.counts[g->yz.ids[item_y]];
	double rows = (double)h->rows, o = (double)observed, e = (double)product / (double)z, contribution = e / rows;
	if (observed > 0)
		contribution = fmax(0, (o * base_log_ratio(observed * z, product) - o + e) / rows);
	cells->cells[at] =
		(mixmi_explained_cell){ .bins = bins, .observed = o, .expected = e, .contribution = contribution };
}

/* All cells with an expectation, those of a cell of Z being X by Y, or only those that hold data where there are too many. */
static bool fill(cell_list *cells, const grid *g)
{
	const mixmi_histogram *h = g->histogram;
	bool all = g->total <= MOST_CELLS;
	cells->count = all ? g->total : h->cells;
	cells->cells = base_array_zero(cells->count, sizeof *cells->cells);
	cells->bins = base_array(cells->count, h->column_count * sizeof *cells->bins);
	if (cells->cells == NULL || cells->bins == NULL)
		return false;
	for (size_t a = 0, at = 0; all && a < g->xz.cells; a++) {
		size_t z = g->z.ids[g->item_xz[a]];
		for (size_t b = g->first_yz[z]; b < g->first_yz[z + 1]; b++)
			put_cell(cells, at++, g, g->item_xz[a], g->item_yz[b], 0);
	}
	for (size_t i = 0; i < h->cells; i++)
		put_cell(cells, all ? g->start[g->xz.ids[i]] + g->yz.ids[i] - g->first_yz[g->z.ids[i]] : i, g, i, i,
		         h->counts[i]);
	return true;
}

/* Equal contributions in the order of the bins, which stand in one block. */
static int compare_cells(const void *a, const void *b)
{
	const mixmi_explained_cell *s = a, *t = b;
	if (s->contribution != t->contribution)
		return s->contribution > t->contribution ? -1 : 1;
	return (s->bins > t->bins) - (s->bins < t->bins);
}

/* The cells of a histogram with their expectations; `places` are X, Y and Z as its columns. Sorting aside O(cells). */
static mixmi_status cells_init(cell_list *cells, const mixmi_histogram *histogram, const mixmi_question *places)
{
	grid g = { .histogram = histogram, .places = places };
	bool done = grid_init(&g) && fill(cells, &g);
	grid_clear(&g);
	if (!done) {
		return base_error_memory();
	}
	qsort(cells->cells, cells->count, sizeof *cells->cells, compare_cells);
	double total = 0;
	for (size_t i = 0; i < cells->count; i++)
		total += cells->cells[i].contribution;
	for (size_t i = 0; i < cells->count; i++)
		cells->cells[i].share = total > 0 ? cells->cells[i].contribution / total : 0;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------ explaining */

static mixmi_status build(mixmi_explanation *e, const mixmi_table *table, const mixmi_question *question, bool by_z,
                          const mixmi_options *options)
{
	const ask_context alone = { 0 };
	e->profile = base_no_profile(MIXMI_SHAPE_NONE);
	mixmi_status status = question_init(&e->question, table, question);
	if (status == MIXMI_OK)
		status = answers_ask_estimate(&e->answer, &e->histogram, table, question, options, &alone);
	if (status == MIXMI_OK && e->histogram == NULL)
		status = base_error(MIXMI_ERROR_USAGE, "estimator %s has no grid to explain: use residual", e->answer.method);
	if (status == MIXMI_OK)
		status = answers_profile_of(&e->profile, &e->answer, table, question);
	if (status == MIXMI_OK)
		status = cells_init(&e->cells, e->histogram, &e->question.places);
	if (status == MIXMI_OK && by_z && question->z_count > 0)
		status = answers_groups_init(&e->groups, table, question, &e->question, e->histogram, false, options);
	return status;
}

mixmi_status mixmi_explain(mixmi_explanation **out, const mixmi_table *table, const mixmi_question *question, bool by_z,
                           const mixmi_options *options)
{
	mixmi_options settled;
	base_watch watch;
	mixmi_explanation *e = base_array_zero(1, sizeof *e);
	*out = NULL;
	if (e == NULL)
		return base_error_memory();
	base_watch_settle(&watch, &settled, options);
	mixmi_status status = build(e, table, question, by_z, &settled);
	if (status == MIXMI_OK)
		*out = e;
	else
		mixmi_explanation_free(e);
	return status;
}

void mixmi_explanation_free(mixmi_explanation *explanation)
{
	if (explanation == NULL)
		return;
	mixmi_histogram_free(explanation->histogram);
	free(explanation->cells.cells);
	free(explanation->cells.bins);
	answers_groups_clear(&explanation->groups);
	question_clear(&explanation->question);
	free(explanation);
}

/* ------------------------------------------------------------------------------------------------ what is in it */

const mixmi_answer *mixmi_explanation_answer(const mixmi_explanation *explanation)
{
	return &explanation->answer;
}

const mixmi_profile *mixmi_explanation_profile(const mixmi_explanation *explanation)
{
	return &explanation->profile;
}

const mixmi_histogram *mixmi_explanation_histogram(const mixmi_explanation *explanation)
{
	return explanation->histogram;
}

const mixmi_explained_cell *mixmi_explanation_cell(const mixmi_explanation *explanation, size_t index)
{
	return index < explanation->cells.count ? &explanation->cells.cells[index] : NULL;
}

const mixmi_explained_group *mixmi_explanation_group(const mixmi_explanation *explanation, size_t index)
{
	return index < explanation->groups.count ? &explanation->groups.groups[index].shown : NULL;
}

mixmi_status mixmi_explanation_words(char **text, const mixmi_explanation *explanation, size_t index)
{
	explain_text words = { 0 };
	*text = NULL;
	if (index >= explanation->cells.count)
		return base_error(MIXMI_ERROR_USAGE, "no cell %zu: the explanation has %zu", index, explanation->cells.count);
	explain_add_cell(&words, explanation->histogram, explanation->question.places.x, explanation->question.count,
	                 explanation->cells.cells[index].bins);
	return explain_text_finish(text, &words);
}
