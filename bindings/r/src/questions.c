/* One question, or all pairs: the answers as lists of numbers with the names of mixmi_answer. A missing
 * number (NaN in C) is NA in R. */
#include <stddef.h>
#include <string.h>

#include "bridge.h"

enum field_kind { REAL_FIELD, COUNT_FIELD };

#define REAL_OF(name)                                                                                                  \
	{                                                                                                                  \
#name, offsetof(mixmi_answer, name), REAL_FIELD                                                                \
	}
#define PAPER_OF(name)                                                                                                 \
	{                                                                                                                  \
#name, offsetof(mixmi_answer, paper.name), REAL_FIELD                                                          \
	}
#define COUNT_OF(name)                                                                                                 \
	{                                                                                                                  \
#name, offsetof(mixmi_answer, name), COUNT_FIELD                                                               \
	}

static const struct field {
	const char *name;
	size_t offset;
	enum field_kind kind;
} fields[] = {
	REAL_OF(p),
	REAL_OF(alpha),
	REAL_OF(statistic),
	REAL_OF(df),
	REAL_OF(estimate),
	REAL_OF(lower),
	REAL_OF(upper),
	REAL_OF(confidence),
	REAL_OF(standard_error),
	REAL_OF(strength),
	REAL_OF(strength_max),
	COUNT_OF(rows),
	COUNT_OF(rows_dropped),
	COUNT_OF(comparable),
	COUNT_OF(clusters),
	REAL_OF(effective_rows),
	COUNT_OF(permutations),
	REAL_OF(bins_x),
	REAL_OF(bins_y),
	REAL_OF(bins_z),
	REAL_OF(fitted),
	REAL_OF(plug_in),
	REAL_OF(bias),
	REAL_OF(corrected),
	PAPER_OF(chi2),
	PAPER_OF(chi2_correction),
	PAPER_OF(chi2_df),
	PAPER_OF(chi2_p),
	PAPER_OF(sc),
	PAPER_OF(sc_correction),
	PAPER_OF(fnml),
	PAPER_OF(fnml_correction),
	PAPER_OF(jic),
	PAPER_OF(jic_correction),
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

static double number_of(const mixmi_answer *answer, const struct field *field)
{
	const char *at = (const char *)answer + field->offset;
	double number;
	uint64_t count;
	if (field->kind == COUNT_FIELD) {
		memcpy(&count, at, sizeof count);
		return (double)count;
	}
	memcpy(&number, at, sizeof number);
	return bridge_number(number);
}

/* The numbers of an answer as a named vector. */
static SEXP numbers_of(const mixmi_answer *answer)
{
	SEXP numbers = PROTECT(Rf_allocVector(REALSXP, FIELDS)), names = PROTECT(Rf_allocVector(STRSXP, FIELDS));
	for (int i = 0; i < FIELDS; i++) {
		REAL(numbers)[i] = number_of(answer, &fields[i]);
		SET_STRING_ELT(names, i, Rf_mkChar(fields[i].name));
	}
	Rf_setAttrib(numbers, R_NamesSymbol, names);
	UNPROTECT(2);
	return numbers;
}

SEXP bridge_answer(const mixmi_answer *answer, SEXP histogram)
{
	static const char *const names[] = { "numbers", "method", "verdict", "histogram", "remarks", NULL };
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, numbers_of(answer));
	SET_VECTOR_ELT(list, 1, bridge_string(answer->method));
	SET_VECTOR_ELT(list, 2, Rf_ScalarInteger(answer->verdict));
	SET_VECTOR_ELT(list, 3, histogram != R_NilValue && bridge_held(histogram) != NULL ? histogram : R_NilValue);
	UNPROTECT(1);
	return list;
}

/* Remarks on the rows, on the columns of the question and on itself; the last `own` of them are the attribute "own". */
static SEXP remarks_on(const mixmi_table *table, const mixmi_question *question)
{
	char **texts;
	size_t count, own;
	if (mixmi_question_remarks(&texts, &count, &own, table, question) != MIXMI_OK)
		return R_NilValue; /* a column that is asked for twice: the answer says so */
	SEXP out = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count; i++)
		SET_STRING_ELT(out, (R_xlen_t)i, bridge_text(texts[i]));
	mixmi_free(texts);
	Rf_setAttrib(out, Rf_install("own"), Rf_ScalarInteger((int)own));
	UNPROTECT(1);
	return out;
}

/* `wants`: "estimate" or "test", followed by "+" to request the histogram too. */
SEXP bridge_ask(SEXP handle, SEXP x, SEXP y, SEXP z, SEXP options, SEXP progress, SEXP wants)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	const mixmi_question question = bridge_question(x, y, z, table);
	const char *how = CHAR(STRING_ELT(wants, 0));
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), found = PROTECT(bridge_handle(BRIDGE_HISTOGRAM));
	bridge_watch watch = { .function = progress };
	mixmi_answer answer;
	mixmi_histogram *histogram = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK)
		status = (how[0] == 'e' ? mixmi_estimate : mixmi_test)(
			&answer, sizeof answer, strchr(how, '+') != NULL ? &histogram : NULL, table, &question, bridge_held(held));
	bridge_fill(found, histogram);
	bridge_end(held);
	SEXP out = PROTECT(status == MIXMI_OK ? bridge_answer(&answer, found) : bridge_failure(status, &watch));
	if (status == MIXMI_OK)
		SET_VECTOR_ELT(out, 4, remarks_on(table, &question));
	UNPROTECT(3);
	return out;
}

/* --------------------------------------------------------------------------------------------------- pairs */

static mixmi_status fill_pair(SEXP list, R_xlen_t row, const mixmi_answers *answers, const mixmi_profile *profile)
{
	mixmi_answer answer;
	mixmi_question question;
	mixmi_status status = mixmi_answers_get(&answer, sizeof answer, answers, (size_t)row);
	if (status == MIXMI_OK)
		status = mixmi_answers_question(&question, answers, (size_t)row);
	if (status != MIXMI_OK)
		return status;
	INTEGER(VECTOR_ELT(list, 0))[row] = (int)question.x[0] + 1;
	INTEGER(VECTOR_ELT(list, 1))[row] = (int)question.y[0] + 1;
	INTEGER(VECTOR_ELT(list, 2))[row] = answer.verdict;
	SET_STRING_ELT(VECTOR_ELT(list, 3), row, bridge_text(mixmi_answers_message(answers, (size_t)row)));
	REAL(VECTOR_ELT(list, 6))[row] = bridge_number(profile->sign);
	REAL(VECTOR_ELT(list, 7))[row] = bridge_number(profile->sign_error);
	SET_STRING_ELT(VECTOR_ELT(list, 8), row, bridge_text(profile->word));
	for (int i = 0; i < FIELDS; i++)
		REAL(VECTOR_ELT(list, 4))[row + i * XLENGTH(VECTOR_ELT(list, 0))] = number_of(&answer, &fields[i]);
	return MIXMI_OK;
}

/* Columns x and y from 1, verdict, remark, a matrix of the numbers, one column per field, sign and shape. */
static mixmi_status fill_pairs(SEXP *out, const mixmi_answers *answers, const mixmi_profile *profiles)
{
	static const char *const names[] = { "x",      "y",    "verdict",    "remark", "numbers",
		                                 "fields", "sign", "sign_error", "shape",  NULL };
	R_xlen_t count = (R_xlen_t)mixmi_answers_count(answers);
	SEXP list = *out = PROTECT(bridge_list(names));
	for (int j = 0; j < 3; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(INTSXP, count));
	SET_VECTOR_ELT(list, 3, Rf_allocVector(STRSXP, count));
	SET_VECTOR_ELT(list, 4, Rf_allocVector(REALSXP, count * FIELDS));
	SET_VECTOR_ELT(list, 5, Rf_allocVector(STRSXP, FIELDS));
	for (int j = 6; j < 8; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(REALSXP, count));
	SET_VECTOR_ELT(list, 8, Rf_allocVector(STRSXP, count));
	for (int i = 0; i < FIELDS; i++)
		SET_STRING_ELT(VECTOR_ELT(list, 5), i, Rf_mkChar(fields[i].name));
	mixmi_status status = MIXMI_OK;
	for (R_xlen_t row = 0; row < count && status == MIXMI_OK; row++)
		status = fill_pair(list, row, answers, &profiles[row]);
	UNPROTECT(1);
	return status;
}

SEXP bridge_pairs(SEXP handle, SEXP columns, SEXP targets, SEXP z, SEXP options, SEXP progress)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	size_t all = mixmi_table_columns(table);
	const mixmi_pair_set pairs = { XLENGTH(columns) > 0 ? bridge_columns(columns, all) : NULL,
		                           (size_t)XLENGTH(columns),
		                           bridge_columns(targets, all),
		                           (size_t)XLENGTH(targets),
		                           bridge_columns(z, all),
		                           (size_t)XLENGTH(z) };
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), found = PROTECT(bridge_handle(BRIDGE_ANSWERS));
	bridge_watch watch = { .function = progress };
	mixmi_answers *answers = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK)
		status = mixmi_pairs(&answers, table, &pairs, bridge_held(held));
	bridge_fill(found, answers);
	SEXP out = R_NilValue;
	mixmi_profile *profiles = NULL;
	if (status == MIXMI_OK) {
		profiles = (mixmi_profile *)R_alloc(mixmi_answers_count(answers) + 1, sizeof *profiles);
		status = mixmi_answers_profiles(profiles, sizeof *profiles, answers, table, bridge_held(held));
	}
	if (status == MIXMI_OK)
		status = fill_pairs(&out, answers, profiles);
	PROTECT(out);
	bridge_end(found);
	bridge_end(held);
	if (status != MIXMI_OK)
		out = bridge_failure(status, &watch);
	UNPROTECT(3);
	return out;
}
