/* The grid as a histogram: values at its cuts, atoms with their groups, and its cells. */
#include "estimate/picture.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "histogram/model.h"

/* A value between two neighbouring ones: above the first, not above the second. */
static double edge_between(double below, double above)
{
	double middle = below / 2 + above / 2;
	return middle > below && middle <= above ? middle : above;
}

/* One column of the picture: canonical on one side, as asked for on the other. */
typedef struct sitter {
	const estimate_asked *asked;
	const estimate_column *column;
	const estimate_division *division;
	uint32_t *bins; /* [bins] what each canonical bin is called in the picture */
} sitter;

static double value_at(const sitter *s, uint32_t code)
{
	return s->asked->source->values[s->asked->codes[code]];
}

/* Edges from the values on both sides of each cut. In a column that was reversed the last interval comes first. */
static bool build_edges(hist_column *out, const sitter *s)
{
	const estimate_column *column = s->column;
	const estimate_division *d = s->division;
	bool back = s->asked->negated;
	out->intervals = d->intervals;
	if (d->intervals == 0)
		return true;
	out->scale.k_init = ESTIMATE_PLACES;
	out->edges = base_array(d->intervals + 1, sizeof *out->edges);
	if (out->edges == NULL)
		return false;
	size_t interval = 0, last_edge = d->intervals;
	double last = NAN;
	for (size_t step = 0; step < ESTIMATE_ALL_STEPS; step++) {
		if (column->lowest[step] == UINT32_MAX)
			continue;
		double first = value_at(s, column->lowest[step]);
		if (isnan(last))
			out->edges[back ? last_edge : 0] = first;
		while (step >= d->ends[interval]) {
			interval++;
			out->edges[back ? last_edge - interval : interval] =
				back ? edge_between(first, last) : edge_between(last, first);
		}
		last = value_at(s, column->highest[step]);
	}
	out->edges[back ? 0 : last_edge] = last;
	if (last_edge > 1 && !(out->edges[last_edge] > out->edges[last_edge - 1])) /* one value, next to the one below */
		out->edges[last_edge] = nextafter(out->edges[last_edge - 1], INFINITY);
	return true;
}

static bool copy_atoms(hist_column *out, const sitter *s, const uint32_t *order)
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

/* The atoms in the order that the source has them in. */
static bool order_atoms(uint32_t *order, const sitter *s)
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

/* Names the bins: intervals in the order of their values, groups by their first atom. */
static void name_bins(const sitter *s, const uint32_t *order)
{
	const estimate_division *d = s->division;
	size_t bins = estimate_division_bins(d), next = d->intervals;
	for (size_t b = 0; b < bins; b++)
		s->bins[b] = UINT32_MAX;
	for (size_t i = 0; i < d->intervals; i++)
		s->bins[i] = (uint32_t)(s->asked->negated ? d->intervals - 1 - i : i);
	for (size_t a = 0; !d->whole && a < s->column->atoms; a++) {
		uint32_t *name = &s->bins[d->intervals + d->group[order[a]]];
		if (*name == UINT32_MAX)
			*name = (uint32_t)next++;
	}
	if (d->whole)
		s->bins[0] = 0;
}

static bool build_atoms(hist_column *out, const sitter *s)
{
	const estimate_division *d = s->division;
	size_t atoms = s->column->atoms;
	uint32_t *order = base_array(atoms, sizeof *order);
	out->atoms = atoms;
	out->atom_bins = base_array(atoms, sizeof *out->atom_bins);
	bool done = order != NULL && out->atom_bins != NULL && order_atoms(order, s);
	if (done) {
		name_bins(s, order);
		for (size_t a = 0; a < atoms; a++)
			out->atom_bins[a] = d->whole ? 0 : s->bins[d->intervals + d->group[order[a]]];
		done = copy_atoms(out, s, order);
	}
	free(order);
	return done;
}

static bool build_column(hist_column *out, const sitter *s, size_t most)
{
	out->type = s->asked->source->type;
	out->unit = (int32_t)s->asked->source->unit;
	out->k_max = s->column->places > 0 ? most : 0;
	out->name = base_string_copy(s->asked->source->name);
	return out->name != NULL && build_edges(out, s) && build_atoms(out, s) && hist_column_finish(out);
}

static mixmi_status build_cells(mixmi_histogram *histogram, const sitter *sitters, const estimate_maps *maps)
{
	size_t columns = histogram->column_count;
	estimate_cells all;
	bool done = estimate_cells_init(&all, maps);
	uint32_t *bins = done ? base_array(all.count, columns * sizeof *bins) : NULL;
	mixmi_status status = bins != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK) {
		for (size_t i = 0; i < all.count; i++)
			for (size_t j = 0; j < columns; j++)
				bins[i * columns + j] = sitters[j].bins[all.bins[sitters[j].asked->place][i]];
		status = hist_model_set_cells(histogram, bins, all.rows, all.count);
	}
	free(bins);
	estimate_cells_clear(&all);
	return status;
}

static bool sitters_init(sitter *sitters, const estimate_grid *grid, const estimate_ranks *ranks,
                         const estimate_canonical *canonical)
{
	bool done = true;
	for (size_t j = 0; done && j < canonical->asked_count; j++) {
		size_t place = canonical->asked[j].place;
		const estimate_division *d = &grid->divisions[place];
		sitters[j] = (sitter){ &canonical->asked[j], &ranks->columns[place], d,
			                   base_array(estimate_division_bins(d), sizeof *sitters->bins) };
		done = sitters[j].bins != NULL;
	}
	return done;
}

/* Code lengths in place of those of a density. */
static bool set_scores(mixmi_histogram *histogram, const estimate_grid *grid, const estimate_maps *maps,
                       const estimate_costs *costs)
{
	double bins[3] = { 1, 1, 1 };
	for (size_t j = 0; j < maps->ranks->column_count; j++) {
		histogram->score_cuts += grid->divisions[j].cut_bits;
		bins[maps->ranks->columns[j].role] *= (double)maps->counts[j];
	}
	histogram->score_complexity = estimate_penalty(costs, bins);
	return estimate_data_bits(&histogram->score_data, maps, &costs->xlogx);
}

static mixmi_status build(mixmi_histogram **out, const estimate_grid *grid, const estimate_maps *maps,
                          const estimate_costs *costs, const estimate_canonical *canonical)
{
	size_t columns = canonical->asked_count;
	sitter *sitters = base_array_zero(columns, sizeof *sitters);
	mixmi_histogram *histogram = hist_model_new(columns);
	bool done = sitters != NULL && histogram != NULL && sitters_init(sitters, grid, maps->ranks, canonical);
	if (done)
		histogram->kind = HIST_DEPENDENCE;
	for (size_t j = 0; done && j < columns; j++)
		done = build_column(&histogram->columns[j], &sitters[j], costs->most);
	mixmi_status status = done ? build_cells(histogram, sitters, maps) : base_error_memory();
	if (status == MIXMI_OK && !set_scores(histogram, grid, maps, costs))
		status = base_error_memory();
	for (size_t j = 0; sitters != NULL && j < columns; j++)
		free(sitters[j].bins);
	free(sitters);
	if (status == MIXMI_OK)
		*out = histogram;
	else
		mixmi_histogram_free(histogram);
	return status;
}

mixmi_status estimate_picture(mixmi_histogram **out, const estimate_grid *grid, const estimate_ranks *ranks,
                              const estimate_costs *costs, const estimate_canonical *canonical,
                              const mixmi_options *options)
{
	estimate_maps maps = { 0 };
	bool done = estimate_maps_init(&maps, ranks, true);
	for (size_t j = 0; done && j < ranks->column_count; j++)
		estimate_maps_set(&maps, j, &grid->divisions[j]);
	mixmi_status status = done ? build(out, grid, &maps, costs, canonical) : base_error_memory();
	if (status == MIXMI_OK) {
		(*out)->rows_dropped = canonical->rows_dropped;
		(*out)->rounds = grid->rounds;
		(*out)->converged = grid->converged;
		(*out)->preset = options->preset;
	}
	estimate_maps_clear(&maps);
	return status;
}
