/* The graph of a time series in the arrays of tigramite 5: graph[i][j][lag] is "-->" if column i affects column j after
 * `lag` steps, at lag 0 also "<--", "o-o" if the direction is unknown, and "" without an edge; val_matrix has the
 * estimates in nats and p_matrix the p-values, null if there was no test. At lag 0 both halves are filled in.
 * numpy.array() converts them to tigramite's arrays. */
#include <math.h>
#include <string.h>

#include "graph/model/graph.h"
#include "io/graph_view.h"

/* The node of a column at a lag, or SIZE_MAX. */
static size_t node_at(const mixmi_graph *graph, size_t now, size_t lag)
{
	for (size_t i = 0; graph->lag != NULL && i < graph->nodes; i++)
		if (graph->now[i] == now && graph->lag[i] == lag)
			return i;
	return graph->lag == NULL && lag == 0 ? now : SIZE_MAX;
}

static bool is_present(const mixmi_graph *graph, size_t node)
{
	return graph->lag == NULL || graph->lag[node] == 0;
}

/* As in a PAG of tigramite: a tail, an arrow or a circle at either end; an undirected edge is "o-o". */
static void add_mark(io_buffer *out, const mixmi_graph *graph, size_t from, size_t to)
{
	static const char starts[] = " -<o", ends[] = " ->o";
	unsigned at_from = graph->mark[to * graph->nodes + from], at_to = graph->mark[from * graph->nodes + to];
	if (at_to == GRAPH_NONE)
		io_add(out, "\"\"");
	else if (at_from == GRAPH_TAIL && at_to == GRAPH_TAIL)
		io_add(out, "\"o-o\"");
	else
		io_addf(out, "\"%c-%c\"", starts[at_from], ends[at_to]);
}

typedef enum entry { MARK, VALUE, P } entry;

static void add_entry(io_buffer *out, const mixmi_graph *graph, size_t from, size_t to, entry what)
{
	bool asked = from != SIZE_MAX && from != to;
	if (what == MARK && asked) {
		add_mark(out, graph, from, to);
		return;
	}
	const graph_evidence *e = asked ? &graph->evidence[graph_pair(graph, from, to)] : NULL;
	double value = e == NULL || !e->known ? NAN : what == P ? e->p : e->estimate;
	if (what == MARK)
		io_add(out, "\"\"");
	else if (isfinite(value))
		io_add_exact(out, value);
	else
		io_add(out, "null");
}

static void add_array(io_buffer *out, const mixmi_graph *graph, const char *name, entry what)
{
	size_t rows = 0;
	io_addf(out, ",\n  \"%s\": [", name);
	for (size_t i = 0; i < graph->nodes; i++) {
		size_t columns = 0;
		if (!is_present(graph, i))
			continue;
		io_add(out, rows++ > 0 ? ",\n    [" : "\n    [");
		for (size_t j = 0; j < graph->nodes; j++) {
			if (!is_present(graph, j))
				continue;
			io_add(out, columns++ > 0 ? ", [" : "[");
			for (size_t lag = 0; lag <= graph->lags; lag++) {
				io_add(out, lag > 0 ? ", " : "");
				add_entry(out, graph, node_at(graph, i, lag), j, what);
			}
			io_add_char(out, ']');
		}
		io_add_char(out, ']');
	}
	io_add(out, "\n  ]");
}

void io_graph_tigramite(io_buffer *out, const io_graph *view)
{
	const mixmi_graph *graph = view->graph;
	size_t count = 0;
	io_addf(out, "{\n  \"tau_max\": %zu,\n  \"var_names\": [", graph->lags);
	for (size_t i = 0; i < graph->nodes; i++) {
		if (!is_present(graph, i))
			continue;
		io_add(out, count++ > 0 ? ", " : "");
		io_add_json_string(out, graph->names[i]);
	}
	io_add_char(out, ']');
	add_array(out, graph, "graph", MARK);
	add_array(out, graph, "val_matrix", VALUE);
	add_array(out, graph, "p_matrix", P);
	io_add(out, "\n}\n");
}
