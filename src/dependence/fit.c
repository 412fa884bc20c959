/* The steps of a fit, and its grid as a histogram. */
#include "dependence/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "dependence/polish.h"
#include "histogram/model.h"

/* -------------------------------------------------------------------------------------------- histogram */

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

static mixmi_status build_histogram(mixmi_histogram **out, const dependence_grid *grid, const dependence_maps *maps,
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

/* --------------------------------------------------------------------------------------------- fitting */

/* Takes out intervals that no row lies in, as a start may have them where values repeat. */
static void drop_empty(dependence_division *d, const dependence_column *column)
{
	size_t kept = 0, step = 0;
	for (size_t i = 0; i < d->intervals; i++) {
		bool empty = true;
		for (; step < d->ends[i]; step++)
			empty = empty && column->lowest[step] == UINT32_MAX;
		if (!empty)
			d->ends[kept++] = d->ends[i];
	}
	d->ends[kept - 1] = DEPENDENCE_ALL_STEPS; /* the ordered part has rows */
	d->intervals = kept;
}

static bool is_divided(const dependence_grid *grid, const dependence_ranks *ranks, dependence_role role)
{
	for (size_t j = 0; j < grid->column_count; j++)
		if (ranks->columns[j].role == role && dependence_division_bins(&grid->divisions[j]) > 1)
			return true;
	return false;
}

/* Takes over what one side and Z look like by themselves, where that is finer. */
static mixmi_status look_at_side(dependence_grid *grid, const dependence_ranks *ranks, const dependence_costs *costs,
                                 dependence_role role, const mixmi_options *options)
{
	dependence_grid side;
	mixmi_status status = dependence_search(&side, ranks, costs, 1 << role | DEPENDENCE_IN_Z, options);
	if (status != MIXMI_OK)
		return status;
	for (size_t j = 0; j < ranks->column_count; j++) {
		dependence_division *d = &side.divisions[j];
		if (dependence_division_bins(d) <= dependence_division_bins(&grid->divisions[j]))
			continue;
		if (d->intervals > 1)
			drop_empty(d, &ranks->columns[j]);
		dependence_division_copy(&grid->divisions[j], d, &ranks->columns[j]);
	}
	dependence_grid_clear(&side);
	return MIXMI_OK;
}

static bool copy_grid(dependence_grid *to, const dependence_grid *from, const dependence_ranks *ranks)
{
	*to = *from;
	to->divisions = base_array_zero(from->column_count, sizeof *to->divisions);
	bool done = to->divisions != NULL;
	if (!done)
		to->column_count = 0;
	for (size_t j = 0; done && j < from->column_count; j++) {
		done = dependence_division_init(&to->divisions[j], &ranks->columns[j]);
		if (done)
			dependence_division_copy(&to->divisions[j], &from->divisions[j], &ranks->columns[j]);
	}
	return done;
}

/* The shortest code may leave Z in one bin where X tells all that Z tells of Y; what is left of their dependence given Z
 * would then be counted in full. So unless X, Y and Z are all divided, they get the bins at least that Z shows with X alone
 * and with Y alone. */
static mixmi_status estimate_given_z(dependence_estimate *estimate, const dependence_grid *grid,
                                     const dependence_ranks *ranks, const dependence_costs *costs,
                                     const mixmi_options *options)
{
	bool has_z = false;
	for (size_t j = 0; j < ranks->column_count; j++)
		has_z = has_z || ranks->columns[j].role == DEPENDENCE_Z;
	bool divided = is_divided(grid, ranks, DEPENDENCE_X) && is_divided(grid, ranks, DEPENDENCE_Y) &&
	               is_divided(grid, ranks, DEPENDENCE_Z);
	if (!has_z || divided)
		return dependence_estimate_grid(estimate, grid, ranks, costs) ? MIXMI_OK : base_error_memory();
	dependence_grid finer;
	mixmi_status status = copy_grid(&finer, grid, ranks) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = look_at_side(&finer, ranks, costs, DEPENDENCE_X, options);
	if (status == MIXMI_OK)
		status = look_at_side(&finer, ranks, costs, DEPENDENCE_Y, options);
	if (status == MIXMI_OK && !dependence_estimate_grid(estimate, &finer, ranks, costs))
		status = base_error_memory();
	dependence_grid_clear(&finer);
	return status;
}

static mixmi_status finish(dependence_estimate *estimate, mixmi_histogram **histogram, dependence_grid *grid,
                           const dependence_ranks *ranks, const dependence_costs *costs, const mixmi_options *options)
{
	dependence_maps maps = { 0 };
	if (!dependence_polish(grid, ranks, &costs->xlogx))
		return base_error_memory();
	for (size_t j = 0; j < ranks->column_count; j++)
		if (grid->divisions[j].intervals > 1)
			drop_empty(&grid->divisions[j], &ranks->columns[j]);
	mixmi_status status = estimate_given_z(estimate, grid, ranks, costs, options);
	if (histogram == NULL || status != MIXMI_OK)
		return status;
	if (dependence_maps_init(&maps, ranks, true)) {
		for (size_t j = 0; j < ranks->column_count; j++)
			dependence_maps_set(&maps, j, &grid->divisions[j]);
		status = build_histogram(histogram, grid, &maps, costs, options);
	} else {
		status = base_error_memory();
	}
	dependence_maps_clear(&maps);
	return status;
}

/* Options of densities that would go unheard here. */
static mixmi_status check_options(const mixmi_options *options)
{
	mixmi_options usual;
	base_options_settle(&usual, NULL);
	const char *unheard = options->k_init != usual.k_init                 ? "k-init"
	                      : options->k_init_factor != usual.k_init_factor ? "k-init-factor"
	                                                                      : NULL;
	if (unheard == NULL)
		return MIXMI_OK;
	return base_error(
		MIXMI_ERROR_USAGE,
		"option %s has no effect with preset robust, which cuts at %d fixed shares of the rows; it belongs to "
		"preset paper",
		unheard, DEPENDENCE_PLACES);
}

mixmi_status dependence_fit(dependence_estimate *estimate, mixmi_histogram **histogram, const mixmi_table *table,
                            const size_t *columns, const dependence_role *roles, size_t column_count,
                            const mixmi_options *options)
{
	dependence_ranks ranks;
	dependence_costs costs;
	dependence_grid grid;
	memset(estimate, 0, sizeof *estimate);
	mixmi_status status = check_options(options);
	if (status == MIXMI_OK)
		status = dependence_ranks_init(&ranks, table, columns, roles, column_count, options);
	if (status != MIXMI_OK)
		return status;
	if (dependence_costs_init(&costs, ranks.rows, options, dependence_runs_parallel(&ranks))) {
		status = dependence_search(&grid, &ranks, &costs, DEPENDENCE_IN_ALL, options);
		if (status == MIXMI_OK) {
			status = finish(estimate, histogram, &grid, &ranks, &costs, options);
			dependence_grid_clear(&grid);
		}
	} else {
		status = base_error_memory();
	}
	dependence_costs_clear(&costs);
	dependence_ranks_clear(&ranks);
	return status;
}
