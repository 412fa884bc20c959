/* External pointers and failures. The tag of a pointer is the symbol of its kind. `live` counts the objects in
 * existence, so that tests can check that a call which was left early released everything. */
#include "bridge.h"

static int live;

static void free_table(void *p)
{
	mixmi_table_free(p);
}
static void free_histogram(void *p)
{
	mixmi_histogram_free(p);
}
static void free_options(void *p)
{
	mixmi_options_free(p);
}
static void free_answers(void *p)
{
	mixmi_answers_free(p);
}
static void free_graph(void *p)
{
	mixmi_graph_free(p);
}
static void free_knowledge(void *p)
{
	mixmi_knowledge_free(p);
}

static void free_choice(void *p)
{
	mixmi_choice_free(p);
}

static void free_check(void *p)
{
	mixmi_check_free(p);
}

static void free_adjustment(void *p)
{
	mixmi_adjustment_free(p);
}

static void free_effect(void *p)
{
	mixmi_effect_free(p);
}

static void free_explanation(void *p)
{
	mixmi_explanation_free(p);
}

static const struct {
	const char *name;
	void (*free)(void *);
} kinds[] = {
	[BRIDGE_TABLE] = { "mixmi_table", free_table },
	[BRIDGE_HISTOGRAM] = { "mixmi_histogram", free_histogram },
	[BRIDGE_OPTIONS] = { "mixmi_options", free_options },
	[BRIDGE_ANSWERS] = { "mixmi_answers", free_answers },
	[BRIDGE_GRAPH] = { "mixmi_graph", free_graph },
	[BRIDGE_KNOWLEDGE] = { "mixmi_knowledge", free_knowledge },
	[BRIDGE_CHOICE] = { "mixmi_choice", free_choice },
	[BRIDGE_ADJUSTMENT] = { "mixmi_adjustment", free_adjustment },
	[BRIDGE_EFFECT] = { "mixmi_effect", free_effect },
	[BRIDGE_CHECK] = { "mixmi_check", free_check },
	[BRIDGE_BYTES] = { "mixmi_bytes", mixmi_free },
	[BRIDGE_EXPLANATION] = { "mixmi_explanation", free_explanation },
};

void bridge_end(SEXP handle)
{
	void *address = R_ExternalPtrAddr(handle);
	if (address == NULL)
		return;
	R_ClearExternalPtr(handle);
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (R_ExternalPtrTag(handle) == Rf_install(kinds[i].name))
			kinds[i].free(address);
	live--;
}

SEXP bridge_handle(bridge_kind kind)
{
	SEXP handle = PROTECT(R_MakeExternalPtr(NULL, Rf_install(kinds[kind].name), R_NilValue));
	R_RegisterCFinalizerEx(handle, bridge_end, TRUE);
	UNPROTECT(1);
	return handle;
}

void bridge_fill(SEXP handle, void *address)
{
	live += address != NULL;
	R_SetExternalPtrAddr(handle, address);
}

void *bridge_held(SEXP handle)
{
	return R_ExternalPtrAddr(handle);
}

void *bridge_get(SEXP handle, bridge_kind kind)
{
	if (TYPEOF(handle) != EXTPTRSXP || R_ExternalPtrTag(handle) != Rf_install(kinds[kind].name))
		Rf_error("not a handle of class %s", kinds[kind].name);
	if (R_ExternalPtrAddr(handle) == NULL)
		Rf_error("this %s was saved and loaded again, or closed: make it again from the data", kinds[kind].name);
	return R_ExternalPtrAddr(handle);
}

SEXP bridge_is_present(SEXP handle)
{
	return Rf_ScalarLogical(TYPEOF(handle) == EXTPTRSXP && R_ExternalPtrAddr(handle) != NULL);
}

SEXP bridge_live(void)
{
	return Rf_ScalarInteger(live);
}

SEXP bridge_failure(mixmi_status status, const bridge_watch *watch)
{
	static const char *const names[] = { "status", "message", "interrupted", NULL };
	SEXP failure = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(failure, 0, Rf_ScalarInteger(status));
	SET_VECTOR_ELT(failure, 1, bridge_string(mixmi_error_message()));
	SET_VECTOR_ELT(failure, 2, Rf_ScalarLogical(watch != NULL && watch->interrupted));
	Rf_setAttrib(failure, R_ClassSymbol, PROTECT(Rf_mkString("mixmi_failure")));
	UNPROTECT(2);
	return failure;
}

SEXP bridge_list(const char *const *names)
{
	R_xlen_t count = 0;
	while (names[count] != NULL)
		count++;
	SEXP list = PROTECT(Rf_allocVector(VECSXP, count)), labels = PROTECT(Rf_allocVector(STRSXP, count));
	for (R_xlen_t i = 0; i < count; i++)
		SET_STRING_ELT(labels, i, Rf_mkChar(names[i]));
	Rf_setAttrib(list, R_NamesSymbol, labels);
	UNPROTECT(2);
	return list;
}

SEXP bridge_text(const char *text)
{
	return text != NULL ? Rf_mkCharCE(text, CE_UTF8) : NA_STRING;
}

double bridge_number(double number)
{
	return ISNAN(number) ? NA_REAL : number;
}

SEXP bridge_string(const char *text)
{
	return Rf_ScalarString(bridge_text(text));
}

const size_t *bridge_columns(SEXP numbers, size_t columns)
{
	size_t *out = (size_t *)R_alloc((size_t)XLENGTH(numbers) + 1, sizeof *out);
	const int *values = INTEGER_RO(numbers);
	for (R_xlen_t i = 0; i < XLENGTH(numbers); i++) {
		if (values[i] == NA_INTEGER || values[i] < 1 || (size_t)values[i] > columns)
			Rf_error("there is no column number %d", values[i]);
		out[i] = (size_t)values[i] - 1;
	}
	return out;
}

mixmi_question bridge_question(SEXP x, SEXP y, SEXP z, const mixmi_table *table)
{
	size_t columns = mixmi_table_columns(table);
	return (mixmi_question){ bridge_columns(x, columns), (size_t)XLENGTH(x),         bridge_columns(y, columns),
		                     (size_t)XLENGTH(y),         bridge_columns(z, columns), (size_t)XLENGTH(z) };
}
