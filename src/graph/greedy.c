/* Greedy equivalence search (Meek 1997; Chickering 2002) by tests. Each move is judged by one question: does x depend on y
 * given the parents that y would have? The edge with the clearest evidence is added, until no move is supported; then edges
 * whose ends are independent given the parents are taken away, the most independent first; and so on until neither brings
 * anything. An edge whose ends a few neighbours separate clearly is then closed, and all begins anew without it. That is done
 * twice, from no edges and from what the balanced search finds, and the graph with fewer edges is taken. With a perfect test on
 * a faithful distribution that is the true class. Invariant: the order of nodes decides only between moves whose evidence and
 * nodes' evidence are equal. Cost: as many questions for an edge that is added as its ends have candidates; for a move nodes^2
 * bytes copied, the edges times neighbours^2, and the nodes times those that it touches. */
#include "graph/greedy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/orient.h"
#include "graph/skeleton.h"

/* Pairs whose p given nothing is above SCREEN are looked at only where they have a neighbour in common, which may make them
 * dependent (Nandy, Hauser and Maathuis 2018). */
static const double SCREEN = 0.1;
enum { MOST_TURNS = 10 }; /* of adding and taking away, which might go round in circles */

/* ------------------------------------------------------------------------------------------------------- pairs */

static bool may_be_joined(const graph_search *search, size_t pair)
{
	size_t a, b;
	graph_pair_nodes(search->graph, pair, &a, &b);
	return graph_adjacent(search->graph, a, b) || !search->graph->evidence[pair].by_knowledge;
}

/* Joined by background knowledge, or because no test could tell. */
static bool is_beyond_tests(const graph_search *search, size_t pair)
{
	return isinf(search->marginal[pair]) || search->graph->evidence[pair].unjudged;
}

/* What a node shares with each of the others, the most first: decides between moves that are supported alike, whatever the names. */
typedef struct profile {
	double *shared; /* [count], 0 where it is not finite */
	size_t count, node;
} profile;

static int more_first(const void *x, const void *y)
{
	double a = *(const double *)x, b = *(const double *)y;
	return (a < b) - (a > b);
}

static int less_first(const void *x, const void *y)
{
	const profile *p = x, *q = y;
	for (size_t i = 0; i < p->count; i++)
		if (p->shared[i] != q->shared[i])
			return p->shared[i] < q->shared[i] ? -1 : 1;
	return 0;
}

static void fill_profile(profile *p, const graph_search *search)
{
	size_t count = 0;
	for (size_t c = 0; c < search->graph->nodes; c++) {
		double nats = c != p->node ? search->marginal[graph_pair(search->graph, p->node, c)] : 0;
		if (c != p->node)
			p->shared[count++] = isfinite(nats) ? nats : 0;
	}
	qsort(p->shared, count, sizeof *p->shared, more_first);
}

/* Numbers nodes by their profiles; those with the same one have the same number. False: out of memory. */
static bool number_nodes(double *keys, const graph_search *search)
{
	size_t nodes = search->graph->nodes;
	double *shared = base_array(nodes * nodes, sizeof *shared);
	profile *profiles = base_array(nodes, sizeof *profiles);
	bool ready = shared != NULL && profiles != NULL;
	for (size_t x = 0; ready && x < nodes; x++) {
		profiles[x] = (profile){ shared + x * nodes, nodes - 1, x };
		fill_profile(&profiles[x], search);
	}
	if (ready)
		qsort(profiles, nodes, sizeof *profiles, less_first);
	for (size_t i = 0; ready && i < nodes; i++) {
		bool same = i > 0 && less_first(&profiles[i - 1], &profiles[i]) == 0;
		keys[profiles[i].node] = same ? keys[profiles[i - 1].node] : (double)i;
	}
	free(shared);
	free(profiles);
	return ready;
}

static bool list_pairs(graph_greedy *g)
{
	const graph_search *search = g->search;
	size_t nodes = search->graph->nodes, all = nodes * (nodes - 1) / 2;
	g->count = all;
	g->pairs = base_array_zero(g->count, sizeof *g->pairs);
	g->stale = base_array(g->count, sizeof *g->stale);
	g->candidates = base_array(g->count, sizeof *g->candidates);
	g->work = base_array(g->count, sizeof *g->work);
	g->found = base_array_zero(g->count, sizeof *g->found);
	g->any = base_array_zero(g->count, sizeof *g->any);
	g->closed = base_array_zero(all, sizeof *g->closed);
	g->keys = base_array(nodes, sizeof *g->keys);
	if (g->pairs == NULL || g->stale == NULL || g->candidates == NULL || g->work == NULL || g->found == NULL ||
	    g->any == NULL || g->closed == NULL || g->keys == NULL || !number_nodes(g->keys, search))
		return false;
	for (size_t pair = 0; pair < all; pair++) {
		greedy_pair *p = &g->pairs[pair];
		*p = (greedy_pair){ .pair = pair, .required = is_beyond_tests(search, pair) && may_be_joined(search, pair) };
		graph_pair_nodes(search->graph, pair, &p->a, &p->b);
		p->screened = !may_be_joined(search, pair) ||
		              (search->marginal[pair] < -log(SCREEN) && !graph_adjacent(search->graph, p->a, p->b));
	}
	return true;
}

static void clear(graph_greedy *g)
{
	for (size_t i = 0; g->pairs != NULL && i < g->count; i++) {
		free(g->pairs[i].moves);
		free(g->pairs[i].evidence.given);
	}
	free(g->pairs);
	free(g->stale);
	free(g->candidates);
	free(g->work);
	free(g->found);
	free(g->any);
	free(g->closed);
	free(g->keys);
	graph_class_clear(&g->class);
}

/* -------------------------------------------------------------------------------------------------- best moves */

bool graph_greedy_is_better(const graph_greedy *g, const graph_move *m, const graph_move *n, int sign)
{
	if (m->nats != n->nats)
		return sign > 0 ? m->nats > n->nats : m->nats < n->nats;
	if (m->given != n->given)
		return m->given < n->given;
	return g->keys[m->y] != g->keys[n->y] ? g->keys[m->y] > g->keys[n->y] : g->keys[m->x] > g->keys[n->x];
}

double graph_greedy_best_move(const graph_greedy *g, const greedy_pair *pair, size_t *best)
{
	*best = pair->count;
	for (size_t j = 0; j < pair->count; j++)
		if (!isnan(pair->moves[j].nats) &&
		    (*best == pair->count || graph_greedy_is_better(g, &pair->moves[j], &pair->moves[*best], 1)))
			*best = j;
	return *best < pair->count ? pair->moves[*best].nats : NAN;
}

void graph_greedy_make_stale(graph_greedy *g, size_t place)
{
	if (!g->pairs[place].stale)
		g->stale[g->stale_count++] = place;
	g->pairs[place].stale = true;
}

/* The pairs of touched nodes are looked at again. That finds every pair that can have other moves than before: edges and
 * neighbours in common come and go by an edge at one of its ends. */
static void look_again(graph_greedy *g, const graph_move *m)
{
	size_t nodes = g->class.nodes;
	for (size_t i = 0; i < nodes; i++) {
		bool touched = graph_class_touched(&g->class, m, i);
		for (size_t k = 0; touched && k < nodes; k++)
			if (k != i)
				graph_greedy_make_stale(g, graph_pair(g->search->graph, i, k));
	}
}

/* Of two candidates with the same evidence, is c the one to be taken? */
static bool comes_before(const graph_greedy *g, const greedy_candidate *c, const greedy_candidate *d)
{
	const greedy_pair *p = &g->pairs[c->place], *q = &g->pairs[d->place];
	size_t i, j;
	graph_greedy_best_move(g, p, &i);
	graph_greedy_best_move(g, q, &j);
	if (graph_greedy_is_better(g, &p->moves[i], &q->moves[j], 1))
		return true;
	return c->place < d->place && !graph_greedy_is_better(g, &q->moves[j], &p->moves[i], 1);
}

/* The candidate with the best move; NULL: none. Of moves that tie in everything the one of the first pair is taken. */
static greedy_candidate *best_candidate(graph_greedy *g)
{
	greedy_candidate *best = NULL;
	for (size_t i = 0; i < g->candidate_count; i++) {
		greedy_candidate *c = &g->candidates[i];
		if (isnan(c->nats) || (best != NULL && c->nats < best->nats))
			continue;
		if (best == NULL || c->nats > best->nats || comes_before(g, c, best))
			best = c;
	}
	return best;
}

/* Adds the best edge that gives a class; false: there is none. A move that fails is not supported any more until its pair is
 * looked at again. */
static bool add_best(graph_greedy *g)
{
	for (greedy_candidate *c = best_candidate(g); c != NULL; c = best_candidate(g)) {
		greedy_pair *p = &g->pairs[c->place];
		size_t place;
		graph_greedy_best_move(g, p, &place);
		const graph_move move = p->moves[place];
		if (graph_class_insert(&g->class, &move)) {
			look_again(g, &move);
			for (size_t i = 0; i < g->candidate_count; i++) /* what failed may not fail now */
				if (g->pairs[g->candidates[i].place].failed)
					graph_greedy_make_stale(g, g->candidates[i].place);
			return true;
		}
		p->moves[place].nats = NAN;
		p->failed = true;
		c->nats = graph_greedy_best_move(g, p, &place);
	}
	return false;
}

/* Takes the edge away whose ends are most independent; false: there is none. */
static bool take_best(graph_greedy *g)
{
	while (true) {
		size_t best = g->work_count;
		for (size_t i = 0; i < g->work_count; i++)
			if (g->any[i] && (best == g->work_count || graph_greedy_is_better(g, &g->found[i], &g->found[best], -1)))
				best = i;
		if (best == g->work_count)
			return false;
		if (graph_class_delete(&g->class, &g->found[best])) {
			look_again(g, &g->found[best]);
			return true;
		}
		g->any[best] = false;
	}
}

/* ------------------------------------------------------------------------------------------------------ phases */

static bool goes_on(const graph_greedy *g, mixmi_status status)
{
	return status == MIXMI_OK && !g->search->watch->cancelled;
}

/* Makes the best of the moves that are found, as long as there is one; *any: there was. */
static mixmi_status move_on(graph_greedy *g, mixmi_status (*find)(graph_greedy *g), bool (*make_best)(graph_greedy *g),
                            bool *any)
{
	mixmi_status status;
	bool more;
	*any = false;
	do {
		status = find(g);
		more = goes_on(g, status) && make_best(g);
		*any = *any || more;
	} while (more);
	return status;
}

static mixmi_status take_edges(graph_greedy *g, bool *any)
{
	return move_on(g, graph_greedy_find_deletions, take_best, any);
}

/* From the start, without what is closed, to a class that no move improves. */
static mixmi_status climb(graph_greedy *g)
{
	bool any, added;
	graph_class_start(&g->class, g->from_start ? g->search->graph : NULL, g->closed, g->keys);
	for (size_t i = 0; i < g->count; i++)
		graph_greedy_make_stale(g, i);
	mixmi_status status = take_edges(g, &any);
	any = true;
	for (int turn = 0; any && turn < MOST_TURNS && goes_on(g, status); turn++) {
		status = move_on(g, graph_greedy_find_moves, add_best, &added);
		if (goes_on(g, status))
			status = take_edges(g, &any);
	}
	return status;
}

/* Closes what a few neighbours separate clearly; *any: something was closed. */
static mixmi_status close_some(graph_greedy *g, bool *any)
{
	mixmi_status status = graph_greedy_close_clear(g);
	*any = false;
	for (size_t i = 0; goes_on(g, status) && i < g->work_count; i++)
		if (g->any[i]) {
			greedy_pair *p = &g->pairs[g->work[i]];
			*any = p->closed = g->closed[p->pair] = true;
		}
	return status;
}

/* A pair that no move can join, though it depends given the parents, keeps the set that separated it at the start. */
static bool keeps_set(const graph_greedy *g, const greedy_pair *p)
{
	const graph_evidence *e = &p->evidence;
	const graph_answer answer = { GRAPH_DEPENDENT, e->estimate, e->corrected, e->p, e->detectable, e->rows };
	return !graph_class_joined(&g->class, p->a, p->b) && !graph_adjacent(g->search->graph, p->a, p->b) &&
	       (e->unjudged || !graph_search_separates(g->search, &answer));
}

/* The start joins the pair, and no test that was asked separates it, but the class has no place for it: sets are larger than max-cond
 * allows, or tests given parents are undecided. */
static bool is_lost(const graph_greedy *g, const greedy_pair *p)
{
	const graph_evidence *e = &p->evidence;
	const graph_answer answer = { GRAPH_DEPENDENT, e->estimate, e->corrected, e->p, e->detectable, e->rows };
	return !p->closed && !graph_class_joined(&g->class, p->a, p->b) && graph_adjacent(g->search->graph, p->a, p->b) &&
	       (!e->known || e->unjudged || !graph_search_separates(g->search, &answer));
}

static bool loses_some(const graph_greedy *g)
{
	for (size_t i = 0; i < g->count; i++)
		if (is_lost(g, &g->pairs[i]))
			return true;
	return false;
}

/* Given the parents no test could tell about an edge that tests of the start have judged: their evidence stays. */
static bool keeps_judgement(const graph_greedy *g, const greedy_pair *p)
{
	const mixmi_graph *start = g->search->graph;
	return p->evidence.unjudged && !start->evidence[p->pair].unjudged && graph_adjacent(start, p->a, p->b) &&
	       graph_class_joined(&g->class, p->a, p->b);
}

/* The skeleton and the evidence become those of the graph. */
static void hand_over(graph_greedy *g)
{
	mixmi_graph *graph = g->search->graph;
	for (size_t i = 0; i < g->count; i++) {
		greedy_pair *p = &g->pairs[i];
		graph_evidence *e = &graph->evidence[p->pair];
		bool kept = p->required || e->by_knowledge || !p->evidence.known || keeps_set(g, p) || keeps_judgement(g, p);
		if (graph_class_joined(&g->class, p->a, p->b))
			graph_set_undirected(graph, p->a, p->b);
		else
			graph_remove(graph, p->a, p->b);
		if (kept)
			continue;
		free(e->given);
		*e = p->evidence;
		p->evidence.given = NULL;
	}
}

/* While questions are foreseen: what comes after a guess may be all wrong, so the list is asked first. */
static bool is_certain(const graph_greedy *g)
{
	return g->ahead == NULL || g->ahead->count == 0;
}

static mixmi_status search_all(graph_greedy *g)
{
	bool again = true;
	bool ready = graph_class_init(&g->class, g->search->graph->nodes) && list_pairs(g);
	mixmi_status status = ready ? MIXMI_OK : base_error_memory();
	while (again && goes_on(g, status)) {
		status = climb(g);
		again = false;
		if (goes_on(g, status) && is_certain(g))
			status = close_some(g, &again);
	}
	return status;
}

/* Has the class an edge that knowledge forbids? On its way the search may need one, as between the ends of a v-structure before
 * that is found. */
static bool has_forbidden(const graph_greedy *g)
{
	for (size_t i = 0; i < g->count; i++)
		if (graph_class_joined(&g->class, g->pairs[i].a, g->pairs[i].b) && !may_be_joined(g->search, g->pairs[i].pair))
			return true;
	return false;
}

/* The balanced search's graph is what comes out, without the directions of the start. */
static void stay_with_start(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++)
			if (graph_adjacent(graph, a, b))
				graph_set_undirected(graph, a, b);
	snprintf(graph->search, sizeof graph->search, "balanced");
}

static size_t count_edges(const graph_greedy *g)
{
	size_t edges = 0;
	for (size_t i = 0; i < g->count; i++)
		edges += graph_class_joined(&g->class, g->pairs[i].a, g->pairs[i].b);
	return edges;
}

/* Directions of the start, where v-structures show them. What contradicts there is no contradiction of the graph that comes
 * out. */
static mixmi_status orient_start(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	mixmi_status status = graph_orient(search);
	while (graph->conflict_count > 0)
		free(graph->conflicts[--graph->conflict_count]);
	return status;
}

/* Of two graphs that no test contradicts the one with fewer edges is nearer the truth (Raskutti and Uhler 2018). *best becomes the
 * way that led to it, with evidence in every pair; NULL: it has an edge that knowledge forbids, it has no place for one that no test
 * separates, or the search did not come to its end. */
static mixmi_status search_both_ways(graph_greedy *ways, graph_greedy **best)
{
	*best = NULL;
	mixmi_status status = search_all(&ways[0]);
	if (goes_on(&ways[0], status))
		status = search_all(&ways[1]);
	if (!goes_on(&ways[0], status) || !is_certain(&ways[0]))
		return status;
	graph_greedy *fewer = &ways[count_edges(&ways[1]) < count_edges(&ways[0])];
	if (has_forbidden(fewer))
		return status;
	status = graph_greedy_find_evidence(fewer);
	*best = goes_on(fewer, status) && !loses_some(fewer) ? fewer : NULL;
	return status;
}

/* The outcome of a search that came to its end. */
static void take_over(graph_search *search, graph_greedy *best)
{
	if (best == NULL) {
		free(search->class);
		search->class = NULL;
		stay_with_start(search);
		return;
	}
	hand_over(best);
	*search->class = best->class;
	best->class = (graph_class){ 0 };
}

static mixmi_status search_for_good(graph_search *search)
{
	graph_greedy ways[2] = { { .search = search }, { .search = search, .from_start = true } }, *best;
	mixmi_status status = search_both_ways(ways, &best);
	if (goes_on(&ways[0], status))
		take_over(search, best);
	clear(&ways[0]);
	clear(&ways[1]);
	return status;
}

/* Goes through the search by what is known and by guesses, and asks what it comes to. */
static mixmi_status ask_ahead_once(graph_search *search, bool again, bool *any)
{
	graph_ahead ahead;
	graph_greedy ways[2] = { { .search = search, .ahead = &ahead },
		                     { .search = search, .ahead = &ahead, .from_start = true } };
	graph_greedy *best;
	mixmi_status status = graph_ahead_init(&ahead, search) ? MIXMI_OK : base_error_memory();
	status = graph_ahead_begin(search, status);
	if (status == MIXMI_OK)
		status = search_both_ways(ways, &best);
	status = graph_ahead_end(search, status);
	*any = ahead.count > 0;
	clear(&ways[0]);
	clear(&ways[1]);
	if (status == MIXMI_OK && (*any || !again))
		status = graph_ahead_ask(&ahead, again);
	graph_ahead_clear(&ahead);
	return status;
}

/* Until nothing is left that is not known. */
static mixmi_status ask_ahead(graph_search *search)
{
	bool any = true, again = false;
	mixmi_status status = MIXMI_OK;
	for (; any && status == MIXMI_OK && !search->watch->cancelled; again = true)
		status = ask_ahead_once(search, again, &any);
	return status;
}

mixmi_status graph_greedy_run(graph_search *search)
{
	mixmi_status status = graph_balanced(search);
	if (status == MIXMI_OK && !search->watch->cancelled)
		status = orient_start(search);
	if (status != MIXMI_OK || search->watch->cancelled)
		return status;
	search->class = base_array_zero(1, sizeof *search->class);
	if (search->class == NULL)
		return base_error_memory();
	if (graph_ahead_pays(search))
		status = ask_ahead(search);
	return status == MIXMI_OK && !search->watch->cancelled ? search_for_good(search) : status;
}
