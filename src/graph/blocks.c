/* Nodes between a and b are those of the block that the edge a - b is in once it is added: a node lies on a path from a to b
 * exactly if a circle goes through it and that edge. One depth-first walk from a, first to b, numbers nodes as they are met;
 * `low` is the least number that the walk below a node reaches (Hopcroft and Tarjan 1973). */
#include "graph/blocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool graph_lists_init(graph_lists *lists, const mixmi_graph *graph)
{
	size_t n = graph->nodes;
	*lists = (graph_lists){ .nodes = n };
	lists->degrees = base_array_zero(n, sizeof *lists->degrees);
	lists->neighbours = base_array(n * n, sizeof *lists->neighbours);
	if (lists->degrees == NULL || lists->neighbours == NULL)
		return false;
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			if (a != b && graph_adjacent(graph, a, b))
				lists->neighbours[a * n + lists->degrees[a]++] = (uint32_t)b;
	return true;
}

void graph_lists_clear(graph_lists *lists)
{
	free(lists->degrees);
	free(lists->neighbours);
	*lists = (graph_lists){ 0 };
}

static void drop(graph_lists *lists, size_t a, size_t b)
{
	uint32_t *list = lists->neighbours + a * lists->nodes;
	size_t place = 0;
	while (place < lists->degrees[a] && list[place] != b)
		place++;
	if (place < lists->degrees[a])
		list[place] = list[--lists->degrees[a]];
}

void graph_lists_cut(graph_lists *lists, size_t a, size_t b)
{
	drop(lists, a, b);
	drop(lists, b, a);
}

void graph_lists_join(graph_lists *lists, size_t a, size_t b)
{
	lists->neighbours[a * lists->nodes + lists->degrees[a]++] = (uint32_t)b;
	lists->neighbours[b * lists->nodes + lists->degrees[b]++] = (uint32_t)a;
}

/* ------------------------------------------------------------------------------------------------ the walk */

enum { ROOMS = 5 };

bool graph_between_init(graph_between *between, size_t nodes)
{
	between->rooms = base_array(ROOMS * nodes, sizeof *between->rooms);
	between->nodes = base_array_zero(nodes, sizeof *between->nodes);
	return between->rooms != NULL && between->nodes != NULL;
}

void graph_between_clear(graph_between *between)
{
	free(between->rooms);
	free(between->nodes);
	*between = (graph_between){ 0 };
}

typedef struct walk {
	const graph_lists *lists;
	uint32_t *number; /* [nodes] when a node was met, from 1; 0: not yet */
	uint32_t *low;    /* [nodes] the least number reached from below it */
	uint32_t *parent; /* [nodes] where it was met from */
	uint32_t *next;   /* [nodes] neighbour to look at next */
	uint32_t *path;   /* [nodes] from the start of the walk to where it is */
	uint32_t met, height;
} walk;

static void meet(walk *w, size_t node, size_t parent)
{
	w->number[node] = w->low[node] = ++w->met;
	w->parent[node] = (uint32_t)parent;
	w->next[node] = 0;
	w->path[w->height++] = (uint32_t)node;
}

/* Goes on from a node to its next neighbour that was not met; false when it has none left. */
static bool step(walk *w, size_t node)
{
	const uint32_t *list = w->lists->neighbours + node * w->lists->nodes;
	while (w->next[node] < w->lists->degrees[node]) {
		size_t c = list[w->next[node]++];
		if (c == w->parent[node])
			continue;
		if (w->number[c] == 0) {
			meet(w, c, node);
			return true;
		}
		if (w->number[c] < w->low[node])
			w->low[node] = w->number[c];
	}
	return false;
}

/* Walks all that can be reached from b without going through a. */
static void run(walk *w, size_t a, size_t b)
{
	w->number[a] = w->low[a] = ++w->met;
	meet(w, b, a);
	while (w->height > 0) {
		size_t node = w->path[w->height - 1];
		if (step(w, node))
			continue;
		w->height--;
		size_t parent = w->parent[node];
		if (parent != a && w->low[node] < w->low[parent])
			w->low[parent] = w->low[node];
	}
}

/* What is below a node is a block of its own if it comes back no further than to that node. */
static void mark(bool *between, const walk *w, uint32_t *order, size_t b)
{
	size_t nodes = w->lists->nodes;
	memset(between, 0, nodes * sizeof *between);
	for (size_t node = 0; node < nodes; node++)
		if (w->number[node] != 0)
			order[w->number[node] - 1] = (uint32_t)node;
	between[b] = true;
	for (size_t i = 2; i < w->met; i++) {
		size_t node = order[i], parent = w->parent[node];
		between[node] = between[parent] && w->low[node] < w->number[parent];
	}
	between[b] = false;
}

void graph_between_find(graph_between *between, const graph_lists *lists, size_t a, size_t b)
{
	size_t n = lists->nodes;
	uint32_t *rooms = between->rooms;
	walk w = { .lists = lists,
		       .number = rooms,
		       .low = rooms + n,
		       .parent = rooms + 2 * n,
		       .next = rooms + 3 * n,
		       .path = rooms + 4 * n };
	memset(w.number, 0, n * sizeof *w.number);
	run(&w, a, b);
	mark(between->nodes, &w, w.path, b); /* the path is empty again */
}
