/* Converts table columns to symbols. The count of a value among the used rows decides whether it is an atom. The other
 * values are assigned to candidate bins in one pass over sorted values and edges. */
#include "paper/histogram/candidate_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/atoms.h"
#include "paper/cells/tuples.h"
#include "paper/histogram/candidates.h"
#include "paper/question/rows.h"

static size_t bins_by_factor(double factor, size_t rows)
{
	double bins = ceil(factor * log((double)rows));
	return bins < 1 ? 1 : (size_t)bins;
}

/* Candidate edges based on the continuous values. */
static bool set_edges(hist_grid_column *column, const uint32_t *symbol, const uint32_t *counts, size_t k_init)
{
	const data_column *source = column->source;
	size_t found = 0, bins = 0;
	const hist_recording recording = hist_recording_of(source->step, source->unit != DATA_PLAIN);
	double *values = base_array(source->distinct, sizeof *values);
	uint32_t *occur = base_array(source->distinct, sizeof *occur);
	bool done = values != NULL && occur != NULL;
	for (size_t code = 0; done && code < source->distinct; code++) {
		if (symbol[code] != DATA_MARK_ORDERED)
			continue;
		values[found] = source->values[code];
		occur[found++] = counts[code];
	}
	done = done && hist_candidates(&column->edges, &bins, values, occur, found, &recording, k_init);
	column->scale.k_init = bins;
	free(values);
	free(occur);
	return done;
}

/* Candidate bins between the smallest and the largest continuous value. */
static bool set_scale(hist_grid_column *column, const uint32_t *symbol, const uint32_t *counts, size_t rows,
                      const mixmi_options *options)
{
	const data_column *source = column->source;
	size_t first = 0, last = source->distinct;
	while (first < last && symbol[first] != DATA_MARK_ORDERED)
		first++;
	while (last > first && symbol[last - 1] != DATA_MARK_ORDERED)
		last--;
	if (first == last)
		return true;
	size_t k_init = options->k_init > 0 ? (size_t)options->k_init : bins_by_factor(options->k_init_factor, rows);
	hist_scale_init(&column->scale, source->values[first], source->values[last - 1], k_init);
	if (options->preset == MIXMI_PRESET_DEFAULT && !set_edges(column, symbol, counts, k_init))
		return false;
	column->k_max = options->k_max > 0 ? (size_t)options->k_max : bins_by_factor(options->k_max_factor, rows);
	if (column->k_max > column->scale.k_init)
		column->k_max = column->scale.k_init;
	return true;
}

static double edge_of(const hist_grid_column *column, size_t index)
{
	return column->edges != NULL ? column->edges[index] : hist_scale_edge(&column->scale, index);
}

/* log2 of the widths of all runs of groups, relative to the range. Scaling the values by a power of two does not change
 * them. */
static bool measure_widths(hist_grid_column *column)
{
	if (column->edges == NULL)
		return true;
	size_t groups = column->groups;
	column->widths = base_array(groups * (groups + 1) / 2, sizeof *column->widths);
	if (column->widths == NULL)
		return false;
	for (size_t start = 0; start < groups; start++) {
		double lower = column->edges[column->starts[start]];
		for (size_t end = start + 1; end <= groups; end++)
			column->widths[hist_grid_pair(groups, start, end)] =
				hist_width_bits(lower, column->edges[column->starts[end]], column->scale.exponent);
	}
	return true;
}

/* Opens the group of candidate bin `bin`, preceded by a group for the empty bins since the last group, if any. */
static void open_group(hist_grid_column *column, size_t previous_end, size_t bin)
{
	if (bin > previous_end)
		column->starts[column->groups++] = (uint32_t)previous_end;
	column->starts[column->groups++] = (uint32_t)bin;
}

/* Assigns every continuous value to the group of its candidate bin. Values are ascending, and therefore bins are. */
static void group_values(hist_grid_column *column, uint32_t *symbol)
{
	const hist_scale *scale = &column->scale;
	size_t bin = 0, end = 0; /* end: number of candidate bins in groups so far */
	double next_edge = edge_of(column, 1);
	for (size_t code = 0; code < column->source->distinct; code++) {
		if (symbol[code] != DATA_MARK_ORDERED)
			continue;
		while (bin + 1 < scale->k_init && column->source->values[code] >= next_edge)
			next_edge = edge_of(column, ++bin + 1);
		if (bin >= end) {
			open_group(column, end, bin);
			end = bin + 1;
		}
		symbol[code] = (uint32_t)column->groups - 1;
	}
	column->starts[column->groups] = (uint32_t)scale->k_init;
}

/* Symbols of atoms follow those of groups. */
static void place_atoms(hist_grid_column *column, uint32_t *symbol)
{
	size_t atom = 0;
	for (size_t code = 0; code < column->source->distinct; code++) {
		if (symbol[code] != DATA_MARK_ATOM)
			continue;
		column->atom_codes[atom] = (uint32_t)code;
		symbol[code] = (uint32_t)(column->groups + atom++);
	}
}

static bool assign_symbols(hist_grid_column *column, uint32_t *symbol, const uint32_t *counts, size_t rows,
                           const mixmi_options *options)
{
	data_atom_rule rule = options->preset == MIXMI_PRESET_PAPER ? data_atoms_frequent(options->atom_threshold)
	                                                            : data_atoms_of_density(options->atom_threshold);
	column->atoms = data_mark_atoms(symbol, column->source, counts, &rule);
	if (!set_scale(column, symbol, counts, rows, options))
		return false;
	column->atom_codes = base_array(column->atoms, sizeof *column->atom_codes);
	column->starts = base_array(column->scale.k_init + 1, sizeof *column->starts);
	if (column->atom_codes == NULL || column->starts == NULL)
		return false;
	if (column->scale.k_init > 0)
		group_values(column, symbol);
	place_atoms(column, symbol);
	return measure_widths(column);
}

/* Computes the symbols of the used rows. */
static bool prepare_column(hist_grid_column *column, const question_complete *rows, const mixmi_options *options)
{
	const data_column *source = column->source;
	uint32_t *owned = NULL;
	uint32_t *symbol = base_array(source->distinct, sizeof *symbol);
	const uint32_t *counts = question_complete_count(&owned, rows, source);
	column->symbols = base_array(rows->count, sizeof *column->symbols);
	bool done = symbol != NULL && counts != NULL && column->symbols != NULL &&
	            assign_symbols(column, symbol, counts, rows->count, options);
	for (size_t i = 0; done && i < rows->count; i++)
		column->symbols[i] = symbol[source->codes[question_complete_at(rows, i)]];
	free(owned);
	free(symbol);
	return done;
}

/* Merges rows with the same symbols in all columns into tuples. */
static bool collapse(hist_grid *grid)
{
	cells_tuples tuples;
	cells_column *columns = base_array(grid->column_count, sizeof *columns);
	if (columns == NULL)
		return false;
	for (size_t j = 0; j < grid->column_count; j++) {
		const hist_grid_column *column = &grid->columns[j];
		columns[j] = (cells_column){ column->symbols, column->groups + column->atoms };
	}
	bool done = cells_merge(&tuples, columns, grid->column_count, grid->rows, NULL);
	for (size_t j = 0; j < grid->column_count; j++)
		grid->columns[j].symbols = columns[j].symbols;
	grid->tuples = tuples.count;
	grid->counts = tuples.rows;
	free(columns);
	return done;
}

/* A column's symbols; if the column is permuted, symbol i is that of row order[i]. */
static uint32_t *ordered_symbols(const hist_grid_column *column, size_t rows, const uint32_t *order)
{
	if (order == NULL)
		return base_array_copy(column->symbols, rows, sizeof *column->symbols);
	uint32_t *symbols = base_array(rows, sizeof *symbols);
	for (size_t i = 0; symbols != NULL && i < rows; i++)
		symbols[i] = column->symbols[order[i]];
	return symbols;
}

mixmi_status hist_grid_merge(hist_grid *merged, const hist_grid *prepared, const bool *moved, const uint32_t *order)
{
	*merged = *prepared;
	merged->borrows = true;
	merged->used = NULL;
	merged->columns = base_array_copy(prepared->columns, prepared->column_count, sizeof *prepared->columns);
	bool done = merged->columns != NULL;
	if (!done)
		merged->column_count = 0;
	for (size_t j = 0; j < merged->column_count; j++) {
		merged->columns[j].symbols = ordered_symbols(&prepared->columns[j], prepared->rows, moved[j] ? order : NULL);
		done = done && merged->columns[j].symbols != NULL;
	}
	if (done && collapse(merged))
		return MIXMI_OK;
	hist_grid_clear(merged);
	return base_error_memory();
}

mixmi_status hist_grid_prepare(hist_grid *grid, const mixmi_table *table, const size_t *columns, size_t column_count,
                               const mixmi_options *options)
{
	memset(grid, 0, sizeof *grid);
	question_complete rows;
	mixmi_status status = question_complete_init(&rows, table, columns, column_count);
	if (status != MIXMI_OK)
		return status;
	grid->rows = grid->tuples = rows.count;
	grid->rows_dropped = rows.dropped;
	grid->used = rows.used; /* from here on owned by the grid */
	grid->columns = base_array_zero(column_count, sizeof *grid->columns);
	bool done = grid->columns != NULL;
	if (done)
		grid->column_count = column_count;
	for (size_t j = 0; done && j < column_count; j++) {
		grid->columns[j].source = &table->columns[columns[j]];
		done = prepare_column(&grid->columns[j], &rows, options);
	}
	if (done)
		return MIXMI_OK;
	hist_grid_clear(grid);
	return base_error_memory();
}

mixmi_status hist_grid_init(hist_grid *grid, const mixmi_table *table, const size_t *columns, size_t column_count,
                            const mixmi_options *options)
{
	mixmi_status status = hist_grid_prepare(grid, table, columns, column_count, options);
	if (status != MIXMI_OK || collapse(grid))
		return status;
	hist_grid_clear(grid);
	return base_error_memory();
}

void hist_grid_clear(hist_grid *grid)
{
	for (size_t j = 0; j < grid->column_count; j++) {
		if (!grid->borrows) {
			free(grid->columns[j].edges);
			free(grid->columns[j].starts);
			free(grid->columns[j].widths);
			free(grid->columns[j].atom_codes);
		}
		free(grid->columns[j].symbols);
	}
	free(grid->columns);
	free(grid->counts);
	free(grid->used);
	memset(grid, 0, sizeof *grid);
}
