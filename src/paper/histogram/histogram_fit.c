/* Fitting: candidate grid, search, and construction of the histogram. */
#include "paper/histogram/histogram_fit.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"
#include "data/survival.h"
#include "paper/cells/cell_numbers.h"
#include "paper/histogram/even_bins.h"
#include "paper/histogram/histogram_search.h"
#include "paper/histogram/model.h"

static bool copy_atoms(hist_column *out, const hist_grid_column *from)
{
	const data_column *source = from->source;
	out->atoms = from->atoms;
	if (source->labels == NULL) {
		out->atom_values = base_array(from->atoms, sizeof *out->atom_values);
		for (size_t a = 0; out->atom_values != NULL && a < from->atoms; a++)
			out->atom_values[a] = source->values[from->atom_codes[a]];
		return out->atom_values != NULL;
	}
	const char **labels = base_array(from->atoms, sizeof *labels);
	for (size_t a = 0; labels != NULL && a < from->atoms; a++)
		labels[a] = source->labels[from->atom_codes[a]];
	if (labels != NULL)
		out->atom_labels = base_strings_copy(labels, from->atoms);
	free(labels);
	return out->atom_labels != NULL;
}

static bool copy_cuts(hist_column *out, const hist_grid_column *from, const hist_segmentation *segmentation)
{
	out->cuts = base_array(out->intervals + 1, sizeof *out->cuts);
	if (out->cuts == NULL)
		return false;
	out->cuts[0] = 0;
	for (size_t i = 0; i < out->intervals; i++)
		out->cuts[i + 1] = from->starts[segmentation->ends[i]];
	return true;
}

static bool copy_edges(hist_column *out, const hist_grid_column *from, const hist_segmentation *segmentation)
{
	out->edges = base_array(out->intervals + 1, sizeof *out->edges);
	if (out->edges == NULL)
		return false;
	out->edges[0] = from->edges[0];
	for (size_t i = 0; i < out->intervals; i++)
		out->edges[i + 1] = from->edges[from->starts[segmentation->ends[i]]];
	return true;
}

static bool build_column(hist_column *out, const hist_grid_column *from, const hist_segmentation *segmentation)
{
	out->type = from->source->type;
	out->unit = (int32_t)from->source->unit;
	out->scale = from->scale;
	out->k_max = from->k_max;
	out->intervals = segmentation->intervals;
	out->name = base_string_copy(from->source->name);
	if (out->name == NULL || !copy_atoms(out, from))
		return false;
	bool done = true;
	if (out->intervals > 0 && from->edges != NULL)
		done = copy_edges(out, from, segmentation);
	else if (out->intervals > 0)
		done = copy_cuts(out, from, segmentation);
	return done && hist_column_finish(out);
}

/* Merges tuples with the same bins in all columns into cells. */
static bool merge_tuples(uint32_t *bins, uint64_t *counts, size_t *cells, const hist_grid *grid,
                         const hist_search *search, uint32_t *ids, cells_coordinate *coordinates, uint32_t *maps)
{
	size_t columns = grid->column_count;
	uint32_t *map = maps;
	for (size_t j = 0; j < columns; j++) {
		const hist_grid_column *column = &grid->columns[j];
		hist_bins_of_symbols(map, column, &search->segmentations[j]);
		coordinates[j] =
			(cells_coordinate){ column->symbols, 1, map, search->segmentations[j].intervals + column->atoms };
		map += column->groups + column->atoms;
	}
	if (!cells_rank(ids, cells, coordinates, columns, grid->tuples))
		return false;
	for (size_t i = 0; i < grid->tuples; i++) {
		counts[ids[i]] += grid->counts[i];
		for (size_t j = 0; j < columns; j++)
			bins[ids[i] * columns + j] = coordinates[j].map[coordinates[j].codes[i]];
	}
	return true;
}

static mixmi_status build_cells(mixmi_histogram *histogram, const hist_grid *grid, const hist_search *search)
{
	size_t symbols = 0, cells = 0;
	for (size_t j = 0; j < grid->column_count; j++)
		symbols += grid->columns[j].groups + grid->columns[j].atoms;
	uint32_t *maps = base_array(symbols, sizeof *maps);
	uint32_t *ids = base_array(grid->tuples, sizeof *ids);
	uint32_t *bins = base_array(grid->tuples * grid->column_count, sizeof *bins);
	uint64_t *counts = base_array_zero(grid->tuples, sizeof *counts);
	cells_coordinate *coordinates = base_array(grid->column_count, sizeof *coordinates);
	mixmi_status status = MIXMI_OK;
	if (maps == NULL || ids == NULL || bins == NULL || counts == NULL || coordinates == NULL ||
	    !merge_tuples(bins, counts, &cells, grid, search, ids, coordinates, maps))
		status = base_error_memory();
	else
		status = hist_model_set_cells(histogram, bins, counts, cells);
	free(maps);
	free(ids);
	free(bins);
	free(counts);
	free(coordinates);
	return status;
}

static mixmi_status build_histogram(mixmi_histogram **out, const hist_grid *grid, const hist_search *search,
                                    const mixmi_options *options)
{
	mixmi_histogram *histogram = hist_model_new(grid->column_count);
	bool done = histogram != NULL;
	for (size_t j = 0; done && j < grid->column_count; j++)
		done = build_column(&histogram->columns[j], &grid->columns[j], &search->segmentations[j]);
	mixmi_status status = done ? build_cells(histogram, grid, search) : base_error_memory();
	if (status != MIXMI_OK) {
		mixmi_histogram_free(histogram);
		return status;
	}
	histogram->rows_dropped = grid->rows_dropped;
	histogram->rounds = search->rounds;
	histogram->converged = search->converged;
	histogram->preset = options->preset;
	*out = histogram;
	return MIXMI_OK;
}

static mixmi_status check_grid(const hist_grid *grid)
{
	double cells = 1;
	for (size_t j = 0; j < grid->column_count; j++)
		cells *= (double)(grid->columns[j].atoms + (grid->columns[j].groups > 0));
	if (cells <= HIST_MAX_GRID_CELLS)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_LIMIT, "the grid of these %zu columns has more than %g cells", grid->column_count,
	                  HIST_MAX_GRID_CELLS);
}

/* L(D, M) with widths relative to each column's range, for comparing fits: it does not depend on the units of columns.
 * Candidates must have edges. */
static double relative_score(const mixmi_histogram *histogram, const hist_grid *grid, const hist_search *search)
{
	double bits = histogram->score_complexity + histogram->score_cuts, n = (double)histogram->rows;
	for (size_t i = 0; i < histogram->cells; i++) {
		double c = (double)histogram->counts[i];
		bits -= c * log2(c / n);
	}
	for (size_t j = 0; j < grid->column_count; j++) {
		const hist_grid_column *column = &grid->columns[j];
		const hist_segmentation *cuts = &search->segmentations[j];
		for (size_t b = 0; b < cuts->intervals; b++) {
			size_t pair = hist_grid_pair(column->groups, b > 0 ? cuts->ends[b - 1] : 0, cuts->ends[b]);
			bits += (double)histogram->columns[j].counts[b] * column->widths[pair];
		}
	}
	return bits;
}

/* `score` may be NULL. */
static mixmi_status fit_from(mixmi_histogram **out, double *score, const hist_grid *grid, const hist_start *start,
                             const mixmi_options *options)
{
	hist_search search;
	mixmi_status status = hist_search_run(&search, grid, start, options);
	if (status != MIXMI_OK)
		return status;
	status = build_histogram(out, grid, &search, options);
	if (status == MIXMI_OK && score != NULL)
		*score = relative_score(*out, grid, &search);
	hist_search_clear(&search);
	return status;
}

/* Whether a start with this many bins is useful: only if there are at least two columns whose dependence a search from
 * one bin could miss, and enough rows to show it. */
static bool is_useful(const hist_grid *grid, size_t bins)
{
	size_t continuous = 0;
	double cells = 1;
	for (size_t j = 0; j < grid->column_count; j++) {
		const hist_grid_column *column = &grid->columns[j];
		continuous += column->groups > 1;
		cells *= (double)((column->groups > 0 ? bins : 0) + column->atoms);
	}
	return continuous >= 2 && cells <= (double)grid->rows;
}

/* The best of several searches; in case of a tie the first. */
static mixmi_status fit_from_several(mixmi_histogram **out, const hist_grid *grid, const mixmi_options *options)
{
	static const size_t bins[] = { 1, 2, 3, 5, 8 };
	enum { STARTS = sizeof bins / sizeof *bins };
	mixmi_status status = MIXMI_OK;
	double least = INFINITY;
	for (size_t i = 0; status == MIXMI_OK && i < STARTS; i++) {
		hist_start start = { bins[i], (double)i / STARTS, (double)(i + 1) / STARTS };
		if (bins[i] > 1 && !is_useful(grid, bins[i]))
			break;
		mixmi_histogram *histogram;
		double score;
		status = fit_from(&histogram, &score, grid, &start, options);
		if (status != MIXMI_OK)
			break;
		bool better = score < least;
		mixmi_histogram_free(better ? *out : histogram);
		*out = better ? histogram : *out;
		least = better ? score : least;
	}
	if (status != MIXMI_OK) {
		mixmi_histogram_free(*out);
		*out = NULL;
	}
	return status;
}

mixmi_status hist_fit_grid(mixmi_histogram **out, const hist_grid *grid, const mixmi_options *options)
{
	static const hist_start whole = { 1, 0, 1 };
	*out = NULL;
	mixmi_status status = check_grid(grid);
	if (status != MIXMI_OK)
		return status;
	return options->preset == MIXMI_PRESET_DEFAULT ? fit_from_several(out, grid, options)
	                                               : fit_from(out, NULL, grid, &whole, options);
}

mixmi_status mixmi_histogram_fit(mixmi_histogram **out, const mixmi_table *table, const size_t *columns,
                                 size_t column_count, const mixmi_options *options)
{
	*out = NULL;
	mixmi_options settled;
	base_watch watch;
	base_watch_settle(&watch, &settled, options);
	hist_grid grid;
	mixmi_status status = data_refuse_censored(table, columns, column_count, "they have no histogram");
	if (status != MIXMI_OK)
		return status;
	status = hist_grid_init(&grid, table, columns, column_count, &settled);
	if (status != MIXMI_OK)
		return status;
	status = hist_fit_grid(out, &grid, &settled);
	if (status == MIXMI_OK && column_count == 1 && settled.preset == MIXMI_PRESET_DEFAULT)
		status = hist_even_bins(out, &table->columns[columns[0]], &settled);
	hist_grid_clear(&grid);
	return status;
}
