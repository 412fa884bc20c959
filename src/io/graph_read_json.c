/* Graphs from JSON: our format, with the support of its edges, Cytoscape's, and the arrays of tigramite. Everything
 * that the library relies on is checked; unknown members are ignored, so that the command may add its own. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/answer.h"
#include "graph/model/graph.h"
#include "io/graph_build.h"

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

/* Keys of the two formats. */
typedef struct words {
	const json_t *nodes, *edges;
	const char *id, *name; /* for a node */
	const char *from, *to; /* for an edge */
	bool nested;           /* each node and edge is in a member "data" */
	bool directed;         /* default of an edge */
} words;

static const json_t *item_of(const json_t *array, size_t index, bool nested)
{
	const json_t *item = json_array_get(array, index);
	return nested ? json_object_get(item, "data") : item;
}

static mixmi_status read_nodes(reader *r, const words *w)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < json_array_size(w->nodes); i++) {
		const json_t *node = item_of(w->nodes, i, w->nested);
		const char *id = get_text(node, w->id), *name = get_text(node, w->name), *type = get_text(node, "type");
		if (id == NULL || *id == '\0')
			return fail(r, "nodes", i, "a node has no name");
		if (type != NULL && strcmp(type, "discrete") != 0 && strcmp(type, "numeric") != 0)
			return fail(r, "nodes", i, "the type of a node is \"discrete\" or \"numeric\"");
		bool discrete = type != NULL && strcmp(type, "discrete") == 0;
		status = io_build_add_node(&r->build, io_piece_of(id), io_piece_of(name != NULL ? name : ""),
		                           discrete ? MIXMI_DISCRETE : MIXMI_NUMERIC, i + 1);
	}
	return status;
}

static void note_edge(reader *r, const json_t *edge)
{
	double sign = get_number(edge, "sign");
	const io_notes notes = { .doubtful = get_flag(edge, "doubtful"),
		                     .undecided = get_flag(edge, "undecided"),
		                     .has_sign = fabs(sign) <= 1,
		                     .sign = sign,
		                     .kind = (mixmi_arrow)io_arrow_of_word(get_text(edge, "kind")),
		                     .kind_from = (mixmi_arrow)io_arrow_of_word(get_text(edge, "kind_from")) };
	io_build_note_last(&r->build, &notes);
}

static mixmi_status read_edges(reader *r, const words *w)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < json_array_size(w->edges); i++) {
		const json_t *edge = item_of(w->edges, i, w->nested);
		const char *from = get_text(edge, w->from), *to = get_text(edge, w->to), *type = get_text(edge, "type");
		io_ends ends = { MIXMI_MARK_TAIL, w->directed ? MIXMI_MARK_ARROW : MIXMI_MARK_TAIL, false };
		bool known = type != NULL ? io_ends_read(&ends, io_piece_of(type)) : w->nested;
		if (from == NULL || to == NULL)
			return fail(r, "edges", i, "an edge has no ends");
		if (!known)
			return fail(r, "edges", i,
			            "the type of an edge is \"directed\", \"undirected\" or one of a PAG, such as \"o->\"");
		status = io_build_add_marked(&r->build, io_piece_of(from), io_piece_of(to), ends, i + 1);
		if (status == MIXMI_OK && w->nested) /* in our format, all evidence is read after the graph is built */
			note_edge(r, edge);
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
	evidence->upper = get_number(item, "upper");
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
		                .constant = get_number(item, "constant") };
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

/* ------------------------------------------------------------------------------------------------- tigramite */

/* The name of a column at a lag. */
static json_t *name_at(const char *name, size_t lag)
{
	return lag == 0 ? json_string(name) : json_sprintf("%s@%zu", name, lag);
}

/* Adds an edge between columns i and j. An edge without lag occurs twice; an unknown or conflicting direction becomes
 * undirected. */
static bool add_tigramite_edge(json_t *edges, const json_t *names, size_t i, size_t j, size_t lag, const char *mark)
{
	bool open = strcmp(mark, "o-o") == 0 || strcmp(mark, "x-x") == 0;
	if (*mark == '\0' || (lag == 0 && i >= j))
		return true;
	const char *from = json_string_value(json_array_get(names, i)), *to = json_string_value(json_array_get(names, j));
	return from != NULL && to != NULL &&
	       json_array_append_new(edges, json_pack("{s:o,s:s,s:s}", "from", name_at(from, lag), "to", to, "type",
	                                              open ? "undirected" : mark)) == 0;
}

/* The same graph in our format; NULL if memory runs out or an array is invalid. */
static json_t *from_tigramite(const json_t *root)
{
	const json_t *names = json_object_get(root, "var_names"), *graph = json_object_get(root, "graph");
	json_t *nodes = json_array(), *edges = json_array();
	size_t count = json_array_size(names), lags = get_size(root, "tau_max");
	bool done = nodes != NULL && edges != NULL;
	for (size_t lag = 0; lag <= lags; lag++)
		for (size_t i = 0; done && i < count; i++) {
			const char *name = json_string_value(json_array_get(names, i));
			done = name != NULL && json_array_append_new(nodes, json_pack("{s:o,s:s,s:I}", "name", name_at(name, lag),
			                                                              "column", name, "lag", (json_int_t)lag)) == 0;
			for (size_t j = 0; done && j < count; j++) {
				const json_t *row = json_array_get(json_array_get(graph, i), j);
				const char *mark = json_string_value(json_array_get(row, lag));
				done = mark != NULL && add_tigramite_edge(edges, names, i, j, lag, mark);
			}
		}
	json_t *out = done ? json_pack("{s:I,s:O,s:O}", "lags", (json_int_t)lags, "nodes", nodes, "edges", edges) : NULL;
	json_decref(nodes);
	json_decref(edges);
	return out;
}

/* Arrays with names of columns are tigramite's. */
static mixmi_status take_tigramite(reader *r)
{
	if (!json_is_array(json_object_get(r->root, "var_names")) || !json_is_array(json_object_get(r->root, "graph")))
		return MIXMI_OK;
	json_t *own = from_tigramite(r->root);
	if (own == NULL)
		return io_malformed(
			r->document, 0,
			"\"graph\" of tigramite has one text for each two of \"var_names\" and each lag to \"tau_max\"");
	json_decref(r->root);
	r->root = own;
	return MIXMI_OK;
}

/* -------------------------------------------------------------------------------------------------- together */

static mixmi_status read_root(reader *r)
{
	const json_t *elements = json_object_get(r->root, "elements");
	bool cytoscape = json_is_object(elements);
	words w = { .nodes = json_object_get(cytoscape ? elements : r->root, "nodes"),
		        .edges = json_object_get(cytoscape ? elements : r->root, "edges"),
		        .id = cytoscape ? "id" : "name",
		        .name = "name",
		        .from = cytoscape ? "source" : "from",
		        .to = cytoscape ? "target" : "to",
		        .nested = cytoscape,
		        .directed = cytoscape && !json_is_false(json_object_get(r->root, "directed")) };
	if (!json_is_array(w.nodes) || !json_is_array(w.edges))
		return io_malformed(r->document, 0, "this JSON is not a graph: it has no \"nodes\" or no \"edges\"");
	mixmi_status status = read_nodes(r, &w);
	if (status == MIXMI_OK)
		status = read_edges(r, &w);
	if (status == MIXMI_OK)
		status = io_build_finish(&r->graph, &r->build);
	return status == MIXMI_OK && !cytoscape ? read_rest(r) : status;
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
	mixmi_status status = take_tigramite(&r);
	if (status == MIXMI_OK)
		status = read_root(&r);
	if (status == MIXMI_OK)
		*out = r.graph;
	else
		mixmi_graph_free(r.graph);
	io_build_clear(&r.build);
	json_decref(r.root);
	return status;
}
