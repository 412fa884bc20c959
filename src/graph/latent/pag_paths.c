/* Rules 5, 9 and 10 of Zhang (2008), which search for uncovered paths: the two neighbours of each node on the path are
 * not adjacent. Depth-first search that marks the path, so that no node occurs twice, with shorter paths first.
 * Invariant: either all paths of a length are searched or none counts, so that the limit on the number of steps does
 * not make the result depend on the order of nodes. */
#include <string.h>

#include "graph/latent/pag.h"

enum { STEPS = 100000 };

/* Whether a path may continue from a to b: along circles only (rule 5), or potentially directed: not into a, not out of
 * b. */
static bool may_step(const graph_pag *p, size_t a, size_t b, bool circles)
{
	if (!graph_adjacent(p->graph, a, b))
		return false;
	graph_mark at_a = graph_pag_mark(p, b, a), at_b = graph_pag_mark(p, a, b);
	if (circles)
		return at_a == GRAPH_CIRCLE && at_b == GRAPH_CIRCLE;
	return at_a != GRAPH_ARROW && at_b != GRAPH_TAIL;
}

/* A search for paths of up to `most` nodes. */
typedef struct walk {
	graph_pag *pag; /* has the path and the remaining number of steps */
	size_t length, most, target;
	bool circles;
	bool found;
	bool cut; /* some path is longer than `most` */
} walk;

/* Extends the path beyond its last two nodes in every possible way. */
static void extend(walk *w)
{
	graph_pag *p = w->pag;
	size_t before = p->path[w->length - 2], last = p->path[w->length - 1];
	if (last == w->target) { /* in a cycle of circles, the two nodes next to its end are not adjacent */
		w->found = w->found || !w->circles || graph_pag_is_open(p, before, last, p->path[0]);
		return;
	}
	for (size_t next = 0; next < p->graph->nodes && p->budget > 0; next++) {
		if (p->seen[next] || !may_step(p, last, next, w->circles) || !graph_pag_is_open(p, before, last, next))
			continue;
		if (w->length == w->most) {
			w->cut = true;
			return;
		}
		p->budget--;
		p->seen[next] = true;
		p->path[w->length++] = next;
		extend(w);
		w->length--;
		p->seen[next] = false;
	}
}

/* Whether there is an uncovered path from `start` through its neighbour `first` to `target`. */
static bool find_path(graph_pag *p, size_t start, size_t first, size_t target, bool circles)
{
	if (!may_step(p, start, first, circles))
		return false;
	memset(p->seen, 0, p->graph->nodes * sizeof *p->seen);
	p->seen[start] = p->seen[first] = true;
	p->path[0] = start;
	p->path[1] = first;
	walk w = { .pag = p, .length = 2, .most = 2, .target = target, .circles = circles, .cut = true };
	p->budget = STEPS;
	for (; w.cut && !w.found; w.most++) {
		w.cut = false;
		extend(&w);
		if (p->budget == 0)
			return false;
	}
	return w.found;
}

/* a o-o b and an uncovered path of circles a, c, ..., d, b with a, d and b, c not adjacent: all its edges are
 * undirected. Together they form a cycle in which all edges are equivalent, so each gets its tails when it is visited,
 * in the same sweep. Both a, b and b, a are checked, because the limit on steps may stop one search and not the
 * other. */
void graph_pag_rule_5(graph_pag *pag, size_t a, size_t b)
{
	if (!may_step(pag, a, b, true))
		return;
	for (size_t c = 0; c < pag->graph->nodes; c++)
		if (c != a && c != b && graph_pag_is_open(pag, c, a, b) && find_path(pag, a, c, b, true)) {
			graph_pag_want(pag, a, b, GRAPH_TAIL);
			graph_pag_want(pag, b, a, GRAPH_TAIL);
			return;
		}
}

static bool is_half_directed(const graph_pag *p, size_t a, size_t c)
{
	return graph_pag_mark(p, c, a) == GRAPH_CIRCLE && graph_pag_mark(p, a, c) == GRAPH_ARROW;
}

/* a o-> c and an uncovered potentially directed path a, b, ..., c with b, c not adjacent: a -> c. */
void graph_pag_rule_9(graph_pag *pag, size_t a, size_t c)
{
	if (!is_half_directed(pag, a, c))
		return;
	for (size_t b = 0; b < pag->graph->nodes; b++)
		if (b != a && b != c && graph_pag_is_open(pag, b, a, c) && find_path(pag, a, b, c, false)) {
			graph_pag_want(pag, c, a, GRAPH_TAIL);
			return;
		}
}

/* Whether uncovered potentially directed paths lead from a through `first` to b, and through a node not adjacent to
 * `first` to d. */
static bool leads_to_both(graph_pag *p, size_t a, size_t first, size_t b, size_t d)
{
	if (!find_path(p, a, first, b, false))
		return false;
	for (size_t other = 0; other < p->graph->nodes; other++)
		if (other != a && other != first && graph_pag_is_open(p, first, a, other) && find_path(p, a, other, d, false))
			return true;
	return false;
}

/* a o-> c, b -> c <- d, and uncovered potentially directed paths from a to b and from a to d that start with
 * non-adjacent nodes: a -> c. */
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
					graph_pag_want(pag, c, a, GRAPH_TAIL);
					return;
				}
		}
	}
}
