/* The orientation rules of Zhang (Artificial Intelligence 172, 2008) but those about paths, with his letters: a, b, c, d for
 * alpha, beta, gamma, theta. Invariant: a rule only ever replaces a circle, so that what was set stays. */
#include "graph/pag.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "graph/evidence.h"

bool graph_pag_init(graph_pag *pag, mixmi_graph *graph)
{
	*pag = (graph_pag){ .graph = graph };
	pag->queue = base_array(graph->nodes, sizeof *pag->queue);
	pag->came_by = base_array(graph->nodes, sizeof *pag->came_by);
	pag->path = base_array(graph->nodes, sizeof *pag->path);
	pag->seen = base_array_zero(graph->nodes, sizeof *pag->seen);
	return pag->queue != NULL && pag->came_by != NULL && pag->path != NULL && pag->seen != NULL;
}

void graph_pag_clear(graph_pag *pag)
{
	free(pag->ambiguous);
	free(pag->queue);
	free(pag->came_by);
	free(pag->path);
	free(pag->seen);
}

void graph_pag_put(graph_pag *pag, size_t a, size_t b, graph_mark mark)
{
	uint8_t *present = &pag->graph->mark[a * pag->graph->nodes + b];
	if (*present != GRAPH_CIRCLE)
		return;
	*present = (uint8_t)mark;
	pag->changed = true;
}

bool graph_pag_is_open(const graph_pag *pag, size_t a, size_t c, size_t b)
{
	if (a == b || graph_adjacent(pag->graph, a, b))
		return false;
	if (pag->ambiguous_count == 0)
		return true;
	graph_triple key = { .a = (uint32_t)(a < b ? a : b), .b = (uint32_t)(a < b ? b : a), .c = (uint32_t)c };
	return bsearch(&key, pag->ambiguous, pag->ambiguous_count, sizeof key, graph_triple_compare) == NULL;
}

static graph_mark mark(const graph_pag *p, size_t a, size_t b)
{
	return graph_pag_mark(p, a, b);
}

static bool is_arrow(const graph_pag *p, size_t from, size_t to)
{
	return graph_directed(p->graph, from, to);
}

/* a *-> b o-* c, a and c apart: b -> c. */
static void rule_1(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, b) != GRAPH_ARROW || mark(p, c, b) != GRAPH_CIRCLE || !graph_pag_is_open(p, a, b, c))
		return;
	graph_pag_put(p, c, b, GRAPH_TAIL);
	graph_pag_put(p, b, c, GRAPH_ARROW);
}

/* a -> b *-> c or a *-> b -> c, and a *-o c: a *-> c. */
static void rule_2(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, c) != GRAPH_CIRCLE || mark(p, a, b) != GRAPH_ARROW || mark(p, b, c) != GRAPH_ARROW)
		return;
	if (mark(p, b, a) == GRAPH_TAIL || mark(p, c, b) == GRAPH_TAIL)
		graph_pag_put(p, a, c, GRAPH_ARROW);
}

/* a *-> b <-* c, a *-o d o-* c, a and c apart, d *-o b: d *-> b. */
static void rule_3(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, b) != GRAPH_ARROW || mark(p, c, b) != GRAPH_ARROW || a > c || graph_adjacent(p->graph, a, c))
		return;
	for (size_t d = 0; d < p->graph->nodes; d++)
		if (d != a && d != b && d != c && mark(p, d, b) == GRAPH_CIRCLE && mark(p, a, d) == GRAPH_CIRCLE &&
		    mark(p, c, d) == GRAPH_CIRCLE && graph_pag_is_open(p, a, d, c))
			graph_pag_put(p, d, b, GRAPH_ARROW);
}

/* a -- b o-* c: b -* c. */
static void rule_6(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, b) == GRAPH_TAIL && mark(p, b, a) == GRAPH_TAIL && mark(p, c, b) == GRAPH_CIRCLE)
		graph_pag_put(p, c, b, GRAPH_TAIL);
}

/* a -o b o-* c, a and c apart: b -* c. */
static void rule_7(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, b, a) == GRAPH_TAIL && mark(p, a, b) == GRAPH_CIRCLE && mark(p, c, b) == GRAPH_CIRCLE &&
	    graph_pag_is_open(p, a, b, c))
		graph_pag_put(p, c, b, GRAPH_TAIL);
}

/* a -> b -> c or a -o b -> c, and a o-> c: a -> c. */
static void rule_8(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, c, a) != GRAPH_CIRCLE || mark(p, a, c) != GRAPH_ARROW || mark(p, b, a) != GRAPH_TAIL)
		return;
	if ((mark(p, a, b) == GRAPH_ARROW || mark(p, a, b) == GRAPH_CIRCLE) && is_arrow(p, b, c))
		graph_pag_put(p, c, a, GRAPH_TAIL);
}

/* ---------------------------------------------------------------------------------- discriminating paths */

/* The end d of a path d, ..., a, b, c on which every node from a back to d is a collider and points to c, d being apart from
 * c; SIZE_MAX if there is none. Breadth first, so that it is a shortest one. */
static size_t find_end(graph_pag *p, size_t a, size_t b, size_t c)
{
	size_t nodes = p->graph->nodes, head = 0, tail = 0;
	memset(p->seen, 0, nodes * sizeof *p->seen);
	p->seen[a] = p->seen[b] = p->seen[c] = true;
	p->queue[tail++] = a;
	while (head < tail) {
		size_t node = p->queue[head++];
		for (size_t next = 0; next < nodes; next++) {
			if (p->seen[next] || mark(p, next, node) != GRAPH_ARROW)
				continue;
			p->came_by[next] = node;
			if (!graph_adjacent(p->graph, next, c))
				return next;
			if (mark(p, node, next) != GRAPH_ARROW || !is_arrow(p, next, c))
				continue;
			p->seen[next] = true;
			p->queue[tail++] = next;
		}
	}
	return SIZE_MAX;
}

/* May the path d, ..., a, b, c be believed, which find_end() has just found? */
static bool is_believed(graph_pag *p, size_t d, size_t a, size_t b, size_t c)
{
	size_t length = 0;
	if (p->believes == NULL)
		return true;
	for (size_t node = d; node != a; node = p->came_by[node])
		p->path[length++] = node;
	p->path[length++] = a;
	p->path[length++] = b;
	p->path[length++] = c;
	bool believed = p->believes(p->context, p->path, length);
	p->waits = p->waits || !believed;
	return believed;
}

/* A discriminating path for b, b o-* c: b -> c if b helps to separate its ends, else a <-> b <-> c. */
static void rule_4(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, c, b) != GRAPH_CIRCLE || mark(p, b, a) != GRAPH_ARROW || !is_arrow(p, a, c))
		return;
	size_t d = find_end(p, a, b, c);
	const graph_evidence *evidence = d != SIZE_MAX ? &p->graph->evidence[graph_pair(p->graph, d, c)] : NULL;
	if (evidence == NULL || !evidence->known || evidence->by_knowledge || !is_believed(p, d, a, b, c))
		return;
	bool helps = graph_evidence_has(evidence, b);
	if (!helps)
		graph_pag_put(p, a, b, GRAPH_ARROW);
	graph_pag_put(p, c, b, helps ? GRAPH_TAIL : GRAPH_ARROW);
	graph_pag_put(p, b, c, GRAPH_ARROW);
}

/* ----------------------------------------------------------------------------------------------- all of them */

typedef void rule(graph_pag *p, size_t a, size_t b, size_t c);

/* Applies rules to every path a - b - c. */
static void apply(graph_pag *p, rule *const *rules, size_t count)
{
	size_t nodes = p->graph->nodes;
	for (size_t b = 0; b < nodes; b++)
		for (size_t a = 0; a < nodes; a++) {
			if (a == b || !graph_adjacent(p->graph, a, b))
				continue;
			for (size_t c = 0; c < nodes; c++)
				for (size_t i = 0; c != a && c != b && graph_adjacent(p->graph, b, c) && i < count; i++)
					rules[i](p, a, b, c);
		}
}

static void apply_to_edges(graph_pag *p, void (*path_rule)(graph_pag *pag, size_t a, size_t c))
{
	for (size_t a = 0; a < p->graph->nodes; a++)
		for (size_t c = 0; c < p->graph->nodes; c++)
			if (a != c && graph_adjacent(p->graph, a, c))
				path_rule(p, a, c);
}

void graph_pag_close(graph_pag *pag)
{
	static rule *const arrows[] = { rule_1, rule_2, rule_3, rule_4 };
	static rule *const selected[] = { rule_6, rule_7 };
	static rule *const tails[] = { rule_8 };
	pag->waits = false;
	do {
		pag->changed = false;
		apply(pag, arrows, sizeof arrows / sizeof *arrows);
	} while (pag->changed);
	while (!pag->waits) {
		pag->changed = false;
		if (pag->selection) {
			apply_to_edges(pag, graph_pag_rule_5);
			apply(pag, selected, sizeof selected / sizeof *selected);
		}
		apply(pag, arrows, sizeof arrows / sizeof *arrows);
		apply(pag, tails, sizeof tails / sizeof *tails);
		apply_to_edges(pag, graph_pag_rule_9);
		apply_to_edges(pag, graph_pag_rule_10);
		if (!pag->changed)
			break;
	}
}
