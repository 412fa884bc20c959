/* The report as a text. If the package was configured without jansson, the call fails with a message. */
#include "bridge.h"

#ifdef MIXMI_PAGE
#include <page_request.h>

static const char *text_or_null(SEXP text)
{
	return text == R_NilValue ? NULL : Rf_translateCharUTF8(STRING_ELT(text, 0));
}

/* Names and values, alternating. */
static const char *const *given_texts(SEXP given)
{
	const char **texts = (const char **)R_alloc((size_t)XLENGTH(given) + 1, sizeof *texts);
	for (R_xlen_t i = 0; i < XLENGTH(given); i++)
		texts[i] = Rf_translateCharUTF8(STRING_ELT(given, i));
	return texts;
}

/* `most` has the numbers graph, chosen, points, pairs and no_rows of mixmi_page. */
static mixmi_page request_of(SEXP title, SEXP target, SEXP columns, SEXP most, SEXP given, SEXP effect,
                             const mixmi_table *table)
{
	const double *numbers = REAL_RO(most);
	return (mixmi_page){
		.title = text_or_null(title),
		.file = "data",
		.columns = bridge_columns(columns, mixmi_table_columns(table)),
		.column_count = (size_t)XLENGTH(columns),
		.target = XLENGTH(target) > 0 ? bridge_columns(target, mixmi_table_columns(table))[0] : SIZE_MAX,
		.effect = XLENGTH(effect) > 0 ? bridge_columns(effect, mixmi_table_columns(table)) : NULL,
		.graph = (int32_t)numbers[0],
		.chosen = (size_t)numbers[1],
		.points = (size_t)numbers[2],
		.pairs = (size_t)numbers[3],
		.no_rows = (int32_t)numbers[4],
		.given = given_texts(given),
		.given_count = (size_t)XLENGTH(given) / 2,
	};
}

SEXP bridge_report(SEXP handle, SEXP about, SEXP statements, SEXP options, SEXP progress)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), known = PROTECT(bridge_handle(BRIDGE_KNOWLEDGE)),
		 found = PROTECT(bridge_handle(BRIDGE_BYTES));
	bridge_watch watch = { .function = progress };
	mixmi_page request = request_of(VECTOR_ELT(about, 0), VECTOR_ELT(about, 1), VECTOR_ELT(about, 2),
	                                VECTOR_ELT(about, 3), VECTOR_ELT(about, 4), VECTOR_ELT(about, 5), table);
	char *text = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK)
		status = bridge_know(known, statements, table);
	request.knowledge = bridge_held(known);
	if (status == MIXMI_OK)
		status = mixmi_page_make(&text, table, &request, bridge_held(held));
	bridge_fill(found, text);
	if (status == MIXMI_OK && watch.interrupted)
		status = MIXMI_ERROR_CANCELLED;
	SEXP out = PROTECT(status == MIXMI_OK ? bridge_string(text) : bridge_failure(status, &watch));
	bridge_end(found);
	bridge_end(known);
	bridge_end(held);
	UNPROTECT(4);
	return out;
}
#else
SEXP bridge_report(SEXP handle, SEXP about, SEXP statements, SEXP options, SEXP progress)
{
	(void)handle, (void)about, (void)statements, (void)options, (void)progress;
	Rf_error(
		"this mixmi was compiled without the library jansson, which reports need: install it and then mixmi again");
	return R_NilValue;
}
#endif
