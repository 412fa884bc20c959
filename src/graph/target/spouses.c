/* Spouses, found like v-structures. The dependence of a spouse given the common child is usually too weak to be
 * detected by itself, but both are adjacent to the child, and sets without the child separate them. The same sets are
 * tested with and without the child, and the largest p decides (Ramsey 2016), because a single test is easily wrong.
 * With a perfect test, a spouse depends on the target given every set with the child, and any other neighbour of a
 * neighbour is separated only by sets with it. Invariant: as in neighbourhood.c. */
#include "graph/target/spouses.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "graph/model/evidence.h"
#include "graph/search/subsets.h"

/* Sets without the child must separate better than those with it by this factor: if there is no signal, chance would
 * otherwise make every second candidate a spouse. */
static const double CLEARLY = 2;

void graph_spouses_clear(graph_spouses *spouses)
{
	for (size_t i = 0; i < spouses->count; i++)
		free(spouses->list[i].finding.given);
	free(spouses->list);
	*spouses = (graph_spouses){ 0 };
}

const graph_spouse *graph_spouses_over(const graph_spouses *spouses, size_t node)
{
	const graph_spouse *best = NULL;
	for (size_t i = 0; i < spouses->count; i++) {
		const graph_spouse *s = &spouses->list[i];
		bool clearer = best == NULL || graph_clearer(&s->finding.answer, &best->finding.answer) < 0;
		if (s->node == node && s->finding.kept && clearer)
			best = s;
	}
	return best;
}

/* --------------------------------------------------------------------------------------------- next to a neighbour */

static bool has(const graph_finding *f, size_t node)
{
	for (size_t i = 0; i < f->given_count; i++)
		if (f->given[i] == node)
			return true;
	return false;
}

/* A column about which no test could decide is kept, but is not used for others. */
static bool is_judged(const graph_answer *answer)
{
	return answer->verdict != GRAPH_UNASKED && answer->verdict != GRAPH_UNJUDGED;
}

static mixmi_status add_candidate(graph_spouses *s, size_t node, size_t over)
{
	if (!base_grow((void **)&s->list, &s->capacity, s->count + 1, sizeof *s->list))
		return base_error_memory();
	s->list[s->count++] = (graph_spouse){ .node = node, .over = over };
	return MIXMI_OK;
}

/* The neighbours of a neighbour become candidates. If the target is not among them, the neighbour is removed. */
static mixmi_status look_around(graph_spouses *s, graph_neighbourhood *around)
{
	size_t target = s->own->centre;
	graph_finding *f = &s->own->findings[around->centre];
	const graph_finding *back = &around->findings[target];
	mixmi_status status = MIXMI_OK;
	if (!back->kept) {
		f->kept = false;
		if (!graph_finding_set(f, &back->answer, back->level, back->given, back->given_count))
			return base_error_memory();
		f->by_rate = back->by_rate;
		return MIXMI_OK;
	}
	for (size_t i = 0; status == MIXMI_OK && i < around->kept_count; i++)
		if (around->kept[i] != target && is_judged(&around->findings[around->kept[i]].answer))
			status = add_candidate(s, around->kept[i], around->centre);
	return status;
}

static mixmi_status look_around_all(graph_spouses *s)
{
	graph_aim *aim = s->own->aim;
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < s->own->kept_count && !aim->watch.cancelled; i++) {
		graph_neighbourhood around;
		if (!is_judged(&s->own->findings[s->own->kept[i]].answer))
			continue;
		status = graph_neighbourhood_find(&around, aim, s->own->kept[i]);
		if (status == MIXMI_OK && !aim->watch.cancelled)
			status = look_around(s, &around);
		graph_neighbourhood_clear(&around);
	}
	graph_neighbourhood_list(s->own);
	return status;
}

/* -------------------------------------------------------------------------------- with the neighbour, or without? */

typedef struct ranked {
	size_t node;
	const graph_answer *answer;
} ranked;

static int compare_ranked(const void *x, const void *y)
{
	const ranked *r = x, *s = y;
	int order = graph_clearer(r->answer, s->answer);
	return order != 0 ? order : (r->node > s->node) - (r->node < s->node);
}

/* Neighbours of the target, or the clearest of many, ascending. */
typedef struct pool {
	graph_spouses *s;
	size_t nodes[GRAPH_CLEAREST], count;
} pool;

static bool fill_pool(pool *p, graph_spouses *s)
{
	const graph_neighbourhood *own = s->own;
	ranked *room = base_array(own->kept_count, sizeof *room);
	*p = (pool){ .s = s, .count = own->kept_count < GRAPH_CLEAREST ? own->kept_count : GRAPH_CLEAREST };
	if (room == NULL)
		return false;
	for (size_t i = 0; i < own->kept_count; i++)
		room[i] = (ranked){ own->kept[i], &own->findings[own->kept[i]].answer };
	qsort(room, own->kept_count, sizeof *room, compare_ranked);
	for (size_t i = 0; i < p->count; i++)
		p->nodes[i] = room[i].node;
	graph_set_sort(p->nodes, p->count);
	free(room);
	return true;
}

/* Evidence for dependence, in nats, that remains under the best separation of a candidate and the target. */
typedef struct best_separation {
	double with, without; /* the neighbour */
} best_separation;

static mixmi_status ask_nats(double *least, graph_spouses *s, size_t node, const size_t *set, size_t count,
                             graph_worker *worker)
{
	graph_answer answer;
	mixmi_status status = graph_aim_ask(&answer, s->own->aim, node, s->own->centre, set, count, worker);
	if (status == MIXMI_OK && is_judged(&answer))
		*least = fmin(*least, graph_nats(&answer));
	return status;
}

static mixmi_status compare_set(best_separation *best, const pool *p, const graph_spouse *c, const graph_subsets *sets,
                                graph_worker *worker)
{
	size_t *wider = graph_set_with(sets->set, sets->size, c->over);
	if (wider == NULL)
		return base_error_memory();
	mixmi_status status = ask_nats(&best->without, p->s, c->node, sets->set, sets->size, worker);
	if (status == MIXMI_OK)
		status = ask_nats(&best->with, p->s, c->node, wider, sets->size + 1, worker);
	free(wider);
	return status;
}

/* All sets of the target's other neighbours that have space for one more node. */
static mixmi_status compare_sets(best_separation *best, const pool *p, const graph_spouse *c, graph_worker *worker)
{
	size_t list[GRAPH_CLEAREST], count = 0, largest = p->s->own->largest;
	size_t *room = base_array(2 * largest, sizeof *room);
	mixmi_status status = room != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; i < p->count; i++)
		if (p->nodes[i] != c->over)
			list[count++] = p->nodes[i];
	for (size_t size = 0; status == MIXMI_OK && size < largest && size <= count; size++) {
		graph_subsets sets = {
			.lists = { list, list }, .counts = { count, count }, .places = room, .set = room + largest
		};
		graph_subsets_start(&sets, size);
		while (status == MIXMI_OK && !p->s->own->aim->watch.cancelled && graph_subsets_next(&sets))
			status = compare_set(best, p, c, &sets, worker);
	}
	free(room);
	return status;
}

/* Tests a candidate given the set that separates it from the target plus the neighbour; then given other sets. */
static mixmi_status ask_candidate(void *context, size_t index, graph_worker *worker)
{
	pool *p = context;
	graph_spouse *c = &p->s->list[index];
	graph_finding *f = &c->finding;
	graph_aim *aim = p->s->own->aim;
	const graph_finding *separated = &p->s->own->findings[c->node];
	if (separated->kept || has(separated, c->over) || !p->s->own->findings[c->over].kept)
		return MIXMI_OK;
	f->given = graph_set_with(separated->given, separated->given_count, c->over);
	if (f->given == NULL)
		return base_error_memory();
	f->given_count = separated->given_count + 1;
	mixmi_status status = graph_aim_ask(&f->answer, aim, c->node, aim->target, f->given, f->given_count, worker);
	if (status != MIXMI_OK || !is_judged(&f->answer))
		return status;
	best_separation best = { graph_nats(&f->answer), graph_nats(&separated->answer) };
	status = compare_sets(&best, p, c, worker);
	f->kept = status == MIXMI_OK && !aim->watch.cancelled && best.with > best.without + log(CLEARLY);
	return status;
}

/* ------------------------------------------------------------------------------------------------- and the other way */

/* The neighbour must also be adjacent to the spouse: otherwise it may have been kept only because its own neighbours
 * cannot separate it. */
static mixmi_status confirm(graph_spouses *s)
{
	graph_aim *aim = s->own->aim;
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < s->count && !aim->watch.cancelled; i++) {
		graph_spouse *c = &s->list[i];
		graph_neighbourhood around;
		if (!c->finding.kept)
			continue;
		status = graph_neighbourhood_find(&around, aim, c->node);
		if (status == MIXMI_OK && !aim->watch.cancelled)
			c->finding.kept = around.findings[c->over].kept;
		graph_neighbourhood_clear(&around);
	}
	return status;
}

static mixmi_status find(graph_spouses *s)
{
	pool p;
	mixmi_status status = look_around_all(s);
	if (status == MIXMI_OK && !fill_pool(&p, s))
		status = base_error_memory();
	if (status == MIXMI_OK && !s->own->aim->watch.cancelled)
		status = graph_search_work(&s->own->aim->search, "spouses", s->count, ask_candidate, &p);
	return status == MIXMI_OK ? confirm(s) : status;
}

mixmi_status graph_spouses_find(graph_spouses *spouses, graph_neighbourhood *own)
{
	*spouses = (graph_spouses){ .own = own };
	own->aim->watch.expected = own->aim->watch.tests + (2 * own->kept_count + 1) * own->aim->members.count;
	return own->largest > 0 ? find(spouses) : MIXMI_OK;
}
