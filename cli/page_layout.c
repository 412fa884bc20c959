/* Positions of the nodes and edges of the page's graph: by Graphviz, which gets sizes but no names. The width of a node
 * is given by the characters of its name that the page shows. Without Graphviz the page computes its own layout. */
#include <stdlib.h>

#include "page.h"
#include "text.h"

/* The same as nodeSize() in report/src/marks.js, and longestLabel in graph.js. */
enum { LABEL = 20, MOST_ROUTES = 300 };

static const double HEIGHT = 32, AROUND = 26, LETTER = 7.4;

static double width_of(const page *p, size_t node)
{
	size_t letters = cli_text_width(mixmi_graph_node(p->graph, node, NULL));
	return AROUND + LETTER * (double)(letters < LABEL ? letters : LABEL);
}

static json_t *nodes_json(page *p, const double *nodes)
{
	json_t *array = json_array();
	for (size_t i = 0; i < p->count; i++)
		cli_json_push(&p->json, array, page_numbers(p, nodes + 2 * i, 2, 4));
	return array;
}

/* Curves are omitted if there are very many edges: they would take most of the space, and straight lines are enough. */
static json_t *routes_json(page *p, const double *curves, const size_t *ends, size_t edges)
{
	json_t *array = json_array();
	for (size_t i = 0, start = 0; edges <= MOST_ROUTES && i < edges; start = ends[i++]) {
		bool cubic = ends[i] - start >= 4 && (ends[i] - start) % 3 == 1;
		cli_json_push(&p->json, array,
		              cubic ? page_numbers(p, curves + 2 * start, 2 * (ends[i] - start), 4) : json_null());
	}
	return array;
}

void page_layout(page *p, json_t *object, size_t edges)
{
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, p->graph);
	double *widths = malloc(info.nodes * sizeof *widths), *nodes = malloc(2 * info.nodes * sizeof *nodes);
	double *curves = NULL;
	size_t *ends = malloc((edges + 1) * sizeof *ends);
	mixmi_status status = MIXMI_ERROR_MEMORY;
	if (widths != NULL && nodes != NULL && ends != NULL) {
		for (size_t i = 0; i < info.nodes; i++)
			widths[i] = width_of(p, i);
		status = mixmi_graph_layout(nodes, &curves, ends, p->graph, widths, HEIGHT);
	}
	if (status == MIXMI_OK) {
		cli_json_put(&p->json, object, "nodes", nodes_json(p, nodes));
		cli_json_put(&p->json, object, "routes", routes_json(p, curves, ends, edges));
	}
	p->json.failed |= status == MIXMI_ERROR_MEMORY;
	mixmi_free(curves);
	free(widths);
	free(nodes);
	free(ends);
}
