/* Genuine and putative causes (Verny, Sella, Affeldt, Singh and Isambert 2017; Ribeiro-Dantas et al. 2024). A v-structure proves arrowheads,
 * but an unmeasured common cause may still explain its edges. If the rules for graphs with latent variables (Zhang 2008) give a tail too,
 * that is excluded. So these rules are applied to the same skeleton and v-structures. Background knowledge that names a cause proves its
 * tail. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/latent/causes.h"
#include "graph/latent/pag.h"

/* Circles, and arrows at the middles of v-structures; of other unshielded triples with a possible direction in them nothing is known. */
static bool begin(graph_pag *pag, const mixmi_graph *like, const graph_rules *rules)
{
	size_t n = like->nodes, count = 0, room = 0;
	mixmi_graph *g = pag->graph;
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			if (a != b && graph_adjacent(like, a, b))
				g->mark[a * n + b] = graph_rules_require(rules, a, b) && graph_rules_forbid(rules, a, b) ? GRAPH_TAIL
				                     : graph_rules_forbid(rules, b, a)                                   ? GRAPH_ARROW
				                                                                                         : GRAPH_CIRCLE;
	for (size_t c = 0; c < n; c++)
		for (size_t a = 0; a < n; a++)
			for (size_t b = a + 1; a != c && graph_adjacent(like, a, c) && b < n; b++) {
				if (b == c || !graph_adjacent(like, b, c) || graph_adjacent(like, a, b))
					continue;
				if (graph_directed(like, a, c) && graph_directed(like, b, c)) {
					g->mark[a * n + c] = g->mark[b * n + c] = GRAPH_ARROW;
					continue;
				}
				if (like->evidence[graph_pair(like, a, c)].possible == 0 &&
				    like->evidence[graph_pair(like, b, c)].possible == 0)
					continue;
				if (!base_grow((void **)&pag->ambiguous, &room, count + 1, sizeof *pag->ambiguous))
					return false;
				pag->ambiguous[count++] = (graph_triple){ .a = (uint32_t)a, .b = (uint32_t)b, .c = (uint32_t)c };
			}
	pag->ambiguous_count = count; /* by c, then a, then b: sorted */
	return true;
}

static void put(mixmi_graph *graph, const mixmi_graph *pag, const graph_rules *rules)
{
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = 0; b < graph->nodes; b++)
			if (a != b && graph->mark[a * graph->nodes + b] == GRAPH_ARROW &&
			    graph->mark[b * graph->nodes + a] != GRAPH_ARROW) {
				bool known = graph_rules_require(rules, a, b) && graph_rules_forbid(rules, b, a);
				bool tail = pag->mark[b * graph->nodes + a] == GRAPH_TAIL;
				graph->evidence[graph_pair(graph, a, b)].cause =
					known || tail ? MIXMI_CAUSE_GENUINE : MIXMI_CAUSE_PUTATIVE;
			}
}

mixmi_status graph_causes(graph_search *search)
{
	mixmi_graph *graph = search->graph, copy = *graph;
	if (graph->kind == GRAPH_PAG) { /* which has its tails */
		put(graph, graph, search->rules);
		return MIXMI_OK;
	}
	graph_pag pag = { 0 };
	copy.kind = GRAPH_PAG;
	copy.conflicts = NULL;
	copy.conflict_count = copy.conflict_capacity = 0;
	copy.mark = base_array_copy(graph->mark, graph->nodes * graph->nodes, sizeof *copy.mark);
	mixmi_status status = copy.mark != NULL && graph_pag_init(&pag, &copy) && begin(&pag, graph, search->rules)
	                          ? graph_pag_close(&pag)
	                          : base_error_memory();
	if (status == MIXMI_OK)
		put(graph, &copy, search->rules);
	graph_drop_conflicts(&copy, 0);
	free(copy.conflicts);
	graph_pag_clear(&pag);
	free(copy.mark);
	return status;
}
