/* The orientation rules of Zhang (Artificial Intelligence 172, 2008) except those about paths, with a, b, c, d for his
 * alpha, beta, gamma, theta. With contradictory input some rules require an arrow where others require a tail: this is
 * reported and left unresolved. Invariants: only circles are replaced, so that earlier marks stay; during a sweep no
 * mark changes. */
#include "graph/latent/pag.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "graph/model/evidence.h"

/* Values of graph_pag.wanted. */
enum { WANT_TAIL = 1, WANT_ARROW = 2, WANT_BOTH = 3, DISPUTED = 4 };

bool graph_pag_init(graph_pag *pag, mixmi_graph *graph)
{
	size_t nodes = graph->nodes;
	*pag = (graph_pag){ .graph = graph };
	pag->wanted = base_array_zero(nodes * nodes, sizeof *pag->wanted);
	pag->queue = base_array(nodes, sizeof *pag->queue);
	pag->distance = base_array(nodes, sizeof *pag->distance);
	pag->ends = base_array(nodes, sizeof *pag->ends);
	pag->path = base_array(nodes, sizeof *pag->path);
	pag->seen = base_array_zero(nodes, sizeof *pag->seen);
	return pag->wanted != NULL && pag->queue != NULL && pag->distance != NULL && pag->ends != NULL &&
	       pag->path != NULL && pag->seen != NULL;
}

void graph_pag_clear(graph_pag *pag)
{
	free(pag->ambiguous);
	free(pag->wanted);
	free(pag->queue);
	free(pag->distance);
	free(pag->ends);
	free(pag->path);
	free(pag->seen);
}

/* ------------------------------------------------------------------------------------------ what rules want */

void graph_pag_want(graph_pag *pag, size_t a, size_t b, graph_mark mark)
{
	pag->wanted[a * pag->graph->nodes + b] |= mark == GRAPH_ARROW ? WANT_ARROW : WANT_TAIL;
}

/* Reports that rules contradict each other, or an earlier mark, about the mark at b. */
static bool report_dispute(graph_pag *p, size_t a, size_t b, graph_mark present)
{
	char x[BASE_TEXT_SHOWN], y[BASE_TEXT_SHOWN];
	base_text_show(x, p->graph->names[a], strlen(p->graph->names[a]));
	base_text_show(y, p->graph->names[b], strlen(p->graph->names[b]));
	if (present == GRAPH_CIRCLE)
		return graph_add_conflict(p->graph, "%s *-> %s not set: some rules require it, others require %s *-- %s", x, y,
		                          x, y);
	return graph_add_conflict(p->graph, "%s %s %s not set: it follows from other marks, but contradicts %s %s %s", x,
	                          present == GRAPH_TAIL ? "*->" : "*--", y, x, present == GRAPH_TAIL ? "*--" : "*->", y);
}

/* Sets the mark at b if the rules agree. Returns false if memory runs out. */
static bool settle_mark(graph_pag *p, size_t a, size_t b)
{
	size_t place = a * p->graph->nodes + b;
	uint8_t *present = &p->graph->mark[place], *wanted = &p->wanted[place], want = *wanted & WANT_BOTH;
	bool circle = *present == GRAPH_CIRCLE, disputed = *wanted & DISPUTED;
	*wanted &= DISPUTED;
	if (want == 0 || disputed)
		return true;
	if (circle ? want == WANT_BOTH : want != (*present == GRAPH_ARROW ? WANT_ARROW : WANT_TAIL)) {
		*wanted = DISPUTED;
		return report_dispute(p, a, b, (graph_mark)*present);
	}
	if (circle)
		*present = want == WANT_ARROW ? GRAPH_ARROW : GRAPH_TAIL;
	p->changed = p->changed || circle;
	return true;
}

/* Ends a sweep; p->changed is true if it set a mark. */
static mixmi_status settle(graph_pag *p)
{
	p->changed = false;
	for (size_t a = 0; a < p->graph->nodes; a++)
		for (size_t b = 0; b < p->graph->nodes; b++)
			if (!settle_mark(p, a, b))
				return base_error_memory();
	return MIXMI_OK;
}

/* ---------------------------------------------------------------------------------- rules about three or four nodes */

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

/* a *-> b o-* c, a and c not adjacent: b -> c. */
static void rule_1(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, b) != GRAPH_ARROW || mark(p, c, b) != GRAPH_CIRCLE || !graph_pag_is_open(p, a, b, c))
		return;
	graph_pag_want(p, c, b, GRAPH_TAIL);
	graph_pag_want(p, b, c, GRAPH_ARROW);
}

/* a -> b *-> c or a *-> b -> c, and a *-o c: a *-> c. */
static void rule_2(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, c) != GRAPH_CIRCLE || mark(p, a, b) != GRAPH_ARROW || mark(p, b, c) != GRAPH_ARROW)
		return;
	if (mark(p, b, a) == GRAPH_TAIL || mark(p, c, b) == GRAPH_TAIL)
		graph_pag_want(p, a, c, GRAPH_ARROW);
}

/* a *-> b <-* c, a *-o d o-* c, a and c not adjacent, d *-o b: d *-> b. */
static void rule_3(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, b) != GRAPH_ARROW || mark(p, c, b) != GRAPH_ARROW || a > c || graph_adjacent(p->graph, a, c))
		return;
	for (size_t d = 0; d < p->graph->nodes; d++)
		if (d != a && d != b && d != c && mark(p, d, b) == GRAPH_CIRCLE && mark(p, a, d) == GRAPH_CIRCLE &&
		    mark(p, c, d) == GRAPH_CIRCLE && graph_pag_is_open(p, a, d, c))
			graph_pag_want(p, d, b, GRAPH_ARROW);
}

/* a -- b o-* c: b -* c. */
static void rule_6(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, a, b) == GRAPH_TAIL && mark(p, b, a) == GRAPH_TAIL && mark(p, c, b) == GRAPH_CIRCLE)
		graph_pag_want(p, c, b, GRAPH_TAIL);
}

/* a -o b o-* c, a and c not adjacent: b -* c. */
static void rule_7(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, b, a) == GRAPH_TAIL && mark(p, a, b) == GRAPH_CIRCLE && mark(p, c, b) == GRAPH_CIRCLE &&
	    graph_pag_is_open(p, a, b, c))
		graph_pag_want(p, c, b, GRAPH_TAIL);
}

/* a -> b -> c or a -o b -> c, and a o-> c: a -> c. */
static void rule_8(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, c, a) != GRAPH_CIRCLE || mark(p, a, c) != GRAPH_ARROW || mark(p, b, a) != GRAPH_TAIL)
		return;
	if ((mark(p, a, b) == GRAPH_ARROW || mark(p, a, b) == GRAPH_CIRCLE) && is_arrow(p, b, c))
		graph_pag_want(p, c, a, GRAPH_TAIL);
}

/* ---------------------------------------------------------------------------------- discriminating paths */

static const graph_evidence *evidence_of(const graph_pag *p, size_t d, size_t c)
{
	return &p->graph->evidence[graph_pair(p->graph, d, c)];
}

/* Breadth-first search from a for the nearest ends d of paths d, ..., a, b, c on which every node from a back to d is a
 * collider and points to c, and d is separated from c. All equally near ones are stored in p->ends; returns their
 * number. p->distance is 1 plus the distance from a for nodes of such paths, and 0 for nodes that were not reached. */
static size_t find_ends(graph_pag *p, size_t a, size_t b, size_t c)
{
	size_t nodes = p->graph->nodes, head = 0, tail = 0, count = 0;
	memset(p->distance, 0, nodes * sizeof *p->distance);
	p->distance[a] = 1;
	p->distance[b] = p->distance[c] = SIZE_MAX;
	p->queue[tail++] = a;
	while (head < tail && (count == 0 || p->distance[p->queue[head]] < p->distance[p->ends[0]])) {
		size_t node = p->queue[head++];
		for (size_t next = 0; next < nodes; next++) {
			if (p->distance[next] != 0 || mark(p, next, node) != GRAPH_ARROW)
				continue;
			bool joined = graph_adjacent(p->graph, next, c);
			bool tested =
				p->member != NULL || (evidence_of(p, next, c)->known && !evidence_of(p, next, c)->by_knowledge);
			if (joined ? mark(p, node, next) != GRAPH_ARROW || !is_arrow(p, next, c) : !tested)
				continue;
			p->distance[next] = p->distance[node] + 1;
			if (joined)
				p->queue[tail++] = next;
			else
				p->ends[count++] = next;
		}
	}
	return count;
}

/* Whether all shortest paths d, ..., a, b, c found by find_ends() can be trusted. Checks every edge of them, even after
 * a failed check, so that their order does not matter. */
static bool is_believed(graph_pag *p, size_t d, size_t a, size_t b, size_t c)
{
	size_t head = 0, tail = 0;
	if (p->believes == NULL)
		return true;
	bool believed = p->believes(p->context, d, c, a, b);
	believed = p->believes(p->context, d, c, b, c) && believed;
	memset(p->seen, 0, p->graph->nodes * sizeof *p->seen);
	p->queue[tail++] = d;
	for (; p->queue[head] != a; head++) { /* a is the only node at this distance, so it comes last */
		size_t node = p->queue[head];
		for (size_t next = 0; next < p->graph->nodes; next++) {
			if (p->distance[next] != p->distance[node] - 1 || mark(p, node, next) != GRAPH_ARROW ||
			    (node != d && mark(p, next, node) != GRAPH_ARROW))
				continue;
			believed = p->believes(p->context, d, c, node, next) && believed;
			if (!p->seen[next])
				p->queue[tail++] = next;
			p->seen[next] = true;
		}
	}
	return believed;
}

static graph_mark member_mark(const graph_pag *p, size_t a, size_t b)
{
	return (graph_mark)p->member[a * p->graph->nodes + b];
}

/* A discriminating path for b, b o-* c: b -> c if b is in the set that separates its ends, otherwise a <-> b <-> c. In all members of a PAG
 * b has the marks that it has in one of them. */
static void rule_4(graph_pag *p, size_t a, size_t b, size_t c)
{
	if (mark(p, c, b) != GRAPH_CIRCLE || mark(p, b, a) != GRAPH_ARROW || !is_arrow(p, a, c))
		return;
	size_t count = find_ends(p, a, b, c), helping = 0;
	bool believed = true;
	if (p->member != NULL && count > 0) {
		graph_pag_want(p, b, c, GRAPH_ARROW);
		graph_pag_want(p, c, b, member_mark(p, c, b));
		if (member_mark(p, c, b) == GRAPH_ARROW)
			graph_pag_want(p, a, b, GRAPH_ARROW);
	}
	if (p->member != NULL)
		return;
	for (size_t i = 0; i < count; i++) {
		believed = is_believed(p, p->ends[i], a, b, c) && believed;
		helping += graph_evidence_has(evidence_of(p, p->ends[i], c), b);
	}
	p->waits = p->waits || !believed;
	if (count == 0 || !believed)
		return;
	graph_pag_want(p, b, c, GRAPH_ARROW);
	if (helping > 0)
		graph_pag_want(p, c, b, GRAPH_TAIL);
	if (helping < count)
		graph_pag_want(p, c, b, GRAPH_ARROW);
	if (helping == 0)
		graph_pag_want(p, a, b, GRAPH_ARROW);
}

/* ----------------------------------------------------------------------------------------------- all of them */

typedef void rule(graph_pag *p, size_t a, size_t b, size_t c);

/* Applies the rules at every path a - b - c. */
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

/* A sweep of the rules about arrows and, with `all`, also of the others: none has priority if they contradict each
 * other. */
static mixmi_status sweep(graph_pag *p, bool all)
{
	static rule *const arrows[] = { rule_1, rule_2, rule_3, rule_4 };
	static rule *const selected[] = { rule_6, rule_7 };
	static rule *const tails[] = { rule_8 };
	apply(p, arrows, sizeof arrows / sizeof *arrows);
	if (all && p->selection) {
		apply_to_edges(p, graph_pag_rule_5);
		apply(p, selected, sizeof selected / sizeof *selected);
	}
	if (all) {
		apply(p, tails, sizeof tails / sizeof *tails);
		apply_to_edges(p, graph_pag_rule_9);
		apply_to_edges(p, graph_pag_rule_10);
	}
	return settle(p);
}

mixmi_status graph_pag_close(graph_pag *pag)
{
	mixmi_status status = MIXMI_OK;
	pag->waits = false;
	for (pag->changed = true; status == MIXMI_OK && pag->changed;)
		status = sweep(pag, false);
	for (pag->changed = true; status == MIXMI_OK && pag->changed && !pag->waits;)
		status = sweep(pag, true);
	return status;
}
