/* Columns for a target: its Markov blanket, or forward selection. Columns are numbered from 1 in R. */
#include "bridge.h"

static SEXP given_numbers(const mixmi_chosen *row)
{
	SEXP out = Rf_allocVector(INTSXP, (R_xlen_t)row->given_count);
	for (size_t i = 0; i < row->given_count; i++)
		INTEGER(out)[i] = (int)row->given[i] + 1;
	return out;
}

static void fill_choice(SEXP list, const mixmi_choice *choice, size_t i)
{
	mixmi_chosen row;
	if (mixmi_choice_at(&row, sizeof row, choice, i) != MIXMI_OK)
		Rf_error("%s", mixmi_error_message());
	INTEGER(VECTOR_ELT(list, 0))[i] = (int)row.column + 1;
	INTEGER(VECTOR_ELT(list, 1))[i] = row.role;
	const double numbers[] = { row.estimate, row.p, row.total, (double)row.rows };
	for (int j = 0; j < 4; j++)
		REAL(VECTOR_ELT(list, j + 2))[i] = bridge_number(numbers[j]);
	REAL(VECTOR_ELT(list, 13))[i] = bridge_number(row.level);
	INTEGER(VECTOR_ELT(list, 14))[i] = row.over == SIZE_MAX ? NA_INTEGER : (int)row.over + 1;
	LOGICAL(VECTOR_ELT(list, 15))[i] = row.by_rate;
	if (row.verdict == MIXMI_UNDECIDED)
		REAL(VECTOR_ELT(list, 2))[i] = NA_REAL; /* undecided columns have no estimate */
	SET_VECTOR_ELT(VECTOR_ELT(list, 6), (R_xlen_t)i, given_numbers(&row));
	INTEGER(VECTOR_ELT(list, 9))[i] = row.verdict;
	LOGICAL(VECTOR_ELT(list, 11))[i] = row.few_rows;
	LOGICAL(VECTOR_ELT(list, 12))[i] = row.open;
}

static SEXP choice_list(const mixmi_choice *choice)
{
	static const char *const names[] = { "column", "role",  "estimate", "p",       "total",     "rows",
		                                 "given",  "tests", "complete", "verdict", "undecided", "few_rows",
		                                 "open",   "level", "over",     "by_rate", NULL };
	mixmi_choice_info info;
	mixmi_choice_describe(&info, sizeof info, choice);
	size_t count = info.members + info.discarded;
	SEXP list = PROTECT(bridge_list(names));
	for (int j = 0; j < 7; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(j < 2 ? INTSXP : j < 6 ? REALSXP : VECSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 9, Rf_allocVector(INTSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 10, Rf_ScalarInteger(info.undecided));
	SET_VECTOR_ELT(list, 11, Rf_allocVector(LGLSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 12, Rf_allocVector(LGLSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 13, Rf_allocVector(REALSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 14, Rf_allocVector(INTSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 15, Rf_allocVector(LGLSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count; i++)
		fill_choice(list, choice, i);
	SET_VECTOR_ELT(list, 7, Rf_ScalarReal((double)info.tests));
	SET_VECTOR_ELT(list, 8, Rf_ScalarLogical(info.complete));
	UNPROTECT(1);
	return list;
}

/* `k` columns by selection; 0: the Markov blanket. */
SEXP bridge_choose(SEXP handle, SEXP target, SEXP columns, SEXP k, SEXP options, SEXP progress)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	const size_t *chosen = bridge_columns(columns, mixmi_table_columns(table));
	size_t aim = bridge_columns(target, mixmi_table_columns(table))[0], most = (size_t)Rf_asReal(k);
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), found = PROTECT(bridge_handle(BRIDGE_CHOICE));
	bridge_watch watch = { .function = progress };
	mixmi_choice *choice = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK && most > 0)
		status = mixmi_select(&choice, table, aim, chosen, (size_t)XLENGTH(columns), most, bridge_held(held));
	else if (status == MIXMI_OK)
		status = mixmi_blanket(&choice, table, aim, chosen, (size_t)XLENGTH(columns), bridge_held(held));
	bridge_fill(found, choice);
	if (status == MIXMI_OK && watch.interrupted)
		status = MIXMI_ERROR_CANCELLED;
	SEXP out = PROTECT(status == MIXMI_OK ? choice_list(choice) : bridge_failure(status, &watch));
	bridge_end(found);
	bridge_end(held);
	UNPROTECT(3);
	return out;
}
