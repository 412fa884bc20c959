/* Adjustment sets, from a graph alone. Nodes are numbered from 1 in R. */
#include "bridge.h"

static SEXP sets_of(const mixmi_adjustment *found, mixmi_set_kind kind, size_t count)
{
	SEXP out = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count; i++) {
		const size_t *nodes;
		size_t members;
		if (mixmi_adjustment_set(&nodes, &members, found, kind, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		SET_VECTOR_ELT(out, (R_xlen_t)i, bridge_node_numbers(nodes, members));
	}
	UNPROTECT(1);
	return out;
}

static SEXP adjustment_list(const mixmi_adjustment *found)
{
	static const char *const names[] = { "kind",    "reason",       "identified",      "affects",    "more",
		                                 "minimal", "optimal",      "largest",         "instrument", "front_door",
		                                 "parents", "more_parents", "possible_arrows", "rests_on",   NULL };
	mixmi_adjustment_info info;
	mixmi_adjustment_describe(&info, sizeof info, found);
	SEXP out = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(out, 0, bridge_string(info.kind));
	SET_VECTOR_ELT(out, 1, bridge_string(info.reason));
	SET_VECTOR_ELT(out, 2, Rf_ScalarLogical(info.identified));
	SET_VECTOR_ELT(out, 3, Rf_ScalarLogical(info.affects));
	SET_VECTOR_ELT(out, 4, Rf_ScalarLogical(info.more));
	for (int kind = 0; kind < MIXMI_SETS; kind++)
		SET_VECTOR_ELT(out, 5 + kind, sets_of(found, (mixmi_set_kind)kind, info.sets[kind]));
	SET_VECTOR_ELT(out, 5 + MIXMI_SETS, Rf_ScalarLogical(info.more_parents));
	SET_VECTOR_ELT(out, 6 + MIXMI_SETS, Rf_ScalarInteger((int)info.possible));
	SET_VECTOR_ELT(out, 7 + MIXMI_SETS, bridge_string(info.rests_on));
	UNPROTECT(1);
	return out;
}

/* ends: treatment and outcome; how: whether there may be unmeasured common causes, and how many minimal sets to
 * list. */
SEXP bridge_graph_adjust(SEXP names, SEXP edges, SEXP ends, SEXP unmeasured, SEXP how)
{
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), graph = PROTECT(bridge_handle(BRIDGE_GRAPH)),
		 found = PROTECT(bridge_handle(BRIDGE_ADJUSTMENT));
	const size_t *nodes = bridge_columns(ends, (size_t)XLENGTH(names));
	const size_t *missing = bridge_columns(unmeasured, (size_t)XLENGTH(names));
	mixmi_options *options;
	mixmi_adjustment *adjustment = NULL;
	mixmi_status status = mixmi_options_new(&options);
	bridge_fill(held, options);
	if (status == MIXMI_OK)
		status = mixmi_options_set(options, "latent", REAL_RO(how)[0] != 0 ? "yes" : "no");
	if (status == MIXMI_OK)
		status = bridge_graph(graph, names, edges);
	if (status == MIXMI_OK)
		status = mixmi_graph_adjust(&adjustment, bridge_held(graph), nodes[0], nodes[1], missing,
		                            (size_t)XLENGTH(unmeasured), (size_t)REAL_RO(how)[1], options);
	bridge_fill(found, adjustment);
	SEXP out = PROTECT(status == MIXMI_OK ? adjustment_list(adjustment) : bridge_failure(status, NULL));
	bridge_end(found);
	bridge_end(graph);
	bridge_end(held);
	UNPROTECT(4);
	return out;
}
