/* Initial marks of a PAG: circles, background knowledge, and arrows at the colliders of v-structures. Invariants: a
 * triple about which sets disagree is stored as ambiguous, so that no rule uses it; v-structures set only arrows, so
 * that a tail always comes from background knowledge, in any order. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/options.h"
#include "base/text.h"
#include "graph/latent/pag.h"
#include "graph/model/evidence.h"
#include "graph/orient/triples.h"

static const char *shown(char out[BASE_TEXT_SHOWN], const mixmi_graph *graph, size_t node)
{
	return base_text_show(out, graph->names[node], strlen(graph->names[node]));
}

/* Circles everywhere except for background knowledge. */
static void reset_marks(mixmi_graph *graph, const graph_rules *rules)
{
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = 0; b < graph->nodes; b++) {
			if (a == b || !graph_adjacent(graph, a, b))
				continue;
			bool not_b = graph_rules_forbid(rules, b, a),
				 must_b = graph_rules_require(rules, a, b) && graph_rules_forbid(rules, a, b);
			graph->mark[a * graph->nodes + b] = not_b ? GRAPH_ARROW : must_b ? GRAPH_TAIL : GRAPH_CIRCLE;
		}
}

static void put_arrow(graph_pag *pag, size_t from, size_t to)
{
	uint8_t *present = &pag->graph->mark[from * pag->graph->nodes + to];
	if (*present == GRAPH_CIRCLE)
		*present = GRAPH_ARROW;
}

/* Arrows at c from both sides, unless background knowledge has a tail there. */
static bool set_collider(graph_pag *pag, const graph_triple *t)
{
	const size_t ends[2] = { t->a, t->b };
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN];
	for (int i = 0; i < 2; i++)
		if (graph_pag_mark(pag, ends[i], t->c) == GRAPH_TAIL)
			return graph_add_conflict(
				pag->graph, "v-structure %s *-> %s <-* %s not set: it contradicts background knowledge",
				shown(a, pag->graph, t->a), shown(c, pag->graph, t->c), shown(b, pag->graph, t->b));
	for (int i = 0; i < 2; i++)
		put_arrow(pag, ends[i], t->c);
	return true;
}

static bool report_ambiguous(graph_pag *pag, const graph_triple *t)
{
	char a[BASE_TEXT_SHOWN], b[BASE_TEXT_SHOWN], c[BASE_TEXT_SHOWN];
	const graph_evidence *e = &pag->graph->evidence[graph_pair(pag->graph, t->a, t->b)];
	if (e->by_knowledge || e->unjudged)
		return true;
	shown(a, pag->graph, t->a);
	shown(b, pag->graph, t->b);
	shown(c, pag->graph, t->c);
	return graph_add_conflict(pag->graph,
	                          "%s - %s - %s is ambiguous: only some of the sets that separate %s and %s contain %s", a,
	                          c, b, a, b, c);
}

/* If edges may join nodes that a set separates, only the set that separated the ends is informative about the middle
 * node. */
static graph_triple_verdict agree(const graph_pag *pag, const graph_triple *t)
{
	const graph_evidence *evidence = &pag->graph->evidence[graph_pair(pag->graph, t->a, t->b)];
	bool collider = !graph_evidence_has(evidence, t->c);
	return collider == (t->verdict == GRAPH_COLLIDER) ? t->verdict : GRAPH_AMBIGUOUS;
}

/* Sets arrows; the ambiguous triples remain at the beginning of the list. Returns false if memory runs out. */
static bool set_colliders(graph_pag *pag, graph_triple *triples, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		graph_triple t = triples[i];
		t.verdict = agree(pag, &t);
		if (t.verdict == GRAPH_COLLIDER && !set_collider(pag, &t))
			return false;
		if (t.verdict != GRAPH_AMBIGUOUS)
			continue;
		if (!report_ambiguous(pag, &t))
			return false;
		triples[pag->ambiguous_count++] = t;
	}
	return true;
}

/* Marks at c of v-structures of the MAG, and those of knowledge that it has; circles otherwise. */
static void begin_member(graph_pag *pag, const graph_rules *rules)
{
	mixmi_graph *g = pag->graph;
	const uint8_t *member = pag->member;
	size_t n = g->nodes;
	reset_marks(g, rules);
	for (size_t a = 0; a < n; a++)
		for (size_t c = 0; c < n; c++) {
			bool collides = false;
			for (size_t b = 0; member[a * n + c] == GRAPH_ARROW && b < n; b++)
				collides = collides || (b != a && member[b * n + c] == GRAPH_ARROW && !graph_adjacent(g, a, b));
			if (collides)
				g->mark[a * n + c] = GRAPH_ARROW;
			else if (g->mark[a * n + c] != member[a * n + c])
				g->mark[a * n + c] = GRAPH_CIRCLE;
		}
}

mixmi_status graph_pag_of_member(graph_pag *pag, const graph_rules *rules, const uint8_t *member)
{
	free(pag->ambiguous);
	pag->ambiguous = NULL;
	pag->ambiguous_count = 0;
	memset(pag->wanted, 0, pag->graph->nodes * pag->graph->nodes * sizeof *pag->wanted);
	pag->member = member;
	begin_member(pag, rules);
	mixmi_status status = graph_pag_close(pag);
	pag->member = NULL;
	return status;
}

mixmi_status graph_pag_begin(graph_pag *pag, graph_search *search)
{
	size_t count;
	free(pag->ambiguous);
	pag->ambiguous = NULL;
	pag->ambiguous_count = 0;
	memset(pag->wanted, 0, pag->graph->nodes * pag->graph->nodes * sizeof *pag->wanted);
	reset_marks(pag->graph, search->rules);
	mixmi_status status = graph_triples_judge(&pag->ambiguous, &count, search);
	if (status == MIXMI_OK && !set_colliders(pag, pag->ambiguous, count))
		status = base_error_memory();
	if (pag->ambiguous_count > 0)
		qsort(pag->ambiguous, pag->ambiguous_count, sizeof *pag->ambiguous, graph_triple_compare);
	return status;
}
