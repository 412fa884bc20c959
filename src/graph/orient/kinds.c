/* Kinds of arrowheads. On real tables with columns whose role is known, most directions that a search finds are no better than a coin:
 * ends that are separated only given other columns, and what follows from them. A v-structure A -> C <- B is clear if A and B are
 * independent given nothing and clearly dependent given C alone; the arrowheads of clear v-structures were right in about nine of ten
 * (experiments/DIRECTIONS.md). Nothing that follows from other arrows is clear. Invariant: marks do not change. */
#include "graph/orient/kinds.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/model/suggest.h"
#include "graph/search/share.h"

/* Of a clear v-structure: the smallest p of its ends given nothing, how many times p falls given its middle, and the smallest probability
 * of its marks. From .01 to .2 and 10 to 1000 the first two make little difference. */
static const double INDEPENDENT = 0.01;
static const double TIMES = 100;
static const double PROBABLE = 0.8;

/* a -> c <- b with a and b not adjacent. */
typedef struct collider {
	size_t a, b, c;
	bool clear;
} collider;

typedef struct sorting {
	graph_search *search;
	mixmi_graph *graph;
	bool *known; /* [nodes * nodes] arrows a -> b that background knowledge gives or implies; NULL: there is none */
	collider *colliders;
	size_t count, room;
} sorting;

static bool has_head(const mixmi_graph *graph, size_t a, size_t b)
{
	return graph->mark[a * graph->nodes + b] == GRAPH_ARROW;
}

/* ------------------------------------------------------------------------------------------------------ knowledge */

/* An arrowhead at b is known if b may not cause a, and an arrow if a path of known arrows leads from its tail to its head. */
static mixmi_status find_known(sorting *s)
{
	const graph_rules *rules = s->search->rules;
	size_t n = s->graph->nodes;
	if (rules->flags == NULL)
		return MIXMI_OK;
	s->known = base_array_zero(n * n, sizeof *s->known);
	if (s->known == NULL)
		return base_error_memory();
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++)
			s->known[a * n + b] = a != b && has_head(s->graph, a, b) && graph_rules_forbid(rules, b, a);
	for (size_t c = 0; s->graph->kind != GRAPH_PAG && c < n; c++)
		for (size_t a = 0; a < n; a++)
			for (size_t b = 0; s->known[a * n + c] && b < n; b++)
				s->known[a * n + b] = s->known[a * n + b] || s->known[c * n + b];
	return MIXMI_OK;
}

static bool is_known(const sorting *s, size_t a, size_t b)
{
	return s->known != NULL && s->known[a * s->graph->nodes + b];
}

/* --------------------------------------------------------------------------------------------------- v-structures */

/* The smaller probability of the marks of an edge, of those that are known; 0: none is. */
static double probability_of(const mixmi_graph *graph, size_t a, size_t b)
{
	double x = *graph_probability(graph, a, b), y = *graph_probability(graph, b, a);
	return x > 0 && y > 0 ? fmin(x, y) : fmax(x, y);
}

static bool may_be_clear(const sorting *s, size_t a, size_t c)
{
	return !is_known(s, a, c) && !graph_named_like_root(s->graph->names[c]) &&
	       probability_of(s->graph, a, c) >= PROBABLE;
}

static bool list_colliders(sorting *s)
{
	const mixmi_graph *g = s->graph;
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = a + 1; b < g->nodes; b++) {
			if (graph_adjacent(g, a, b) || g->evidence[graph_pair(g, a, b)].by_knowledge)
				continue;
			for (size_t c = 0; c < g->nodes; c++) {
				if (c == a || c == b || !has_head(g, a, c) || !has_head(g, b, c) ||
				    !(may_be_clear(s, a, c) || may_be_clear(s, b, c)) || !graph_search_may_stand(s->search, c, a, b))
					continue;
				if (!base_grow((void **)&s->colliders, &s->room, s->count + 1, sizeof *s->colliders))
					return false;
				s->colliders[s->count++] = (collider){ a, b, c, false };
			}
		}
	return true;
}

/* NaN for an answer without p does not pass. */
static mixmi_status judge(void *context, size_t index, graph_worker *worker)
{
	const sorting *s = context;
	collider *v = &s->colliders[index];
	graph_answer without, with = { .p = NAN };
	mixmi_status status = graph_search_ask(&without, s->search, v->a, v->b, NULL, 0, worker);
	if (status == MIXMI_OK && without.verdict != GRAPH_UNASKED && without.p >= INDEPENDENT)
		status = graph_search_ask(&with, s->search, v->a, v->b, &v->c, 1, worker);
	v->clear = status == MIXMI_OK && with.verdict != GRAPH_UNASKED && with.p * TIMES <= without.p;
	return status;
}

static size_t pair_of(void *context, size_t index)
{
	const sorting *s = context;
	return graph_pair(s->graph, s->colliders[index].a, s->colliders[index].b);
}

static void put_judgement(base_parcel *parcel, void *context, size_t index)
{
	const sorting *s = context;
	base_parcel_put(parcel, &(uint8_t){ s->colliders[index].clear }, 1);
}

static bool take_judgement(base_parcel *parcel, void *context, size_t index)
{
	const sorting *s = context;
	uint8_t clear;
	if (!base_parcel_take(parcel, &clear, 1))
		return false;
	s->colliders[index].clear = clear != 0;
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- kinds */

static void put_kinds(const sorting *s)
{
	const mixmi_graph *g = s->graph;
	for (size_t a = 0; a < g->nodes; a++)
		for (size_t b = 0; b < g->nodes; b++)
			if (a != b && graph_adjacent(g, a, b))
				*graph_arrow_kind(g, a, b) = !has_head(g, a, b)  ? MIXMI_ARROW_NONE
				                             : is_known(s, a, b) ? MIXMI_ARROW_KNOWLEDGE
				                                                 : MIXMI_ARROW_POSSIBLE;
	for (size_t i = 0; i < s->count; i++) {
		const collider *v = &s->colliders[i];
		const size_t ends[2] = { v->a, v->b };
		for (int k = 0; v->clear && k < 2; k++)
			if (may_be_clear(s, ends[k], v->c))
				*graph_arrow_kind(g, ends[k], v->c) = MIXMI_ARROW_CLEAR;
	}
}

mixmi_status graph_arrow_kinds(graph_search *search)
{
	static const graph_outcome outcome = { pair_of, put_judgement, take_judgement };
	sorting s = { .search = search, .graph = search->graph };
	int64_t largest = search->options->max_cond;
	mixmi_status status = find_known(&s);
	if (status == MIXMI_OK && largest != 0 && !list_colliders(&s))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = graph_search_share(search, "clear v-structures", "pairs", s.count, judge, &outcome, &s);
	if (status == MIXMI_OK && !search->watch->cancelled)
		put_kinds(&s);
	free(s.known);
	free(s.colliders);
	return status;
}
