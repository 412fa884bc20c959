/*
 * The expectation of a cell is n_xz n_yz / n_z, and its contribution (o ln(o/e) - o + e) / n: never negative, 0 where observed
 * and expected agree, and their sum over all cells with an expectation is the plug-in I(X;Y|Z) of the grid, because observed
 * and expected add up to the same. Cells that hold nothing contribute e / n. O(cells of the grid within those of Z).
 */
#include "explain/contributions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/special.h"
#include "histogram/histogram_margin.h"
#include "question/question.h"

enum { MOST_CELLS = 65536 };

/* Margins of the grid, and for each cell of X and Z where it stands among those with the same Z. */
typedef struct grid {
	const mixmi_histogram *histogram;
	const mixmi_question *places;
	cells_margin xz, yz, z;
	size_t *item_xz, *item_yz;   /* [cells of the margin] a cell of the histogram that belongs to it */
	size_t *place_xz, *place_yz; /* [cells of the margin] its place within its cell of Z */
	size_t *x_in, *y_in, *start; /* [cells of Z] how many of either there are, and where its cells start */
	size_t *list_yz, *first_yz;  /* cells of Y and Z by their cells of Z, and where those of each start */
	size_t total;                /* cells with an expectation */
} grid;

static bool margins_init(grid *g)
{
	const mixmi_question *q = g->places;
	const mixmi_histogram *h = g->histogram;
	size_t *joint = base_array(h->column_count, sizeof *joint);
	bool done = joint != NULL && hist_margin_init(&g->z, h, q->z, q->z_count) &&
	            hist_margin_init(&g->xz, h, joint, question_join(joint, q->x, q->x_count, q->z, q->z_count)) &&
	            hist_margin_init(&g->yz, h, joint, question_join(joint, q->y, q->y_count, q->z, q->z_count));
	free(joint);
	return done;
}

/* Numbers the cells of a margin within their cells of Z. */
static bool number_within(size_t **item, size_t **place, size_t **in, const grid *g, const cells_margin *margin)
{
	*item = base_array(margin->cells, sizeof **item);
	*place = base_array(margin->cells, sizeof **place);
	*in = base_array_zero(g->z.cells, sizeof **in);
	if (*item == NULL || *place == NULL || *in == NULL)
		return false;
	for (size_t i = 0; i < margin->cells; i++)
		(*item)[i] = SIZE_MAX;
	for (size_t i = 0; i < g->histogram->cells; i++) {
		uint32_t cell = margin->ids[i];
		if ((*item)[cell] != SIZE_MAX)
			continue;
		(*item)[cell] = i;
		(*place)[cell] = (*in)[g->z.ids[i]]++;
	}
	return true;
}

static bool list_within(grid *g)
{
	size_t before = 0;
	g->list_yz = base_array(g->yz.cells, sizeof *g->list_yz);
	g->first_yz = base_array(g->z.cells, sizeof *g->first_yz);
	if (g->list_yz == NULL || g->first_yz == NULL)
		return false;
	for (size_t z = 0; z < g->z.cells; z++) {
		g->first_yz[z] = before;
		before += g->y_in[z];
	}
	for (size_t b = 0; b < g->yz.cells; b++)
		g->list_yz[g->first_yz[g->z.ids[g->item_yz[b]]] + g->place_yz[b]] = b;
	return true;
}

static bool grid_init(grid *g)
{
	if (!margins_init(g) || !number_within(&g->item_xz, &g->place_xz, &g->x_in, g, &g->xz) ||
	    !number_within(&g->item_yz, &g->place_yz, &g->y_in, g, &g->yz) || !list_within(g))
		return false;
	g->start = base_array(g->z.cells, sizeof *g->start);
	for (size_t i = 0; g->start != NULL && i < g->z.cells; i++) {
		g->start[i] = g->total;
		g->total += g->x_in[i] * g->y_in[i];
		if (g->total > MOST_CELLS) /* only that it is more counts from here on */
			g->total = MOST_CELLS + 1;
	}
	return g->start != NULL;
}

static void grid_clear(grid *g)
{
	cells_margin_clear(&g->xz);
	cells_margin_clear(&g->yz);
	cells_margin_clear(&g->z);
	free(g->item_xz);
	free(g->item_yz);
	free(g->place_xz);
	free(g->place_yz);
	free(g->x_in);
	free(g->y_in);
	free(g->start);
	free(g->list_yz);
	free(g->first_yz);
}

/* The bins of the cell where X is as in one item and Y as in another with the same Z. */
static void put_bins(uint32_t *bins, const grid *g, size_t item_x, size_t item_y)
{
	size_t columns = g->histogram->column_count;
	memcpy(bins, g->histogram->bins + item_x * columns, columns * sizeof *bins);
	for (size_t i = 0; i < g->places->y_count; i++)
		bins[g->places->y[i]] = g->histogram->bins[item_y * columns + g->places->y[i]];
}

static void put_cell(mixmi_explained_cell *out, const grid *g, size_t xz, size_t yz, uint64_t observed)
{
	uint64_t z = g->z.counts[g->z.ids[g->item_xz[xz]]], product = g->xz.counts[xz] * g->yz.counts[yz];
	double rows = (double)g->histogram->rows, o = (double)observed, e = (double)product / (double)z;
	out->observed = o;
	out->expected = e;
	out->contribution = e / rows;
	if (observed > 0)
		out->contribution = fmax(0, (o * base_log_ratio(observed * z, product) - o + e) / rows);
}

/* Every cell with an expectation: those of a cell of Z are X by Y. */
static void fill_all(explain_cells *cells, const grid *g, uint64_t *observed)
{
	const mixmi_histogram *h = g->histogram;
	size_t columns = h->column_count;
	for (size_t i = 0; i < h->cells; i++) {
		size_t z = g->z.ids[i];
		observed[g->start[z] + g->place_xz[g->xz.ids[i]] * g->y_in[z] + g->place_yz[g->yz.ids[i]]] += h->counts[i];
	}
	for (size_t a = 0; a < g->xz.cells; a++) {
		size_t z = g->z.ids[g->item_xz[a]], at = g->start[z] + g->place_xz[a] * g->y_in[z];
		for (size_t i = 0; i < g->y_in[z]; i++, at++) {
			size_t b = g->list_yz[g->first_yz[z] + i];
			put_bins(cells->bins + at * columns, g, g->item_xz[a], g->item_yz[b]);
			put_cell(&cells->cells[at], g, a, b, observed[at]);
		}
	}
}

/* Only those that hold data. */
static void fill_held(explain_cells *cells, const grid *g)
{
	const mixmi_histogram *h = g->histogram;
	for (size_t i = 0; i < h->cells; i++) {
		put_bins(cells->bins + i * h->column_count, g, i, i);
		put_cell(&cells->cells[i], g, g->xz.ids[i], g->yz.ids[i], h->counts[i]);
	}
}

/* Equal contributions in the order of the bins, which stand in one block. */
static int compare_cells(const void *a, const void *b)
{
	const mixmi_explained_cell *s = a, *t = b;
	if (s->contribution != t->contribution)
		return s->contribution > t->contribution ? -1 : 1;
	return (s->bins > t->bins) - (s->bins < t->bins);
}

static bool fill(explain_cells *cells, const grid *g)
{
	bool all = g->total <= MOST_CELLS;
	size_t columns = g->histogram->column_count;
	cells->count = all ? g->total : g->histogram->cells;
	cells->cells = base_array_zero(cells->count, sizeof *cells->cells);
	cells->bins = base_array(cells->count, columns * sizeof *cells->bins);
	uint64_t *observed = base_array_zero(all ? g->total : 0, sizeof *observed);
	bool done = cells->cells != NULL && cells->bins != NULL && observed != NULL;
	if (done && all)
		fill_all(cells, g, observed);
	else if (done)
		fill_held(cells, g);
	free(observed);
	return done;
}

mixmi_status explain_cells_init(explain_cells *cells, const mixmi_histogram *histogram, const mixmi_question *places)
{
	grid g = { .histogram = histogram, .places = places };
	memset(cells, 0, sizeof *cells);
	bool done = grid_init(&g) && fill(cells, &g);
	grid_clear(&g);
	if (!done) {
		explain_cells_clear(cells);
		return base_error_memory();
	}
	double total = 0;
	for (size_t i = 0; i < cells->count; i++) {
		cells->cells[i].bins = cells->bins + i * histogram->column_count;
		total += cells->cells[i].contribution;
	}
	for (size_t i = 0; i < cells->count; i++)
		cells->cells[i].share = total > 0 ? cells->cells[i].contribution / total : 0;
	qsort(cells->cells, cells->count, sizeof *cells->cells, compare_cells);
	return MIXMI_OK;
}

void explain_cells_clear(explain_cells *cells)
{
	free(cells->cells);
	free(cells->bins);
	memset(cells, 0, sizeof *cells);
}
