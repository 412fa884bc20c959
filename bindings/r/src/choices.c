/* Options by name, the table of options, and progress reports to R. Between two steps the package checks for a user
 * interrupt (R_CheckUserInterrupt) within R_ToplevelExec(), so that an interrupt ends the library call regularly
 * instead of jumping over it. */
#include "bridge.h"

static void ask_user(void *context)
{
	bridge_watch *watch = context;
	R_CheckUserInterrupt();
	if (watch->function == R_NilValue)
		return;
	SEXP stage = PROTECT(bridge_string(watch->progress->stage));
	SEXP done = PROTECT(Rf_ScalarReal((double)watch->progress->done));
	SEXP total = PROTECT(Rf_ScalarReal((double)watch->progress->total));
	SEXP call = PROTECT(Rf_lang4(watch->function, stage, done, total));
	watch->refused = Rf_asLogical(Rf_eval(call, R_GlobalEnv)) == FALSE;
	UNPROTECT(4);
	R_CheckUserInterrupt();
}

static bool goes_on(void *context, const mixmi_progress *progress)
{
	bridge_watch *watch = context;
	watch->progress = progress;
	if (!R_ToplevelExec(ask_user, watch))
		watch->interrupted = true;
	return !watch->interrupted && !watch->refused;
}

static mixmi_status set_one(mixmi_options *options, const char *name, SEXP value)
{
	if (TYPEOF(value) == STRSXP)
		return mixmi_options_set(options, name, Rf_translateCharUTF8(STRING_ELT(value, 0)));
	return mixmi_options_set_number(options, name, Rf_asReal(value));
}

mixmi_status bridge_options(SEXP handle, SEXP list, bridge_watch *watch)
{
	mixmi_options *options;
	mixmi_status status = mixmi_options_new(&options);
	bridge_fill(handle, options);
	SEXP names = Rf_getAttrib(list, R_NamesSymbol);
	for (R_xlen_t i = 0; i < XLENGTH(list) && status == MIXMI_OK; i++)
		status = set_one(options, Rf_translateCharUTF8(STRING_ELT(names, i)), VECTOR_ELT(list, i));
	if (status == MIXMI_OK && watch != NULL)
		mixmi_options_set_progress(options, goes_on, watch);
	return status;
}

SEXP bridge_version(void)
{
	return bridge_string(mixmi_version());
}

static SEXP texts(size_t count)
{
	return Rf_allocVector(STRSXP, (R_xlen_t)count);
}

SEXP bridge_option_table(void)
{
	static const char *const names[] = { "name",    "group",   "kind", "choices", "minimum",
		                                 "maximum", "default", "help", NULL };
	static const char *const kinds[] = { "integer", "number", "choice", "character", "switch", "text" };
	size_t count = 0;
	while (mixmi_option_at(count) != NULL)
		count++;
	SEXP table = PROTECT(bridge_list(names));
	for (int j = 0; j < 8; j++)
		SET_VECTOR_ELT(table, j, j == 4 || j == 5 ? Rf_allocVector(REALSXP, (R_xlen_t)count) : texts(count));
	for (size_t i = 0; i < count; i++) {
		const mixmi_option *o = mixmi_option_at(i);
		const char *columns[] = { o->name, o->group, kinds[o->kind], o->choices, NULL, NULL, o->fallback, o->help };
		for (int j = 0; j < 8; j++)
			if (j != 4 && j != 5)
				SET_STRING_ELT(VECTOR_ELT(table, j), (R_xlen_t)i, bridge_text(columns[j]));
		bool bounded = o->kind == MIXMI_OPTION_INTEGER || o->kind == MIXMI_OPTION_REAL;
		REAL(VECTOR_ELT(table, 4))[i] = bounded ? o->minimum : NA_REAL;
		REAL(VECTOR_ELT(table, 5))[i] = bounded ? o->maximum : NA_REAL;
	}
	UNPROTECT(1);
	return table;
}

/* One row per method: estimators first, then tests. */
SEXP bridge_method_table(void)
{
	static const char *const names[] = { "what", "name", "conditional", "p.value", "help", "details", "options", NULL };
	size_t estimators = 0, count = 0;
	while (mixmi_estimator_at(estimators) != NULL)
		estimators++;
	while (mixmi_test_at(count) != NULL)
		count++;
	count += estimators;
	SEXP table = PROTECT(bridge_list(names));
	for (int j = 0; j < 7; j++)
		SET_VECTOR_ELT(table, j, j == 2 || j == 3 ? Rf_allocVector(LGLSXP, (R_xlen_t)count) : texts(count));
	for (size_t i = 0; i < count; i++) {
		const mixmi_method *m = i < estimators ? mixmi_estimator_at(i) : mixmi_test_at(i - estimators);
		const char *columns[] = {
			i < estimators ? "estimator" : "test", m->name, NULL, NULL, m->help, m->details, m->options
		};
		for (int j = 0; j < 7; j++)
			if (j != 2 && j != 3)
				SET_STRING_ELT(VECTOR_ELT(table, j), (R_xlen_t)i, bridge_text(columns[j]));
		LOGICAL(VECTOR_ELT(table, 2))[i] = m->conditional != 0;
		LOGICAL(VECTOR_ELT(table, 3))[i] = m->has_p != 0;
	}
	UNPROTECT(1);
	return table;
}

/* The present name of a value, or NULL if it was not renamed. */
SEXP bridge_option_renamed(SEXP name, SEXP value)
{
	const char *now = mixmi_option_renamed(CHAR(STRING_ELT(name, 0)), CHAR(STRING_ELT(value, 0)));
	return now == NULL ? R_NilValue : bridge_string(now);
}

/* The value that an option has with a preset, or without one (NULL) by default. */
SEXP bridge_option_default(SEXP name, SEXP preset)
{
	mixmi_options *options = NULL;
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), out = R_NilValue;
	mixmi_status status = mixmi_options_new(&options);
	bridge_fill(held, options);
	if (status == MIXMI_OK && preset != R_NilValue)
		mixmi_options_set(options, "preset", CHAR(STRING_ELT(preset, 0))); /* the call itself reports an unknown one */
	if (status == MIXMI_OK)
		out = bridge_string(mixmi_options_get(options, CHAR(STRING_ELT(name, 0))));
	PROTECT(out);
	bridge_end(held);
	UNPROTECT(2);
	return status == MIXMI_OK ? out : bridge_failure(status, NULL);
}
