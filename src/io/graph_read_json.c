/* Graphs from our JSON, with the support of their edges. Everything that the library relies on is checked; unknown
 * members are ignored, so that the command may add its own. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/model/graph.h"
#include "io/graph_build.h"
#include "io/graph_view.h"

typedef struct reader {
	io_document *document;
	io_build build;
	json_t *root;
	mixmi_graph *graph;
} reader;

static mixmi_status fail(const reader *r, const char *list, size_t index, const char *what)
{
	return io_malformed(r->document, 0, "%s[%zu]: %s", list, index, what);
}

static const char *get_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* A number, or NaN for null or a missing member. */
static double get_number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	return json_is_number(value) ? json_number_value(value) : NAN;
}

static size_t get_size(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);
	json_int_t number = json_integer_value(value);
	return json_is_integer(value) && number > 0 ? (size_t)number : 0;
}

static bool get_flag(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

/* ------------------------------------------------------------------------------------------- nodes and edges */

static mixmi_status read_nodes(reader *r, const json_t *nodes)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < json_array_size(nodes); i++) {
		const json_t *node = json_array_get(nodes, i);
		const char *name = get_text(node, "name"), *type = get_text(node, "type");
		if (name == NULL || *name == '\0')
			return fail(r, "nodes", i, "a node has no name");
		if (type != NULL && strcmp(type, "discrete") != 0 && strcmp(type, "numeric") != 0)
			return fail(r, "nodes", i, "the type of a node is \"discrete\" or \"numeric\"");
		bool discrete = type != NULL && strcmp(type, "discrete") == 0;
		status = io_build_add_node(&r->build, io_piece_of(name), io_piece_of(name),
		                           discrete ? MIXMI_DISCRETE : MIXMI_NUMERIC, i + 1);
	}
	return status;
}

/* Their evidence is read after the graph is built. */
static mixmi_status read_edges(reader *r, const json_t *edges)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < json_array_size(edges); i++) {
		const json_t *edge = json_array_get(edges, i);
		const char *from = get_text(edge, "from"), *to = get_text(edge, "to"), *type = get_text(edge, "type");
		io_ends ends;
		if (from == NULL || to == NULL)
			return fail(r, "edges", i, "an edge has no ends");
		if (type == NULL || !io_ends_read(&ends, io_piece_of(type)))
			return fail(r, "edges", i,
			            "the type of an edge is \"directed\", \"undirected\" or one of a PAG, such as \"o->\"");
		status = io_build_add_marked(&r->build, io_piece_of(from), io_piece_of(to), ends, i + 1);
	}
	return status;
}

/* -------------------------------------------------------------------------------------------------- evidence */

/* Reads an array of node names. */
static mixmi_status read_given(graph_evidence *evidence, const reader *r, const json_t *array, const char *list,
                               size_t index)
{
	size_t count = json_array_size(array);
	if (count == 0)
		return MIXMI_OK;
	evidence->given = base_array(count, sizeof *evidence->given);
	if (evidence->given == NULL)
		return base_error_memory();
	evidence->given_count = count;
	for (size_t i = 0; i < count; i++) {
		const char *name = json_string_value(json_array_get(array, i));
		size_t node = name != NULL ? io_build_find(&r->build, name) : SIZE_MAX, place = i;
		if (node == SIZE_MAX)
			return fail(r, list, index, "\"given\" holds something that is not a node");
		for (; place > 0 && evidence->given[place - 1] > node; place--)
			evidence->given[place] = evidence->given[place - 1];
		evidence->given[place] = node;
	}
	return MIXMI_OK;
}

static double probability(double value)
{
	return value > 0 && value <= 1 ? value : 0;
}

static void read_direction(graph_evidence *evidence, const json_t *item, size_t from, size_t to)
{
	evidence->probability[to < from] = probability(get_number(item, "probability_to"));
	evidence->probability[from < to] = probability(get_number(item, "probability_from"));
	evidence->kind[to < from] = io_arrow_of_word(get_text(item, "kind"));
	evidence->kind[from < to] = io_arrow_of_word(get_text(item, "kind_from"));
	double share = probability(get_number(item, "share")), other = probability(get_number(item, "share_from"));
	evidence->share[to < from] = share;
	/* files of 0.2 have only that of one end */
	evidence->share[from < to] = json_object_get(item, "share_from") == NULL ? share : other;
}

static void read_size(graph_evidence *evidence, const reader *r, const json_t *size, size_t a, size_t b)
{
	const char *of = get_text(size, "of");
	evidence->size_kind = io_size_of_word(get_text(size, "kind"));
	evidence->size_of = of != NULL && strcmp(of, r->graph->names[a]) == 0 ? a : b;
	evidence->size[0] = get_number(size, "value");
	evidence->size[1] = get_number(size, "lower");
	evidence->size[2] = get_number(size, "upper");
	evidence->size[3] = get_number(size, "per");
}

static mixmi_status read_evidence(const reader *r, const json_t *item, size_t a, size_t b, const char *list,
                                  size_t index)
{
	size_t pair = graph_pair(r->graph, a, b);
	graph_evidence *evidence = &r->graph->evidence[pair];
	const char *along = get_text(item, "shape_along");
	bool separated = strcmp(list, "separated") == 0;
	evidence->by_knowledge = get_flag(item, separated ? "forbidden" : "required");
	evidence->of_sum = get_flag(item, "of_sum");
	evidence->estimate = get_number(item, "estimate");
	evidence->corrected = get_number(item, "corrected");
	evidence->p = get_number(item, "p");
	evidence->rows = get_size(item, "rows");
	evidence->sign = get_number(item, "sign");
	evidence->sign_error = get_number(item, "sign_error");
	evidence->where = get_number(item, "where");
	evidence->shape = base_shape_of_word(get_text(item, "shape"));
	evidence->along = along != NULL && strcmp(along, r->graph->names[b]) == 0 ? b : a;
	evidence->lower = get_number(item, "lower");
	evidence->upper = get_number(item, "upper");
	read_size(evidence, r, json_object_get(item, "size"), a, b);
	evidence->doubtful = get_flag(item, "doubtful") && !get_flag(item, "above_alpha"); /* the latter follows from p and
	                                                                                    * alpha */
	evidence->unjudged = strcmp(list, "undecided") == 0;
	if (strcmp(list, "edges") == 0)
		read_direction(evidence, item, a, b);
	evidence->known = !isnan(evidence->estimate) || !isnan(evidence->p) || evidence->rows > 0 || evidence->unjudged;
	if (r->graph->frequency_any != NULL)
		r->graph->frequency_any[pair] = get_number(item, "frequency");
	if (r->graph->frequency != NULL && !separated) {
		r->graph->frequency[a * r->graph->nodes + b] = get_number(item, "frequency_forward");
		r->graph->frequency[b * r->graph->nodes + a] = get_number(item, "frequency_backward");
	}
	return read_given(evidence, r, json_object_get(item, "given"), list, index);
}

static mixmi_status read_support(const reader *r, const char *list, const char *first, const char *second)
{
	const json_t *items = json_object_get(r->root, list);
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);
		const char *a = get_text(item, first), *b = get_text(item, second);
		size_t x = a != NULL ? io_build_find(&r->build, a) : SIZE_MAX;
		size_t y = b != NULL ? io_build_find(&r->build, b) : SIZE_MAX;
		if (x == SIZE_MAX || y == SIZE_MAX || x == y)
			return fail(r, list, i, "it is not about two nodes");
		if (strcmp(list, "edges") != 0 && graph_adjacent(r->graph, x, y))
			return fail(r, list, i, "there is an edge between these nodes");
		const graph_evidence *before = &r->graph->evidence[graph_pair(r->graph, x, y)];
		if (before->known || before->by_knowledge || before->given != NULL)
			return fail(r, list, i, "these nodes occur twice");
		status = read_evidence(r, item, x, y, list, i);
	}
	return status;
}

static mixmi_status read_determined(const reader *r)
{
	const json_t *list = json_object_get(r->root, "determined");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *column = get_text(json_array_get(list, i), "column"), *by = get_text(json_array_get(list, i), "by");
		size_t x = column != NULL ? io_build_find(&r->build, column) : SIZE_MAX;
		size_t y = by != NULL ? io_build_find(&r->build, by) : SIZE_MAX;
		if (x == SIZE_MAX || y == SIZE_MAX || x == y)
			return fail(r, "determined", i, "it is not about two nodes");
		if (!graph_add_determined(r->graph, x, y))
			return base_error_memory();
	}
	return MIXMI_OK;
}

static bool read_total(graph_sum *out, const reader *r, const json_t *item)
{
	const json_t *parts = json_object_get(item, "parts"), *coefficients = json_object_get(item, "coefficients");
	const char *total = get_text(item, "total");
	size_t count = json_array_size(parts);
	*out = (graph_sum){ .total = total != NULL ? io_build_find(&r->build, total) : SIZE_MAX,
		                .constant = get_number(item, "constant"),
		                .logarithms = json_is_true(json_object_get(item, "logarithms")) };
	if (out->total == SIZE_MAX || count == 0 || count > GRAPH_SUM_PARTS || json_array_size(coefficients) != count)
		return false;
	for (; out->count < count; out->count++) {
		const char *part = json_string_value(json_array_get(parts, out->count));
		out->parts[out->count] = part != NULL ? io_build_find(&r->build, part) : SIZE_MAX;
		out->coefficients[out->count] = json_number_value(json_array_get(coefficients, out->count));
		if (out->parts[out->count] == SIZE_MAX)
			return false;
	}
	return true;
}

static mixmi_status read_totals(const reader *r)
{
	const json_t *list = json_object_get(r->root, "totals");
	size_t count = json_array_size(list);
	if (count == 0)
		return MIXMI_OK;
	r->graph->totals = base_array(count, sizeof *r->graph->totals);
	if (r->graph->totals == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++)
		if (!read_total(&r->graph->totals[r->graph->total_count++], r, json_array_get(list, i)))
			return fail(r, "totals", i, "it is not a node and up to four others with their coefficients");
	return MIXMI_OK;
}

static mixmi_status read_suggested(const reader *r)
{
	const json_t *list = json_object_get(r->root, "suggested_roots");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *column = get_text(json_array_get(list, i), "column"),
				   *why = get_text(json_array_get(list, i), "why");
		size_t node = column != NULL ? io_build_find(&r->build, column) : SIZE_MAX;
		int word = 0;
		while (why != NULL && word < GRAPH_NO_ROOT && strcmp(graph_suggestion_words[word], why) != 0)
			word++;
		if (node == SIZE_MAX || why == NULL || word == GRAPH_NO_ROOT)
			return fail(r, "suggested_roots", i, "it is not a node, and why it may be a root");
		if (!graph_add_suggestion(r->graph, node, (graph_suggestion_why)word))
			return base_error_memory();
	}
	return MIXMI_OK;
}

static mixmi_status read_conflicts(const reader *r)
{
	const json_t *conflicts = json_object_get(r->root, "conflicts");
	for (size_t i = 0; i < json_array_size(conflicts); i++) {
		const char *line = json_string_value(json_array_get(conflicts, i));
		if (line == NULL || strchr(line, '\n') != NULL)
			return fail(r, "conflicts", i, "not a line of text");
		if (!graph_add_conflict(r->graph, "%s", line))
			return base_error_memory();
	}
	return MIXMI_OK;
}

/* The lags of the nodes of a time series; a column comes before its copies. */
static mixmi_status read_lags(const reader *r)
{
	mixmi_graph *graph = r->graph;
	const json_t *nodes = json_object_get(r->root, "nodes");
	graph->lags = get_size(r->root, "lags");
	if (graph->lags == 0)
		return MIXMI_OK;
	graph->lag = base_array_zero(graph->nodes, sizeof *graph->lag);
	graph->now = base_array_zero(graph->nodes, sizeof *graph->now);
	if (graph->lag == NULL || graph->now == NULL)
		return base_error_memory();
	for (size_t i = 0; i < graph->nodes; i++) {
		const char *column = get_text(json_array_get(nodes, i), "column");
		graph->lag[i] = get_size(json_array_get(nodes, i), "lag");
		graph->now[i] = column != NULL ? io_build_find(&r->build, column) : SIZE_MAX;
		if (graph->now[i] == SIZE_MAX || (graph->lag[i] == 0) != (graph->now[i] == i))
			return fail(r, "nodes", i, "a node of a series says its \"column\", which is a node, and its \"lag\"");
	}
	return MIXMI_OK;
}

/* Fields of our format besides nodes and edges. */
static mixmi_status read_rest(const reader *r)
{
	mixmi_graph *graph = r->graph;
	const char *test = get_text(r->root, "test");
	if (test != NULL && strlen(test) < sizeof graph->test)
		strcpy(graph->test, test);
	const char *search = get_text(r->root, "search"), *kind = get_text(r->root, "kind");
	if (search != NULL && strlen(search) < sizeof graph->search)
		strcpy(graph->search, search);
	if (kind != NULL)
		graph->kind = strcmp(kind, "pag") == 0        ? GRAPH_PAG
		              : strcmp(kind, "skeleton") == 0 ? GRAPH_SKELETON
		                                              : graph->kind;
	graph_settle_same(graph);
	graph->alpha = get_number(r->root, "alpha");
	graph->threshold = get_number(r->root, "direction_threshold");
	graph->tests = get_size(r->root, "tests");
	graph->tests_reused = get_size(r->root, "tests_reused");
	graph->levels = get_size(r->root, "levels");
	graph->min_rows = get_size(r->root, "min_rows");
	bool older = json_object_get(r->root, "bootstrap") != NULL; /* files of version 0.1 */
	graph->subsamples = get_size(r->root, older ? "bootstrap" : "stability");
	graph->subsample_edges = graph->subsamples > 0 ? get_number(r->root, "subsample_edges") : 0;
	graph->complete = !json_is_false(json_object_get(r->root, "complete"));
	if (graph->subsamples > 0) {
		graph->frequency = base_array_zero(graph->nodes * graph->nodes, sizeof *graph->frequency);
		graph->frequency_any = base_array_zero(graph->nodes * (graph->nodes - 1) / 2, sizeof *graph->frequency_any);
		if (graph->frequency == NULL || graph->frequency_any == NULL)
			return base_error_memory();
	}
	mixmi_status status = read_lags(r);
	if (status == MIXMI_OK)
		status = read_support(r, "edges", "from", "to");
	if (status == MIXMI_OK)
		status = read_support(r, "undecided", "a", "b");
	if (status == MIXMI_OK)
		status = read_support(r, "separated", "a", "b");
	if (status == MIXMI_OK)
		status = read_determined(r);
	if (status == MIXMI_OK)
		status = read_totals(r);
	if (status == MIXMI_OK)
		status = read_suggested(r);
	return status == MIXMI_OK ? read_conflicts(r) : status;
}

/* -------------------------------------------------------------------------------------------------- together */

static mixmi_status read_root(reader *r)
{
	const json_t *nodes = json_object_get(r->root, "nodes"), *edges = json_object_get(r->root, "edges");
	if (!json_is_array(nodes) || !json_is_array(edges))
		return io_malformed(r->document, 0, "this JSON is not a graph: it has no \"nodes\" or no \"edges\"");
	mixmi_status status = read_nodes(r, nodes);
	if (status == MIXMI_OK)
		status = read_edges(r, edges);
	if (status == MIXMI_OK)
		status = io_build_finish(&r->graph, &r->build);
	return status == MIXMI_OK ? read_rest(r) : status;
}

mixmi_status io_read_json(mixmi_graph **out, io_document *document)
{
	reader r = { .document = document, .build = { .document = document, .unit = "entry", .empty = true } };
	json_error_t error = { 0 }; /* stays empty if jansson has no memory even for its message */
	r.root = json_loadb(document->text, document->length, JSON_REJECT_DUPLICATES, &error);
	if (r.root == NULL) {
		char shown[BASE_TEXT_SHOWN];
		if (error.text[0] == '\0' || json_error_code(&error) == json_error_out_of_memory)
			return base_error_memory();
		return io_malformed(document, error.line > 0 ? (size_t)error.line : 1, "not valid JSON: %s",
		                    base_text_show(shown, error.text, strlen(error.text)));
	}
	mixmi_status status = read_root(&r);
	if (status == MIXMI_OK)
		*out = r.graph;
	else
		mixmi_graph_free(r.graph);
	io_build_clear(&r.build);
	json_decref(r.root);
	return status;
}
