/* A member of the equivalence class of a CPDAG: undirected edges are directed towards a sink that adds no v-structure,
 * which is then removed (Dor and Tarsi 1992). For a PAG: a MAG with all its marks (graph/latent/mag.h). */
#include "effect/member.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "effect/net.h"
#include "graph/latent/mag.h"
#include "graph/model/rules.h"

const char *effect_kind_name(effect_kind kind)
{
	static const char *const names[] = { "dag", "cpdag", "mag", "pag" };
	return names[kind];
}

static graph_mark mark_at(const mixmi_graph *graph, size_t other, size_t node)
{
	return (graph_mark)graph->mark[other * graph->nodes + node];
}

/* ---------------------------------------------------------------------------------------------------- the kind */

typedef struct marks {
	bool circles, double_arrows, lines;
} marks;

static marks find_marks(const mixmi_graph *graph)
{
	marks m = { false, false, false };
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = 0; b < a; b++) {
			if (!graph_adjacent(graph, a, b))
				continue;
			graph_mark at_a = mark_at(graph, b, a), at_b = mark_at(graph, a, b);
			m.circles |= at_a == GRAPH_CIRCLE || at_b == GRAPH_CIRCLE;
			m.double_arrows |= at_a == GRAPH_ARROW && at_b == GRAPH_ARROW;
			m.lines |= (at_a == GRAPH_TAIL) + (at_b == GRAPH_TAIL) == 2 ||
			           (at_a == GRAPH_TAIL && at_b == GRAPH_CIRCLE) || (at_b == GRAPH_TAIL && at_a == GRAPH_CIRCLE);
		}
	return m;
}

static mixmi_status find_kind(effect_kind *kind, const mixmi_graph *graph, bool latent)
{
	marks m = find_marks(graph);
	bool hidden = latent || m.circles || m.double_arrows || graph->kind == GRAPH_PAG;
	if (graph->kind == GRAPH_SKELETON && graph->edges > 0)
		return base_error(MIXMI_ERROR_DATA,
		                  "the graph is a skeleton without directions, from a search that was stopped");
	if (hidden && m.lines)
		return base_error(MIXMI_ERROR_DATA, "the graph has undirected edges together with circles or bidirected edges "
		                                    "(selection bias), which is not supported here");
	*kind = m.circles ? EFFECT_PAG : hidden ? EFFECT_MAG : m.lines ? EFFECT_CPDAG : EFFECT_DAG;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------- directions */

static bool is_open(const mixmi_graph *graph, size_t a, size_t b)
{
	return a != b && mark_at(graph, a, b) == GRAPH_TAIL && mark_at(graph, b, a) == GRAPH_TAIL;
}

/* Whether v can be the next sink: no arrow points from it to a remaining node, and each of its open neighbours is
 * adjacent to all its others. */
static bool is_sink(const mixmi_graph *graph, const bool *gone, size_t v)
{
	for (size_t w = 0; w < graph->nodes; w++)
		if (w != v && !gone[w] && graph_directed(graph, v, w))
			return false;
	for (size_t y = 0; y < graph->nodes; y++) {
		if (gone[y] || !is_open(graph, v, y))
			continue;
		for (size_t w = 0; w < graph->nodes; w++)
			if (w != v && w != y && !gone[w] && graph_adjacent(graph, v, w) && !graph_adjacent(graph, y, w))
				return false;
	}
	return true;
}

/* `out`: a copy of `graph`, in which the open edges get directions. Returns false if there are no valid ones. */
static bool direct(mixmi_graph *out, const mixmi_graph *graph, bool *gone)
{
	for (size_t left = graph->nodes; left > 0; left--) {
		size_t v = 0;
		while (v < graph->nodes && (gone[v] || !is_sink(graph, gone, v)))
			v++;
		if (v == graph->nodes)
			return false;
		for (size_t y = 0; y < graph->nodes; y++)
			if (!gone[y] && is_open(graph, v, y))
				graph_set_directed(out, y, v);
		gone[v] = true;
	}
	return true;
}

/* ------------------------------------------------------------------------------------------------ validity */

/* No node may be its own ancestor, and none may have a bidirected edge to its ancestor. */
static mixmi_status check_ancestral(const mixmi_graph *member, effect_kind kind)
{
	effect_net net;
	effect_walk walk = { 0 };
	bool *above = base_array(member->nodes, sizeof *above), done = effect_net_init(&net, member);
	mixmi_status status =
		done && effect_walk_init(&walk, member->nodes) && above != NULL ? MIXMI_OK : base_error_memory();
	for (size_t v = 0; status == MIXMI_OK && v < member->nodes; v++) {
		memset(above, 0, member->nodes * sizeof *above);
		above[v] = true;
		effect_ancestors(above, above, &net, &walk);
		for (size_t i = net.starts[v]; status == MIXMI_OK && i < net.starts[v + 1]; i++) {
			const effect_link *l = &net.links[i];
			char x[BASE_TEXT_SHOWN], y[BASE_TEXT_SHOWN];
			if (above[l->node] && l->there == GRAPH_ARROW)
				status = base_error(MIXMI_ERROR_DATA, "the graph is not a %s: '%s' is an ancestor of '%s', %s",
				                    kind == EFFECT_DAG || kind == EFFECT_CPDAG ? "DAG or CPDAG" : "MAG or PAG",
				                    base_text_show(x, member->names[l->node], strlen(member->names[l->node])),
				                    base_text_show(y, member->names[v], strlen(member->names[v])),
				                    l->here == GRAPH_TAIL ? "which points to it (a directed cycle)"
				                                          : "to which it has a bidirected edge");
		}
	}
	effect_walk_clear(&walk);
	effect_net_clear(&net);
	free(above);
	return status;
}

/* The definite marks as knowledge: an arrowhead at a says that a does not cause b, a tail opposite to one that it does. */
static bool rules_of_marks(graph_rules *rules, const mixmi_graph *graph)
{
	size_t n = graph->nodes;
	*rules = (graph_rules){ .nodes = n, .latent = true };
	rules->flags = base_array_zero(n * n, sizeof *rules->flags);
	rules->tiers = base_array_zero(n, sizeof *rules->tiers);
	for (size_t a = 0; rules->flags != NULL && a < n; a++)
		for (size_t b = 0; b < n; b++) {
			if (a != b && mark_at(graph, b, a) == GRAPH_ARROW)
				rules->flags[a * n + b] |= GRAPH_RULE_FORBIDDEN;
			if (a != b && graph_directed(graph, a, b)) {
				rules->flags[a * n + b] |= GRAPH_RULE_REQUIRED;
				rules->flags[b * n + a] |= GRAPH_RULE_REQUIRED;
			}
		}
	return rules->flags != NULL && rules->tiers != NULL;
}

/* A MAG with all marks that are no circles. */
static mixmi_status choose_marks(mixmi_graph *out, bool *found)
{
	graph_rules rules;
	bool changed = false, done = rules_of_marks(&rules, out) && graph_make_member(out, &rules, &changed);
	graph_rules_clear(&rules);
	*found = !changed;
	return done ? MIXMI_OK : base_error_memory();
}

static mixmi_status make_member(mixmi_graph *out, const mixmi_graph *graph, effect_kind kind)
{
	bool *gone = base_array_zero(graph->nodes, sizeof *gone), found = true;
	if (gone == NULL)
		return base_error_memory();
	mixmi_status status = kind == EFFECT_PAG ? choose_marks(out, &found) : MIXMI_OK;
	if (kind == EFFECT_CPDAG)
		found = direct(out, graph, gone);
	free(gone);
	if (status == MIXMI_OK && !found)
		status =
			base_error(MIXMI_ERROR_DATA,
		               "no %s has the edges and directions of the graph without a cycle or an additional v-structure",
		               kind == EFFECT_CPDAG ? "DAG" : "MAG");
	if (status == MIXMI_OK && !graph_index(out))
		status = base_error_memory();
	return status == MIXMI_OK ? check_ancestral(out, kind) : status;
}

mixmi_status effect_member(effect_kind *kind, mixmi_graph **member, const mixmi_graph *graph, bool latent)
{
	*member = NULL;
	mixmi_status status = find_kind(kind, graph, latent);
	if (status != MIXMI_OK)
		return status;
	mixmi_graph *out = graph_new((const char *const *)graph->names, graph->types, graph->nodes);
	if (out == NULL)
		return base_error_memory();
	memcpy(out->mark, graph->mark, graph->nodes * graph->nodes * sizeof *graph->mark);
	status = make_member(out, graph, *kind);
	if (status == MIXMI_OK)
		*member = out;
	else
		mixmi_graph_free(out);
	return status;
}
