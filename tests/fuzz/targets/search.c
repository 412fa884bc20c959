/* Graph algorithms, apart from the formats of graphs. The input is a graph of up to 8 nodes with any marks, and the answers of
 * a test, by which searches run without any data. What is checked holds by definition: the CPDAG of a graph has its
 * skeleton, a graph has no distance from itself, sets that are found can be adjusted for, learnt graphs keep the knowledge. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target.h"

enum { MOST_NODES = 8, ROWS = 8, ANSWERS = 256 };

static const char *const names[MOST_NODES] = { "a", "b", "c", "d", "e", "f", "g", "h" };

/* The test of the searches: p follows from the question and the bytes of the input. */
typedef struct oracle {
	const uint8_t *bytes;
	size_t count;
	size_t asked;
	size_t columns; /* of the table: a question beyond them is an error of the search */
	size_t reports_left;
} oracle;

static mixmi_status answer(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                           const mixmi_options *options)
{
	oracle *o = context;
	(void)options;
	FUZZ_CHECK(q->x_count > 0 && q->y_count > 0 && o->columns == mixmi_table_columns(table));
	size_t low = q->x[0] < q->y[0] ? q->x[0] : q->y[0], high = q->x[0] + q->y[0] - low;
	uint64_t hash = 1469598103934665603u ^ (low * 31 + high);
	FUZZ_CHECK(high < o->columns && low != high);
	for (size_t i = 0; i < q->z_count; i++) { /* the order of the set must not matter */
		FUZZ_CHECK(q->z[i] < o->columns && q->z[i] != low && q->z[i] != high);
		hash += (q->z[i] + 1) * (q->z[i] + 7) * 1099511628211u;
	}
	hash = hash * 0x9E3779B97F4A7C15u >> 40;
	uint8_t byte = o->count > 0 ? o->bytes[hash % o->count] : (uint8_t)hash;
	__atomic_add_fetch(&o->asked, 1, __ATOMIC_RELAXED);
	if (byte == 0xFF) {
		mixmi_error_set("too few rows");
		return MIXMI_ERROR_DATA;
	}
	out->p = byte == 0xFE ? NAN : byte < 0x60 ? byte * 1e-4 : byte / 256.0;
	out->estimate = byte < 0x60 ? (0x60 - byte) / 100.0 : 0;
	out->verdict = byte == 0xFD ? MIXMI_UNDECIDED : out->p < 0.01 ? MIXMI_DETECTED : MIXMI_NOT_DETECTED;
	out->rows = byte;
	return MIXMI_OK;
}

static bool report(void *context, const mixmi_progress *progress)
{
	oracle *o = context;
	(void)progress;
	return o->reports_left == 0 ? false : (o->reports_left--, true);
}

/* ------------------------------------------------------------------------------------------------------- graphs */

static mixmi_graph *make_graph(fuzz_input *in, size_t nodes)
{
	mixmi_graph *graph;
	FUZZ_CHECK(mixmi_graph_new(&graph, names, nodes) == MIXMI_OK);
	/* 0: a DAG; 1: a graph of tails and arrows; 2: any marks */
	size_t kind = fuzz_below(in, 3);
	for (size_t b = 1; b < nodes; b++)
		for (size_t a = 0; a < b; a++) {
			size_t byte = fuzz_below(in, 256);
			mixmi_mark at_a = MIXMI_MARK_TAIL, at_b = MIXMI_MARK_ARROW;
			if (kind == 1 && byte % 4 == 3)
				at_b = MIXMI_MARK_TAIL;
			else if (kind == 2) {
				at_a = (mixmi_mark)(1 + byte / 8 % 3);
				at_b = (mixmi_mark)(1 + byte / 32 % 3);
			}
			if (byte % 8 < 3)
				FUZZ_CHECK(mixmi_graph_join(graph, a, b, at_a, at_b) == MIXMI_OK);
		}
	return graph;
}

static bool same_graph(const mixmi_graph *a, const mixmi_graph *b)
{
	mixmi_comparison comparison;
	FUZZ_CHECK(mixmi_graph_compare(&comparison, sizeof comparison, a, b) == MIXMI_OK);
	return comparison.hamming == 0;
}

static bool same_skeleton(const mixmi_graph *a, const mixmi_graph *b)
{
	mixmi_comparison comparison;
	FUZZ_CHECK(mixmi_graph_compare(&comparison, sizeof comparison, a, b) == MIXMI_OK);
	return comparison.common_edges == comparison.true_edges && comparison.common_edges == comparison.learnt_edges;
}

static void check_failure(mixmi_status status)
{
	fuzz_check_failure(status);
}

static void check_json(const mixmi_graph *graph)
{
	char *text;
	mixmi_graph *back;
	FUZZ_CHECK(mixmi_graph_write(&text, graph, "json") == MIXMI_OK);
	FUZZ_CHECK(mixmi_graph_parse(&back, text, strlen(text)) == MIXMI_OK && same_graph(back, graph));
	mixmi_graph_free(back);
	mixmi_free(text);
}

static void check_classes(const mixmi_graph *graph)
{
	mixmi_graph *cpdag, *again, *pag;
	size_t lower, upper;
	mixmi_status status = mixmi_graph_cpdag(&cpdag, graph);
	if (status != MIXMI_OK) {
		check_failure(status);
		return;
	}
	FUZZ_CHECK(same_skeleton(cpdag, graph));
	FUZZ_CHECK(mixmi_graph_sid(&lower, &upper, graph, graph) == MIXMI_OK && lower == 0 && upper == 0);
	status = mixmi_graph_sid(&lower, &upper, cpdag, graph);
	FUZZ_CHECK(status == MIXMI_ERROR_LIMIT || (status == MIXMI_OK && lower == 0 && lower <= upper));
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	status = mixmi_graph_pag(&pag, graph, names, info.nodes, NULL);
	FUZZ_CHECK(status == MIXMI_OK && same_skeleton(pag, graph));
	mixmi_graph_free(pag);
	if (info.nodes > 2) { /* the last nodes are latent */
		status = mixmi_graph_pag(&pag, graph, names, info.nodes - 2, NULL);
		FUZZ_CHECK(status == MIXMI_OK);
		mixmi_graph_free(pag);
	}
	if (mixmi_graph_cpdag(&again, cpdag) == MIXMI_OK) /* of a DAG that is its own CPDAG */
		FUZZ_CHECK(same_skeleton(again, cpdag));
	mixmi_graph_free(again);
	mixmi_graph_free(cpdag);
}

static void check_sets(const mixmi_graph *graph, fuzz_input *in, size_t nodes, const mixmi_options *options)
{
	size_t x = fuzz_below(in, nodes), y = fuzz_below(in, nodes), hidden = fuzz_below(in, nodes);
	mixmi_adjustment *found;
	mixmi_adjustment_info info;
	bool hides = fuzz_below(in, 3) == 0;
	mixmi_status status = mixmi_graph_adjust(&found, graph, x, y, &hidden, hides, 4, options);
	if (status != MIXMI_OK) {
		FUZZ_CHECK(found == NULL);
		check_failure(status);
		return;
	}
	mixmi_adjustment_describe(&info, sizeof info, found);
	FUZZ_CHECK((info.sets[MIXMI_SET_MINIMAL] > 0) == (info.identified != 0) || !info.affects);
	for (int kind = MIXMI_SET_MINIMAL; kind <= MIXMI_SET_LARGEST; kind++)
		for (size_t i = 0; i < info.sets[kind]; i++) {
			const size_t *set;
			size_t count;
			bool adjusts;
			FUZZ_CHECK(mixmi_adjustment_set(&set, &count, found, (mixmi_set_kind)kind, i) == MIXMI_OK);
			FUZZ_CHECK(mixmi_graph_adjusts(&adjusts, graph, x, y, set, count, options) == MIXMI_OK && adjusts);
			for (size_t k = 0; hides && k < count; k++)
				FUZZ_CHECK(set[k] != hidden);
		}
	mixmi_adjustment_free(found);
}

/* ------------------------------------------------------------------------------------------------------ searches */

static mixmi_table *make_table(size_t columns)
{
	mixmi_table *table;
	FUZZ_CHECK(mixmi_table_new(&table, ROWS) == MIXMI_OK);
	for (size_t j = 0; j < columns; j++) {
		double values[ROWS];
		for (size_t i = 0; i < ROWS; i++)
			values[i] = (double)((i * i * (j + 3) + i * (2 * j + 1) + (i >> (j % 3))) % 13);
		FUZZ_CHECK(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, values, NULL) == MIXMI_OK);
	}
	return table;
}

typedef struct kept {
	size_t from, to;
	bool known, forbidden;
} kept;

static mixmi_knowledge *make_knowledge(kept *k, fuzz_input *in, const mixmi_table *table, size_t columns)
{
	mixmi_knowledge *knowledge = NULL;
	*k = (kept){ 0 };
	if (fuzz_below(in, 2) == 0)
		return NULL;
	FUZZ_CHECK(mixmi_knowledge_new(&knowledge, table) == MIXMI_OK);
	k->from = fuzz_below(in, columns);
	k->to = fuzz_below(in, columns);
	k->forbidden = fuzz_below(in, 2);
	k->known = (k->forbidden ? mixmi_knowledge_forbid : mixmi_knowledge_require)(knowledge, k->from, k->to,
	                                                                             !k->forbidden) == MIXMI_OK;
	for (size_t more = fuzz_below(in, 4); more > 0; more--) {
		size_t column = fuzz_below(in, columns);
		mixmi_status status = more == 1   ? mixmi_knowledge_root(knowledge, column)
		                      : more == 2 ? mixmi_knowledge_sink(knowledge, column)
		                                  : mixmi_knowledge_tier(knowledge, column, &column, 1, column % 2);
		if (status != MIXMI_OK)
			check_failure(status);
	}
	return knowledge;
}

static void check_knowledge(const mixmi_graph *graph, const kept *k)
{
	mixmi_graph_info info;
	bool joined = false;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge edge;
		FUZZ_CHECK(mixmi_graph_edge(&edge, sizeof edge, graph, i) == MIXMI_OK);
		FUZZ_CHECK(edge.from < info.nodes && edge.to < info.nodes && edge.from != edge.to);
		joined |= (edge.from == k->from && edge.to == k->to) || (edge.from == k->to && edge.to == k->from);
	}
	if (k->known && k->from != k->to)
		FUZZ_CHECK(joined == !k->forbidden);
}

static void search(fuzz_input *in, size_t columns)
{
	static const char *const settings[][9] = {
		{ "search", "score", NULL },
		{ "search", "pc-stable", "v-rule", "standard", NULL },
		{ "search", "pc-stable", "v-rule", "conservative", "alpha", "0.2", NULL },
		{ "search", "pc-stable", "v-rule", "majority", "max-cond", "1", NULL },
		{ "search", "pc-stable", "v-rule", "max-p", NULL },
		{ "latent", "yes", "search", "pc-stable", NULL },
		{ "latent", "yes", "search", "score", NULL },
		{ "latent", "yes", "selection-bias", "yes", "search", "pc-stable", "v-rule", "majority", NULL },
	};
	mixmi_options *options = fuzz_options(settings[fuzz_below(in, 8)]);
	size_t how = fuzz_below(in, 8), target = fuzz_below(in, columns);
	kept k;
	mixmi_table *table = make_table(columns);
	mixmi_knowledge *knowledge = make_knowledge(&k, in, table, columns);
	oracle o = { in->bytes, in->count < ANSWERS ? in->count : ANSWERS, 0, columns, how == 0 ? 1 : SIZE_MAX };
	FUZZ_CHECK(mixmi_options_set(options, "threads", "1") == MIXMI_OK);
	FUZZ_CHECK(mixmi_options_set_test(options, answer, &o, "oracle") == MIXMI_OK);
	mixmi_options_set_progress(options, report, &o);
	mixmi_graph *graph = NULL;
	mixmi_choice *choice = NULL;
	mixmi_status status;
	if (how == 1)
		status = mixmi_blanket(&choice, table, target, NULL, 0, options);
	else
		status = mixmi_graph_learn(&graph, table, NULL, 0, knowledge, options);
	if (status != MIXMI_OK)
		check_failure(status);
	FUZZ_CHECK((status == MIXMI_OK) == (graph != NULL || choice != NULL));
	if (graph != NULL) {
		mixmi_graph_info info;
		mixmi_graph_describe(&info, sizeof info, graph);
		if (info.complete)
			check_knowledge(graph, &k);
		check_json(graph);
	}
	mixmi_graph_free(graph);
	mixmi_choice_free(choice);
	mixmi_knowledge_free(knowledge);
	mixmi_table_free(table);
	mixmi_options_free(options);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	fuzz_input in = { bytes, count };
	if (fuzz_below(&in, 2) == 0) {
		search(&in, 2 + fuzz_below(&in, 5));
		return 0;
	}
	size_t nodes = fuzz_below(&in, MOST_NODES + 1);
	mixmi_graph *graph = make_graph(&in, nodes), *other = make_graph(&in, nodes), *summary;
	mixmi_options *options;
	size_t lower, upper;
	FUZZ_CHECK(mixmi_options_new(&options) == MIXMI_OK);
	FUZZ_CHECK(mixmi_options_set(options, "latent", fuzz_below(&in, 2) ? "yes" : "no") == MIXMI_OK);
	FUZZ_CHECK(same_graph(graph, graph));
	FUZZ_CHECK(same_graph(graph, other) == same_graph(other, graph));
	mixmi_status status = mixmi_graph_sid(&lower, &upper, other, graph);
	FUZZ_CHECK(status != MIXMI_OK || lower <= upper);
	FUZZ_CHECK(mixmi_graph_summary(&summary, graph) == MIXMI_ERROR_USAGE && summary == NULL); /* of a series alone */
	mixmi_graph_free(summary);
	check_classes(graph);
	if (nodes > 0)
		check_sets(graph, &in, nodes, options);
	check_json(graph);
	mixmi_options_free(options);
	mixmi_graph_free(other);
	mixmi_graph_free(graph);
	return 0;
}
