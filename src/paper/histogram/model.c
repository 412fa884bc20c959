/* The fitted histogram as an object. Everything except cells, edges and bins of atoms is derived from them here, so
 * that a histogram read from a file is identical to the original. */
#include "paper/histogram/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/text.h"
#include "paper/cells/cell_numbers.h"
#include "paper/histogram/segment.h"

size_t hist_column_bins(const hist_column *column)
{
	return column->bins;
}

uint32_t hist_column_atom_bin(const hist_column *column, size_t atom)
{
	return column->atom_bins != NULL ? column->atom_bins[atom] : (uint32_t)(column->intervals + atom);
}

size_t hist_column_atoms_in(const hist_column *column, size_t bin)
{
	if (column->atom_bins == NULL)
		return bin >= column->intervals;
	return column->first[bin + 1] - column->first[bin];
}

const uint32_t *hist_column_members(const hist_column *column, size_t bin)
{
	if (hist_column_atoms_in(column, bin) == 0)
		return NULL;
	return column->members + (column->atom_bins != NULL ? column->first[bin] : bin - column->intervals);
}

double hist_column_volume(const hist_column *column, size_t bin)
{
	double atoms = (double)hist_column_atoms_in(column, bin);
	if (bin >= column->intervals)
		return atoms;
	if (column->cuts != NULL)
		return hist_scale_volume(&column->scale, column->cuts[bin + 1] - column->cuts[bin]) + atoms;
	return hist_width(column->edges[bin], column->edges[bin + 1]) + atoms;
}

mixmi_histogram *hist_model_new(size_t column_count)
{
	mixmi_histogram *histogram = base_array_zero(1, sizeof *histogram);
	if (histogram == NULL)
		return NULL;
	histogram->columns = base_array_zero(column_count, sizeof *histogram->columns);
	if (histogram->columns == NULL) {
		free(histogram);
		return NULL;
	}
	histogram->column_count = column_count;
	return histogram;
}

void mixmi_histogram_free(mixmi_histogram *histogram)
{
	if (histogram == NULL)
		return;
	for (size_t j = 0; j < histogram->column_count; j++) {
		hist_column *column = &histogram->columns[j];
		free(column->name);
		free(column->ranks);
		free(column->given);
		free(column->cuts);
		free(column->edges);
		free(column->log_volumes);
		free(column->atom_values);
		free(column->atom_labels);
		free(column->atom_bins);
		free(column->members);
		free(column->first);
		for (size_t b = 0; column->bin_labels != NULL && b < column->bins; b++)
			free(column->bin_labels[b]);
		free(column->bin_labels);
		free(column->counts);
	}
	free(histogram->columns);
	free(histogram->bins);
	free(histogram->counts);
	free(histogram);
}

/* ----------------------------------------------------------------------------------------------- columns */

static bool make_edges(hist_column *column)
{
	if (column->cuts == NULL)
		return true;
	column->edges = base_array(column->intervals + 1, sizeof *column->edges);
	for (size_t i = 0; column->edges != NULL && i <= column->intervals; i++)
		column->edges[i] = hist_scale_edge(&column->scale, column->cuts[i]);
	return column->edges != NULL;
}

static void count_column_bins(hist_column *column)
{
	column->bins = column->intervals + (column->atom_bins == NULL ? column->atoms : 0);
	for (size_t a = 0; column->atom_bins != NULL && a < column->atoms; a++)
		if (column->atom_bins[a] >= column->bins)
			column->bins = (size_t)column->atom_bins[a] + 1;
}

/* Lists the atoms by bin. */
static bool list_members(hist_column *column)
{
	column->members = base_array(column->atoms, sizeof *column->members);
	if (column->members == NULL)
		return false;
	if (column->atom_bins == NULL) {
		for (size_t a = 0; a < column->atoms; a++)
			column->members[a] = (uint32_t)a;
		return true;
	}
	column->first = base_array_zero(column->bins + 2, sizeof *column->first);
	if (column->first == NULL)
		return false;
	uint32_t *place = column->first + 1; /* finally the start of the next bin */
	for (size_t a = 0; a < column->atoms; a++)
		place[column->atom_bins[a] + 1]++;
	for (size_t b = 0; b < column->bins; b++)
		place[b + 1] += place[b];
	for (size_t a = 0; a < column->atoms; a++)
		column->members[place[column->atom_bins[a]]++] = (uint32_t)a;
	return true;
}

/* "one | two": the labels of a bin's atoms. */
static char *join_labels(const hist_column *column, size_t bin)
{
	static const char between[] = " | ";
	const uint32_t *members = hist_column_members(column, bin);
	size_t count = hist_column_atoms_in(column, bin), room = 1;
	for (size_t i = 0; i < count; i++)
		room += strlen(column->atom_labels[members[i]]) + sizeof between;
	char *text = base_array(room, 1), *end = text;
	for (size_t i = 0; text != NULL && i < count; i++) {
		const char *label = column->atom_labels[members[i]];
		size_t length = strlen(label);
		if (i > 0) {
			memcpy(end, between, sizeof between - 1);
			end += sizeof between - 1;
		}
		memcpy(end, label, length);
		end += length;
	}
	if (text != NULL)
		*end = '\0';
	return text;
}

static bool name_groups(hist_column *column)
{
	if (column->atom_bins == NULL || column->atom_labels == NULL)
		return true;
	column->bin_labels = base_array_zero(column->bins, sizeof *column->bin_labels);
	if (column->bin_labels == NULL)
		return false;
	for (size_t b = 0; b < column->bins; b++) {
		if (hist_column_atoms_in(column, b) < 2)
			continue;
		column->bin_labels[b] = join_labels(column, b);
		if (column->bin_labels[b] == NULL)
			return false;
	}
	return true;
}

static double log_volume(const hist_column *column, size_t bin)
{
	size_t atoms = hist_column_atoms_in(column, bin);
	double volume = hist_column_volume(column, bin);
	if (bin >= column->intervals)
		return atoms == 1 ? 0 : log(volume); /* a column may have very many atoms */
	if (atoms > 0 && isfinite(volume))
		return log(volume);
	if (column->cuts != NULL)
		return hist_scale_log_volume(&column->scale, column->cuts[bin + 1] - column->cuts[bin]);
	return hist_log_width(column->edges[bin], column->edges[bin + 1]);
}

bool hist_column_finish(hist_column *column)
{
	count_column_bins(column);
	if (!make_edges(column) || !list_members(column) || !name_groups(column))
		return false;
	column->log_volumes = base_array(column->bins, sizeof *column->log_volumes);
	for (size_t b = 0; column->log_volumes != NULL && b < column->bins; b++)
		column->log_volumes[b] = log_volume(column, b);
	return column->log_volumes != NULL;
}

/* ------------------------------------------------------------------------------------------------- cells */

/* Numbers cells in lexicographic order of their bins. */
static bool rank_cells(uint32_t *ids, size_t *distinct, const mixmi_histogram *histogram, const uint32_t *bins,
                       size_t cells)
{
	size_t columns = histogram->column_count;
	cells_coordinate *coordinates = base_array(columns, sizeof *coordinates);
	for (size_t j = 0; coordinates != NULL && j < columns; j++)
		coordinates[j] = (cells_coordinate){ bins + j, columns, NULL, hist_column_bins(&histogram->columns[j]) };
	bool done = coordinates != NULL && cells_rank(ids, distinct, coordinates, columns, cells);
	free(coordinates);
	return done;
}

static bool count_bins(mixmi_histogram *histogram)
{
	for (size_t j = 0; j < histogram->column_count; j++) {
		hist_column *column = &histogram->columns[j];
		column->counts = base_array_zero(hist_column_bins(column), sizeof *column->counts);
		if (column->counts == NULL)
			return false;
		for (size_t i = 0; i < histogram->cells; i++)
			column->counts[histogram->bins[i * histogram->column_count + j]] += histogram->counts[i];
	}
	return true;
}

/* L(D, M) in its three parts (docs/METHOD.md, section 2). Volumes are summed by column, because all rows of a bin share
 * its volume. */
static void compute_score(mixmi_histogram *histogram)
{
	double n = (double)histogram->rows, sum = 0, volumes = 0;
	for (size_t i = 0; i < histogram->cells; i++) {
		double c = (double)histogram->counts[i];
		sum += c * log2(c / n);
	}
	histogram->grid_cells = 1;
	histogram->score_cuts = 0;
	for (size_t j = 0; j < histogram->column_count; j++) {
		const hist_column *column = &histogram->columns[j];
		histogram->grid_cells *= (double)hist_column_bins(column);
		histogram->score_cuts += hist_cut_bits(column->scale.k_init, column->intervals);
		for (size_t b = 0; b < column->bins; b++)
			volumes += (double)column->counts[b] * column->log_volumes[b];
	}
	histogram->score_data = volumes / BASE_LN2 - sum;
	histogram->score_complexity = mixmi_parametric_complexity(histogram->rows, histogram->grid_cells);
}

/* Copies cells to their positions. */
static void place_cells(mixmi_histogram *histogram, const uint32_t *ids, const uint32_t *bins, const uint64_t *counts)
{
	size_t columns = histogram->column_count;
	histogram->rows = 0;
	for (size_t i = 0; i < histogram->cells; i++) {
		memcpy(histogram->bins + ids[i] * columns, bins + i * columns, columns * sizeof *bins);
		histogram->counts[ids[i]] = counts[i];
		histogram->rows += (size_t)counts[i];
	}
}

mixmi_status hist_model_set_cells(mixmi_histogram *histogram, const uint32_t *bins, const uint64_t *counts,
                                  size_t cells)
{
	size_t columns = histogram->column_count, distinct;
	uint32_t *ids = base_array(cells, sizeof *ids);
	histogram->bins = base_array(cells, columns * sizeof *histogram->bins);
	histogram->counts = base_array(cells, sizeof *histogram->counts);
	histogram->cells = cells;
	mixmi_status status = MIXMI_OK;
	if (ids == NULL || histogram->bins == NULL || histogram->counts == NULL ||
	    !rank_cells(ids, &distinct, histogram, bins, cells))
		status = base_error_memory();
	else if (distinct < cells)
		status = base_error(MIXMI_ERROR_DATA, "a cell of the histogram occurs twice");
	if (status == MIXMI_OK) {
		place_cells(histogram, ids, bins, counts);
		status = count_bins(histogram) ? MIXMI_OK : base_error_memory();
	}
	if (status == MIXMI_OK)
		compute_score(histogram);
	free(ids);
	return status;
}

/* ------------------------------------------------------------------------------------------------ checks */

mixmi_status hist_check_column(const mixmi_histogram *histogram, size_t column)
{
	if (column < histogram->column_count)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "no column %zu: the histogram has %zu", column, histogram->column_count);
}

mixmi_status hist_check_subset(const mixmi_histogram *histogram, const size_t *columns, size_t column_count)
{
	for (size_t j = 0; j < column_count; j++) {
		mixmi_status status = hist_check_column(histogram, columns[j]);
		if (status != MIXMI_OK)
			return status;
		for (size_t i = 0; i < j; i++)
			if (columns[i] == columns[j]) {
				const char *name = histogram->columns[columns[j]].name;
				char shown[BASE_TEXT_SHOWN];
				return base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice",
				                  base_text_show(shown, name, strlen(name)));
			}
	}
	return MIXMI_OK;
}
