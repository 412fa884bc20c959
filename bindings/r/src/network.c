/* Graphs: background knowledge, the search, and its result as plain R vectors (so that it can be saved and loaded).
 * Nodes are numbered from 1 in R, marks as in mixmi_mark. */
#include <math.h>

#include "bridge.h"

/* Statements are integer vectors that start with one of these; R/knowledge.R writes them. */
enum { REQUIRE_ARROW = 1, REQUIRE_EDGE, FORBID_ARROW, FORBID_EDGE, TIER, ROOT, SINK };

static mixmi_status state(mixmi_knowledge *knowledge, SEXP statement, size_t columns)
{
	const int *numbers = INTEGER_RO(statement);
	if (numbers[0] == TIER) {
		SEXP members = PROTECT(Rf_allocVector(INTSXP, XLENGTH(statement) - 3));
		for (R_xlen_t i = 3; i < XLENGTH(statement); i++)
			INTEGER(members)[i - 3] = numbers[i];
		const size_t *chosen = bridge_columns(members, columns);
		UNPROTECT(1);
		return mixmi_knowledge_tier(knowledge, (uint64_t)numbers[1], chosen, (size_t)XLENGTH(statement) - 3,
		                            numbers[2] != 0);
	}
	size_t from = (size_t)numbers[1] - 1, to = (size_t)numbers[XLENGTH(statement) - 1] - 1;
	switch (numbers[0]) {
	case REQUIRE_ARROW:
	case REQUIRE_EDGE:
		return mixmi_knowledge_require(knowledge, from, to, numbers[0] == REQUIRE_ARROW);
	case FORBID_ARROW:
	case FORBID_EDGE:
		return mixmi_knowledge_forbid(knowledge, from, to, numbers[0] == FORBID_ARROW);
	case ROOT:
		return mixmi_knowledge_root(knowledge, from);
	default:
		return mixmi_knowledge_sink(knowledge, from);
	}
}

mixmi_status bridge_know(SEXP handle, SEXP statements, const mixmi_table *table)
{
	mixmi_knowledge *knowledge;
	mixmi_status status = mixmi_knowledge_new(&knowledge, table);
	bridge_fill(handle, knowledge);
	for (R_xlen_t i = 0; i < XLENGTH(statements) && status == MIXMI_OK; i++)
		status = state(knowledge, VECTOR_ELT(statements, i), mixmi_table_columns(table));
	return status;
}

/* ------------------------------------------------------------------------------------------------ results out */

SEXP bridge_node_numbers(const size_t *nodes, size_t count)
{
	SEXP out = Rf_allocVector(INTSXP, (R_xlen_t)count);
	for (size_t i = 0; i < count; i++)
		INTEGER(out)[i] = (int)nodes[i] + 1;
	return out;
}

/* Columns of integers, then of numbers, then a list of sets, all of `count` rows. */
static SEXP empty_frame(const char *const *names, int integers, int reals, size_t count)
{
	SEXP list = PROTECT(bridge_list(names));
	for (int j = 0; j <= integers + reals; j++) {
		SEXPTYPE type = j < integers ? INTSXP : j < integers + reals ? REALSXP : VECSXP;
		SET_VECTOR_ELT(list, j, Rf_allocVector(type, (R_xlen_t)count));
	}
	UNPROTECT(1);
	return list;
}

static void fill_row(SEXP list, size_t row, const int *integers, int integer_count, const double *reals, int real_count)
{
	for (int j = 0; j < integer_count; j++)
		INTEGER(VECTOR_ELT(list, j))[row] = integers[j];
	for (int j = 0; j < real_count; j++)
		REAL(VECTOR_ELT(list, integer_count + j))[row] = bridge_number(reals[j]);
}

static SEXP edge_list(const mixmi_graph *graph, size_t count)
{
	static const char *const names[] = { "from",
		                                 "to",
		                                 "mark_from",
		                                 "mark_to",
		                                 "required",
		                                 "few_rows",
		                                 "doubtful",
		                                 "same",
		                                 "kind",
		                                 "kind_from",
		                                 "shape",
		                                 "verdict",
		                                 "size_kind",
		                                 "size_of",
		                                 "estimate",
		                                 "lower",
		                                 "upper",
		                                 "corrected",
		                                 "p",
		                                 "rows",
		                                 "frequency",
		                                 "frequency_forward",
		                                 "frequency_backward",
		                                 "sign",
		                                 "strength",
		                                 "share",
		                                 "certainty",
		                                 "probability_from",
		                                 "probability_to",
		                                 "mark_probability",
		                                 "size",
		                                 "size_lower",
		                                 "size_upper",
		                                 "size_per",
		                                 "given",
		                                 NULL };
	enum { INTEGERS = 14, REALS = 20, GIVEN = INTEGERS + REALS };
	SEXP list = PROTECT(empty_frame(names, INTEGERS, REALS, count));
	for (size_t i = 0; i < count; i++) {
		mixmi_edge e;
		if (mixmi_graph_edge(&e, sizeof e, graph, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		const int integers[] = { (int)e.from + 1, (int)e.to + 1,     e.mark_from, e.mark_to,
			                     e.required,      e.few_rows,        e.doubtful,  e.same,
			                     e.kind,          e.kind_from,       e.shape,     e.verdict,
			                     e.size_kind,     (int)e.size_of + 1 };
		const double reals[] = { e.estimate,
			                     e.lower,
			                     e.upper,
			                     e.corrected,
			                     e.p,
			                     (double)e.rows,
			                     e.frequency,
			                     e.frequency_forward,
			                     e.frequency_backward,
			                     e.sign,
			                     e.strength,
			                     e.share,
			                     e.certainty,
			                     e.probability_from,
			                     e.probability_to,
			                     e.mark_probability,
			                     e.size,
			                     e.size_lower,
			                     e.size_upper,
			                     e.size_per };
		fill_row(list, i, integers, INTEGERS, reals, REALS);
		SET_VECTOR_ELT(VECTOR_ELT(list, GIVEN), (R_xlen_t)i, bridge_node_numbers(e.given, e.given_count));
	}
	UNPROTECT(1);
	return list;
}

static SEXP separation_list(const mixmi_graph *graph, size_t count)
{
	static const char *const names[] = { "a", "b",    "forbidden", "few_rows", "doubtful", "estimate",
		                                 "p", "rows", "frequency", "upper",    "given",    NULL };
	enum { INTEGERS = 5, REALS = 5, GIVEN = INTEGERS + REALS };
	SEXP list = PROTECT(empty_frame(names, INTEGERS, REALS, count));
	for (size_t i = 0; i < count; i++) {
		mixmi_separation s;
		if (mixmi_graph_separation(&s, sizeof s, graph, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		const int integers[] = { (int)s.a + 1, (int)s.b + 1, s.forbidden, s.few_rows, s.doubtful };
		const double reals[] = { s.estimate, s.p, (double)s.rows, s.frequency, s.upper };
		fill_row(list, i, integers, INTEGERS, reals, REALS);
		SET_VECTOR_ELT(VECTOR_ELT(list, GIVEN), (R_xlen_t)i, bridge_node_numbers(s.given, s.given_count));
	}
	UNPROTECT(1);
	return list;
}

static SEXP node_list(const mixmi_graph *graph, size_t count)
{
	static const char *const names[] = { "name", "type", NULL };
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, Rf_allocVector(STRSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 1, Rf_allocVector(STRSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count; i++) {
		mixmi_type type;
		SET_STRING_ELT(VECTOR_ELT(list, 0), (R_xlen_t)i, bridge_text(mixmi_graph_node(graph, i, &type)));
		SET_STRING_ELT(VECTOR_ELT(list, 1), (R_xlen_t)i, Rf_mkChar(type == MIXMI_DISCRETE ? "discrete" : "numeric"));
	}
	UNPROTECT(1);
	return list;
}

static SEXP info_list(const mixmi_graph_info *info)
{
	static const char *const names[] = { "tests", "tests_reused", "levels", "subsamples", "alpha", "false_edges",
		                                 "test",  "kind",         "search", "complete",   NULL };
	SEXP list = PROTECT(bridge_list(names));
	const double numbers[] = { (double)info->tests,      (double)info->tests_reused, (double)info->levels,
		                       (double)info->subsamples, bridge_number(info->alpha), bridge_number(info->false_edges) };
	const char *texts[] = { info->test, info->kind, info->search };
	for (int i = 0; i < 6; i++)
		SET_VECTOR_ELT(list, i, Rf_ScalarReal(numbers[i]));
	for (int i = 0; i < 3; i++)
		SET_VECTOR_ELT(list, i + 6, bridge_string(texts[i]));
	SET_VECTOR_ELT(list, 9, Rf_ScalarLogical(info->complete));
	UNPROTECT(1);
	return list;
}

static SEXP determined_list(const mixmi_graph *graph, size_t count)
{
	static const char *const names[] = { "column", "by", NULL };
	SEXP list = PROTECT(bridge_list(names));
	for (int j = 0; j < 2; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(INTSXP, (R_xlen_t)count));
	for (size_t i = 0, ends[2]; i < count; i++) {
		if (mixmi_graph_determined(&ends[0], &ends[1], graph, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		for (int j = 0; j < 2; j++)
			INTEGER(VECTOR_ELT(list, j))[i] = (int)ends[j] + 1;
	}
	UNPROTECT(1);
	return list;
}

static SEXP undecided_list(const mixmi_graph *graph, size_t count)
{
	static const char *const names[] = { "a", "b", NULL };
	SEXP list = PROTECT(bridge_list(names));
	for (int j = 0; j < 2; j++)
		SET_VECTOR_ELT(list, j, Rf_allocVector(INTSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count; i++) {
		mixmi_edge pair;
		if (mixmi_graph_undecided(&pair, sizeof pair, graph, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		INTEGER(VECTOR_ELT(list, 0))[i] = (int)pair.from + 1;
		INTEGER(VECTOR_ELT(list, 1))[i] = (int)pair.to + 1;
	}
	UNPROTECT(1);
	return list;
}

static SEXP total_list(const mixmi_graph *graph, size_t count)
{
	static const char *const names[] = { "total", "parts", "coefficients", "constant", "logarithms", NULL };
	SEXP list = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t)count));
	for (size_t i = 0; i < count; i++) {
		mixmi_total t;
		if (mixmi_graph_total(&t, sizeof t, graph, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		SEXP one = bridge_list(names);
		SET_VECTOR_ELT(list, (R_xlen_t)i, one);
		SET_VECTOR_ELT(one, 0, Rf_ScalarInteger((int)t.total + 1));
		SET_VECTOR_ELT(one, 1, bridge_node_numbers(t.parts, t.count));
		SET_VECTOR_ELT(one, 2, Rf_allocVector(REALSXP, (R_xlen_t)t.count));
		for (size_t k = 0; k < t.count; k++)
			REAL(VECTOR_ELT(one, 2))[k] = t.coefficients[k];
		SET_VECTOR_ELT(one, 3, Rf_ScalarReal(t.constant));
		SET_VECTOR_ELT(one, 4, Rf_ScalarLogical(t.logarithms != 0));
	}
	UNPROTECT(1);
	return list;
}

static SEXP suggestion_list(const mixmi_graph *graph, size_t count)
{
	static const char *const names[] = { "column", "why", NULL };
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, Rf_allocVector(INTSXP, (R_xlen_t)count));
	SET_VECTOR_ELT(list, 1, Rf_allocVector(STRSXP, (R_xlen_t)count));
	for (size_t i = 0, node; i < count; i++) {
		const char *why;
		if (mixmi_graph_suggested_root(&node, &why, graph, i) != MIXMI_OK)
			Rf_error("%s", mixmi_error_message());
		INTEGER(VECTOR_ELT(list, 0))[i] = (int)node + 1;
		SET_STRING_ELT(VECTOR_ELT(list, 1), (R_xlen_t)i, Rf_mkChar(why));
	}
	UNPROTECT(1);
	return list;
}

static SEXP graph_list(const mixmi_graph *graph)
{
	static const char *const names[] = { "nodes",      "edges",     "separations",     "conflicts", "info",
		                                 "determined", "undecided", "suggested_roots", "totals",    NULL };
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	SEXP list = PROTECT(bridge_list(names));
	SET_VECTOR_ELT(list, 0, node_list(graph, info.nodes));
	SET_VECTOR_ELT(list, 1, edge_list(graph, info.edges));
	SET_VECTOR_ELT(list, 2, separation_list(graph, info.separated));
	SET_VECTOR_ELT(list, 3, Rf_allocVector(STRSXP, (R_xlen_t)info.conflicts));
	for (size_t i = 0; i < info.conflicts; i++)
		SET_STRING_ELT(VECTOR_ELT(list, 3), (R_xlen_t)i, bridge_text(mixmi_graph_conflict(graph, i)));
	SET_VECTOR_ELT(list, 4, info_list(&info));
	SET_VECTOR_ELT(list, 5, determined_list(graph, info.determined));
	SET_VECTOR_ELT(list, 6, undecided_list(graph, info.undecided));
	SET_VECTOR_ELT(list, 7, suggestion_list(graph, info.suggested_roots));
	SET_VECTOR_ELT(list, 8, total_list(graph, info.totals));
	UNPROTECT(1);
	return list;
}

SEXP bridge_graph_learn(SEXP handle, SEXP columns, SEXP statements, SEXP options, SEXP progress)
{
	const mixmi_table *table = bridge_get(handle, BRIDGE_TABLE);
	const size_t *chosen = bridge_columns(columns, mixmi_table_columns(table));
	SEXP held = PROTECT(bridge_handle(BRIDGE_OPTIONS)), known = PROTECT(bridge_handle(BRIDGE_KNOWLEDGE)),
		 found = PROTECT(bridge_handle(BRIDGE_GRAPH));
	bridge_watch watch = { .function = progress };
	mixmi_graph *graph = NULL;
	mixmi_status status = bridge_options(held, options, &watch);
	if (status == MIXMI_OK)
		status = bridge_know(known, statements, table);
	if (status == MIXMI_OK)
		status = mixmi_graph_learn(&graph, table, XLENGTH(columns) > 0 ? chosen : NULL, (size_t)XLENGTH(columns),
		                           bridge_held(known), bridge_held(held));
	bridge_fill(found, graph);
	if (status == MIXMI_OK && watch.interrupted)
		status = MIXMI_ERROR_CANCELLED;
	SEXP out = PROTECT(status == MIXMI_OK ? graph_list(graph) : bridge_failure(status, &watch));
	bridge_end(found);
	bridge_end(known);
	bridge_end(held);
	UNPROTECT(4);
	return out;
}

/* ------------------------------------------------------------------------------------------------ graphs in */

mixmi_status bridge_graph(SEXP handle, SEXP names, SEXP edges)
{
	size_t count = (size_t)XLENGTH(names);
	enum { FIELDS = 6 }; /* ends, marks, kinds of arrowheads */
	R_xlen_t rows = XLENGTH(edges) / FIELDS;
	const char **texts = (const char **)R_alloc(count + 1, sizeof *texts);
	for (size_t i = 0; i < count; i++)
		texts[i] = Rf_translateCharUTF8(STRING_ELT(names, (R_xlen_t)i));
	mixmi_graph *graph;
	mixmi_status status = mixmi_graph_new(&graph, texts, count);
	bridge_fill(handle, graph);
	const int *e = INTEGER_RO(edges);
	for (R_xlen_t i = 0; i < rows && status == MIXMI_OK; i++) {
		size_t from = (size_t)e[i] - 1, to = (size_t)e[i + rows] - 1;
		status = mixmi_graph_join(graph, from, to, (mixmi_mark)e[i + 2 * rows], (mixmi_mark)e[i + 3 * rows]);
		if (status == MIXMI_OK)
			status =
				mixmi_graph_set_arrows(graph, from, to, (mixmi_arrow)e[i + 4 * rows], (mixmi_arrow)e[i + 5 * rows]);
	}
	return status;
}

/* A bound of the structural intervention distance; NA if there is none. */
static double distance_of(size_t bound)
{
	return bound == SIZE_MAX ? NA_REAL : (double)bound;
}

static SEXP comparison_vector(const mixmi_comparison *c, size_t sid_lower, size_t sid_upper)
{
	const struct {
		const char *name;
		double number;
	} rows[] = {
		{ "true_edges", (double)c->true_edges },
		{ "learnt_edges", (double)c->learnt_edges },
		{ "common_edges", (double)c->common_edges },
		{ "precision", c->precision },
		{ "recall", c->recall },
		{ "f1", c->f1 },
		{ "true_arrows", (double)c->true_arrows },
		{ "learnt_arrows", (double)c->learnt_arrows },
		{ "common_arrows", (double)c->common_arrows },
		{ "arrow_precision", c->arrow_precision },
		{ "arrow_recall", c->arrow_recall },
		{ "hamming", (double)c->hamming },
		{ "marks", (double)c->marks },
		{ "common_marks", (double)c->common_marks },
		{ "true_heads", (double)c->true_heads },
		{ "learnt_heads", (double)c->learnt_heads },
		{ "common_heads", (double)c->common_heads },
		{ "head_precision", c->head_precision },
		{ "head_recall", c->head_recall },
		{ "sid_lower", distance_of(sid_lower) },
		{ "sid_upper", distance_of(sid_upper) },
	};
	enum { COUNT = sizeof rows / sizeof rows[0] };
	SEXP out = PROTECT(Rf_allocVector(REALSXP, COUNT)), labels = PROTECT(Rf_allocVector(STRSXP, COUNT));
	for (int i = 0; i < COUNT; i++) {
		REAL(out)[i] = bridge_number(rows[i].number);
		SET_STRING_ELT(labels, i, Rf_mkChar(rows[i].name));
	}
	Rf_setAttrib(out, R_NamesSymbol, labels);
	UNPROTECT(2);
	return out;
}

SEXP bridge_graph_compare(SEXP names, SEXP learnt, SEXP truth_names, SEXP truth)
{
	SEXP one = PROTECT(bridge_handle(BRIDGE_GRAPH)), other = PROTECT(bridge_handle(BRIDGE_GRAPH));
	mixmi_comparison comparison = { .precision = NAN };
	size_t lower = SIZE_MAX, upper = SIZE_MAX;
	mixmi_status status = bridge_graph(one, names, learnt);
	if (status == MIXMI_OK)
		status = bridge_graph(other, truth_names, truth);
	if (status == MIXMI_OK)
		status = mixmi_graph_compare(&comparison, sizeof comparison, bridge_held(one), bridge_held(other));
	if (status == MIXMI_OK)
		status = mixmi_graph_sid(&lower, &upper, bridge_held(one), bridge_held(other));
	if (status == MIXMI_ERROR_DATA || status == MIXMI_ERROR_LIMIT) /* not a DAG, or too many members: NA */
		status = isnan(comparison.precision) ? status : MIXMI_OK;
	bridge_end(one);
	bridge_end(other);
	UNPROTECT(2);
	return status == MIXMI_OK ? comparison_vector(&comparison, lower, upper) : bridge_failure(status, NULL);
}

SEXP bridge_graph_cpdag(SEXP names, SEXP edges)
{
	SEXP dag = PROTECT(bridge_handle(BRIDGE_GRAPH)), found = PROTECT(bridge_handle(BRIDGE_GRAPH));
	mixmi_graph *cpdag = NULL;
	mixmi_status status = bridge_graph(dag, names, edges);
	if (status == MIXMI_OK)
		status = mixmi_graph_cpdag(&cpdag, bridge_held(dag));
	bridge_fill(found, cpdag);
	SEXP out = PROTECT(status == MIXMI_OK ? graph_list(cpdag) : bridge_failure(status, NULL));
	bridge_end(dag);
	bridge_end(found);
	UNPROTECT(3);
	return out;
}
