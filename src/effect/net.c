/* Traverses the edges of a graph. m-connection is a search over pairs of a node and how it was entered, by an arrow or
 * by a tail, because only this determines how the path can continue (Shachter 1998). */
#include "effect/net.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ------------------------------------------------------------------------------------------------- memory */

static void list_links(effect_net *net, const mixmi_graph *graph)
{
	size_t used = 0, n = graph->nodes;
	for (size_t a = 0; a < n; a++) {
		net->starts[a] = used;
		for (size_t b = 0; b < n; b++)
			if (graph_adjacent(graph, a, b))
				net->links[used++] = (effect_link){ b, graph->mark[b * n + a], graph->mark[a * n + b] };
	}
	net->starts[n] = used;
}

bool effect_net_init(effect_net *net, const mixmi_graph *graph)
{
	size_t ends = 0;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = 0; b < graph->nodes; b++)
			ends += a != b && graph_adjacent(graph, a, b);
	*net = (effect_net){ graph->nodes, base_array(graph->nodes + 1, sizeof *net->starts),
		                 base_array(ends, sizeof *net->links) };
	if (net->starts == NULL || net->links == NULL)
		return false;
	list_links(net, graph);
	return true;
}

void effect_net_clear(effect_net *net)
{
	free(net->starts);
	free(net->links);
	*net = (effect_net){ 0 };
}

bool effect_walk_init(effect_walk *walk, size_t nodes)
{
	*walk = (effect_walk){ base_array(nodes, 2 * sizeof *walk->queue), base_array(nodes, sizeof *walk->ancestors),
		                   base_array(nodes, sizeof *walk->causal), base_array(nodes, sizeof *walk->forbidden),
		                   base_array(nodes, sizeof *walk->reached) };
	return walk->queue != NULL && walk->ancestors != NULL && walk->causal != NULL && walk->forbidden != NULL &&
	       walk->reached != NULL;
}

void effect_walk_clear(effect_walk *walk)
{
	free(walk->queue);
	free(walk->ancestors);
	free(walk->causal);
	free(walk->forbidden);
	free(walk->reached);
	*walk = (effect_walk){ 0 };
}

/* ------------------------------------------------------------------------------------------- directed paths */

/* Follows arrows from the nodes in `of`, forwards (arrow at the far end) or backwards. */
static void follow(bool *out, const bool *of, bool forwards, const effect_net *net, effect_walk *walk)
{
	size_t waiting = 0;
	for (size_t v = 0; v < net->nodes; v++) {
		out[v] = of[v];
		if (of[v])
			walk->queue[waiting++] = v;
	}
	while (waiting > 0) {
		size_t v = walk->queue[--waiting];
		for (size_t i = net->starts[v]; i < net->starts[v + 1]; i++) {
			const effect_link *l = &net->links[i];
			uint8_t head = forwards ? l->there : l->here, tail = forwards ? l->here : l->there;
			if (head == GRAPH_ARROW && tail == GRAPH_TAIL && !out[l->node]) {
				out[l->node] = true;
				walk->queue[waiting++] = l->node;
			}
		}
	}
}

void effect_ancestors(bool *out, const bool *of, const effect_net *net, effect_walk *walk)
{
	follow(out, of, false, net, walk);
}

void effect_descendants(bool *out, const bool *of, const effect_net *net, effect_walk *walk)
{
	follow(out, of, true, net, walk);
}

/* --------------------------------------------------------------------------------------------- m-connection */

enum { BY_TAIL = 1, BY_ARROW = 2 };

static void enter(effect_walk *walk, size_t *waiting, size_t node, uint8_t mark)
{
	uint8_t how = mark == GRAPH_ARROW ? BY_ARROW : BY_TAIL;
	if ((walk->reached[node] & how) != 0)
		return;
	walk->reached[node] |= how;
	walk->queue[(*waiting)++] = 2 * node + (how == BY_ARROW);
}

void effect_connect(const effect_net *net, size_t x, const bool *given, const bool *cut, effect_walk *walk)
{
	size_t waiting = 0;
	effect_ancestors(walk->ancestors, given, net, walk);
	memset(walk->reached, 0, net->nodes * sizeof *walk->reached);
	for (size_t i = net->starts[x]; i < net->starts[x + 1]; i++) {
		const effect_link *l = &net->links[i];
		if (cut == NULL || !cut[l->node] || l->here != GRAPH_TAIL || l->there != GRAPH_ARROW)
			enter(walk, &waiting, l->node, l->there);
	}
	while (waiting > 0) {
		size_t v = walk->queue[--waiting] / 2;
		bool by_arrow = walk->queue[waiting] % 2 == 1;
		for (size_t i = net->starts[v]; i < net->starts[v + 1]; i++) {
			const effect_link *l = &net->links[i];
			bool collides = by_arrow && l->here == GRAPH_ARROW;
			bool is_cut = cut != NULL && cut[v] && l->node == x && l->there == GRAPH_TAIL && l->here == GRAPH_ARROW;
			if (l->node != x && !is_cut && (collides ? walk->ancestors[v] : !given[v]))
				enter(walk, &waiting, l->node, l->there);
		}
	}
}

/* ------------------------------------------------------------------------------------------------ adjustment */

static void find_causal(const effect_net *net, size_t x, size_t y, effect_walk *walk)
{
	memset(walk->ancestors, 0, net->nodes * sizeof *walk->ancestors);
	memset(walk->forbidden, 0, net->nodes * sizeof *walk->forbidden);
	walk->ancestors[y] = walk->forbidden[x] = true;
	effect_ancestors(walk->ancestors, walk->ancestors, net, walk);
	effect_descendants(walk->forbidden, walk->forbidden, net, walk);
	for (size_t v = 0; v < net->nodes; v++)
		walk->causal[v] = v != x && walk->ancestors[v] && walk->forbidden[v];
	effect_descendants(walk->forbidden, walk->causal, net, walk);
}

bool effect_adjusts(const effect_net *net, size_t x, size_t y, const bool *set, effect_walk *walk)
{
	find_causal(net, x, y, walk);
	for (size_t v = 0; v < net->nodes; v++)
		if (set[v] && (walk->forbidden[v] || v == x || v == y))
			return false;
	effect_connect(net, x, set, walk->causal, walk);
	return walk->reached[y] == 0;
}
