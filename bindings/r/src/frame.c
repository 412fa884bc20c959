/* A table from the columns of a data frame. Numbers are read where R has them; of texts only the labels of factors are
 * translated to UTF-8. Long vectors are allowed; ALTREP vectors are read through their own accessors. */
#include <limits.h>

#include "bridge.h"

/* Columns of the matrix `settings`, one row a column of the table. */
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

static mixmi_status add_column(mixmi_table *table, SEXP name, SEXP column, SEXP labels, const int *setting,
                               R_xlen_t stride)
{
	mixmi_array array = { 0 };
	fill_array(&array, column, labels, setting[SETTING_INT64 * stride] != 0);
	array.type = setting[SETTING_TYPE * stride];
	array.unit = setting[SETTING_UNIT * stride];
	array.ordered = setting[SETTING_ORDERED * stride];
	return mixmi_table_add_array(table, Rf_translateCharUTF8(name), &array, sizeof array);
}

SEXP bridge_table(SEXP rows, SEXP names, SEXP columns, SEXP labels, SEXP settings)
{
	SEXP handle = PROTECT(bridge_handle(BRIDGE_TABLE));
	mixmi_table *table;
	mixmi_status status = mixmi_table_new(&table, (size_t)Rf_asReal(rows));
	bridge_fill(handle, table);
	R_xlen_t count = XLENGTH(columns);
	for (R_xlen_t i = 0; i < count && status == MIXMI_OK; i++) {
		const void *kept = vmaxget();
		status = add_column(table, STRING_ELT(names, i), VECTOR_ELT(columns, i), VECTOR_ELT(labels, i),
		                    INTEGER_RO(settings) + i, count);
		vmaxset(kept);
		R_CheckUserInterrupt();
	}
	if (status != MIXMI_OK)
		bridge_end(handle);
	UNPROTECT(1);
	return status == MIXMI_OK ? handle : bridge_failure(status, NULL);
}

/* ------------------------------------------------------------------------------------------------ what is in it */

static const char *const description_names[] = { "name",    "type",    "kind",  "missing",   "distinct",
	                                             "minimum", "maximum", "atoms", "atom.rows", "step",
	                                             "suited",  "remark",  "why",   NULL };

enum { FIRST_REMARK = 11, DESCRIPTION = sizeof description_names / sizeof description_names[0] - 1 };

static bool is_text(int field)
{
	return field <= 2 || field >= FIRST_REMARK;
}

static void describe_row(SEXP list, R_xlen_t row, const mixmi_column *column)
{
	const char *texts[] = { column->name, column->type == MIXMI_DISCRETE ? "discrete" : "numeric", column->kind };
	const char *remarks[] = { column->remark, column->why };
	double numbers[] = { (double)column->missing, (double)column->distinct,  column->minimum, column->maximum,
		                 (double)column->atoms,   (double)column->atom_rows, column->step,    column->suited };
	for (int j = 0; j < DESCRIPTION; j++)
		if (is_text(j))
			SET_STRING_ELT(VECTOR_ELT(list, j), row, bridge_text(j < 3 ? texts[j] : remarks[j - FIRST_REMARK]));
		else
			REAL(VECTOR_ELT(list, j))[row] = bridge_number(numbers[j - 3]);
}

SEXP bridge_table_describe(SEXP handle, SEXP options)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), list = PROTECT(bridge_list(description_names));
	mixmi_status status = bridge_options(held, options, NULL);
	size_t count = mixmi_table_columns(table);
	for (int j = 0; j < DESCRIPTION; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(is_text(j) ? STRSXP : REALSXP, (R_xlen_t)count));
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
