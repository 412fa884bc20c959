/* The effect of setting a treatment on an outcome. Columns are numbered from 1 in R. */
#include "bridge.h"

static void must(mixmi_status status)
{
	if (status != MIXMI_OK)
		Rf_error("%s", mixmi_error_message());
}

/* Columns of numbers of all points of an outcome, and their labels. */
static SEXP points_list(const mixmi_effect *effect, size_t set, size_t outcome, size_t points)
{
	static const char *const names[] = { "label",
		                                 "value",
		                                 "rows",
		                                 "unadjusted",
		                                 "mean",
		                                 "error",
		                                 "lower",
		                                 "upper",
		                                 "band_lower",
		                                 "band_upper",
		                                 "difference",
		                                 "difference_error",
		                                 "difference_lower",
		                                 "difference_upper",
		                                 "support",
		                                 "effective_rows",
		                                 "overlap_difference",
		                                 "overlap_difference_lower",
		                                 "overlap_difference_upper",
		                                 "robustness",
		                                 "robustness_interval",
		                                 "strongest",
		                                 "e_value",
		                                 "e_value_interval",
		                                 "lacking",
		                                 "strongest_column",
		                                 NULL };
	enum { NUMBERS = 23 };
	SEXP out = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(out, 0, Rf_allocVector(STRSXP, (R_xlen_t)points));
	for (int j = 1; j <= NUMBERS; j++)
		SET_VECTOR_ELT(out, j, Rf_allocVector(REALSXP, (R_xlen_t)points));
	for (int j = 1; j <= 2; j++)
		SET_VECTOR_ELT(out, NUMBERS + j, Rf_allocVector(STRSXP, (R_xlen_t)points));
	for (size_t i = 0; i < points; i++) {
		mixmi_effect_point p;
		must(mixmi_effect_point_at(&p, sizeof p, effect, set, outcome, i));
		const double numbers[NUMBERS] = { p.value,
			                              p.rows == 0 ? R_NaN : (double)p.rows,
			                              p.crude,
			                              p.mean,
			                              p.error,
			                              p.lower,
			                              p.upper,
			                              p.band_lower,
			                              p.band_upper,
			                              p.difference,
			                              p.difference_error,
			                              p.difference_lower,
			                              p.difference_upper,
			                              p.support,
			                              p.size,
			                              p.overlap_difference,
			                              p.overlap_difference_lower,
			                              p.overlap_difference_upper,
			                              p.robustness,
			                              p.robustness_interval,
			                              p.strongest,
			                              p.e_value,
			                              p.e_value_interval };
		SET_STRING_ELT(VECTOR_ELT(out, 0), (R_xlen_t)i, bridge_text(p.label));
		for (int j = 0; j < NUMBERS; j++)
			REAL(VECTOR_ELT(out, j + 1))[i] = bridge_number(numbers[j]);
		SET_STRING_ELT(VECTOR_ELT(out, NUMBERS + 1), (R_xlen_t)i, bridge_text(p.lacking));
		SET_STRING_ELT(VECTOR_ELT(out, NUMBERS + 2), (R_xlen_t)i, bridge_text(p.strongest_name));
	}
	UNPROTECT(1);
	return out;
}

static SEXP outcome_list(const mixmi_effect *effect, size_t set, size_t outcome, size_t points)
{
	static const char *const names[] = { "label",  "p", "slope", "slope_lower", "slope_upper", "slope_unadjusted",
		                                 "points", NULL };
	mixmi_effect_outcome o;
	must(mixmi_effect_outcome_at(&o, sizeof o, effect, set, outcome));
	const double numbers[] = { o.p, o.slope, o.slope_lower, o.slope_upper, o.crude_slope };
	SEXP out = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(out, 0, Rf_ScalarString(bridge_text(o.label)));
	for (int j = 0; j < 5; j++)
		SET_VECTOR_ELT(out, j + 1, Rf_ScalarReal(bridge_number(numbers[j])));
	SET_VECTOR_ELT(out, 6, points_list(effect, set, outcome, points));
	UNPROTECT(1);
	return out;
}

static SEXP set_list(const mixmi_effect *effect, size_t index, const mixmi_effect_info *info)
{
	static const char *const names[] = { "adjusted_for",      "outcome_is_cause", "rows",        "dropped",
		                                 "without_outcome",   "groups",           "information", "information_lower",
		                                 "information_upper", "outcomes",         "undecided",   NULL };
	mixmi_effect_set s;
	must(mixmi_effect_set_at(&s, sizeof s, effect, index));
	const double numbers[] = { (double)s.rows, (double)s.dropped,   (double)s.unobserved, (double)s.groups,
		                       s.information,  s.information_lower, s.information_upper };
	SEXP out = PROTECT(bridge_list(names)), outcomes = Rf_allocVector(VECSXP, (R_xlen_t)info->outcomes);
	SET_VECTOR_ELT(out, 9, outcomes);
	SET_VECTOR_ELT(out, 10, bridge_string(s.undecided));
	SET_VECTOR_ELT(out, 0, bridge_node_numbers(s.columns, s.count));
	SET_VECTOR_ELT(out, 1, Rf_ScalarLogical(s.none));
	for (int j = 0; j < 7; j++)
		SET_VECTOR_ELT(out, j + 2, Rf_ScalarReal(bridge_number(numbers[j])));
	for (size_t r = 0; r < info->outcomes; r++)
		SET_VECTOR_ELT(outcomes, (R_xlen_t)r, outcome_list(effect, index, r, info->points));
	UNPROTECT(1);
	return out;
}

static SEXP effect_list(const mixmi_effect *effect)
{
	static const char *const names[] = { "kind",       "reason", "affects",         "identified",
		                                 "curve",      "risks",  "more_sets",       "reference",
		                                 "confidence", "sets",   "possible_arrows", "rests_on",
		                                 NULL };
	mixmi_effect_info info;
	mixmi_effect_describe(&info, sizeof info, effect);
	const int flags[] = { info.affects, info.identified, info.curve, info.labels, info.more_sets };
	SEXP out = PROTECT(bridge_list(names)), sets = Rf_allocVector(VECSXP, (R_xlen_t)info.sets);
	SET_VECTOR_ELT(out, 9, sets);
	SET_VECTOR_ELT(out, 0, bridge_string(info.kind));
	SET_VECTOR_ELT(out, 1, bridge_string(info.reason));
	for (int j = 0; j < 5; j++)
		SET_VECTOR_ELT(out, j + 2, Rf_ScalarLogical(flags[j]));
	SET_VECTOR_ELT(out, 7, Rf_ScalarInteger((int)info.reference + 1));
	SET_VECTOR_ELT(out, 8, Rf_ScalarReal(info.confidence));
	SET_VECTOR_ELT(out, 10, Rf_ScalarInteger((int)info.possible));
	SET_VECTOR_ELT(out, 11, bridge_string(info.rests_on));
	for (size_t i = 0; i < info.sets; i++)
		SET_VECTOR_ELT(sets, (R_xlen_t)i, set_list(effect, i, &info));
	UNPROTECT(1);
	return out;
}

/* ends: treatment and outcome; names and edges: of the graph, or NULL, in which case `set` is adjusted for; reference:
 * a text or NULL. */
SEXP bridge_effect(SEXP handle, SEXP ends, SEXP set, SEXP names, SEXP edges, SEXP reference, SEXP most, SEXP options)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), graph = PROTECT(bridge_handle(BRIDGE_GRAPH)),
		 found = PROTECT(bridge_handle(BRIDGE_EFFECT));
	const size_t *columns = bridge_columns(ends, mixmi_table_columns(table));
	const size_t *chosen = bridge_columns(set, mixmi_table_columns(table));
	const char *compared = Rf_isNull(reference) ? NULL : Rf_translateCharUTF8(STRING_ELT(reference, 0));
	bridge_watch watch = { .function = R_NilValue };
	mixmi_effect *effect = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK && !Rf_isNull(names))
		status = bridge_graph(graph, names, edges);
	if (status == MIXMI_OK && !Rf_isNull(names))
		status = mixmi_graph_effect(&effect, table, bridge_held(graph), columns[0], columns[1],
		                            (size_t)REAL_RO(most)[0], compared, bridge_held(held));
	else if (status == MIXMI_OK)
		status = mixmi_effect_adjusted(&effect, table, columns[0], columns[1], chosen, (size_t)XLENGTH(set), compared,
		                               bridge_held(held));
	bridge_fill(found, effect);
	SEXP out = PROTECT(status == MIXMI_OK ? effect_list(effect) : bridge_failure(status, &watch));
	bridge_end(found);
	bridge_end(graph);
	bridge_end(held);
	UNPROTECT(4);
	return out;
}
