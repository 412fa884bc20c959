/* Rules 5, 9 and 10 of Zhang (2008), which look for uncovered paths: each node's neighbours on the path are apart. Depth
 * first with the path marked, so that no node comes twice; the number of steps has a bound, past which nothing is found. */
#include <string.h>

#include "graph/pag.h"

enum { STEPS = 100000 };

/* May a path go on from a to b? Along circles only (rule 5), or potentially directed: not into a, not out of b. */
static bool may_step(const graph_pag *p, size_t a, size_t b, bool circles)
{
	if (!graph_adjacent(p->graph, a, b))
		return false;
	graph_mark at_a = graph_pag_mark(p, b, a), at_b = graph_pag_mark(p, a, b);
	if (circles)
		return at_a == GRAPH_CIRCLE && at_b == GRAPH_CIRCLE;
	return at_a != GRAPH_ARROW && at_b != GRAPH_TAIL;
}

/* Goes on from the last two nodes of the path to `target`; p->path has the path of *length nodes when it gets there. */
static bool reach(graph_pag *p, size_t *length, size_t target, bool circles)
{
	size_t before = p->path[*length - 2], last = p->path[*length - 1];
	if (last == target) /* of a circle of circles the two nodes next to its start are apart */
		return !circles || !graph_adjacent(p->graph, p->path[0], before);
	for (size_t next = 0; next < p->graph->nodes; next++) {
		if (p->seen[next] || !may_step(p, last, next, circles) || !graph_pag_is_open(p, before, last, next))
			continue;
		if (p->budget == 0)
			return false;
		p->budget--;
		p->seen[next] = true;
		p->path[(*length)++] = next;
		if (reach(p, length, target, circles))
			return true;
		--*length;
		p->seen[next] = false;
	}
	return false;
}

/* Is there an uncovered path from `start` over its neighbour `first` to `target`? */
static bool find_path(graph_pag *p, size_t *length, size_t start, size_t first, size_t target, bool circles)
{
	if (!may_step(p, start, first, circles))
		return false;
	memset(p->seen, 0, p->graph->nodes * sizeof *p->seen);
	p->seen[start] = p->seen[first] = true;
	p->path[0] = start;
	p->path[1] = first;
	*length = 2;
	p->budget = STEPS;
	return reach(p, length, target, circles);
}

static void make_undirected(graph_pag *p, size_t a, size_t b)
{
	graph_pag_put(p, a, b, GRAPH_TAIL);
	graph_pag_put(p, b, a, GRAPH_TAIL);
}

/* a o-o b and an uncovered path of circles a, c, ..., d, b with a, d apart and b, c apart: all of it is undirected. */
void graph_pag_rule_5(graph_pag *pag, size_t a, size_t b)
{
	size_t length;
	if (a > b || !may_step(pag, a, b, true))
		return;
	for (size_t c = 0; c < pag->graph->nodes; c++) {
		if (c == a || c == b || graph_adjacent(pag->graph, b, c) || !find_path(pag, &length, a, c, b, true))
			continue;
		for (size_t i = 1; i < length; i++)
			make_undirected(pag, pag->path[i - 1], pag->path[i]);
		make_undirected(pag, a, b);
		return;
	}
}

static bool is_half_directed(const graph_pag *p, size_t a, size_t c)
{
	return graph_pag_mark(p, c, a) == GRAPH_CIRCLE && graph_pag_mark(p, a, c) == GRAPH_ARROW;
}

/* a o-> c and an uncovered potentially directed path a, b, ..., c with b, c apart: a -> c. */
void graph_pag_rule_9(graph_pag *pag, size_t a, size_t c)
{
	size_t length;
	if (!is_half_directed(pag, a, c))
		return;
	for (size_t b = 0; b < pag->graph->nodes; b++)
		if (b != a && b != c && graph_pag_is_open(pag, b, a, c) && find_path(pag, &length, a, b, c, false)) {
			graph_pag_put(pag, c, a, GRAPH_TAIL);
			return;
		}
}

/* Do uncovered potentially directed paths lead from a over `first` to b, and over a node apart from that to d? */
static bool leads_to_both(graph_pag *p, size_t a, size_t first, size_t b, size_t d)
{
	size_t length;
	if (!find_path(p, &length, a, first, b, false))
		return false;
	for (size_t other = 0; other < p->graph->nodes; other++)
		if (other != a && other != first && graph_pag_is_open(p, first, a, other) &&
		    find_path(p, &length, a, other, d, false))
			return true;
	return false;
}

/* a o-> c, b -> c <- d, uncovered potentially directed paths from a to b and from a to d that start with nodes apart: a -> c. */
void graph_pag_rule_10(graph_pag *pag, size_t a, size_t c)
{
	size_t nodes = pag->graph->nodes;
	if (!is_half_directed(pag, a, c))
		return;
	for (size_t b = 0; b < nodes; b++) {
		if (b == a || !graph_directed(pag->graph, b, c))
			continue;
		for (size_t d = 0; d < nodes; d++) {
			if (d == a || d == b || !graph_directed(pag->graph, d, c))
				continue;
			for (size_t first = 0; first < nodes; first++)
				if (first != a && first != c && leads_to_both(pag, a, first, b, d)) {
					graph_pag_put(pag, c, a, GRAPH_TAIL);
					return;
				}
		}
	}
}
