/* Public access to a histogram: its scores, columns, bins, atoms and cells, one by one or as arrays. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/options.h"
#include "base/sized.h"
#include "paper/histogram/model.h"

void mixmi_histogram_describe(mixmi_histogram_info *out, size_t size, const mixmi_histogram *histogram)
{
	const mixmi_histogram_info info = {
		.rows = histogram->rows,
		.rows_dropped = histogram->rows_dropped,
		.columns = histogram->column_count,
		.cells = histogram->cells,
		.grid_cells = histogram->grid_cells,
		.score = histogram->score_data + histogram->score_complexity + histogram->score_cuts,
		.score_data = histogram->score_data,
		.score_complexity = histogram->score_complexity,
		.score_cuts = histogram->score_cuts,
		.rounds = histogram->rounds,
		.preset = base_preset_name(histogram->preset),
		.kind = histogram->kind == HIST_DEPENDENCE ? "dependence" : "density",
		.converged = histogram->converged,
	};
	base_give(out, size, &info, sizeof info);
}

mixmi_status mixmi_histogram_get_column(mixmi_histogram_column *out, size_t size, const mixmi_histogram *histogram,
                                        size_t column)
{
	mixmi_histogram_column found = { 0 };
	mixmi_status status = hist_check_column(histogram, column);
	if (status == MIXMI_OK) {
		const hist_column *c = &histogram->columns[column];
		found = (mixmi_histogram_column){
			.name = c->name,
			.type = (int32_t)c->type,
			.bins = hist_column_bins(c),
			.intervals = c->intervals,
			.groups = c->bins - c->intervals,
			.atoms = c->atoms,
			.k_init = c->scale.k_init,
			.k_max = c->k_max,
			.has_labels = c->atom_labels != NULL,
			.unit = c->unit,
			.residual = c->ranks != NULL,
			.given = c->given,
		};
	}
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_histogram_ranks(double *out, size_t rows, const mixmi_histogram *histogram, size_t column)
{
	mixmi_status status = hist_check_column(histogram, column);
	if (status != MIXMI_OK)
		return status;
	const hist_column *c = &histogram->columns[column];
	if (c->ranks == NULL)
		return base_error(MIXMI_ERROR_USAGE,
		                  "column %zu of the histogram is no residual: its bins are of its own values", column);
	if (rows != histogram->table_rows)
		return base_error(MIXMI_ERROR_USAGE, "the grid is of a table of %zu rows, not %zu", histogram->table_rows,
		                  rows);
	memcpy(out, c->ranks, rows * sizeof *out);
	return MIXMI_OK;
}

/* --------------------------------------------------------------------------------------------------- bins */

static mixmi_bin describe_bin(const hist_column *c, size_t bin)
{
	mixmi_bin found = {
		.is_atom = bin >= c->intervals,
		.volume = hist_column_volume(c, bin),
		.count = c->counts[bin],
		.atoms = hist_column_atoms_in(c, bin),
		.members = hist_column_members(c, bin),
	};
	if (!found.is_atom) {
		found.lower = c->edges[bin];
		found.upper = c->edges[bin + 1];
		return found;
	}
	size_t first = found.members[0], last = found.members[found.atoms - 1];
	found.lower = c->atom_values != NULL ? c->atom_values[first] : (double)NAN;
	found.upper = c->atom_values != NULL ? c->atom_values[last] : (double)NAN;
	if (c->atom_labels != NULL)
		found.label = found.atoms > 1 ? c->bin_labels[bin] : c->atom_labels[first];
	return found;
}

mixmi_status mixmi_histogram_get_bin(mixmi_bin *out, size_t size, const mixmi_histogram *histogram, size_t column,
                                     size_t bin)
{
	mixmi_bin found = { .lower = (double)NAN, .upper = (double)NAN, .volume = (double)NAN };
	mixmi_status status = hist_check_column(histogram, column);
	if (status == MIXMI_OK && bin >= hist_column_bins(&histogram->columns[column]))
		status = base_error(MIXMI_ERROR_USAGE, "no bin %zu: the column has %zu", bin,
		                    hist_column_bins(&histogram->columns[column]));
	if (status == MIXMI_OK)
		found = describe_bin(&histogram->columns[column], bin);
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_histogram_bins(mixmi_bin *out, size_t size, const mixmi_histogram *histogram, size_t column)
{
	mixmi_status status = hist_check_column(histogram, column);
	for (size_t b = 0; status == MIXMI_OK && b < hist_column_bins(&histogram->columns[column]); b++) {
		const mixmi_bin bin = describe_bin(&histogram->columns[column], b);
		base_give(base_sized_at(out, size, b), size, &bin, sizeof bin);
	}
	return status;
}

/* -------------------------------------------------------------------------------------------------- atoms */

static mixmi_atom describe_atom(const hist_column *c, size_t atom)
{
	return (mixmi_atom){
		.value = c->atom_values != NULL ? c->atom_values[atom] : (double)NAN,
		.label = c->atom_labels != NULL ? c->atom_labels[atom] : NULL,
		.bin = hist_column_atom_bin(c, atom),
	};
}

mixmi_status mixmi_histogram_get_atom(mixmi_atom *out, size_t size, const mixmi_histogram *histogram, size_t column,
                                      size_t atom)
{
	mixmi_atom found = { .value = (double)NAN };
	mixmi_status status = hist_check_column(histogram, column);
	if (status == MIXMI_OK && atom >= histogram->columns[column].atoms)
		status =
			base_error(MIXMI_ERROR_USAGE, "no atom %zu: the column has %zu", atom, histogram->columns[column].atoms);
	if (status == MIXMI_OK)
		found = describe_atom(&histogram->columns[column], atom);
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_histogram_atoms(mixmi_atom *out, size_t size, const mixmi_histogram *histogram, size_t column)
{
	mixmi_status status = hist_check_column(histogram, column);
	for (size_t i = 0; status == MIXMI_OK && i < histogram->columns[column].atoms; i++) {
		const mixmi_atom atom = describe_atom(&histogram->columns[column], i);
		base_give(base_sized_at(out, size, i), size, &atom, sizeof atom);
	}
	return status;
}

/* -------------------------------------------------------------------------------------------------- cells */

static mixmi_cell describe_cell(const mixmi_histogram *histogram, size_t index)
{
	const uint32_t *bins = histogram->bins + index * histogram->column_count;
	mixmi_cell found = { .bins = bins, .count = histogram->counts[index], .volume = 1 };
	for (size_t j = 0; j < histogram->column_count; j++) {
		const hist_column *c = &histogram->columns[j];
		found.log_volume += c->log_volumes[bins[j]];
		found.volume *= hist_column_volume(c, bins[j]);
	}
	return found;
}

mixmi_status mixmi_histogram_get_cell(mixmi_cell *out, size_t size, const mixmi_histogram *histogram, size_t index)
{
	mixmi_cell found = { .volume = (double)NAN, .log_volume = (double)NAN };
	mixmi_status status = MIXMI_OK;
	if (index < histogram->cells)
		found = describe_cell(histogram, index);
	else
		status = base_error(MIXMI_ERROR_USAGE, "no cell %zu: %zu hold data", index, histogram->cells);
	base_give(out, size, &found, sizeof found);
	return status;
}

mixmi_status mixmi_histogram_cells(uint32_t *bins, uint64_t *counts, double *log_volumes,
                                   const mixmi_histogram *histogram)
{
	size_t cells = histogram->cells;
	if (bins != NULL)
		memcpy(bins, histogram->bins, cells * histogram->column_count * sizeof *bins);
	if (counts != NULL)
		memcpy(counts, histogram->counts, cells * sizeof *counts);
	for (size_t i = 0; log_volumes != NULL && i < cells; i++)
		log_volumes[i] = describe_cell(histogram, i).log_volume;
	return MIXMI_OK;
}
