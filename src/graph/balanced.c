/* Separating sets that fit the graph. A search that removes an edge as soon as some set makes its ends independent removes too
 * many when rows are few: of three nodes that explain each other two edges may go, and at the end a node can stand alone that
 * depends clearly on others. A set that separates two nodes fits a graph if all its nodes lie next to one of the two and on
 * paths between them (Li, Cabeli, Sella and Isambert 2019). Pairs whose set does not fit get another that does; if there is
 * none, the pair that depends most clearly gets its edge back, and all is looked at again. Invariant: answers that tie are
 * dealt with together, so that nothing depends on the order of nodes. Cost: a round for each edge that comes back. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/evidence.h"
#include "graph/separators.h"
#include "graph/share.h"
#include "graph/skeleton.h"

/* One round: pairs whose sets do not fit, and sets for them that do. */
typedef struct misfits {
	graph_search *search;
	size_t *pairs;           /* [count], room for all */
	graph_separators *found; /* [count] */
	graph_answer *plain;     /* [count] what each shows given nothing */
	size_t count;
	graph_lists lists;
	graph_between between;
} misfits;

static void clear(misfits *m)
{
	for (size_t i = 0; m->found != NULL && i < m->count; i++)
		graph_separators_clear(&m->found[i]);
	free(m->found);
	free(m->plain);
	free(m->pairs);
	graph_lists_clear(&m->lists);
	graph_between_clear(&m->between);
}

static bool is_misfit(misfits *m, size_t pair)
{
	const mixmi_graph *graph = m->search->graph;
	const graph_evidence *e = &graph->evidence[pair];
	graph_separator s = { .pair = pair, .given = e->given, .given_count = e->given_count };
	size_t a, b;
	graph_pair_nodes(graph, pair, &a, &b);
	return e->known && !e->by_knowledge && e->given_count > 0 && !graph_adjacent(graph, a, b) &&
	       !graph_separator_fits(&s, graph, &m->lists, &m->between);
}

/* To be cleared in any case. */
static bool list_misfits(misfits *m)
{
	size_t nodes = m->search->graph->nodes, all = nodes * (nodes - 1) / 2;
	m->pairs = base_array(all, sizeof *m->pairs);
	bool ready = graph_lists_init(&m->lists, m->search->graph);
	ready = graph_between_init(&m->between, nodes) && ready && m->pairs != NULL;
	for (size_t pair = 0; ready && pair < all; pair++)
		if (is_misfit(m, pair))
			m->pairs[m->count++] = pair;
	m->found = base_array_zero(m->count, sizeof *m->found);
	m->plain = base_array_zero(m->count, sizeof *m->plain);
	return ready && m->found != NULL && m->plain != NULL;
}

/* Looks for the smallest sets that fit, and at what the pair shows without any. */
static mixmi_status try_again(void *context, size_t index, graph_worker *worker)
{
	misfits *m = context;
	graph_search *search = m->search;
	graph_separators *found = &m->found[index];
	size_t a, b;
	graph_pair_nodes(search->graph, m->pairs[index], &a, &b);
	size_t largest = m->lists.degrees[a] > m->lists.degrees[b] ? m->lists.degrees[a] : m->lists.degrees[b];
	if (search->options->max_cond >= 0 && largest > (size_t)search->options->max_cond)
		largest = (size_t)search->options->max_cond;
	mixmi_status status = graph_search_ask(&m->plain[index], search, a, b, NULL, 0, worker);
	for (size_t size = 1; size <= largest && status == MIXMI_OK && found->count == 0; size++)
		status = graph_separators_find(found, search, &m->lists, m->pairs[index], size, worker);
	return status;
}

static size_t pair_of(void *context, size_t index)
{
	const misfits *m = context;
	return m->pairs[index];
}

static void put_misfit(base_parcel *parcel, void *context, size_t index)
{
	const misfits *m = context;
	graph_answer_put(parcel, &m->plain[index]);
	graph_evidence_put(parcel, &m->search->graph->evidence[m->pairs[index]]);
	graph_separators_put(parcel, &m->found[index]);
}

static bool take_misfit(base_parcel *parcel, void *context, size_t index)
{
	misfits *m = context;
	return graph_answer_take(parcel, &m->plain[index]) &&
	       graph_evidence_take(parcel, &m->search->graph->evidence[m->pairs[index]]) &&
	       graph_separators_take(parcel, &m->found[index]);
}

static const graph_outcome misfit_outcome = { pair_of, put_misfit, take_misfit };

/* Takes over the best of the sets that were found. */
static bool take_sets(misfits *m)
{
	for (size_t i = 0; i < m->count; i++) {
		const graph_separator *best = graph_separators_best(&m->found[i]);
		if (best != NULL && !graph_evidence_set(&m->search->graph->evidence[m->pairs[i]], &best->answer, best->given,
		                                        best->given_count))
			return false;
	}
	return true;
}

/* Does the first answer show dependence more clearly? */
static bool is_clearer(const graph_answer *x, const graph_answer *y)
{
	if (!isnan(x->p) && !isnan(y->p) && x->p != y->p)
		return x->p < y->p;
	return x->estimate > y->estimate;
}

/* Joins the pairs, without a set, that depend most clearly; false if every pair has one. */
static bool join_clearest(misfits *m)
{
	const graph_answer *clearest = NULL;
	mixmi_graph *graph = m->search->graph;
	for (size_t i = 0; i < m->count; i++)
		if (m->found[i].count == 0 && (clearest == NULL || is_clearer(&m->plain[i], clearest)))
			clearest = &m->plain[i];
	for (size_t i = 0; i < m->count; i++) {
		size_t a, b;
		if (m->found[i].count > 0 || is_clearer(clearest, &m->plain[i]))
			continue;
		graph_pair_nodes(graph, m->pairs[i], &a, &b);
		graph_set_undirected(graph, a, b);
		graph->evidence[m->pairs[i]].doubtful = true;
	}
	return clearest != NULL;
}

/* One round; *again is true if an edge came back. */
static mixmi_status mend(graph_search *search, bool *again)
{
	misfits m = { .search = search };
	mixmi_status status = list_misfits(&m) ? MIXMI_OK : base_error_memory();
	*again = false;
	if (status == MIXMI_OK)
		status =
			graph_search_share(search, "sets that fit the graph", "pairs", m.count, try_again, &misfit_outcome, &m);
	if (status == MIXMI_OK && !search->watch->cancelled) {
		if (take_sets(&m))
			*again = join_clearest(&m);
		else
			status = base_error_memory();
	}
	clear(&m);
	return status;
}

mixmi_status graph_balanced(graph_search *search)
{
	bool again = true;
	mixmi_status status = graph_skeleton(search);
	while (status == MIXMI_OK && again && !search->watch->cancelled)
		status = mend(search, &again);
	return status;
}
