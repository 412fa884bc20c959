/* A table from the columns of a data frame. Numbers are read in place; of texts only the labels of factors are
 * translated to UTF-8. Long vectors are supported; ALTREP vectors are read through their accessors. */
#include <limits.h>

#include "bridge.h"

/* Columns of the matrix `settings`, one row per column of the table. */
enum { SETTING_TYPE, SETTING_UNIT, SETTING_ORDERED, SETTING_INT64, SETTINGS };

static const char *const *label_texts(SEXP labels)
{
	const char **texts = (const char **)R_alloc((size_t)XLENGTH(labels) + 1, sizeof *texts);
	for (R_xlen_t i = 0; i < XLENGTH(labels); i++)
		texts[i] = Rf_translateCharUTF8(STRING_ELT(labels, i));
	return texts;
}

static void fill_array(mixmi_array *array, SEXP column, SEXP labels, bool int64)
{
	if (TYPEOF(column) == REALSXP) {
		array->values = REAL_RO(column);
		array->format = int64 ? MIXMI_INT64 : MIXMI_FLOAT64;
		array->has_na = int64;
		array->na = INT64_MIN;
		return;
	}
	array->values = TYPEOF(column) == LGLSXP ? LOGICAL_RO(column) : INTEGER_RO(column);
	array->format = MIXMI_INT32;
	array->has_na = 1;
	array->na = NA_INTEGER;
	if (labels == R_NilValue)
		return;
	array->labels = label_texts(labels);
	array->label_count = (size_t)XLENGTH(labels);
	array->first_label = TYPEOF(column) == LGLSXP ? 0 : 1;
}

static void fill_column(mixmi_array *array, SEXP column, SEXP labels, const int *setting, R_xlen_t stride)
{
	fill_array(array, column, labels, setting[SETTING_INT64 * stride] != 0);
	array->type = setting[SETTING_TYPE * stride];
	array->unit = setting[SETTING_UNIT * stride];
	array->ordered = setting[SETTING_ORDERED * stride];
}

/* The handle, and a description of its table. */
static SEXP table_list(SEXP handle, const mixmi_table *table)
{
	static const char *const names[] = { "handle", "names", "rows", "notes", NULL };
	R_xlen_t columns = (R_xlen_t)mixmi_table_columns(table), notes = 0;
	while (mixmi_table_note(table, (size_t)notes) != NULL)
		notes++;
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, handle);
	SET_VECTOR_ELT(list, 1, Rf_allocVector(STRSXP, columns));
	SET_VECTOR_ELT(list, 2, Rf_ScalarReal((double)mixmi_table_rows(table)));
	SET_VECTOR_ELT(list, 3, Rf_allocVector(STRSXP, notes));
	for (R_xlen_t i = 0; i < columns; i++)
		SET_STRING_ELT(VECTOR_ELT(list, 1), i, bridge_text(mixmi_table_name(table, (size_t)i)));
	for (R_xlen_t i = 0; i < notes; i++)
		SET_STRING_ELT(VECTOR_ELT(list, 3), i, bridge_text(mixmi_table_note(table, (size_t)i)));
	UNPROTECT(1);
	return list;
}

SEXP bridge_table(SEXP rows, SEXP names, SEXP columns, SEXP labels, SEXP settings, SEXP options)
{
	SEXP handle = PROTECT(bridge_handle(BRIDGE_TABLE)), held = PROTECT(bridge_handle(BRIDGE_OPTIONS));
	R_xlen_t count = XLENGTH(columns);
	mixmi_array *arrays = (mixmi_array *)R_alloc((size_t)count + 1, sizeof *arrays);
	for (R_xlen_t i = 0; i < count; i++) {
		arrays[i] = (mixmi_array){ 0 };
		fill_column(&arrays[i], VECTOR_ELT(columns, i), VECTOR_ELT(labels, i), INTEGER_RO(settings) + i, count);
	}
	mixmi_table *table = NULL;
	mixmi_status status = bridge_options(held, options, NULL);
	if (status == MIXMI_OK)
		status = mixmi_table_from_arrays(&table, (size_t)Rf_asReal(rows), label_texts(names), arrays, sizeof *arrays,
		                                 (size_t)count, bridge_held(held));
	bridge_fill(handle, table);
	bridge_end(held);
	SEXP out = status == MIXMI_OK ? table_list(handle, table) : bridge_failure(status, NULL);
	UNPROTECT(2);
	return out;
}

/* ------------------------------------------------------------------------------------------------ what is in it */

static const char *const description_names[] = { "name",    "type",     "kind",      "why",      "remark",
	                                             "label",   "position", "missing",   "distinct", "minimum",
	                                             "maximum", "atoms",    "atom_rows", "step",     "ordered",
	                                             "suited",  "below",    "above",     NULL };

enum { TEXTS = 6, DESCRIPTION = sizeof description_names / sizeof description_names[0] - 1 };

static void describe_row(SEXP list, R_xlen_t row, const mixmi_column *column)
{
	const char *texts[TEXTS] = { column->name,   column->type == MIXMI_DISCRETE ? "discrete" : "numeric",
		                         column->kind,   column->why,
		                         column->remark, column->label };
	double numbers[DESCRIPTION - TEXTS] = {
		(double)column->position, (double)column->missing, (double)column->distinct,  column->minimum,
		column->maximum,          (double)column->atoms,   (double)column->atom_rows, column->step,
		column->ordered,          column->suited,          (double)column->below,     (double)column->above
	};
	for (int j = 0; j < DESCRIPTION; j++)
		if (j < TEXTS)
			SET_STRING_ELT(VECTOR_ELT(list, j), row, bridge_text(texts[j]));
		else
			REAL(VECTOR_ELT(list, j))[row] = bridge_number(numbers[j - TEXTS]);
}

SEXP bridge_table_describe(SEXP handle, SEXP options)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), list = PROTECT(bridge_list(description_names));
	mixmi_status status = bridge_options(held, options, NULL);
	size_t count = mixmi_table_columns(table);
	for (int j = 0; j < DESCRIPTION; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(j < TEXTS ? STRSXP : REALSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count && status == MIXMI_OK; i++) {
		mixmi_column column;
		status = mixmi_table_column(&column, sizeof column, table, i, bridge_held(held));
		if (status == MIXMI_OK)
			describe_row(list, (R_xlen_t)i, &column);
	}
	bridge_end(held);
	UNPROTECT(2);
	return status == MIXMI_OK ? list : bridge_failure(status, NULL);
}
