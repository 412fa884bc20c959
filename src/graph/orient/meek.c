/* Meek's rules. With a faithful graph the order in which they are applied does not matter; with contradictory input it
 * does. So a sweep sets the arrows that follow from the graph before it, and leaves out those that contradict others of the same sweep;
 * only the search of the paper sets arrows one after another, in the order of names. Invariant: the directed part stays acyclic. */
#include "graph/orient/meek.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "graph/orient/certainty.h"

bool graph_directions_init(graph_directions *d, mixmi_graph *graph, const graph_rules *rules)
{
	*d = (graph_directions){ .graph = graph, .rules = rules };
	d->stack = base_array(graph->nodes, sizeof *d->stack);
	d->seen = base_array(graph->nodes, sizeof *d->seen);
	d->reported = base_array_zero(graph->nodes * graph->nodes, sizeof *d->reported);
	d->wanted = base_array(graph->nodes * graph->nodes, sizeof *d->wanted);
	d->certain = base_array(graph->nodes * graph->nodes, sizeof *d->certain);
	return d->stack != NULL && d->seen != NULL && d->reported != NULL && d->wanted != NULL && d->certain != NULL;
}

void graph_directions_clear(graph_directions *d)
{
	free(d->stack);
	free(d->seen);
	free(d->reported);
	free(d->wanted);
	free(d->certain);
}

/* Before in any causal order: by an arrow, or by tiers. */
static bool precedes(const graph_directions *d, size_t a, size_t b)
{
	return graph_directed(d->graph, a, b) || graph_rules_earlier(d->rules, a, b);
}

/* Is there a way along arrows, with `tiers` also from any node to any of a later tier? */
static bool leads_to(graph_directions *d, size_t from, size_t to, bool tiers)
{
	size_t nodes = d->graph->nodes, height = 0;
	memset(d->seen, 0, nodes * sizeof *d->seen);
	d->stack[height++] = from;
	d->seen[from] = true;
	while (height > 0) {
		size_t node = d->stack[--height];
		if (node == to)
			return true;
		for (size_t next = 0; next < nodes; next++)
			if (!d->seen[next] && (tiers ? precedes(d, node, next) : graph_directed(d->graph, node, next))) {
				d->seen[next] = true;
				d->stack[height++] = next;
			}
	}
	return false;
}

bool graph_may_point(graph_directions *d, size_t from, size_t to)
{
	return !graph_rules_forbid(d->rules, from, to) && !leads_to(d, to, from, true);
}

bool graph_on_cycle(graph_directions *d, size_t from, size_t to)
{
	return leads_to(d, to, from, true);
}

const char *graph_why_not(graph_directions *d, size_t from, size_t to)
{
	if (graph_rules_forbid(d->rules, from, to))
		return "contradicts background knowledge";
	return leads_to(d, to, from, false) ? "would close a directed cycle"
	                                    : "would lead from a later tier to an earlier one";
}

int graph_triple_compare(const void *x, const void *y)
{
	const graph_triple *s = x, *t = y;
	if (s->c != t->c)
		return s->c < t->c ? -1 : 1;
	if (s->a != t->a)
		return s->a < t->a ? -1 : 1;
	return s->b < t->b ? -1 : s->b > t->b;
}

/* a - c - b is unshielded and c is known not to be a collider. */
static bool is_open(const graph_directions *d, size_t a, size_t c, size_t b)
{
	if (graph_adjacent(d->graph, a, b))
		return false;
	if (d->ambiguous_count == 0)
		return true;
	graph_triple key = { .a = (uint32_t)(a < b ? a : b), .b = (uint32_t)(a < b ? b : a), .c = (uint32_t)c };
	return bsearch(&key, d->ambiguous, d->ambiguous_count, sizeof key, graph_triple_compare) == NULL;
}

static bool is_undirected(const graph_directions *d, size_t a, size_t b)
{
	const mixmi_graph *g = d->graph;
	return graph_adjacent(g, a, b) && !graph_directed(g, a, b) && !graph_directed(g, b, a);
}

/* Of an arrow; NaN: not known. */
static double probability(const graph_directions *d, size_t from, size_t to)
{
	double known = *graph_probability(d->graph, from, to);
	return known > 0 ? known : NAN;
}

/* Of an arrow that follows from a - c - b being no v-structure. */
static double probability_of_open(const graph_directions *d, size_t a, size_t c, size_t b)
{
	graph_triple key = { .a = (uint32_t)(a < b ? a : b), .b = (uint32_t)(a < b ? b : a), .c = (uint32_t)c };
	const graph_triple *t =
		d->other_count > 0 ? bsearch(&key, d->others, d->other_count, sizeof key, graph_triple_compare) : NULL;
	return t != NULL ? graph_probability_of_nats(t->nats, true) : NAN;
}

/* Of two premises together; what is not known makes the whole unknown. */
static double lesser(double x, double y)
{
	return isnan(x) || isnan(y) ? NAN : fmin(x, y);
}

/* Of two derivations the more certain one; 0: there is none. */
static double better(double x, double y)
{
	return x == 0 || isnan(x) ? (y == 0 ? x : y) : fmax(x, isnan(y) ? 0 : y);
}

/* The rules: 0 where a rule does not ask for x -> y, else how certain that is, or NaN. */

/* w -> x - y with w, y not adjacent: x -> y, or x would be a collider. */
static double rule_1(const graph_directions *d, size_t x, size_t y)
{
	double best = 0;
	for (size_t w = 0; w < d->graph->nodes; w++)
		if (w != y && graph_directed(d->graph, w, x) && is_open(d, w, x, y))
			best = better(best, lesser(probability(d, w, x), probability_of_open(d, w, x, y)));
	return best;
}

/* x -> w -> y: x -> y, or there would be a cycle. What precedes by its tier is known. */
static double rule_2(const graph_directions *d, size_t x, size_t y)
{
	double best = 0;
	for (size_t w = 0; w < d->graph->nodes; w++)
		if (precedes(d, x, w) && precedes(d, w, y))
			best = better(best, lesser(graph_directed(d->graph, x, w) ? probability(d, x, w) : 1,
			                           graph_directed(d->graph, w, y) ? probability(d, w, y) : 1));
	return best;
}

/* x - v -> y and x - w -> y with v, w not adjacent: x -> y, or v and w would both have to point to x. */
static double rule_3(const graph_directions *d, size_t x, size_t y)
{
	size_t nodes = d->graph->nodes;
	double best = 0;
	for (size_t v = 0; v < nodes; v++) {
		if (!graph_directed(d->graph, v, y) || !is_undirected(d, x, v))
			continue;
		for (size_t w = v + 1; w < nodes; w++)
			if (graph_directed(d->graph, w, y) && is_undirected(d, x, w) && is_open(d, v, x, w))
				best = better(
					best, lesser(lesser(probability(d, v, y), probability(d, w, y)), probability_of_open(d, v, x, w)));
	}
	return best;
}

/* x - v -> w -> y with v, y not adjacent: x -> y, or y -> x -> v -> w -> y would be a cycle. */
static double rule_4(const graph_directions *d, size_t x, size_t y)
{
	size_t nodes = d->graph->nodes;
	double best = 0;
	for (size_t v = 0; v < nodes; v++) {
		if (v == y || !is_undirected(d, x, v) || !is_open(d, v, x, y))
			continue;
		for (size_t w = 0; w < nodes; w++)
			if (graph_directed(d->graph, v, w) && graph_directed(d->graph, w, y))
				best = better(
					best, lesser(lesser(probability(d, v, w), probability(d, w, y)), probability_of_open(d, v, x, y)));
	}
	return best;
}

static double is_implied(const graph_directions *d, size_t x, size_t y)
{
	return better(better(rule_1(d, x, y), rule_2(d, x, y)), better(rule_3(d, x, y), rule_4(d, x, y)));
}

/* Sets x -> y with the same probability of both marks; NaN: not known. */
static void set_implied(graph_directions *d, size_t x, size_t y, double probability)
{
	graph_set_directed(d->graph, x, y);
	*graph_probability(d->graph, x, y) = *graph_probability(d->graph, y, x) = isnan(probability) ? 0 : probability;
}

/* Reports, once, an arrow that a rule requires and that is not set. */
static bool report_refused(graph_directions *d, size_t from, size_t to, const char *why)
{
	bool *reported = &d->reported[from * d->graph->nodes + to];
	if (*reported)
		return true;
	*reported = true;
	char x[BASE_TEXT_SHOWN], y[BASE_TEXT_SHOWN];
	base_text_show(x, d->graph->names[from], strlen(d->graph->names[from]));
	base_text_show(y, d->graph->names[to], strlen(d->graph->names[to]));
	return graph_add_conflict(d->graph, "%s -> %s not set: it follows from other directions, but %s", x, y, why);
}

/* ---------------------------------------------------------------------------------------------------- in turn */

/* Directs the edge x - y if a rule says so; *changed tells. */
static bool try_direction(graph_directions *d, size_t x, size_t y, bool *changed)
{
	double certain = is_implied(d, x, y);
	if (certain == 0)
		return true;
	if (!graph_may_point(d, x, y))
		return report_refused(d, x, y, graph_why_not(d, x, y));
	set_implied(d, x, y, certain);
	*changed = true;
	return true;
}

static bool sweep_in_turn(graph_directions *d, bool *changed)
{
	for (size_t a = 0; a < d->graph->nodes; a++)
		for (size_t b = a + 1; b < d->graph->nodes; b++) {
			if (is_undirected(d, a, b) && !try_direction(d, a, b, changed))
				return false;
			if (is_undirected(d, a, b) && !try_direction(d, b, a, changed))
				return false;
		}
	return true;
}

/* --------------------------------------------------------------------------------------------------- at once */

enum { NOT_WANTED, WANTED, ON_CYCLE };

/* Does the arrow x -> y follow from the present graph? An arrow that was refused is not required again. */
static bool note_direction(graph_directions *d, size_t x, size_t y)
{
	size_t place = x * d->graph->nodes + y;
	d->wanted[place] = NOT_WANTED;
	if (!is_undirected(d, x, y) || d->reported[place])
		return true;
	double certain = is_implied(d, x, y);
	if (certain == 0)
		return true;
	if (!graph_may_point(d, x, y))
		return report_refused(d, x, y, graph_why_not(d, x, y));
	d->wanted[place] = WANTED;
	d->certain[place] = certain;
	return true;
}

/* Sets the arrow x -> y that follows, unless y -> x does too. */
static bool set_wanted(graph_directions *d, size_t x, size_t y)
{
	if (d->wanted[x * d->graph->nodes + y] == NOT_WANTED)
		return true;
	if (d->wanted[y * d->graph->nodes + x] != NOT_WANTED)
		return report_refused(d, x, y, "so does its opposite");
	set_implied(d, x, y, d->certain[x * d->graph->nodes + y]);
	return true;
}

static bool note_cycle(graph_directions *d, size_t x, size_t y)
{
	uint8_t *wanted = &d->wanted[x * d->graph->nodes + y];
	if (*wanted == WANTED && graph_directed(d->graph, x, y) && graph_on_cycle(d, x, y))
		*wanted = ON_CYCLE;
	return true;
}

/* Arrows that together form a cycle are all removed. */
static bool break_cycle(graph_directions *d, size_t x, size_t y)
{
	if (d->wanted[x * d->graph->nodes + y] != ON_CYCLE)
		return true;
	graph_set_undirected(d->graph, x, y);
	*graph_probability(d->graph, x, y) = *graph_probability(d->graph, y, x) = 0;
	return report_refused(d, x, y, "closes a directed cycle with others that do");
}

static bool for_all(graph_directions *d, bool (*step)(graph_directions *d, size_t x, size_t y))
{
	for (size_t x = 0; x < d->graph->nodes; x++)
		for (size_t y = 0; y < d->graph->nodes; y++)
			if (x != y && !step(d, x, y))
				return false;
	return true;
}

static bool sweep_at_once(graph_directions *d, bool *changed)
{
	size_t nodes = d->graph->nodes;
	if (!for_all(d, note_direction) || !for_all(d, set_wanted) || !for_all(d, note_cycle) || !for_all(d, break_cycle))
		return false;
	for (size_t x = 0; x < nodes; x++)
		for (size_t y = 0; y < nodes; y++)
			*changed = *changed || (x != y && d->wanted[x * nodes + y] == WANTED && graph_directed(d->graph, x, y));
	return true;
}

bool graph_meek(graph_directions *d)
{
	for (bool changed = true; changed;) {
		changed = false;
		if (!(d->in_turn ? sweep_in_turn : sweep_at_once)(d, &changed))
			return false;
	}
	return true;
}
