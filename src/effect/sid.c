/* The structural intervention distance (Peters and Buehlmann 2015): the number of ordered pairs (i, j) for which
 * adjusting for the parents of i in the learnt graph gives a wrong effect of i on j in the true DAG. For a CPDAG it has
 * bounds, the smallest and the largest distance over its members. The result for node i depends only on the directions
 * of the undirected edges connected with i, so each connected component is processed separately. O(nodes^2 (nodes +
 * edges)) and, for a CPDAG, the same for each member of a component. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "effect/net.h"

enum {
	MOST_STEPS = 1000000, /* limit on the cost of listing the members of one component */
	KEPT_SIBLINGS = 12,   /* counts for up to 2^12 sets of parents of one node are cached */
};

typedef struct edge {
	size_t a, b;
} edge;

typedef struct search {
	size_t nodes;
	effect_net truth;
	effect_walk walk;
	uint8_t *points; /* [nodes * nodes] learnt: a -> b in the current member, numbered as in the true graph */
	uint8_t *lines;  /* [nodes * nodes] learnt: a -- b */
	bool *parents;   /* [nodes] scratch */
	bool *reaches;   /* [nodes] scratch */
	size_t *stack;   /* [nodes] scratch */
	size_t **counts; /* [nodes] by set of siblings that are parents; NULL: not cached */
	edge *edges;     /* [edge_count] of the current component; each except the first is adjacent to an earlier one */
	size_t edge_count, steps;
	size_t *part; /* [part_count] nodes of the component */
	size_t part_count, least, largest;
} search;

static void search_clear(search *s)
{
	effect_net_clear(&s->truth);
	effect_walk_clear(&s->walk);
	for (size_t v = 0; s->counts != NULL && v < s->nodes; v++)
		free(s->counts[v]);
	free(s->points);
	free(s->lines);
	free(s->parents);
	free(s->reaches);
	free(s->stack);
	free(s->counts);
	free(s->edges);
	free(s->part);
}

static bool search_init(search *s, const mixmi_graph *truth)
{
	size_t n = truth->nodes;
	*s = (search){ .nodes = n };
	s->points = base_array_zero(n, n);
	s->lines = base_array_zero(n, n);
	s->parents = base_array(n, sizeof *s->parents);
	s->reaches = base_array(n, sizeof *s->reaches);
	s->stack = base_array(n, sizeof *s->stack);
	s->counts = base_array_zero(n, sizeof *s->counts);
	s->edges = base_array(n, n * sizeof *s->edges);
	s->part = base_array(n, sizeof *s->part);
	return effect_net_init(&s->truth, truth) && effect_walk_init(&s->walk, n) && s->points != NULL &&
	       s->lines != NULL && s->parents != NULL && s->reaches != NULL && s->stack != NULL && s->counts != NULL &&
	       s->edges != NULL && s->part != NULL;
}

/* ------------------------------------------------------------------------------------------------ one node */

/* Number of wrong effects of i if its parents in the current member are adjusted for. */
static size_t count_wrong(search *s, size_t i)
{
	size_t wrong = 0;
	for (size_t v = 0; v < s->nodes; v++)
		s->parents[v] = s->points[v * s->nodes + i] != 0;
	for (size_t j = 0; j < s->nodes; j++) {
		if (j == i)
			continue;
		if (!s->parents[j]) {
			wrong += !effect_adjusts(&s->truth, i, j, s->parents, &s->walk);
			continue;
		}
		memset(s->reaches, 0, s->nodes * sizeof *s->reaches); /* according to the learnt graph, a parent is not
		                                                       * affected */
		s->reaches[i] = true;
		effect_descendants(s->reaches, s->reaches, &s->truth, &s->walk);
		wrong += s->reaches[j];
	}
	return wrong;
}

/* The same, computed once for each set of siblings that are parents. */
static bool count_kept(size_t *wrong, search *s, size_t i)
{
	size_t siblings = 0, set = 0;
	for (size_t v = 0; v < s->nodes; v++)
		if (s->lines[v * s->nodes + i] != 0) {
			set |= siblings < KEPT_SIBLINGS ? (size_t)(s->points[v * s->nodes + i] != 0) << siblings : 0;
			siblings++;
		}
	if (siblings > KEPT_SIBLINGS) {
		*wrong = count_wrong(s, i);
		return true;
	}
	if (s->counts[i] == NULL)
		s->counts[i] = base_array_zero((size_t)1 << siblings, sizeof **s->counts);
	if (s->counts[i] == NULL)
		return false;
	if (s->counts[i][set] == 0)
		s->counts[i][set] = count_wrong(s, i) + 1;
	*wrong = s->counts[i][set] - 1;
	return true;
}

/* ------------------------------------------------------------------------------------------------ one part */

/* The edges of the component of this node; each except the first is adjacent to an earlier one. */
static void find_part(search *s, size_t start, bool *seen)
{
	size_t n = s->nodes;
	s->edge_count = s->part_count = 0;
	s->part[s->part_count++] = start;
	seen[start] = true;
	for (size_t k = 0; k < s->part_count; k++)
		for (size_t b = 0, a = s->part[k]; b < n; b++) {
			if (s->lines[a * n + b] == 0)
				continue;
			if (!seen[b]) {
				seen[b] = true;
				s->part[s->part_count++] = b;
			}
			size_t place = 0;
			while (s->part[place] != b)
				place++;
			if (place > k)
				s->edges[s->edge_count++] = (edge){ a, b };
		}
}

static bool leads(search *s, size_t from, size_t to)
{
	size_t waiting = 0;
	memset(s->reaches, 0, s->nodes * sizeof *s->reaches);
	s->stack[waiting++] = from;
	s->reaches[from] = true;
	while (waiting > 0 && !s->reaches[to]) {
		size_t v = s->stack[--waiting];
		for (size_t w = 0; w < s->nodes; w++)
			if (s->points[v * s->nodes + w] != 0 && !s->reaches[w]) {
				s->reaches[w] = true;
				s->stack[waiting++] = w;
			}
	}
	return s->reaches[to];
}

/* Whether a -> b makes neither a cycle nor a v-structure that the learnt graph lacks. */
static bool may_point(search *s, size_t a, size_t b)
{
	size_t n = s->nodes;
	for (size_t p = 0; p < n; p++)
		if (p != a && s->points[p * n + b] != 0 && s->points[p * n + a] == 0 && s->points[a * n + p] == 0 &&
		    s->lines[a * n + p] == 0)
			return false;
	return !leads(s, b, a);
}

static mixmi_status judge_member(search *s)
{
	size_t sum = 0, wrong;
	for (size_t k = 0; k < s->part_count; k++) {
		if (!count_kept(&wrong, s, s->part[k]))
			return base_error_memory();
		sum += wrong;
	}
	s->least = sum < s->least ? sum : s->least;
	s->largest = sum > s->largest ? sum : s->largest;
	return MIXMI_OK;
}

/* Every member of the component with the given directions of its first `next` edges. */
static mixmi_status list_members(search *s, size_t next)
{
	if (++s->steps > MOST_STEPS)
		return base_error(MIXMI_ERROR_LIMIT,
		                  "this CPDAG has too many members for the structural intervention distance");
	if (next == s->edge_count)
		return judge_member(s);
	mixmi_status status = MIXMI_OK;
	for (int way = 0; status == MIXMI_OK && way < 2; way++) {
		edge e = s->edges[next];
		size_t from = way == 0 ? e.a : e.b, to = way == 0 ? e.b : e.a;
		if (!may_point(s, from, to))
			continue;
		s->points[from * s->nodes + to] = 1;
		status = list_members(s, next + 1);
		s->points[from * s->nodes + to] = 0;
	}
	return status;
}

static mixmi_status sum_parts(size_t *lower, size_t *upper, search *s, bool *seen)
{
	for (size_t v = 0; v < s->nodes; v++) {
		if (seen[v])
			continue;
		find_part(s, v, seen);
		s->steps = s->largest = 0;
		s->least = SIZE_MAX;
		mixmi_status status = list_members(s, 0);
		if (status != MIXMI_OK)
			return status;
		if (s->least == SIZE_MAX)
			return base_error(MIXMI_ERROR_DATA, "no DAG has the edges, the directions and the v-structures of the "
			                                    "learnt graph, so its structural intervention distance is undefined");
		*lower += s->least;
		*upper += s->largest;
	}
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------- all parts */

static mixmi_status take_learnt(search *s, const mixmi_graph *learnt, const size_t *nodes)
{
	size_t n = s->nodes, all = learnt->nodes;
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++) {
			if (!graph_adjacent(learnt, nodes[a], nodes[b]) || a == b)
				continue;
			uint8_t at_a = learnt->mark[nodes[b] * all + nodes[a]], at_b = learnt->mark[nodes[a] * all + nodes[b]];
			bool known = at_a != GRAPH_CIRCLE && at_b != GRAPH_CIRCLE && (at_a == GRAPH_TAIL || at_b == GRAPH_TAIL);
			if (!known)
				return base_error(MIXMI_ERROR_DATA, "the structural intervention distance needs a DAG or a CPDAG as "
				                                    "the learnt graph, without circles and bidirected edges");
			s->lines[a * n + b] = at_a == GRAPH_TAIL && at_b == GRAPH_TAIL;
			s->points[a * n + b] = at_b == GRAPH_ARROW;
		}
	for (size_t v = 0; v < n; v++)
		for (size_t w = 0; w < n; w++)
			if (s->points[v * n + w] != 0 && leads(s, w, v))
				return base_error(MIXMI_ERROR_DATA, "the learnt graph has a directed cycle");
	return MIXMI_OK;
}

static mixmi_status find_distance(size_t *lower, size_t *upper, const mixmi_graph *learnt, const mixmi_graph *truth)
{
	search s = { 0 };
	size_t *nodes = base_array(truth->nodes, sizeof *nodes);
	bool *seen = base_array_zero(truth->nodes, sizeof *seen);
	mixmi_status status = nodes != NULL && seen != NULL && search_init(&s, truth) ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_match(nodes, learnt, truth);
	if (status == MIXMI_OK)
		status = take_learnt(&s, learnt, nodes);
	if (status == MIXMI_OK)
		status = sum_parts(lower, upper, &s, seen);
	search_clear(&s);
	free(nodes);
	free(seen);
	return status;
}

mixmi_status mixmi_graph_sid(size_t *lower, size_t *upper, const mixmi_graph *learnt, const mixmi_graph *truth)
{
	size_t least = 0, largest = 0;
	*lower = *upper = SIZE_MAX;
	mixmi_status status = graph_check_dag(truth);
	if (status == MIXMI_OK)
		status = find_distance(&least, &largest, learnt, truth);
	if (status == MIXMI_OK) {
		*lower = least;
		*upper = largest;
	}
	return status;
}
