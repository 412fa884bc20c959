/* Histograms: fitting, and their contents as plain R vectors. Bins, atoms and cells are numbered from 1 in R. */
#include "bridge.h"

SEXP bridge_histogram_fit(SEXP handle, SEXP columns, SEXP options, SEXP progress)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	const size_t *chosen = bridge_columns(columns, mixmi_table_columns(table));
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), out = PROTECT(bridge_handle(BRIDGE_HISTOGRAM));
	bridge_watch watch = { .function = progress };
	mixmi_histogram *histogram = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK)
		status = mixmi_histogram_fit(&histogram, table, chosen, (size_t)XLENGTH(columns), bridge_held(held));
	bridge_fill(out, histogram);
	bridge_end(held);
	UNPROTECT(2);
	return status == MIXMI_OK ? out : bridge_failure(status, &watch);
}

static SEXP info_list(const mixmi_histogram_info *info)
{
	static const char *const names[] = { "rows",       "rows_dropped",     "cells",      "grid_cells", "score",
		                                 "score_data", "score_complexity", "score_cuts", "rounds",     "preset",
		                                 "kind",       "converged",        NULL };
	const double numbers[] = {
		(double)info->rows, (double)info->rows_dropped, (double)info->cells, info->grid_cells,    info->score,
		info->score_data,   info->score_complexity,     info->score_cuts,    (double)info->rounds
	};
	SEXP list = PROTECT(bridge_list(names));
	for (int i = 0; i < 9; i++)
		SET_VECTOR_ELT(list, i, Rf_ScalarReal(numbers[i]));
	SET_VECTOR_ELT(list, 9, bridge_string(info->preset));
	SET_VECTOR_ELT(list, 10, bridge_string(info->kind));
	SET_VECTOR_ELT(list, 11, Rf_ScalarLogical(info->converged));
	UNPROTECT(1);
	return list;
}

static SEXP bin_list(const mixmi_histogram *histogram, size_t column, size_t bins)
{
	static const char *const names[] = { "lower", "upper", "volume", "count", "atoms", "is_atom", "label", NULL };
	SEXP list = PROTECT(bridge_list(names));
	for (int j = 0; j < 7; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(j < 5 ? REALSXP : j == 5 ? LGLSXP : STRSXP, (R_xlen_t)bins));
	for (size_t i = 0; i < bins; i++) {
		mixmi_bin bin;
		if (mixmi_histogram_get_bin(&bin, sizeof bin, histogram, column, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		const double numbers[] = { bin.lower, bin.upper, bin.volume, (double)bin.count, (double)bin.atoms };
		for (int j = 0; j < 5; j++)
			REAL(VECTOR_ELT(list, j))[i] = bridge_number(numbers[j]);
		LOGICAL(VECTOR_ELT(list, 5))[i] = bin.is_atom;
		SET_STRING_ELT(VECTOR_ELT(list, 6), (R_xlen_t)i, bridge_text(bin.label));
	}
	UNPROTECT(1);
	return list;
}

static SEXP atom_list(const mixmi_histogram *histogram, size_t column, size_t atoms)
{
	static const char *const names[] = { "value", "label", "bin", NULL };
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, Rf_allocVector(REALSXP, (R_xlen_t)atoms));
	SET_VECTOR_ELT(list, 1, Rf_allocVector(STRSXP, (R_xlen_t)atoms));
	SET_VECTOR_ELT(list, 2, Rf_allocVector(INTSXP, (R_xlen_t)atoms));
	for (size_t i = 0; i < atoms; i++) {
		mixmi_atom atom;
		if (mixmi_histogram_get_atom(&atom, sizeof atom, histogram, column, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		REAL(VECTOR_ELT(list, 0))[i] = bridge_number(atom.value);
		SET_STRING_ELT(VECTOR_ELT(list, 1), (R_xlen_t)i, bridge_text(atom.label));
		INTEGER(VECTOR_ELT(list, 2))[i] = (int)atom.bin + 1;
	}
	UNPROTECT(1);
	return list;
}

static SEXP column_list(const mixmi_histogram *histogram, size_t column)
{
	static const char *const names[] = { "name", "type", "has_labels", "intervals", "bins", "atoms", "given", NULL };
	mixmi_histogram_column about;
	if (mixmi_histogram_get_column(&about, sizeof about, histogram, column) != MIXMI_OK)
		Rf_error("%s", mixmi_error_message());
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, bridge_string(about.name));
	SET_VECTOR_ELT(list, 1, bridge_string(about.type == MIXMI_DISCRETE ? "discrete" : "numeric"));
	SET_VECTOR_ELT(list, 2, Rf_ScalarLogical(about.has_labels));
	SET_VECTOR_ELT(list, 3, Rf_ScalarInteger((int)about.intervals));
	SET_VECTOR_ELT(list, 4, bin_list(histogram, column, about.bins));
	SET_VECTOR_ELT(list, 5, atom_list(histogram, column, about.atoms));
	SET_VECTOR_ELT(list, 6, about.given != NULL ? bridge_string(about.given) : Rf_ScalarString(NA_STRING));
	UNPROTECT(1);
	return list;
}

/* Ranks in percent of a column of residuals, numbered from 1. */
SEXP bridge_histogram_ranks(SEXP handle, SEXP column, SEXP rows)
{
	const mixmi_histogram *histogram = bridge_get(handle, BRIDGE_HISTOGRAM);
	int count = Rf_asInteger(rows);
	SEXP out = PROTECT(Rf_allocVector(REALSXP, count));
	mixmi_status status = mixmi_histogram_ranks(REAL(out), (size_t)count, histogram, (size_t)Rf_asInteger(column) - 1);
	UNPROTECT(1);
	return status == MIXMI_OK ? out : bridge_failure(status, NULL);
}

/* Bins of the cells as a matrix with one row per cell, and their counts and volumes. */
static SEXP cell_list(const mixmi_histogram *histogram, const mixmi_histogram_info *info)
{
	static const char *const names[] = { "bins", "count", "log_volume", NULL };
	int cells = (int)info->cells, columns = (int)info->columns;
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, Rf_allocMatrix(INTSXP, cells, columns));
	SET_VECTOR_ELT(list, 1, Rf_allocVector(REALSXP, cells));
	SET_VECTOR_ELT(list, 2, Rf_allocVector(REALSXP, cells));
	for (int i = 0; i < cells; i++) {
		mixmi_cell cell;
		if (mixmi_histogram_get_cell(&cell, sizeof cell, histogram, (size_t)i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		for (int j = 0; j < columns; j++)
			INTEGER(VECTOR_ELT(list, 0))[i + (R_xlen_t)j * cells] = (int)cell.bins[j] + 1;
		REAL(VECTOR_ELT(list, 1))[i] = (double)cell.count;
		REAL(VECTOR_ELT(list, 2))[i] = cell.log_volume;
	}
	UNPROTECT(1);
	return list;
}

SEXP bridge_histogram_data(SEXP handle)
{
	static const char *const names[] = { "info", "columns", "cells", NULL };
	const mixmi_histogram *histogram = bridge_get(handle, BRIDGE_HISTOGRAM);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, info_list(&info));
	SET_VECTOR_ELT(list, 1, Rf_allocVector(VECSXP, (R_xlen_t)info.columns));
	for (size_t i = 0; i < info.columns; i++)
		SET_VECTOR_ELT(VECTOR_ELT(list, 1), (R_xlen_t)i, column_list(histogram, i));
	SET_VECTOR_ELT(list, 2, cell_list(histogram, &info));
	UNPROTECT(1);
	return list;
}

SEXP bridge_histogram_entropy(SEXP handle, SEXP columns, SEXP discretised)
{
	const mixmi_histogram *histogram = bridge_get(handle, BRIDGE_HISTOGRAM);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	double out;
	mixmi_status status = mixmi_histogram_entropy(&out, histogram, bridge_columns(columns, info.columns),
	                                              (size_t)XLENGTH(columns), Rf_asLogical(discretised) == TRUE);
	return status == MIXMI_OK ? Rf_ScalarReal(out) : bridge_failure(status, NULL);
}

/* Bins from 1, NA for a value outside all bins: a matrix with one row per row of the table. */
static SEXP bin_matrix(const uint32_t *bins, R_xlen_t rows, R_xlen_t columns)
{
	SEXP out = PROTECT(Rf_allocMatrix(INTSXP, (int)rows, (int)columns));
	int *numbers = INTEGER(out);
	for (R_xlen_t i = 0; i < rows; i++)
		for (R_xlen_t j = 0; j < columns; j++) {
			uint32_t bin = bins[i * columns + j];
			numbers[i + j * rows] = bin == MIXMI_NO_BIN ? NA_INTEGER : (int)bin + 1;
		}
	UNPROTECT(1);
	return out;
}

SEXP bridge_histogram_assign(SEXP handle, SEXP data)
{
	const mixmi_histogram *histogram = bridge_get(handle, BRIDGE_HISTOGRAM);
	const mixmi_table *table = bridge_get(data, BRIDGE_TABLE);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	SEXP held = PROTECT(bridge_handle(BRIDGE_BYTES));
	uint32_t *bins = NULL;
	mixmi_status status = mixmi_histogram_assign(&bins, histogram, table, NULL);
	bridge_fill(held, bins);
	SEXP out = status == MIXMI_OK ? bin_matrix(bins, (R_xlen_t)mixmi_table_rows(table), (R_xlen_t)info.columns)
	                              : bridge_failure(status, NULL);
	PROTECT(out);
	bridge_end(held);
	UNPROTECT(2);
	return out;
}
