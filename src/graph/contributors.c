/* Sets grown by their best contributors (Affeldt and Isambert 2015; Verny et al. 2017). A set is tried if the one before it,
 * with a column less, explains some of the pair's dependence, and only the best few of those are grown. A column explains no
 * more than it shares with either node: those that share most come first, and only so many are tried. What a set leaves
 * clearly dependent, and hardly less so than the set before it, is left at that. Invariant: answers that tie, as those of an oracle do,
 * are all grown, so that with a perfect test all sets are tried. Cost: at most WIDTH * COLUMNS tests per pair and size, and
 * PAIRED over 2 pairs of columns, but for ties. */
#include "graph/contributors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/blocks.h"
#include "graph/evidence.h"
#include "graph/subsets.h"

enum { WIDTH = 2, COLUMNS = 12, PAIRED = 5, MOST_TIES = 1000 };

/* A column that may stand in sets. */
typedef struct candidate {
	size_t node;
	unsigned sides; /* next to which of the two nodes: 1, 2 or both */
	double shared;  /* evidence that it shares something with both, nats */
} candidate;

/* A set that was asked about. */
typedef struct grown {
	size_t *given; /* [size] ascending */
	size_t size;
	unsigned sides;
	double left, before; /* evidence for dependence given it, and given the set that it was grown from */
} grown;

typedef struct grown_list {
	grown *items;
	size_t count, capacity;
} grown_list;

typedef struct growth {
	graph_search *search;
	graph_worker *worker;
	const graph_lists *lists;
	size_t a, b;
	candidate *candidates;
	size_t candidate_count;
	grown_list sets;      /* to be grown, all of one size */
	double plain;         /* evidence for dependence given nothing */
	graph_evidence found; /* the weakest answer so far */
	bool separated, stopped;
} growth;

double graph_nats(const graph_answer *answer)
{
	double measured = (double)answer->rows * (isnan(answer->corrected) ? answer->estimate : answer->corrected);
	if (answer->verdict == GRAPH_UNJUDGED)
		return INFINITY;
	if (isnan(answer->p))
		return isnan(measured) ? 0 : measured;
	double nats = -log(fmax(answer->p, DBL_MIN));
	return answer->p > DBL_MIN || !(measured > nats) ? nats : measured;
}

static mixmi_status ask(graph_answer *out, growth *g, const size_t *given, size_t count)
{
	mixmi_status status = graph_search_ask(out, g->search, g->a, g->b, given, count, g->worker);
	g->stopped = g->stopped || (status == MIXMI_OK && out->verdict == GRAPH_UNASKED);
	return status;
}

/* ---------------------------------------------------------------------------------------------- candidates */

static int compare_candidates(const void *x, const void *y)
{
	const candidate *c = x, *d = y;
	if (c->shared != d->shared)
		return c->shared > d->shared ? -1 : 1;
	return (c->node > d->node) - (c->node < d->node);
}

/* Lists the neighbours that lie between the nodes. */
static void collect(growth *g, const bool *between)
{
	const graph_search *search = g->search;
	const mixmi_graph *graph = search->graph;
	for (size_t c = 0; c < graph->nodes; c++) {
		if (!between[c] || !graph_search_may_stand(search, c, g->a, g->b))
			continue;
		unsigned sides = (graph_adjacent(graph, g->a, c) ? 1u : 0) | (graph_adjacent(graph, g->b, c) ? 2u : 0);
		double shared =
			fmin(search->marginal[graph_pair(graph, g->a, c)], search->marginal[graph_pair(graph, g->b, c)]);
		if (sides != 0)
			g->candidates[g->candidate_count++] = (candidate){ c, sides, shared };
	}
}

/* Keeps those that share most, and all that tie with the last of them. */
static void keep_best(growth *g)
{
	size_t kept = COLUMNS;
	if (g->candidate_count == 0)
		return;
	qsort(g->candidates, g->candidate_count, sizeof *g->candidates, compare_candidates);
	while (kept < g->candidate_count && g->candidates[kept].shared == g->candidates[kept - 1].shared)
		kept++;
	g->candidate_count = kept < g->candidate_count ? kept : g->candidate_count;
}

static bool list_candidates(growth *g)
{
	graph_between between;
	bool ready = graph_between_init(&between, g->search->graph->nodes);
	if (ready) {
		graph_between_find(&between, g->lists, g->a, g->b);
		collect(g, between.nodes);
		keep_best(g);
	}
	graph_between_clear(&between);
	return ready;
}

/* ------------------------------------------------------------------------------------------------- growing */

static void clear(grown_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i].given);
	free(list->items);
	*list = (grown_list){ 0 };
}

static bool has(const grown *set, size_t node)
{
	for (size_t i = 0; i < set->size; i++)
		if (set->given[i] == node)
			return true;
	return false;
}

static bool is_there(const grown_list *list, const size_t *given, size_t size)
{
	for (size_t i = 0; i < list->count; i++)
		if (memcmp(list->items[i].given, given, size * sizeof *given) == 0)
			return true;
	return false;
}

/* Asks about the set that was added last. */
static mixmi_status try_last(growth *g, grown *set)
{
	graph_answer answer;
	mixmi_status status = ask(&answer, g, set->given, set->size);
	if (status != MIXMI_OK || g->stopped)
		return status;
	set->left = graph_nats(&answer);
	g->separated = graph_search_separates(g->search, &answer);
	if (!g->separated && !graph_evidence_is_weaker(&answer, &g->found))
		return MIXMI_OK;
	return graph_evidence_set(&g->found, &answer, set->given, set->size) ? MIXMI_OK : base_error_memory();
}

/* Adds one column to a set. */
static mixmi_status extend(growth *g, grown_list *next, const grown *from, const candidate *c)
{
	unsigned sides = from->sides & c->sides;
	if (sides == 0 || has(from, c->node))
		return MIXMI_OK;
	size_t *given = graph_set_with(from->given, from->size, c->node);
	bool there = given != NULL && is_there(next, given, from->size + 1);
	if (given == NULL || there ||
	    !base_grow((void **)&next->items, &next->capacity, next->count + 1, sizeof *next->items)) {
		free(given);
		return there ? MIXMI_OK : base_error_memory();
	}
	grown *set = &next->items[next->count++];
	*set = (grown){ given, from->size + 1, sides, INFINITY, from->left };
	return try_last(g, set);
}

static int compare_sets(const void *x, const void *y)
{
	const grown *s = x, *t = y;
	if (s->left != t->left)
		return s->left < t->left ? -1 : 1;
	for (size_t i = 0; i < s->size; i++)
		if (s->given[i] != t->given[i])
			return s->given[i] < t->given[i] ? -1 : 1;
	return 0;
}

/* Puts the sets that explain something first, the best of them in front; returns how many they are. */
static size_t sort_explaining(grown_list *list)
{
	size_t count = 0;
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].left <= list->items[i].before) {
			grown set = list->items[count];
			list->items[count++] = list->items[i];
			list->items[i] = set;
		}
	if (count > 0)
		qsort(list->items, count, sizeof *list->items, compare_sets);
	return count;
}

/* Is the pair clearly dependent given its best set, with hardly less evidence than before? */
static bool is_clear(const growth *g, const grown *best)
{
	const double times = 3, clearly = -log(g->search->options->alpha / 1000);
	return best->left > clearly && best->left < best->before && best->left > times * (best->before - best->left);
}

/* The sets that are grown further become g->sets. */
static void choose(growth *g, grown_list *next)
{
	size_t explaining = sort_explaining(next), kept = explaining < WIDTH ? explaining : WIDTH;
	while (kept > 0 && kept < explaining && kept < MOST_TIES && next->items[kept].left == next->items[kept - 1].left)
		kept++;
	if (kept > 0 && is_clear(g, &next->items[0]))
		kept = 0;
	for (size_t i = kept; i < next->count; i++)
		free(next->items[i].given);
	next->count = kept;
	clear(&g->sets);
	g->sets = *next;
	*next = (grown_list){ 0 };
}

/* Two columns may explain what neither does alone: where one path hides behind another, or each opens the other's. So pairs
 * of the columns that share most are tried whatever each alone explains. */
static mixmi_status extend_by_pairs(growth *g, grown_list *next)
{
	mixmi_status status = MIXMI_OK;
	size_t count = PAIRED < g->candidate_count ? PAIRED : g->candidate_count;
	while (count > 0 && count < g->candidate_count && g->candidates[count].shared == g->candidates[count - 1].shared)
		count++;
	for (size_t i = 0; i < count && status == MIXMI_OK; i++) {
		const grown single = { &g->candidates[i].node, 1, g->candidates[i].sides, g->plain, g->plain };
		for (size_t j = i + 1; j < count && status == MIXMI_OK && !g->separated && !g->stopped; j++)
			status = extend(g, next, &single, &g->candidates[j]);
	}
	return status;
}

/* Sets of one more column than `size`; *any: there were some. */
static mixmi_status grow(growth *g, size_t size, bool *any)
{
	grown_list next = { 0 };
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < g->sets.count && status == MIXMI_OK && !g->separated && !g->stopped; i++)
		for (size_t j = 0; j < g->candidate_count && status == MIXMI_OK && !g->separated && !g->stopped; j++)
			status = extend(g, &next, &g->sets.items[i], &g->candidates[j]);
	if (size == 1 && status == MIXMI_OK)
		status = extend_by_pairs(g, &next);
	*any = next.count > 0;
	choose(g, &next);
	return status;
}

/* ------------------------------------------------------------------------------------------------ one pair */

/* Begins with the empty set. */
static mixmi_status begin(growth *g)
{
	graph_answer plain;
	g->candidates = base_array(g->search->graph->nodes, sizeof *g->candidates);
	bool ready = g->candidates != NULL && base_grow((void **)&g->sets.items, &g->sets.capacity, 1, sizeof(grown));
	if (!ready || !list_candidates(g))
		return base_error_memory();
	mixmi_status status = ask(&plain, g, NULL, 0);
	if (status != MIXMI_OK || g->stopped)
		return status;
	g->plain = graph_nats(&plain);
	g->sets.items[g->sets.count++] = (grown){ NULL, 0, 3, g->plain, INFINITY };
	return graph_evidence_set(&g->found, &plain, NULL, 0) ? MIXMI_OK : base_error_memory();
}

/* Hands over what was found. */
static void end(growth *g, graph_evidence *evidence, bool take)
{
	if (take) {
		free(evidence->given);
		g->found.by_knowledge = evidence->by_knowledge;
		g->found.doubtful = evidence->doubtful;
		*evidence = g->found;
	} else {
		free(g->found.given);
	}
	clear(&g->sets);
	free(g->candidates);
}

mixmi_status graph_contributors_try(uint8_t *out, graph_evidence *evidence, graph_search *search,
                                    const graph_lists *lists, size_t pair, size_t size, graph_worker *worker)
{
	growth g = { .search = search, .worker = worker, .lists = lists };
	bool any = true;
	graph_pair_nodes(search->graph, pair, &g.a, &g.b);
	mixmi_status status = begin(&g);
	size_t made = 0;
	for (; any && made < size && status == MIXMI_OK && !g.separated && !g.stopped; made += any)
		status = grow(&g, made, &any);
	bool take = status == MIXMI_OK && !g.stopped;
	*out = !take ? GRAPH_NO_SETS : g.separated ? GRAPH_SEPARATED : made == size ? GRAPH_TRIED : GRAPH_NO_SETS;
	end(&g, evidence, take);
	return status;
}
