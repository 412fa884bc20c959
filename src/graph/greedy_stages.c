/* What the greedy search asks. A stage is shared between threads and processes, a pair being one piece of it, so that no
 * question is asked twice. Where processes share the search its questions were asked ahead (ahead.h); what is left, the process
 * that gathers shards asks itself. Cost: for a changed node one question for each pair that it may be in and each choice (move_sets.c). */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/contributors.h"
#include "graph/evidence.h"
#include "graph/greedy.h"
#include "graph/share.h"
#include "graph/subsets.h"

enum { CLEAR_SIZE = 2, CLEAR_NEIGHBOURS = 8, STANDING_ROWS = 1000 };

/* Guesses take no time that other threads could share. */
static mixmi_status run_ahead(graph_greedy *g, graph_piece *piece)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < g->work_count && status == MIXMI_OK; i++)
		status = piece(g, i, NULL);
	return status;
}

static mixmi_status run(graph_greedy *g, const char *stage, graph_piece *piece, const graph_outcome *outcome)
{
	if (g->ahead != NULL)
		return run_ahead(g, piece);
	if (g->search->rounds != NULL)
		return graph_search_work(g->search, stage, g->work_count, piece, g);
	return graph_search_share(g->search, stage, "pairs", g->work_count, piece, outcome, g);
}

static size_t pair_of(void *context, size_t index)
{
	const graph_greedy *g = context;
	return g->pairs[g->work[index]].pair;
}

static int compare_places(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;
	return (x > y) - (x < y);
}

static void sort(graph_greedy *g)
{
	qsort(g->work, g->work_count, sizeof *g->work, compare_places);
}

/* Joined pairs become the work. */
static void list_joined(graph_greedy *g)
{
	const graph_lists *lists = &g->class.lists;
	g->work_count = 0;
	for (size_t a = 0; a < lists->nodes; a++)
		for (size_t i = 0; i < lists->degrees[a]; i++) {
			size_t b = lists->neighbours[a * lists->nodes + i];
			if (a < b)
				g->work[g->work_count++] = graph_pair(g->search->graph, a, b);
		}
	sort(g);
}

static bool is_joined(const graph_greedy *g, const greedy_pair *pair)
{
	return graph_class_joined(&g->class, pair->a, pair->b);
}

/* Is a set of so many small enough? */
static bool is_allowed(const graph_greedy *g, size_t count)
{
	return g->search->options->max_cond < 0 || count <= (size_t)g->search->options->max_cond;
}

static mixmi_status ask(graph_answer *out, graph_greedy *g, const greedy_pair *pair, const size_t *given, size_t count,
                        graph_worker *worker)
{
	if (g->ahead == NULL)
		return graph_search_ask(out, g->search, pair->a, pair->b, given, count, worker);
	return graph_ahead_answer(out, g->ahead, pair->a, pair->b, given, count) ? MIXMI_OK : base_error_memory();
}

/* A guess is good enough to go on with, but not for taking back what answers have shown. */
static bool is_guess(const graph_greedy *g)
{
	return g->ahead != NULL && g->ahead->guessed;
}

/* Nodes that no test could compare with an end of the pair are joined to it all the same, but given them the tests would be undecided about
 * the pair either: they are left out of the set. */
static void leave_unjudged(graph_choices *choices, const graph_greedy *g, const greedy_pair *pair)
{
	const mixmi_graph *graph = g->search->graph;
	size_t left = 0;
	for (size_t i = 0; i < choices->given_count; i++) {
		size_t c = choices->given[i];
		if (!graph->evidence[graph_pair(graph, pair->a, c)].unjudged &&
		    !graph->evidence[graph_pair(graph, pair->b, c)].unjudged)
			choices->given[left++] = c;
	}
	choices->given_count = left;
}

/* Goes through the sets that a direction of a pair is judged by. */
typedef mixmi_status visit(graph_greedy *g, size_t index, const graph_choices *choices, const graph_answer *answer);

static mixmi_status visit_direction(graph_greedy *g, size_t index, size_t x, bool deletes, visit *see,
                                    graph_worker *worker)
{
	greedy_pair *pair = &g->pairs[g->work[index]];
	graph_choices choices;
	bool ready = graph_choices_init(&choices, &g->class, x, x == pair->a ? pair->b : pair->a, deletes);
	mixmi_status status = ready ? MIXMI_OK : base_error_memory();
	graph_answer answer = { .verdict = GRAPH_UNJUDGED };
	while (status == MIXMI_OK && graph_choices_next(&choices)) {
		leave_unjudged(&choices, g, pair);
		if (!is_allowed(g, choices.given_count))
			continue;
		if (!pair->required)
			status = ask(&answer, g, pair, choices.given, choices.given_count, worker);
		if (status != MIXMI_OK || answer.verdict == GRAPH_UNASKED)
			break;
		if (!deletes || pair->required || !is_guess(g))
			status = see(g, index, &choices, &answer);
	}
	graph_choices_clear(&choices);
	return status;
}

/* Both directions that the class leaves to the pair. What knowledge says about directions comes after the search: one that had
 * to keep to it would not come to the class of graphs that the data shows, for want of a move on the way. */
static mixmi_status visit_both(graph_greedy *g, size_t index, bool deletes, visit *see, graph_worker *worker)
{
	const greedy_pair *pair = &g->pairs[g->work[index]];
	mixmi_status status = MIXMI_OK;
	for (int side = 0; side < 2 && status == MIXMI_OK; side++) {
		size_t x = side == 0 ? pair->a : pair->b, y = side == 0 ? pair->b : pair->a;
		if (!deletes || !graph_class_directed(&g->class, y, x))
			status = visit_direction(g, index, x, deletes, see, worker);
	}
	return status;
}

/* --------------------------------------------------------------------------------------------------- insertions */

/* A set that the data is too little for supports nothing, unless no set can be judged. */
static mixmi_status keep_move(graph_greedy *g, size_t index, const graph_choices *choices, const graph_answer *answer)
{
	greedy_pair *pair = &g->pairs[g->work[index]];
	graph_move move = graph_choices_move(choices);
	move.nats = graph_nats(answer);
	if ((answer->verdict == GRAPH_UNJUDGED && !pair->required) || graph_search_separates(g->search, answer))
		return MIXMI_OK;
	if (!base_grow((void **)&pair->moves, &pair->capacity, pair->count + 1, sizeof *pair->moves))
		return base_error_memory();
	pair->moves[pair->count++] = move;
	return MIXMI_OK;
}

static mixmi_status find_moves(void *context, size_t index, graph_worker *worker)
{
	graph_greedy *g = context;
	g->pairs[g->work[index]].count = 0;
	return visit_both(g, index, false, keep_move, worker);
}

static void put_moves(base_parcel *parcel, void *context, size_t index)
{
	const graph_greedy *g = context;
	const greedy_pair *pair = &g->pairs[g->work[index]];
	base_parcel_put_number(parcel, pair->count);
	base_parcel_put(parcel, pair->moves, pair->count * sizeof *pair->moves);
}

static bool take_moves(base_parcel *parcel, void *context, size_t index)
{
	graph_greedy *g = context;
	greedy_pair *pair = &g->pairs[g->work[index]];
	uint64_t number;
	if (!base_parcel_take_number(parcel, &number))
		return false;
	size_t count = (size_t)number; /* a pair's, put by another process of this program */
	if (!base_grow((void **)&pair->moves, &pair->capacity, count, sizeof *pair->moves))
		return false;
	pair->count = count;
	return base_parcel_take(parcel, pair->moves, count * sizeof *pair->moves);
}

/* Is the pair one to be looked at as things are? */
static bool is_looked_at(const graph_greedy *g, const greedy_pair *pair)
{
	const graph_lists *lists = &g->class.lists;
	if (!pair->screened)
		return true;
	for (size_t i = 0; i < lists->degrees[pair->a]; i++)
		if (graph_class_joined(&g->class, lists->neighbours[pair->a * lists->nodes + i], pair->b))
			return true;
	return false;
}

/* The stale pairs that are looked at become the work, in the order of pairs; none is stale then. One that is not looked at has
 * no moves until it is made stale again. Not by who asks: every process must know. */
static void list_stale(graph_greedy *g)
{
	g->work_count = 0;
	for (size_t i = 0; i < g->stale_count; i++) {
		greedy_pair *p = &g->pairs[g->stale[i]];
		p->stale = p->failed = false;
		p->count = 0;
		if (!p->closed && !is_joined(g, p) && is_looked_at(g, p))
			g->work[g->work_count++] = g->stale[i];
	}
	g->stale_count = 0;
	sort(g);
}

/* Candidates are the pairs that have moves; those that were stale may have got some or lost them. */
static void list_candidates(graph_greedy *g)
{
	size_t count = 0, best;
	for (size_t i = 0; i < g->candidate_count; i++) {
		greedy_pair *p = &g->pairs[g->candidates[i].place];
		p->listed = p->count > 0;
		if (p->listed)
			g->candidates[count++].place = g->candidates[i].place;
	}
	for (size_t i = 0; i < g->work_count; i++) {
		greedy_pair *p = &g->pairs[g->work[i]];
		if (p->count > 0 && !p->listed)
			g->candidates[count++].place = g->work[i];
		p->listed = p->count > 0;
	}
	g->candidate_count = count;
	for (size_t i = 0; i < count; i++)
		g->candidates[i].nats = graph_greedy_best_move(g, &g->pairs[g->candidates[i].place], &best);
}

mixmi_status graph_greedy_find_moves(graph_greedy *g)
{
	static const graph_outcome outcome = { pair_of, put_moves, take_moves };
	list_stale(g);
	mixmi_status status = run(g, "adding edges", find_moves, &outcome);
	list_candidates(g);
	return status;
}

/* ---------------------------------------------------------------------------------------------------- deletions */

static mixmi_status keep_deletion(graph_greedy *g, size_t index, const graph_choices *choices,
                                  const graph_answer *answer)
{
	graph_move move = graph_choices_move(choices);
	move.nats = graph_nats(answer);
	if (!graph_search_separates(g->search, answer) ||
	    (g->any[index] && !graph_greedy_is_better(g, &move, &g->found[index], -1)))
		return MIXMI_OK;
	g->found[index] = move;
	g->any[index] = true;
	return MIXMI_OK;
}

static mixmi_status find_deletion(void *context, size_t index, graph_worker *worker)
{
	graph_greedy *g = context;
	g->any[index] = false;
	return g->pairs[g->work[index]].required ? MIXMI_OK : visit_both(g, index, true, keep_deletion, worker);
}

static void put_deletion(base_parcel *parcel, void *context, size_t index)
{
	const graph_greedy *g = context;
	base_parcel_put(parcel, &g->any[index], sizeof *g->any);
	base_parcel_put(parcel, &g->found[index], sizeof *g->found);
}

static bool take_deletion(base_parcel *parcel, void *context, size_t index)
{
	graph_greedy *g = context;
	return base_parcel_take(parcel, &g->any[index], sizeof *g->any) &&
	       base_parcel_take(parcel, &g->found[index], sizeof *g->found);
}

mixmi_status graph_greedy_find_deletions(graph_greedy *g)
{
	static const graph_outcome outcome = { pair_of, put_deletion, take_deletion };
	list_joined(g);
	return run(g, "taking edges away", find_deletion, &outcome);
}

/* ------------------------------------------------------------------------------------------ clearly separated */

/* Is the Bayes factor of independence (search.c) at least 14, so that even the best of many sets may be believed? With 300 rows
 * p has to be above .5, with 3000 above .1; below 200 rows nothing is clear. */
static bool is_clear(const graph_answer *answer)
{
	const double odds = 14;
	double left = log((double)answer->rows + 1) - 2 * log(odds);
	return left > 0 && answer->p > erfc(sqrt(left / 2));
}

/* What node c shares with both ends, given nothing. */
static double shared(const graph_search *search, const greedy_pair *pair, size_t c)
{
	return fmin(search->marginal[graph_pair(search->graph, pair->a, c)],
	            search->marginal[graph_pair(search->graph, pair->b, c)]);
}

/* What comes to both ends through a set is no more than the set's nodes share with both (data processing inequality). A set
 * that shares less than the pair has cannot be what joins it, however independent the ends look given it: it may tell so
 * much about one end that nothing is left to see. */
static bool may_explain(const graph_search *search, const greedy_pair *pair, const size_t *given, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += shared(search, pair, given[i]);
	return sum >= search->marginal[pair->pair];
}

/* Neighbours of a node, at most CLEAR_NEIGHBOURS of them: those that share most with both ends. Ascending. */
static size_t list_neighbours(size_t *out, const graph_greedy *g, const greedy_pair *pair, size_t node)
{
	const graph_lists *lists = &g->class.lists;
	const graph_search *search = g->search;
	size_t count = 0;
	double kept[CLEAR_NEIGHBOURS];
	for (size_t c = 0; c < lists->nodes; c++) {
		if (!graph_class_joined(&g->class, node, c) || c == pair->a || c == pair->b)
			continue;
		double both = shared(search, pair, c);
		size_t place = count;
		if (count == CLEAR_NEIGHBOURS) {
			size_t least = 0;
			for (size_t i = 1; i < count; i++)
				least = kept[i] < kept[least] ? i : least;
			if (both <= kept[least])
				continue;
			for (place = least; place + 1 < count; place++) {
				out[place] = out[place + 1];
				kept[place] = kept[place + 1];
			}
		}
		out[place] = c;
		kept[place] = both;
		count = place + 1;
	}
	return count;
}

/* The end of a pair that c is not joined to, if it is joined to the other one; else SIZE_MAX. */
static size_t far_end(const graph_greedy *g, const greedy_pair *pair, size_t c)
{
	bool a = graph_class_joined(&g->class, pair->a, c), b = graph_class_joined(&g->class, pair->b, c);
	return a && !b ? pair->b : b && !a ? pair->a : SIZE_MAX;
}

/* Evidence given nothing is that of a test, which may see one column more sharply than another, so that the edge of a column that
 * only stands for its neighbour c may come first. Given that column c still depends on the far end, given c it does not: *stands.
 * Below STANDING_ROWS tests given a column have too little power for that: of 221 random networks at n = 300 it changed seven, all
 * for the worse. */
static mixmi_status stands_for(bool *stands, graph_greedy *g, const greedy_pair *pair, size_t c, graph_worker *worker)
{
	size_t far = far_end(g, pair, c), near = far == pair->a ? pair->b : pair->a;
	const greedy_pair *other = &g->pairs[graph_pair(g->search->graph, c, far)];
	graph_answer answer;
	*stands = false;
	if (other->closed || g->search->graph->evidence[other->pair].by_knowledge)
		return MIXMI_OK;
	mixmi_status status = ask(&answer, g, other, &near, 1, worker);
	*stands = status == MIXMI_OK && answer.verdict == GRAPH_DEPENDENT && !is_guess(g);
	return status;
}

/* One set: is it what joins the pair, and does it separate it more clearly than others? */
static mixmi_status try_clear_set(graph_greedy *g, size_t index, const size_t *set, size_t size, graph_worker *worker)
{
	greedy_pair *pair = &g->pairs[g->work[index]];
	graph_answer answer;
	bool joins = may_explain(g->search, pair, set, size);
	if (!joins && (size > 1 || far_end(g, pair, set[0]) == SIZE_MAX))
		return MIXMI_OK;
	mixmi_status status = ask(&answer, g, pair, set, size, worker);
	if (status != MIXMI_OK || answer.verdict == GRAPH_UNASKED || is_guess(g) || !is_clear(&answer))
		return status;
	if (!joins && answer.rows >= STANDING_ROWS)
		status = stands_for(&joins, g, pair, set[0], worker);
	if (status != MIXMI_OK || !joins || (g->any[index] && answer.p <= pair->evidence.p))
		return status;
	g->any[index] = true;
	return graph_evidence_set(&pair->evidence, &answer, set, size) ? MIXMI_OK : base_error_memory();
}

/* Asks about the sets that may be what joins the pair, and keeps the one that separates it most clearly. */
static mixmi_status try_clear(graph_greedy *g, size_t index, graph_subsets *sets, size_t size, graph_worker *worker)
{
	mixmi_status status = MIXMI_OK;
	graph_subsets_start(sets, size);
	while (status == MIXMI_OK && graph_subsets_next(sets))
		status = try_clear_set(g, index, sets->set, size, worker);
	return status;
}

static mixmi_status close_clear(void *context, size_t index, graph_worker *worker)
{
	graph_greedy *g = context;
	greedy_pair *pair = &g->pairs[g->work[index]];
	size_t a[CLEAR_NEIGHBOURS], b[CLEAR_NEIGHBOURS], room[2 * CLEAR_SIZE];
	graph_subsets sets = { .lists = { a, b }, .places = room, .set = room + CLEAR_SIZE };
	int64_t largest = g->search->options->max_cond;
	mixmi_status status = MIXMI_OK;
	g->any[index] = false;
	if (pair->required)
		return MIXMI_OK;
	sets.counts[0] = list_neighbours(a, g, pair, pair->a);
	sets.counts[1] = list_neighbours(b, g, pair, pair->b);
	for (size_t size = 1; size <= CLEAR_SIZE && status == MIXMI_OK && (largest < 0 || size <= (size_t)largest); size++)
		status = try_clear(g, index, &sets, size, worker);
	return status;
}

static void put_closed(base_parcel *parcel, void *context, size_t index)
{
	const graph_greedy *g = context;
	base_parcel_put(parcel, &g->any[index], sizeof *g->any);
	graph_evidence_put(parcel, &g->pairs[g->work[index]].evidence);
}

static bool take_closed(base_parcel *parcel, void *context, size_t index)
{
	graph_greedy *g = context;
	return base_parcel_take(parcel, &g->any[index], sizeof *g->any) &&
	       graph_evidence_take(parcel, &g->pairs[g->work[index]].evidence);
}

mixmi_status graph_greedy_close_clear(graph_greedy *g)
{
	static const graph_outcome outcome = { pair_of, put_closed, take_closed };
	list_joined(g);
	return run(g, "sets of neighbours", close_clear, &outcome);
}

/* ----------------------------------------------------------------------------------------------------- evidence */

static mixmi_status keep_weakest(graph_greedy *g, size_t index, const graph_choices *choices,
                                 const graph_answer *answer)
{
	graph_evidence *evidence = &g->pairs[g->work[index]].evidence;
	if (!graph_evidence_is_weaker(answer, evidence))
		return MIXMI_OK;
	return graph_evidence_set(evidence, answer, choices->given, choices->given_count) ? MIXMI_OK : base_error_memory();
}

/* Of a joined pair the weakest test that kept it, of another the clearest that did not. */
static mixmi_status find_evidence(void *context, size_t index, graph_worker *worker)
{
	graph_greedy *g = context;
	greedy_pair *pair = &g->pairs[g->work[index]];
	return visit_both(g, index, is_joined(g, pair), keep_weakest, worker);
}

static bool is_any(const graph_greedy *g, const greedy_pair *pair)
{
	return !pair->closed && !pair->required && (is_joined(g, pair) || is_looked_at(g, pair));
}

static void put_evidence(base_parcel *parcel, void *context, size_t index)
{
	const graph_greedy *g = context;
	graph_evidence_put(parcel, &g->pairs[g->work[index]].evidence);
}

static bool take_evidence(base_parcel *parcel, void *context, size_t index)
{
	graph_greedy *g = context;
	return graph_evidence_take(parcel, &g->pairs[g->work[index]].evidence);
}

mixmi_status graph_greedy_find_evidence(graph_greedy *g)
{
	static const graph_outcome outcome = { pair_of, put_evidence, take_evidence };
	g->work_count = 0;
	for (size_t i = 0; i < g->count; i++)
		if (is_any(g, &g->pairs[i]))
			g->work[g->work_count++] = i;
	return run(g, "what supports edges", find_evidence, &outcome);
}
