/* Sorts a graph for its writers. Invariant: apart from node numbers, nothing in a view depends on the numbering of
 * nodes. O(pairs log pairs). */
#include "io/graph_view.h"
#include "graph/model/graph.h"
#include "io/graph_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

typedef struct named {
	const char *name;
	size_t node;
} named;

/* A pair of nodes by rank, and its index in the graph. */
typedef struct pair {
	size_t first, second;
	size_t index;
} pair;

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static int compare_sizes(size_t a, size_t b)
{
	return (a > b) - (a < b);
}

static int compare_pairs(const void *a, const void *b)
{
	const pair *x = a, *y = b;
	int order = compare_sizes(x->first, y->first);
	return order != 0 ? order : compare_sizes(x->second, y->second);
}

static bool rank_names(io_graph *view)
{
	size_t nodes = view->info.nodes;
	named *sorted = base_array(nodes, sizeof *sorted);
	view->rank = base_array(nodes, sizeof *view->rank);
	if (sorted != NULL && view->rank != NULL) {
		for (size_t i = 0; i < nodes; i++) {
			sorted[i] = (named){ io_graph_name(view, i), i };
			bool discrete = strcmp(io_graph_type(view, i), "discrete") == 0;
			view->has_discrete = view->has_discrete || discrete;
			view->has_numeric = view->has_numeric || !discrete;
		}
		qsort(sorted, nodes, sizeof *sorted, compare_names);
		for (size_t i = 0; i < nodes; i++)
			view->rank[sorted[i].node] = i;
	}
	bool done = sorted != NULL && view->rank != NULL;
	free(sorted);
	return done;
}

/* Copies a conditioning set to *next, sorted by name (by insertion: the sets are small), and advances *next. */
static const size_t *order_given(const io_graph *view, size_t **next, const size_t *given, size_t count)
{
	size_t *copy = *next;
	for (size_t i = 0; i < count; i++) {
		size_t place = i;
		for (; place > 0 && view->rank[copy[place - 1]] > view->rank[given[i]]; place--)
			copy[place] = copy[place - 1];
		copy[place] = given[i];
	}
	*next += count;
	return copy;
}

static pair make_pair(const io_graph *view, size_t a, size_t b, size_t index)
{
	size_t first = view->rank[a], second = view->rank[b];
	return first < second ? (pair){ first, second, index } : (pair){ second, first, index };
}

/* Exchanges the ends; the share is then that of the other node. */
static void turn(mixmi_edge *edge, const mixmi_graph *graph)
{
	if (!isnan(edge->share))
		edge->share = graph->evidence[graph_pair(graph, edge->from, edge->to)].share[edge->from < edge->to];
	size_t node = edge->from;
	edge->from = edge->to;
	edge->to = node;
	int32_t mark = edge->mark_from;
	edge->mark_from = edge->mark_to;
	edge->mark_to = mark;
	double frequency = edge->frequency_forward;
	edge->frequency_forward = edge->frequency_backward;
	edge->frequency_backward = frequency;
	double probability = edge->probability_from;
	edge->probability_from = edge->probability_to;
	edge->probability_to = probability;
	int32_t kind = edge->kind;
	edge->kind = edge->kind_from;
	edge->kind_from = kind;
}

/* Finds the nodes of edge or separation `index`. */
typedef mixmi_status find_ends(size_t ends[2], const mixmi_graph *graph, size_t index);

/* Edges first, then undecided pairs. */
static mixmi_status get_edge(mixmi_edge *out, const mixmi_graph *graph, size_t index)
{
	return index < graph->edges ? mixmi_graph_edge(out, sizeof *out, graph, index)
	                            : mixmi_graph_undecided(out, sizeof *out, graph, index - graph->edges);
}

static mixmi_status ends_of_edge(size_t ends[2], const mixmi_graph *graph, size_t index)
{
	mixmi_edge edge;
	mixmi_status status = get_edge(&edge, graph, index);
	ends[0] = edge.from;
	ends[1] = edge.to;
	return status;
}

static mixmi_status ends_of_separation(size_t ends[2], const mixmi_graph *graph, size_t index)
{
	mixmi_separation separation;
	mixmi_status status = mixmi_graph_separation(&separation, sizeof separation, graph, index);
	ends[0] = separation.a;
	ends[1] = separation.b;
	return status;
}

/* Edges or separations from `first` on, sorted by the names of their nodes. */
static mixmi_status sort_pairs(pair *pairs, const io_graph *view, size_t first, size_t count, find_ends *find)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < count; i++) {
		size_t ends[2];
		status = find(ends, view->graph, first + i);
		if (status == MIXMI_OK)
			pairs[i] = make_pair(view, ends[0], ends[1], first + i);
	}
	if (status == MIXMI_OK)
		qsort(pairs, count, sizeof *pairs, compare_pairs);
	return status;
}

static mixmi_status take_edges(io_graph *view, pair *pairs, size_t **next)
{
	size_t decided = view->info.edges;
	mixmi_status status = sort_pairs(pairs, view, 0, decided, ends_of_edge);
	if (status == MIXMI_OK)
		status = sort_pairs(pairs + decided, view, decided, view->info.undecided, ends_of_edge);
	for (size_t i = 0; status == MIXMI_OK && i < view->all; i++) {
		mixmi_edge *edge = &view->edges[i];
		status = get_edge(edge, view->graph, pairs[i].index);
		if (status != MIXMI_OK)
			break;
		bool points = edge->mark_to == MIXMI_MARK_ARROW && edge->mark_from != MIXMI_MARK_ARROW;
		if (!points && view->rank[edge->from] > view->rank[edge->to])
			turn(edge, view->graph);
		edge->given = order_given(view, next, edge->given, edge->given_count);
		bool directed = io_edge_as_shown(view, edge).directed != 0;
		view->directed += directed;
		view->possible += directed && edge->kind == MIXMI_ARROW_POSSIBLE;
		view->same += edge->same != 0;
	}
	return status;
}

static mixmi_status take_separations(io_graph *view, pair *pairs, size_t **next)
{
	mixmi_status status = sort_pairs(pairs, view, 0, view->info.separated, ends_of_separation);
	for (size_t i = 0; status == MIXMI_OK && i < view->info.separated; i++) {
		mixmi_separation *found = &view->separated[i];
		status = mixmi_graph_separation(found, sizeof *found, view->graph, pairs[i].index);
		if (status != MIXMI_OK)
			break;
		if (view->rank[found->a] > view->rank[found->b]) {
			size_t node = found->a;
			found->a = found->b;
			found->b = node;
		}
		found->given = order_given(view, next, found->given, found->given_count);
	}
	return status;
}

/* Sum of the sizes of all conditioning sets. */
static mixmi_status count_given(size_t *total, const io_graph *view)
{
	mixmi_status status = MIXMI_OK;
	*total = 0;
	for (size_t i = 0; status == MIXMI_OK && i < view->all; i++) {
		mixmi_edge edge;
		status = get_edge(&edge, view->graph, i);
		*total += status == MIXMI_OK ? edge.given_count : 0;
	}
	for (size_t i = 0; status == MIXMI_OK && i < view->info.separated; i++) {
		mixmi_separation separation;
		status = mixmi_graph_separation(&separation, sizeof separation, view->graph, i);
		*total += status == MIXMI_OK ? separation.given_count : 0;
	}
	return status;
}

/* Was the graph learnt as a PAG, or does it have marks that only PAGs have? A summary may have an arrow at both ends of an edge. */
static bool is_pag(const mixmi_graph *graph)
{
	bool found = graph->kind == GRAPH_PAG;
	for (size_t a = 0; a < graph->nodes && !found && graph->pair_lags == NULL; a++)
		for (size_t b = 0; b < a && !found; b++) {
			int at_a = graph->mark[b * graph->nodes + a], at_b = graph->mark[a * graph->nodes + b];
			found = at_a == GRAPH_CIRCLE || at_b == GRAPH_CIRCLE || (at_a == GRAPH_ARROW && at_b == GRAPH_ARROW);
		}
	return found;
}

static mixmi_status find_idle(io_graph *view)
{
	view->idle = base_array_zero(view->info.nodes, sizeof *view->idle);
	if (view->idle == NULL)
		return base_error_memory();
	for (size_t i = 0; i < view->info.nodes; i++)
		view->idle[i] = mixmi_graph_lag(NULL, view->graph, i) > 0;
	for (size_t i = 0; i < view->all; i++)
		view->idle[view->edges[i].from] = view->idle[view->edges[i].to] = false;
	return MIXMI_OK;
}

mixmi_status io_graph_init(io_graph *view, const mixmi_graph *graph)
{
	*view = (io_graph){ .graph = graph, .pag = is_pag(graph) };
	mixmi_graph_describe(&view->info, sizeof view->info, graph);
	view->all = view->info.edges + view->info.undecided;
	size_t edges = view->all, separated = view->info.separated, total;
	mixmi_status status = count_given(&total, view);
	if (status != MIXMI_OK)
		return status;
	pair *pairs = base_array(edges > separated ? edges : separated, sizeof *pairs);
	view->edges = base_array(edges, sizeof *view->edges);
	view->separated = base_array(separated, sizeof *view->separated);
	view->given = base_array(total, sizeof *view->given);
	bool room = pairs != NULL && view->edges != NULL && view->separated != NULL && view->given != NULL;
	status = room && rank_names(view) ? MIXMI_OK : base_error_memory();
	size_t *next = view->given;
	if (status == MIXMI_OK)
		status = take_edges(view, pairs, &next);
	if (status == MIXMI_OK)
		status = take_separations(view, pairs, &next);
	if (status == MIXMI_OK)
		status = find_idle(view);
	free(pairs);
	return status;
}

void io_graph_clear(io_graph *view)
{
	free(view->rank);
	free(view->edges);
	free(view->separated);
	free(view->given);
	free(view->idle);
	*view = (io_graph){ 0 };
}

const char *io_graph_name(const io_graph *view, size_t node)
{
	mixmi_type type;
	return mixmi_graph_node(view->graph, node, &type);
}

const char *io_graph_type(const io_graph *view, size_t node)
{
	mixmi_type type = MIXMI_NUMERIC;
	mixmi_graph_node(view->graph, node, &type);
	return type == MIXMI_DISCRETE ? "discrete" : "numeric";
}

const char *io_edge_type(const mixmi_edge *edge)
{
	if (edge->undecided)
		return "undirected";
	return io_ends_type((io_ends){ (mixmi_mark)edge->mark_from, (mixmi_mark)edge->mark_to, edge->same != 0 });
}

const char *io_edge_arrow(const mixmi_edge *edge)
{
	return io_ends_arrow((io_ends){ (mixmi_mark)edge->mark_from, (mixmi_mark)edge->mark_to, edge->same != 0 });
}

const char *io_arrow_word(int32_t kind)
{
	static const char *const words[] = { "", "possible", "clear", "knowledge" };
	return words[kind];
}

const char *io_verdict_word(int32_t verdict)
{
	static const char *const words[] = { NULL, "not_detected", "detected", "undecided" };
	return words[verdict];
}

static const char *const size_words[] = { NULL, "shares", "means", "slope" };

const char *io_size_word(int32_t size_kind)
{
	return size_words[size_kind];
}

int32_t io_size_of_word(const char *word)
{
	for (int32_t kind = MIXMI_SIZE_SHARES; word != NULL && kind <= MIXMI_SIZE_SLOPE; kind++)
		if (strcmp(word, size_words[kind]) == 0)
			return kind;
	return MIXMI_SIZE_NONE;
}

mixmi_edge io_edge_as_shown(const io_graph *view, const mixmi_edge *edge)
{
	mixmi_edge shown = *edge;
	if (!view->pag)
		return shown;
	bool from = edge->kind_from == MIXMI_ARROW_POSSIBLE, to = edge->kind == MIXMI_ARROW_POSSIBLE;
	shown.mark_from = from || (to && edge->mark_from == MIXMI_MARK_TAIL) ? MIXMI_MARK_CIRCLE : edge->mark_from;
	shown.mark_to = to || (from && edge->mark_to == MIXMI_MARK_TAIL) ? MIXMI_MARK_CIRCLE : edge->mark_to;
	shown.directed = shown.mark_from == MIXMI_MARK_TAIL && shown.mark_to == MIXMI_MARK_ARROW;
	return shown;
}

const char *io_edge_shown(const io_graph *view, const mixmi_edge *edge)
{
	const mixmi_edge shown = io_edge_as_shown(view, edge);
	return shown.directed && shown.kind == MIXMI_ARROW_POSSIBLE ? "-?>" : io_edge_arrow(&shown);
}

const char *io_edge_remark(const mixmi_edge *edge)
{
	return edge->required    ? "required"
	       : edge->of_sum    ? "sum"
	       : edge->undecided ? "undecided"
	       : edge->doubtful  ? "doubtful"
	       : edge->few_rows  ? "few rows"
	                         : "";
}

const char *io_edge_lags(const io_graph *view, const mixmi_edge *edge)
{
	const mixmi_graph *graph = view->graph;
	return graph->pair_lags != NULL ? graph->pair_lags[graph_pair(graph, edge->from, edge->to)] : NULL;
}

bool io_graph_is_pag(const io_graph *view)
{
	return view->pag;
}

void io_add_given(io_buffer *buffer, const io_graph *view, const size_t *given, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			io_add_char(buffer, ';');
		io_add_quoted(buffer, io_graph_name(view, given[i]), ";");
	}
}
