/* Converts a grid to a histogram: values at cuts, atoms with their groups, counts of cells. */
#include "estimate/grid_search.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "paper/histogram/model.h"

/* A value above the first and not above the second. */
static double edge_between(double below, double above)
{
	double middle = below / 2 + above / 2;
	return middle > below && middle <= above ? middle : above;
}

/* A column of the question and its canonical form. */
typedef struct shown_column {
	const question_asked *asked;
	const estimate_column *column;
	const estimate_division *division;
	uint32_t *bins; /* [bins] number of each canonical bin in the histogram */
} shown_column;

static double value_at(const shown_column *s, uint32_t code)
{
	return s->asked->source->values[s->asked->codes[code]];
}

/* Bins of the ordered part. */
static size_t intervals_of(const estimate_division *d, const estimate_column *column)
{
	return column->places == 0 ? 0 : d->bins == 1 ? 1 : d->bin[column->places - 1] + 1;
}

/* Edges lie between the values on both sides of a cut. In a negated column the order of intervals is reversed. */
static bool build_edges(hist_column *out, const shown_column *s)
{
	const estimate_column *column = s->column;
	const estimate_division *d = s->division;
	bool back = s->asked->negated;
	size_t interval = 0, last_edge = out->intervals = intervals_of(d, column);
	double last = NAN;
	if (out->intervals == 0)
		return true;
	out->scale.k_init = ESTIMATE_PLACES;
	out->edges = base_array(out->intervals + 1, sizeof *out->edges);
	if (out->edges == NULL)
		return false;
	for (size_t place = 0; place < column->places; place++) {
		if (column->lowest[place] == UINT32_MAX)
			continue;
		double first = value_at(s, column->lowest[place]);
		if (isnan(last))
			out->edges[back ? last_edge : 0] = first;
		for (; interval < d->bin[place]; interval++)
			out->edges[back ? last_edge - interval - 1 : interval + 1] =
				back ? edge_between(first, last) : edge_between(last, first);
		last = value_at(s, column->highest[place]);
	}
	out->edges[back ? 0 : last_edge] = last;
	if (last_edge > 1 &&
	    !(out->edges[last_edge] >
	      out->edges[last_edge - 1])) /* the last interval holds one value, which equals the edge below it */
		out->edges[last_edge] = nextafter(out->edges[last_edge - 1], INFINITY);
	return true;
}

static bool copy_atoms(hist_column *out, const shown_column *s, const uint32_t *order)
{
	const data_column *source = s->asked->source;
	size_t atoms = s->column->atoms;
	if (source->labels == NULL) {
		out->atom_values = base_array(atoms, sizeof *out->atom_values);
		for (size_t a = 0; out->atom_values != NULL && a < atoms; a++)
			out->atom_values[a] = value_at(s, s->column->atom_codes[order[a]]);
		return out->atom_values != NULL;
	}
	const char **labels = base_array(atoms, sizeof *labels);
	for (size_t a = 0; labels != NULL && a < atoms; a++)
		labels[a] = source->labels[s->asked->codes[s->column->atom_codes[order[a]]]];
	if (labels != NULL)
		out->atom_labels = base_strings_copy(labels, atoms);
	free(labels);
	return out->atom_labels != NULL;
}

/* The atoms in the order of the source. */
static bool order_atoms(uint32_t *order, const shown_column *s)
{
	size_t distinct = s->asked->source->distinct, next = 0;
	uint32_t *atoms = base_array(distinct, sizeof *atoms);
	if (atoms == NULL)
		return false;
	for (size_t code = 0; code < distinct; code++)
		atoms[code] = UINT32_MAX;
	for (size_t a = 0; a < s->column->atoms; a++)
		atoms[s->asked->codes[s->column->atom_codes[a]]] = (uint32_t)a;
	for (size_t code = 0; code < distinct; code++)
		if (atoms[code] != UINT32_MAX)
			order[next++] = atoms[code];
	free(atoms);
	return true;
}

/* Numbers the bins: intervals in the order of their values, groups by their first atom. */
static void name_bins(const shown_column *s, const uint32_t *order)
{
	const estimate_division *d = s->division;
	size_t intervals = intervals_of(d, s->column), next = intervals;
	for (size_t b = 0; b < d->bins; b++)
		s->bins[b] = b >= intervals ? UINT32_MAX : (uint32_t)(s->asked->negated ? intervals - 1 - b : b);
	for (size_t a = 0; a < s->column->atoms; a++) {
		uint32_t *name = &s->bins[d->bin[s->column->places + order[a]]];
		if (*name == UINT32_MAX)
			*name = (uint32_t)next++;
	}
}

static bool build_atoms(hist_column *out, const shown_column *s)
{
	size_t atoms = s->column->atoms;
	uint32_t *order = base_array(atoms, sizeof *order);
	out->atoms = atoms;
	out->atom_bins = base_array(atoms, sizeof *out->atom_bins);
	bool done = order != NULL && out->atom_bins != NULL && order_atoms(order, s);
	if (done) {
		name_bins(s, order);
		for (size_t a = 0; a < atoms; a++)
			out->atom_bins[a] = s->bins[s->division->bin[s->column->places + order[a]]];
		done = copy_atoms(out, s, order);
	}
	free(order);
	return done;
}

static bool build_column(hist_column *out, const shown_column *s, size_t most)
{
	out->type = s->asked->source->type;
	out->unit = (int32_t)s->asked->source->unit;
	out->k_max = s->column->places > 0 ? most : 0;
	out->name = base_string_copy(s->asked->source->name);
	return out->name != NULL && build_edges(out, s) && build_atoms(out, s) && hist_column_finish(out);
}

static mixmi_status build_cells(mixmi_histogram *histogram, const shown_column *shown, const estimate_grid *grid)
{
	static const int none[3] = { 0, 0, 0 };
	size_t columns = histogram->column_count;
	estimate_counts all;
	bool done = estimate_counts_init(&all, grid, none);
	uint32_t *bins = done ? base_array(all.all.cells, columns * sizeof *bins) : NULL;
	mixmi_status status = bins != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK) {
		for (size_t i = 0; i < all.all.cells; i++)
			for (size_t j = 0; j < columns; j++) {
				const estimate_division *d = shown[j].division;
				const uint32_t *symbols = all.symbols + (d->bins > 1 ? shown[j].asked->place * all.all.cells : 0);
				bins[i * columns + j] = shown[j].bins[d->bins > 1 ? d->bin[symbols[i]] : 0];
			}
		status = hist_model_set_cells(histogram, bins, all.all.counts, all.all.cells);
	}
	free(bins);
	estimate_counts_clear(&all);
	return status;
}

/* Code lengths of the grid in the fields for those of a density. */
static bool set_scores(mixmi_histogram *histogram, const estimate_grid *grid, const estimate_costs *costs)
{
	double bins[3];
	histogram->score_cuts = 0;
	for (size_t j = 0; j < grid->ranks->column_count; j++)
		histogram->score_cuts += grid->divisions[j].said;
	estimate_grid_bins(bins, grid);
	histogram->score_complexity = estimate_penalty(costs, bins);
	return estimate_data_bits(&histogram->score_data, grid, &costs->xlogx);
}

static mixmi_status build(mixmi_histogram *histogram, shown_column *shown, const estimate_grid *grid,
                          const estimate_costs *costs, const question_canonical *canonical, const question_ready *q)
{
	bool done = true;
	uint32_t zero = 0;
	const estimate_column single = { .atoms = 1, .symbols = 1, .atom_codes = &zero }; /* of a constant column of Z */
	const estimate_division whole = { .bins = 1, .bin = &zero };
	histogram->kind = HIST_DEPENDENCE;
	for (size_t j = 0; done && j < q->count; j++) {
		const question_asked *asked = question_asked_column(canonical, &q->table->columns[q->columns[j]]);
		bool constant = asked->place == QUESTION_NOWHERE;
		const estimate_division *d = constant ? &whole : &grid->divisions[asked->place];
		shown[j] = (shown_column){ asked, constant ? &single : &grid->ranks->columns[asked->place], d,
			                       base_array(d->bins, sizeof *shown->bins) };
		done = shown[j].bins != NULL && build_column(&histogram->columns[j], &shown[j], costs->most);
	}
	mixmi_status status = done ? build_cells(histogram, shown, grid) : base_error_memory();
	return status == MIXMI_OK && !set_scores(histogram, grid, costs) ? base_error_memory() : status;
}

mixmi_status estimate_picture(mixmi_histogram **out, const estimate_grid *grid, const estimate_costs *costs,
                              const question_canonical *canonical, const question_ready *q,
                              const mixmi_options *options)
{
	shown_column *shown = base_array_zero(q->count, sizeof *shown);
	mixmi_histogram *histogram = hist_model_new(q->count);
	mixmi_status status =
		shown != NULL && histogram != NULL ? build(histogram, shown, grid, costs, canonical, q) : base_error_memory();
	for (size_t j = 0; shown != NULL && j < q->count; j++)
		free(shown[j].bins);
	free(shown);
	if (status != MIXMI_OK) {
		mixmi_histogram_free(histogram);
		return status;
	}
	histogram->rows_dropped = canonical->rows_dropped;
	histogram->rounds = grid->rounds;
	histogram->converged = grid->converged;
	histogram->preset = options->preset;
	*out = histogram;
	return MIXMI_OK;
}
