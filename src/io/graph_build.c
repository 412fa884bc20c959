/* Converts lists of nodes and edges, as found by readers, to a checked graph. Invariant: all strings are copies; `keys`
 * point to them. O((nodes + edges) log(nodes + edges)), plus nodes^2 for the graph. */
#include "io/graph_build.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "graph/model/graph.h"

enum { MOST_NODES = 10000 }; /* the graph needs memory for every pair */

struct io_build_node {
	char *id;
	char *name; /* NULL: same as the id */
	mixmi_type type;
	size_t place;
};

struct io_build_edge {
	char *from, *to;
	io_ends ends;
	io_notes notes;
	size_t place;
};

/* An occurrence of an id: declared nodes first, then the ends of edges. */
struct io_build_key {
	const char *id;
	size_t order;
	size_t node;
};

/* ---------------------------------------------------------------------------------------------- documents */

mixmi_status io_malformed(const io_document *document, size_t line, const char *format, ...)
{
	char message[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	if (line == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: %s", document->name, message);
	return base_error(MIXMI_ERROR_DATA, "%s: line %zu: %s", document->name, line, message);
}

size_t io_document_line(const io_document *document, const char *place)
{
	size_t line = 1;
	for (const char *c = document->text; c < place; c++)
		line += *c == '\n';
	return line;
}

io_piece io_piece_of(const char *text)
{
	return (io_piece){ text, strlen(text) };
}

bool io_piece_is(io_piece piece, const char *word)
{
	size_t i = 0;
	for (; i < piece.length && word[i] != '\0'; i++)
		if (base_lower(piece.text[i]) != word[i])
			return false;
	return i == piece.length && word[i] == '\0';
}

static bool is_true(io_piece value)
{
	return io_piece_is(value, "true") || io_piece_is(value, "1");
}

static mixmi_arrow arrow_of(io_piece word)
{
	return io_piece_is(word, "possible")    ? MIXMI_ARROW_POSSIBLE
	       : io_piece_is(word, "clear")     ? MIXMI_ARROW_CLEAR
	       : io_piece_is(word, "knowledge") ? MIXMI_ARROW_KNOWLEDGE
	                                        : MIXMI_ARROW_NONE;
}

uint8_t io_arrow_of_word(const char *word)
{
	return word != NULL ? (uint8_t)arrow_of(io_piece_of(word)) : MIXMI_ARROW_NONE;
}

/* GraphML has one list of keys for nodes and edges. */
static bool is_kind(io_piece key)
{
	return io_piece_is(key, "kind") || io_piece_is(key, "kind_of_arrow");
}

static bool is_kind_from(io_piece key)
{
	return io_piece_is(key, "kind_from") || io_piece_is(key, "kind_of_arrow_from");
}

void io_notes_read(io_notes *notes, io_piece key, io_piece value)
{
	bool remark = io_piece_is(key, "remark");
	double sign;
	if (io_piece_is(key, "doubtful") || (remark && io_piece_is(value, "doubtful")))
		notes->doubtful = remark || is_true(value);
	else if (io_piece_is(key, "undecided") || (remark && io_piece_is(value, "undecided")))
		notes->undecided = remark || is_true(value);
	else if (is_kind(key))
		notes->kind = arrow_of(value);
	else if (is_kind_from(key))
		notes->kind_from = arrow_of(value);
	else if (io_piece_is(key, "sign") && value.length > 0 &&
	         base_number_parse(&sign, value.text, value.length, '.') == BASE_NUMBER_FINITE && fabs(sign) <= 1) {
		notes->has_sign = true;
		notes->sign = sign;
	}
}

/* ------------------------------------------------------------------------------------------------- adding */

mixmi_status io_build_add_node(io_build *build, io_piece id, io_piece name, mixmi_type type, size_t place)
{
	void *nodes = build->nodes;
	bool room = base_grow(&nodes, &build->node_capacity, build->node_count + 1, sizeof *build->nodes);
	build->nodes = nodes;
	if (!room)
		return base_error_memory();
	io_build_node node = { .type = type, .place = place };
	node.id = base_string_copy_n(id.text, id.length);
	node.name = name.length > 0 ? base_string_copy_n(name.text, name.length) : NULL;
	if (node.id == NULL || (name.length > 0 && node.name == NULL)) {
		free(node.id);
		free(node.name);
		return base_error_memory();
	}
	build->nodes[build->node_count++] = node;
	return MIXMI_OK;
}

mixmi_status io_build_add_edge(io_build *build, io_piece from, io_piece to, bool directed, size_t place)
{
	const io_ends ends = { MIXMI_MARK_TAIL, directed ? MIXMI_MARK_ARROW : MIXMI_MARK_TAIL, false };
	return io_build_add_marked(build, from, to, ends, place);
}

void io_build_mark_last(io_build *build, io_ends ends)
{
	if (build->edge_count > 0)
		build->edges[build->edge_count - 1].ends = ends;
}

void io_build_note_last(io_build *build, const io_notes *notes)
{
	if (build->edge_count > 0)
		build->edges[build->edge_count - 1].notes = *notes;
}

mixmi_status io_build_add_marked(io_build *build, io_piece from, io_piece to, io_ends ends, size_t place)
{
	if (ends.from == MIXMI_MARK_ARROW && ends.to != MIXMI_MARK_ARROW) /* store it in the direction of its arrow */
		return io_build_add_marked(build, to, from, (io_ends){ ends.to, ends.from, ends.same }, place);
	void *edges = build->edges;
	bool room = base_grow(&edges, &build->edge_capacity, build->edge_count + 1, sizeof *build->edges);
	build->edges = edges;
	if (!room)
		return base_error_memory();
	io_build_edge edge = { .ends = ends, .place = place };
	edge.from = base_string_copy_n(from.text, from.length);
	edge.to = base_string_copy_n(to.text, to.length);
	if (edge.from == NULL || edge.to == NULL) {
		free(edge.from);
		free(edge.to);
		return base_error_memory();
	}
	build->edges[build->edge_count++] = edge;
	return MIXMI_OK;
}

void io_build_clear(io_build *build)
{
	for (size_t i = 0; i < build->node_count; i++) {
		free(build->nodes[i].id);
		free(build->nodes[i].name);
	}
	for (size_t i = 0; i < build->edge_count; i++) {
		free(build->edges[i].from);
		free(build->edges[i].to);
	}
	free(build->nodes);
	free(build->edges);
	free(build->keys);
	*build = (io_build){ 0 };
}

/* --------------------------------------------------------------------------------------------------- nodes */

static mixmi_status complain(const io_build *build, size_t place, const char *format, const char *name)
{
	char message[256], shown[BASE_TEXT_SHOWN];
	snprintf(message, sizeof message, format, base_text_show(shown, name, strlen(name)));
	return base_error(MIXMI_ERROR_DATA, "%s: %s %zu: %s", build->document->name, build->unit, place, message);
}

static int compare_keys(const void *a, const void *b)
{
	const io_build_key *x = a, *y = b;
	int order = strcmp(x->id, y->id);
	return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

/* All ids, sorted; the first of equal ones is the first occurrence. */
static mixmi_status sort_keys(io_build *build)
{
	size_t count = build->node_count + (build->implicit ? 2 * build->edge_count : 0);
	build->keys = base_array(count, sizeof *build->keys);
	if (build->keys == NULL)
		return base_error_memory();
	build->key_count = count;
	for (size_t i = 0; i < count; i++) {
		size_t end = i - build->node_count;
		const char *id = i < build->node_count ? build->nodes[i].id
		                 : end % 2 == 0        ? build->edges[end / 2].from
		                                       : build->edges[end / 2].to;
		if (*id == '\0') {
			size_t place = i < build->node_count ? build->nodes[i].place : build->edges[end / 2].place;
			return complain(build, place, "a node has no name%s", "");
		}
		build->keys[i] = (io_build_key){ .id = id, .order = i };
	}
	qsort(build->keys, count, sizeof *build->keys, compare_keys);
	return MIXMI_OK;
}

/* Numbers the nodes by first occurrence; firsts[node] is its position. */
static mixmi_status number_nodes(io_build *build, size_t *firsts, size_t *nodes)
{
	size_t count = build->key_count;
	for (size_t i = 0; i < count; i++)
		firsts[i] = SIZE_MAX;
	for (size_t i = 0; i < count; i++) {
		io_build_key *key = &build->keys[i];
		bool repeated = i > 0 && strcmp(key[-1].id, key->id) == 0;
		if (repeated && key->order < build->node_count && !build->repeats)
			return complain(build, build->nodes[key->order].place, "the node '%s' is declared again", key->id);
		key->node = repeated ? key[-1].node : key->order; /* temporarily the position of its first occurrence */
		firsts[key->node] = 0;
	}
	*nodes = 0;
	for (size_t i = 0; i < count; i++)
		if (firsts[i] == 0)
			firsts[i] = (*nodes)++;
	for (size_t i = 0; i < count; i++)
		build->keys[i].node = firsts[build->keys[i].node];
	if (*nodes == 0 && !build->empty)
		return io_malformed(build->document, 0, "it has no nodes");
	if (*nodes > MOST_NODES)
		return base_error(MIXMI_ERROR_LIMIT, "%s: it has %zu nodes; graphs of up to %d are read", build->document->name,
		                  *nodes, (int)MOST_NODES);
	return MIXMI_OK;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names may differ from ids, so their uniqueness must be checked too. `names` is sorted afterwards. */
static mixmi_status check_names(const io_build *build, const char **names, size_t nodes)
{
	char shown[BASE_TEXT_SHOWN];
	qsort(names, nodes, sizeof *names, compare_texts);
	for (size_t i = 0; i < nodes; i++) {
		size_t length = strlen(names[i]);
		base_text_show(shown, names[i], length);
		if (!base_text_is_utf8(names[i], length))
			return io_malformed(build->document, 0, "the name '%s' is not valid UTF-8", shown);
		if (i > 0 && strcmp(names[i - 1], names[i]) == 0)
			return io_malformed(build->document, 0, "two nodes have the name '%s'", shown);
	}
	return MIXMI_OK;
}

static mixmi_status make_nodes(mixmi_graph **out, const io_build *build, size_t nodes)
{
	const char **names = base_array(nodes, sizeof *names);
	mixmi_type *types = base_array(nodes, sizeof *types);
	mixmi_status status = names != NULL && types != NULL ? MIXMI_OK : base_error_memory();
	/* backwards, so that the first declaration wins */
	for (size_t i = build->key_count; status == MIXMI_OK && i > 0; i--) {
		const io_build_key *key = &build->keys[i - 1];
		const io_build_node *node = key->order < build->node_count ? &build->nodes[key->order] : NULL;
		names[key->node] = node != NULL && node->name != NULL ? node->name : key->id;
		types[key->node] = node != NULL ? node->type : MIXMI_NUMERIC;
	}
	if (status == MIXMI_OK) {
		*out = graph_new(names, types, nodes);
		status = *out != NULL ? check_names(build, names, nodes) : base_error_memory();
	}
	free(names);
	free(types);
	return status;
}

/* --------------------------------------------------------------------------------------------------- edges */

static int compare_id(const void *id, const void *key)
{
	return strcmp(id, ((const io_build_key *)key)->id);
}

size_t io_build_find(const io_build *build, const char *id)
{
	const io_build_key *key =
		build->key_count > 0 ? bsearch(id, build->keys, build->key_count, sizeof *build->keys, compare_id) : NULL;
	return key != NULL ? key->node : SIZE_MAX;
}

/* Reports the earlier occurrence of a repeated edge, which is searched for only in this case. */
static mixmi_status report_repeated(const io_build *build, const io_build_edge *edge, bool same)
{
	char from[BASE_TEXT_SHOWN], to[BASE_TEXT_SHOWN];
	size_t a = io_build_find(build, edge->from), b = io_build_find(build, edge->to), first = 0;
	for (const io_build_edge *e = build->edges; e < edge && first == 0; e++) {
		size_t c = io_build_find(build, e->from), d = io_build_find(build, e->to);
		if ((a == c && b == d) || (a == d && b == c))
			first = e->place;
	}
	return base_error(MIXMI_ERROR_DATA, "%s: %s %zu: the edge between '%s' and '%s' %s %s %zu", build->document->name,
	                  build->unit, edge->place, base_text_show(from, edge->from, strlen(edge->from)),
	                  base_text_show(to, edge->to, strlen(edge->to)),
	                  same ? "is given again, after" : "contradicts the one of", build->unit, first);
}

/* A sign or an undecided test implies that a test was made; nothing else is known about it. */
static void set_notes(graph_evidence *evidence, const io_notes *notes)
{
	const double unknown = NAN;
	evidence->doubtful = notes->doubtful;
	if (!notes->has_sign && !notes->undecided)
		return;
	evidence->known = true;
	evidence->unjudged = notes->undecided;
	evidence->estimate = evidence->corrected = evidence->p = evidence->lower = evidence->upper = unknown;
	evidence->sign_error = evidence->where = unknown;
	evidence->shape = MIXMI_SHAPE_NONE;
	evidence->sign = notes->has_sign ? notes->sign : unknown;
}

/* A single kind is that of a single arrowhead, whichever end the file calls `to`. */
static void set_kinds(mixmi_graph *graph, size_t from, size_t to, const io_notes *notes)
{
	bool at_from = graph->mark[to * graph->nodes + from] == GRAPH_ARROW;
	bool at_to = graph->mark[from * graph->nodes + to] == GRAPH_ARROW;
	mixmi_arrow any = notes->kind != MIXMI_ARROW_NONE ? notes->kind : notes->kind_from;
	if (at_to)
		*graph_arrow_kind(graph, from, to) = (uint8_t)(at_from ? notes->kind : any);
	if (at_from)
		*graph_arrow_kind(graph, to, from) = (uint8_t)(at_to ? notes->kind_from : any);
}

static mixmi_status set_edge(mixmi_graph *graph, const io_build *build, const io_build_edge *edge)
{
	size_t from = io_build_find(build, edge->from), to = io_build_find(build, edge->to);
	if (from == SIZE_MAX || to == SIZE_MAX)
		return complain(build, edge->place, "the edge has an end that is not a node: '%s'",
		                from == SIZE_MAX ? edge->from : edge->to);
	if (from == to)
		return complain(build, edge->place, "an edge from '%s' to itself", edge->from);
	if (graph_adjacent(graph, from, to) || graph_is_undecided(graph, from, to)) {
		bool same = graph->mark[from * graph->nodes + to] == edge->ends.to &&
		            graph->mark[to * graph->nodes + from] == edge->ends.from;
		return report_repeated(build, edge, same);
	}
	graph_set_marks(graph, from, to, (graph_mark)edge->ends.from, (graph_mark)edge->ends.to);
	set_notes(&graph->evidence[graph_pair(graph, from, to)], &edge->notes);
	set_kinds(graph, from, to, &edge->notes);
	if (edge->notes.undecided)
		graph_remove(graph, from, to);
	graph->evidence[graph_pair(graph, from, to)].same = edge->ends.same;
	if (edge->ends.from != MIXMI_MARK_TAIL)
		graph->kind = GRAPH_PAG;
	return MIXMI_OK;
}

mixmi_status io_build_finish(mixmi_graph **out, io_build *build)
{
	size_t nodes = 0, *firsts = NULL;
	*out = NULL;
	mixmi_status status = sort_keys(build);
	if (status == MIXMI_OK) {
		firsts = base_array(build->key_count, sizeof *firsts);
		status = firsts != NULL ? number_nodes(build, firsts, &nodes) : base_error_memory();
	}
	if (status == MIXMI_OK)
		status = make_nodes(out, build, nodes);
	for (size_t i = 0; status == MIXMI_OK && i < build->edge_count; i++)
		status = set_edge(*out, build, &build->edges[i]);
	if (status == MIXMI_OK)
		graph_settle_same(*out);
	if (status != MIXMI_OK) {
		mixmi_graph_free(*out);
		*out = NULL;
	}
	free(firsts);
	return status;
}
