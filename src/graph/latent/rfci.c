/* RFCI. An edge that no set of neighbours removes may still join two nodes that a larger set separates. Lemma 3.1 of
 * the paper: if Y is a minimal set that separates i and k, and both i, j and j, k are dependent given Y without j, then
 * j is an ancestor of i, k or the selection if and only if it is in Y. Lemma 3.2 is the analogue for a discriminating
 * path whose neighbours are dependent given every subset of Y. These dependences are checked here. Invariant: a check
 * that passed need not be repeated, because the set of a separated pair does not change. Cost: two tests per triple,
 * 2^|Y| tests per edge of a path. */
#include "graph/latent/rfci.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/model/evidence.h"
#include "graph/search/separators.h"
#include "graph/search/share.h"

/* Whether the set that separated `ends`, without the nodes of the pair, also separates the pair. For a separated pair
 * (ends == pair): whether a subset of its set is enough. */
typedef struct check {
	size_t pair, ends;
	bool every; /* test every subset; otherwise subsets only if the whole set separates */
} check;

typedef struct checks {
	check *items;
	size_t count, capacity;
} checks;

typedef struct rfci {
	graph_search *search;
	mixmi_graph *graph;
	graph_pag *pag;
	checks wanted;
	checks passed;           /* sorted: the pair is adjacent and was not separated */
	size_t *starts;          /* [groups + 1] first check of each pair among the requested ones */
	size_t groups;           /* number of pairs with checks */
	graph_separators *found; /* [groups] */
	bool failed;             /* memory ran out */
} rfci;

static int compare_checks(const void *x, const void *y)
{
	const check *c = x, *d = y;
	if (c->pair != d->pair)
		return c->pair < d->pair ? -1 : 1;
	if (c->ends != d->ends)
		return c->ends < d->ends ? -1 : 1;
	return (int)c->every - (int)d->every;
}

static bool append(checks *list, const check *item)
{
	if (!base_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items))
		return false;
	list->items[list->count++] = *item;
	return true;
}

static bool is_passed(const rfci *r, const check *c)
{
	return r->passed.count > 0 && bsearch(c, r->passed.items, r->passed.count, sizeof *c, compare_checks) != NULL;
}

/* Requests a check of the edge between a and b; returns true if no check is needed. */
static bool want(rfci *r, size_t a, size_t b, size_t ends, bool every)
{
	check c = { graph_pair(r->graph, a, b), ends, every };
	if (graph_rules_require(r->search->rules, a, b) || is_passed(r, &c))
		return true;
	r->failed = !append(&r->wanted, &c) || r->failed;
	return false;
}

/* ------------------------------------------------------------------------------------------------- asking */

/* The set of a check; returns its size. */
static size_t fill_set(size_t *set, const rfci *r, const check *c)
{
	const graph_evidence *evidence = &r->graph->evidence[c->ends];
	size_t a, b, count = 0;
	graph_pair_nodes(r->graph, c->pair, &a, &b);
	for (size_t i = 0; i < evidence->given_count; i++)
		if (evidence->given[i] != a && evidence->given[i] != b)
			set[count++] = evidence->given[i];
	return count;
}

/* `room` has space for all nodes three times. */
static mixmi_status make_check(rfci *r, graph_separators *found, const check *c, size_t *room, graph_worker *worker)
{
	const graph_pool pool = { .lists = { room, room }, .counts = { fill_set(room, r, c), 0 } };
	size_t count = pool.counts[0], most = c->ends == c->pair ? count - 1 : count, *rest = room + r->graph->nodes;
	if (!c->every) {
		graph_separators whole = { 0 };
		mixmi_status status = graph_separators_smallest(&whole, r->search, c->pair, &pool, count, count, rest, worker);
		bool separated = whole.count > 0;
		graph_separators_clear(&whole);
		if (status != MIXMI_OK || !separated)
			return status;
	}
	return graph_separators_smallest(found, r->search, c->pair, &pool, 0, most, rest, worker);
}

static mixmi_status check_pair(void *context, size_t index, graph_worker *worker)
{
	rfci *r = context;
	size_t *room = base_array(3 * r->graph->nodes, sizeof *room);
	mixmi_status status = room != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = r->starts[index]; status == MIXMI_OK && i < r->starts[index + 1]; i++)
		status = make_check(r, &r->found[index], &r->wanted.items[i], room, worker);
	free(room);
	return status;
}

static size_t pair_of(void *context, size_t index)
{
	const rfci *r = context;
	return r->wanted.items[r->starts[index]].pair;
}

static void put_found(base_parcel *parcel, void *context, size_t index)
{
	const rfci *r = context;
	graph_evidence_put(parcel, &r->graph->evidence[pair_of(context, index)]);
	graph_separators_put(parcel, &r->found[index]);
}

static bool take_found(base_parcel *parcel, void *context, size_t index)
{
	rfci *r = context;
	return graph_evidence_take(parcel, &r->graph->evidence[pair_of(context, index)]) &&
	       graph_separators_take(parcel, &r->found[index]);
}

/* Sorts the requested checks, removes duplicates, and finds the first check of each pair. */
static bool group_wanted(rfci *r)
{
	check *items = r->wanted.items;
	size_t kept = 0;
	r->starts = base_array(r->wanted.count + 1, sizeof *r->starts);
	if (r->starts == NULL)
		return false;
	qsort(items, r->wanted.count, sizeof *items, compare_checks);
	for (size_t i = 0; i < r->wanted.count; i++)
		if (kept == 0 || compare_checks(&items[i], &items[kept - 1]) != 0) {
			if (kept == 0 || items[i].pair != items[kept - 1].pair)
				r->starts[r->groups++] = kept;
			items[kept++] = items[i];
		}
	r->wanted.count = r->starts[r->groups] = kept;
	r->found = base_array_zero(r->groups, sizeof *r->found);
	return r->found != NULL;
}

static void clear_wanted(rfci *r)
{
	for (size_t i = 0; r->found != NULL && i < r->groups; i++)
		graph_separators_clear(&r->found[i]);
	free(r->found);
	free(r->starts);
	r->found = NULL;
	r->starts = NULL;
	r->groups = r->wanted.count = 0;
}

/* ------------------------------------------------------------------------------------------- what comes of it */

/* Stores the checks of pairs that were not separated. */
static bool keep_passed(rfci *r)
{
	for (size_t i = 0; i < r->groups; i++)
		for (size_t k = r->starts[i]; r->found[i].count == 0 && k < r->starts[i + 1]; k++)
			if (!append(&r->passed, &r->wanted.items[k]))
				return false;
	if (r->passed.count > 0)
		qsort(r->passed.items, r->passed.count, sizeof *r->passed.items, compare_checks);
	return true;
}

static const graph_separator *find_clearest(const rfci *r)
{
	const graph_separator *clearest = NULL;
	for (size_t i = 0; i < r->groups; i++) {
		const graph_separator *best = graph_separators_best(&r->found[i]);
		if (best != NULL && (clearest == NULL || graph_separator_order(best, clearest) < 0))
			clearest = best;
	}
	return clearest;
}

/* After one removal the next one may not be justified any more, so only the clearest edges are removed. All separated
 * pairs get their smaller sets. Returns false if memory runs out. */
static bool cut(rfci *r, bool all, bool *removed)
{
	const graph_separator *clearest = find_clearest(r);
	for (size_t i = 0; clearest != NULL && i < r->groups; i++) {
		const graph_separator *best = graph_separators_best(&r->found[i]);
		if (best != NULL && (all || graph_separator_order(best, clearest) == 0) &&
		    !graph_separators_cut(&r->found[i], r->graph, pair_of(r, i)))
			return false;
	}
	*removed = clearest != NULL;
	return true;
}

/* Makes the requested checks; *removed: edges were removed, or with `all` sets became smaller. */
static mixmi_status run_checks(rfci *r, const char *stage, bool all, bool *removed)
{
	static const graph_outcome outcome = { pair_of, put_found, take_found };
	mixmi_status status = r->failed ? base_error_memory() : MIXMI_OK;
	*removed = false;
	if (status == MIXMI_OK && r->wanted.count > 0) {
		status = group_wanted(r) ? MIXMI_OK : base_error_memory();
		if (status == MIXMI_OK)
			status = graph_search_share(r->search, stage, "pairs", r->groups, check_pair, &outcome, r);
		if (status == MIXMI_OK && !r->search->watch->cancelled && !(keep_passed(r) && cut(r, all, removed)))
			status = base_error_memory();
	}
	clear_wanted(r);
	return status;
}

/* ---------------------------------------------------------------------------------------------- what is asked for */

static bool is_separated_by_set(const rfci *r, size_t a, size_t b)
{
	const graph_evidence *evidence = &r->graph->evidence[graph_pair(r->graph, a, b)];
	return !graph_adjacent(r->graph, a, b) && evidence->known && !evidence->by_knowledge;
}

/* Makes separating sets minimal. */
static mixmi_status shrink_sets(rfci *r)
{
	bool shrunk;
	for (size_t a = 0; a < r->graph->nodes; a++)
		for (size_t b = a + 1; b < r->graph->nodes; b++) {
			size_t pair = graph_pair(r->graph, a, b);
			if (is_separated_by_set(r, a, b) && r->graph->evidence[pair].given_count > 0)
				(void)want(r, a, b, pair, true);
		}
	return run_checks(r, "smallest separating sets", true, &shrunk);
}

static void want_triples(rfci *r)
{
	const mixmi_graph *graph = r->graph;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++)
			for (size_t c = 0; is_separated_by_set(r, a, b) && c < graph->nodes; c++) {
				if (c == a || c == b || !graph_adjacent(graph, a, c) || !graph_adjacent(graph, c, b))
					continue;
				(void)want(r, a, c, graph_pair(graph, a, b), false);
				(void)want(r, b, c, graph_pair(graph, a, b), false);
			}
}

static bool believes(void *context, size_t d, size_t c, size_t x, size_t y)
{
	rfci *r = context;
	return want(r, x, y, graph_pair(r->graph, d, c), true);
}

/* ------------------------------------------------------------------------------------------------------ all */

static bool goes_on(const rfci *r, mixmi_status status)
{
	return status == MIXMI_OK && !r->search->watch->cancelled;
}

/* Every edge of an unshielded triple must be dependent given the set that separated the ends of the triple. */
static mixmi_status settle_triples(rfci *r)
{
	mixmi_status status = MIXMI_OK;
	for (bool removed = true; removed && goes_on(r, status);) {
		want_triples(r);
		status = run_checks(r, "edges of unshielded triples", false, &removed);
	}
	return status;
}

/* Sets all marks of the current skeleton; *removed: a discriminating path has lost an edge, so that they must be set
 * again. */
static mixmi_status set_marks(rfci *r, bool *removed)
{
	mixmi_status status = graph_pag_begin(r->pag, r->search);
	*removed = false;
	for (r->pag->waits = true; r->pag->waits && !*removed && goes_on(r, status);) {
		status = graph_pag_close(r->pag);
		if (status == MIXMI_OK)
			status = run_checks(r, "edges of discriminating paths", false, removed);
	}
	return status;
}

mixmi_status graph_rfci(graph_search *search, graph_pag *pag)
{
	rfci r = { .search = search, .graph = search->graph, .pag = pag };
	size_t conflicts = search->graph->conflict_count;
	pag->believes = believes;
	pag->context = &r;
	mixmi_status status = shrink_sets(&r);
	for (bool removed = true; removed && goes_on(&r, status);) {
		graph_drop_conflicts(search->graph, conflicts);
		status = settle_triples(&r);
		removed = false;
		if (goes_on(&r, status))
			status = set_marks(&r, &removed);
	}
	pag->believes = NULL;
	free(r.wanted.items);
	free(r.passed.items);
	return status;
}
