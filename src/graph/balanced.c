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
#include "graph/contributors.h"
#include "graph/evidence.h"
#include "graph/separators.h"
#include "graph/share.h"
#include "graph/skeleton.h"

/* One round: pairs whose sets do not fit, and what sets that do show of them. */
typedef struct misfits {
	graph_search *search;
	size_t *pairs;         /* [count] */
	graph_evidence *found; /* [count] */
	uint8_t *tried;        /* [count] graph_tried */
	size_t count;
	graph_lists lists;
	graph_between between;
} misfits;

static void clear(misfits *m)
{
	for (size_t i = 0; m->found != NULL && i < m->count; i++)
		free(m->found[i].given);
	free(m->found);
	free(m->tried);
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

/* Of `listed` pairs those that do not fit; to be cleared in any case. */
static bool list_misfits(misfits *m, size_t listed)
{
	bool ready = graph_lists_init(&m->lists, m->search->graph);
	ready = graph_between_init(&m->between, m->search->graph->nodes) && ready;
	for (size_t i = 0; ready && i < listed; i++)
		if (is_misfit(m, m->pairs[i]))
			m->pairs[m->count++] = m->pairs[i];
	m->found = base_array_zero(m->count, sizeof *m->found);
	m->tried = base_array_zero(m->count, sizeof *m->tried);
	return ready && m->found != NULL && m->tried != NULL;
}

/* Looks for a set that fits. */
static mixmi_status try_again(void *context, size_t index, graph_worker *worker)
{
	misfits *m = context;
	graph_search *search = m->search;
	size_t largest = search->graph->nodes;
	if (search->options->max_cond >= 0 && largest > (size_t)search->options->max_cond)
		largest = (size_t)search->options->max_cond;
	return graph_contributors_try(&m->tried[index], &m->found[index], search, &m->lists, m->pairs[index], largest,
	                              worker);
}

static size_t pair_of(void *context, size_t index)
{
	const misfits *m = context;
	return m->pairs[index];
}

static void put_misfit(base_parcel *parcel, void *context, size_t index)
{
	const misfits *m = context;
	base_parcel_put(parcel, &m->tried[index], sizeof *m->tried);
	graph_evidence_put(parcel, &m->found[index]);
}

static bool take_misfit(base_parcel *parcel, void *context, size_t index)
{
	misfits *m = context;
	return base_parcel_take(parcel, &m->tried[index], sizeof *m->tried) &&
	       graph_evidence_take(parcel, &m->found[index]);
}

static const graph_outcome misfit_outcome = { pair_of, put_misfit, take_misfit };

/* What was found becomes the evidence of the pair. */
static void take(misfits *m, size_t index)
{
	graph_evidence *evidence = &m->search->graph->evidence[m->pairs[index]];
	graph_evidence before = *evidence;
	*evidence = m->found[index];
	evidence->by_knowledge = before.by_knowledge;
	m->found[index] = before;
}

static void take_sets(misfits *m)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->tried[i] == GRAPH_SEPARATED)
			take(m, i);
}

/* Joins the pairs, without a set, that depend most clearly; false if every pair has one. What kept such an edge is the
 * weakest answer given sets that fit. */
static bool join_clearest(misfits *m)
{
	const graph_search *search = m->search;
	double clearest = -INFINITY;
	for (size_t i = 0; i < m->count; i++)
		if (m->tried[i] != GRAPH_SEPARATED)
			clearest = fmax(clearest, search->marginal[m->pairs[i]]);
	for (size_t i = 0; i < m->count; i++) {
		size_t a, b;
		if (m->tried[i] == GRAPH_SEPARATED || search->marginal[m->pairs[i]] < clearest)
			continue;
		graph_pair_nodes(search->graph, m->pairs[i], &a, &b);
		graph_set_undirected(search->graph, a, b);
		take(m, i);
		search->graph->evidence[m->pairs[i]].doubtful = true;
	}
	return clearest > -INFINITY;
}

/* One round about the listed pairs, of which those that do not fit are left; *again is true if an edge came back. */
static mixmi_status repair(graph_search *search, size_t *pairs, size_t *count, bool *again)
{
	misfits m = { .search = search, .pairs = pairs };
	mixmi_status status = list_misfits(&m, *count) ? MIXMI_OK : base_error_memory();
	*again = false;
	if (status == MIXMI_OK)
		status =
			graph_search_share(search, "sets that fit the graph", "pairs", m.count, try_again, &misfit_outcome, &m);
	if (status == MIXMI_OK && !search->watch->cancelled) {
		take_sets(&m);
		*again = join_clearest(&m);
	}
	*count = m.count;
	clear(&m);
	return status;
}

/* Edges only come back, so that a set that fits goes on to fit: after the first round only misfits are looked at again. */
mixmi_status graph_balanced(graph_search *search)
{
	size_t nodes = search->graph->nodes, count = nodes * (nodes - 1) / 2;
	bool again = true;
	mixmi_status status = graph_skeleton(search);
	size_t *pairs = base_array(count, sizeof *pairs);
	if (status == MIXMI_OK && pairs == NULL)
		status = base_error_memory();
	for (size_t pair = 0; pairs != NULL && pair < count; pair++)
		pairs[pair] = pair;
	while (status == MIXMI_OK && again && !search->watch->cancelled)
		status = repair(search, pairs, &count, &again);
	free(pairs);
	return status;
}
