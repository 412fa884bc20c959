/* Checks whether a graph fits the data. Nodes are numbered from 1 in R. */
#include "bridge.h"

/* One list of the check as columns of integers, of numbers and of sets. */
static SEXP claim_list(const mixmi_check *check, mixmi_check_list list, size_t count)
{
	static const char *const names[] = { "a",    "mark_a",   "mark_b", "verdict", "rejected", "p",     "p_holm", "p_bh",
		                                 "rows", "estimate", "lower",  "upper",   "b",        "given", NULL };
	enum { INTEGERS = 5, REALS = 8, SETS = INTEGERS + REALS - 1 };
	SEXP out = PROTECT(bridge_list(names));
	for (int j = 0; j < SETS + 2; j++)
		SET_VECTOR_ELT(out, j, Rf_allocVector(j < INTEGERS ? INTSXP : j < SETS ? REALSXP : VECSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count; i++) {
		mixmi_claim c;
		if (mixmi_check_at(&c, sizeof c, check, list, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		const int integers[] = { (int)c.a + 1, c.mark_a, c.mark_b, c.verdict, c.rejected };
		const double reals[] = { c.p, c.p_holm, c.p_bh, (double)c.rows, c.estimate, c.lower, c.upper };
		for (int j = 0; j < INTEGERS; j++)
			INTEGER(VECTOR_ELT(out, j))[i] = integers[j];
		for (int j = INTEGERS; j < SETS; j++)
			REAL(VECTOR_ELT(out, j))[i] = bridge_number(reals[j - INTEGERS]);
		SET_VECTOR_ELT(VECTOR_ELT(out, SETS), (R_xlen_t)i, bridge_node_numbers(c.b, c.b_count));
		SET_VECTOR_ELT(VECTOR_ELT(out, SETS + 1), (R_xlen_t)i, bridge_node_numbers(c.given, c.given_count));
	}
	UNPROTECT(1);
	return out;
}

static SEXP info_list(const mixmi_check_info *info)
{
	static const char *const names[] = { "kind",        "test",         "p",         "alpha",    "claims",
		                                 "rejected",    "rejected_fdr", "undecided", "missing",  "edges",
		                                 "unsupported", "violations",   "permuted",  "quantile", NULL };
	const double numbers[] = { info->p,
		                       info->alpha,
		                       (double)info->claims,
		                       (double)info->rejected,
		                       (double)info->rejected_fdr,
		                       (double)info->undecided,
		                       (double)info->missing,
		                       (double)info->edges,
		                       (double)info->unsupported,
		                       info->violations,
		                       (double)info->permuted,
		                       info->quantile };
	SEXP out = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(out, 0, bridge_string(info->kind));
	SET_VECTOR_ELT(out, 1, bridge_string(info->test));
	for (int i = 0; i < 12; i++)
		SET_VECTOR_ELT(out, i + 2, Rf_ScalarReal(bridge_number(numbers[i])));
	UNPROTECT(1);
	return out;
}

static SEXP check_list(const mixmi_check *check)
{
	static const char *const names[] = { "info", "claims", "missing", "edges", NULL };
	mixmi_check_info info;
	mixmi_check_describe(&info, sizeof info, check);
	SEXP out = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(out, 0, info_list(&info));
	SET_VECTOR_ELT(out, 1, claim_list(check, MIXMI_CLAIMS, info.claims));
	SET_VECTOR_ELT(out, 2, claim_list(check, MIXMI_MISSING, info.missing));
	SET_VECTOR_ELT(out, 3, claim_list(check, MIXMI_EDGES, info.edges));
	UNPROTECT(1);
	return out;
}

/* how: whether to test all pairs, and the number of permuted graphs. */
SEXP bridge_graph_check(SEXP handle, SEXP names, SEXP edges, SEXP how, SEXP options, SEXP progress)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), graph = PROTECT(bridge_handle(BRIDGE_GRAPH)),
		 found = PROTECT(bridge_handle(BRIDGE_CHECK));
	bridge_watch watch = { .function = progress };
	mixmi_check *check = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK)
		status = bridge_graph(graph, names, edges);
	if (status == MIXMI_OK)
		status = mixmi_graph_check(&check, table, bridge_held(graph), REAL_RO(how)[0] != 0, (size_t)REAL_RO(how)[1],
		                           bridge_held(held));
	bridge_fill(found, check);
	if (status == MIXMI_OK && watch.interrupted)
		status = MIXMI_ERROR_CANCELLED;
	SEXP out = PROTECT(status == MIXMI_OK ? check_list(check) : bridge_failure(status, &watch));
	bridge_end(found);
	bridge_end(graph);
	bridge_end(held);
	UNPROTECT(4);
	return out;
}
