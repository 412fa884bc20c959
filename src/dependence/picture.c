/* The grid as a histogram: values at its cuts, atoms with their groups, and its cells. */
#include "dependence/picture.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "histogram/model.h"

/* A value that tells apart two neighbouring ones: above the first, not above the second. */
static double edge_between(double below, double above)
{
	double middle = below / 2 + above / 2;
	return middle > below && middle <= above ? middle : above;
}

/* Edges of the intervals from the values on both sides of each cut. */
static bool build_edges(hist_column *out, const dependence_column *column, const dependence_division *d)
{
	const data_column *source = column->source;
	out->intervals = d->intervals;
	if (d->intervals == 0)
		return true;
	out->scale.k_init = DEPENDENCE_PLACES;
	out->edges = base_array(d->intervals + 1, sizeof *out->edges);
	if (out->edges == NULL)
		return false;
	size_t interval = 0;
	double last = NAN;
	for (size_t s = 0; s < DEPENDENCE_ALL_STEPS; s++) {
		if (column->lowest[s] == UINT32_MAX)
			continue;
		double first = source->values[column->lowest[s]];
		if (isnan(last))
			out->edges[0] = first;
		while (s >= d->ends[interval])
			out->edges[++interval] = edge_between(last, first);
		last = source->values[column->highest[s]];
	}
	out->edges[d->intervals] = last;
	return true;
}

static bool build_atoms(hist_column *out, const dependence_column *column, const dependence_division *d)
{
	const data_column *source = column->source;
	out->atoms = column->atoms;
	out->atom_bins = base_array(column->atoms, sizeof *out->atom_bins);
	bool done = out->atom_bins != NULL;
	for (size_t a = 0; done && a < column->atoms; a++)
		out->atom_bins[a] = d->whole ? 0 : (uint32_t)d->intervals + d->group[a];
	if (source->labels == NULL) {
		out->atom_values = base_array(column->atoms, sizeof *out->atom_values);
		for (size_t a = 0; out->atom_values != NULL && a < column->atoms; a++)
			out->atom_values[a] = source->values[column->atom_codes[a]];
		return done && out->atom_values != NULL;
	}
	const char **labels = base_array(column->atoms, sizeof *labels);
	for (size_t a = 0; labels != NULL && a < column->atoms; a++)
		labels[a] = source->labels[column->atom_codes[a]];
	if (labels != NULL)
		out->atom_labels = base_strings_copy(labels, column->atoms);
	free(labels);
	return done && out->atom_labels != NULL;
}

static bool build_column(hist_column *out, const dependence_column *column, const dependence_division *d, size_t most)
{
	out->type = column->source->type;
	out->k_max = column->places > 0 ? most : 0;
	out->name = base_string_copy(column->source->name);
	return out->name != NULL && build_edges(out, column, d) && build_atoms(out, column, d) && hist_column_finish(out);
}

static mixmi_status build_cells(mixmi_histogram *histogram, const dependence_maps *maps)
{
	size_t columns = maps->ranks->column_count;
	dependence_margin all;
	bool done = dependence_margin_init(&all, maps, DEPENDENCE_IN_ALL);
	uint32_t *bins = done ? base_array(all.cells, columns * sizeof *bins) : NULL;
	mixmi_status status = bins != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK) {
		for (size_t i = 0; i < maps->ranks->fine.count; i++)
			for (size_t j = 0; j < columns; j++)
				bins[all.ids[i] * columns + j] = maps->bins[j][maps->ranks->columns[j].steps[i]];
		status = hist_model_set_cells(histogram, bins, all.rows, all.cells);
	}
	free(bins);
	dependence_margin_clear(&all);
	return status;
}

static mixmi_status build(mixmi_histogram **out, const dependence_grid *grid, const dependence_maps *maps,
                          const dependence_costs *costs, const mixmi_options *options)
{
	const dependence_ranks *ranks = maps->ranks;
	mixmi_histogram *histogram = hist_model_new(ranks->column_count);
	bool done = histogram != NULL;
	double bins[3] = { 1, 1, 1 }, data = 0, cuts = 0;
	if (done)
		histogram->kind = HIST_DEPENDENCE;
	for (size_t j = 0; done && j < ranks->column_count; j++) {
		done = build_column(&histogram->columns[j], &ranks->columns[j], &grid->divisions[j], costs->most);
		cuts += grid->divisions[j].cut_bits;
		bins[ranks->columns[j].role] *= (double)maps->counts[j];
	}
	done = done && dependence_data_bits(&data, maps, &costs->xlogx);
	mixmi_status status = done ? build_cells(histogram, maps) : base_error_memory();
	if (status != MIXMI_OK) {
		mixmi_histogram_free(histogram);
		return status;
	}
	histogram->score_data = data; /* in place of those of a density */
	histogram->score_complexity = dependence_penalty(costs, bins);
	histogram->score_cuts = cuts;
	histogram->rows_dropped = ranks->rows_dropped;
	histogram->rounds = grid->rounds;
	histogram->converged = grid->converged;
	histogram->preset = options->preset;
	*out = histogram;
	return MIXMI_OK;
}

mixmi_status dependence_picture(mixmi_histogram **out, const dependence_grid *grid, const dependence_ranks *ranks,
                                const dependence_costs *costs, const mixmi_options *options)
{
	dependence_maps maps = { 0 };
	bool done = dependence_maps_init(&maps, ranks, true);
	for (size_t j = 0; done && j < ranks->column_count; j++)
		dependence_maps_set(&maps, j, &grid->divisions[j]);
	mixmi_status status = done ? build(out, grid, &maps, costs, options) : base_error_memory();
	dependence_maps_clear(&maps);
	return status;
}
