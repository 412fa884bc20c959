/* An explanation as lists: the profile, the cells of the grid and the groups of Z. */
#include "bridge.h"

static R_xlen_t count_cells(const mixmi_explanation *e)
{
	R_xlen_t count = 0;
	while (mixmi_explanation_cell(e, (size_t)count) != NULL)
		count++;
	return count;
}

static R_xlen_t count_groups(const mixmi_explanation *e)
{
	R_xlen_t count = 0;
	while (mixmi_explanation_group(e, (size_t)count) != NULL)
		count++;
	return count;
}

/* A list of one text and several numbers per row. */
static SEXP new_rows(const char *const *names, R_xlen_t rows, int texts)
{
	SEXP list = PROTECT(bridge_list(names));
	for (int j = 0; names[j] != NULL; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(j < texts ? STRSXP : REALSXP, rows));
	UNPROTECT(1);
	return list;
}

static void put(SEXP list, int column, R_xlen_t row, double number)
{
	REAL(VECTOR_ELT(list, column))[row] = bridge_number(number);
}

/* `held`: a handle for the text of a row until R has copied it. */
static mixmi_status fill_cells(SEXP list, const mixmi_explanation *e, SEXP held)
{
	for (R_xlen_t i = 0; i < XLENGTH(VECTOR_ELT(list, 0)); i++) {
		const mixmi_explained_cell *cell = mixmi_explanation_cell(e, (size_t)i);
		char *words = NULL;
		mixmi_status status = mixmi_explanation_words(&words, e, (size_t)i);
		if (status != MIXMI_OK)
			return status;
		bridge_fill(held, words);
		SET_STRING_ELT(VECTOR_ELT(list, 0), i, bridge_text(words));
		bridge_end(held);
		put(list, 1, i, cell->observed);
		put(list, 2, i, cell->expected);
		put(list, 3, i, cell->contribution);
		put(list, 4, i, cell->share);
	}
	return MIXMI_OK;
}

static void fill_groups(SEXP list, const mixmi_explanation *e)
{
	for (R_xlen_t i = 0; i < XLENGTH(VECTOR_ELT(list, 0)); i++) {
		const mixmi_explained_group *group = mixmi_explanation_group(e, (size_t)i);
		const mixmi_answer *a = group->answer;
		const double numbers[] = { (double)group->rows,
			                       a->verdict,
			                       a->p,
			                       a->estimate,
			                       a->lower,
			                       a->upper,
			                       a->strength,
			                       group->profile->sign,
			                       group->profile->sign_error };
		SET_STRING_ELT(VECTOR_ELT(list, 0), i, bridge_text(group->words));
		SET_STRING_ELT(VECTOR_ELT(list, 1), i, bridge_text(group->profile->word));
		for (int j = 0; j < (int)(sizeof numbers / sizeof *numbers); j++)
			put(list, j + 2, i, numbers[j]);
	}
}

static SEXP profile_list(const mixmi_explanation *e)
{
	static const char *const names[] = { "sign", "sign_error", "where",      "jump",       "along_y",
		                                 "size", "size_per",   "size_lower", "size_upper", NULL };
	const mixmi_profile *p = mixmi_explanation_profile(e);
	const double numbers[] = { p->sign, p->sign_error, p->where,      p->jump,      p->along_y,
		                       p->size, p->size_per,   p->size_lower, p->size_upper };
	SEXP list = PROTECT(bridge_list(names));
	for (int i = 0; names[i] != NULL; i++)
		SET_VECTOR_ELT(list, i, Rf_ScalarReal(bridge_number(numbers[i])));
	UNPROTECT(1);
	return list;
}

static mixmi_status explanation_list(SEXP *out, const mixmi_explanation *e, const mixmi_table *table,
                                     const mixmi_question *question)
{
	static const char *const parts[] = { "profile", "shape", "words", "cells", "groups", "answer", "size", NULL };
	static const char *const of_cells[] = { "cell", "observed", "expected", "contribution", "share", NULL };
	static const char *const of_groups[] = { "group", "shape", "rows",     "verdict", "p",          "estimate",
		                                     "lower", "upper", "strength", "sign",    "sign_error", NULL };
	SEXP list = *out = PROTECT(bridge_list(parts)), held = PROTECT(bridge_handle(BRIDGE_BYTES));
	char *words = NULL;
	mixmi_status status = mixmi_size_words(&words, mixmi_explanation_profile(e), table, question);
	bridge_fill(held, words);
	if (status == MIXMI_OK) {
		SET_VECTOR_ELT(list, 6, bridge_string(words));
		bridge_end(held);
		status = mixmi_profile_words(&words, mixmi_explanation_profile(e), table, question);
		bridge_fill(held, words);
	}
	if (status == MIXMI_OK) {
		SET_VECTOR_ELT(list, 0, profile_list(e));
		SET_VECTOR_ELT(list, 1, bridge_string(mixmi_explanation_profile(e)->word));
		SET_VECTOR_ELT(list, 2, bridge_string(words));
		SET_VECTOR_ELT(list, 3, new_rows(of_cells, count_cells(e), 1));
		SET_VECTOR_ELT(list, 4, new_rows(of_groups, count_groups(e), 2));
		SET_VECTOR_ELT(list, 5, bridge_answer(mixmi_explanation_answer(e), R_NilValue));
		bridge_end(held);
		fill_groups(VECTOR_ELT(list, 4), e);
		status = fill_cells(VECTOR_ELT(list, 3), e, held);
	}
	UNPROTECT(2);
	return status;
}

SEXP bridge_explain(SEXP handle, SEXP x, SEXP y, SEXP z, SEXP by_z, SEXP options, SEXP progress)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	const mixmi_question question = bridge_question(x, y, z, table);
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), found = PROTECT(bridge_handle(BRIDGE_EXPLANATION));
	bridge_watch watch = { .function = progress };
	mixmi_explanation *e = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK)
		status = mixmi_explain(&e, table, &question, Rf_asLogical(by_z) == TRUE, bridge_held(held));
	bridge_fill(found, e);
	SEXP out = R_NilValue;
	if (status == MIXMI_OK)
		status = explanation_list(&out, e, table, &question);
	PROTECT(out);
	bridge_end(found);
	bridge_end(held);
	if (status != MIXMI_OK)
		out = bridge_failure(status, &watch);
	UNPROTECT(3);
	return out;
}
