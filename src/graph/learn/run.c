/* A search from the first question to directions and estimates. */
#include "graph/learn/run.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/options.h"
#include "graph/latent/latent.h"
#include "graph/orient/certainty.h"
#include "graph/orient/extension.h"
#include "graph/orient/kinds.h"
#include "graph/orient/orient.h"
#include "graph/search/score.h"
#include "graph/search/share.h"
#include "graph/search/skeleton.h"
#include "graph/series/series.h"

/* The searches for latent variables and directions may use larger sets than that of the skeleton. */
static void count_levels(mixmi_graph *graph)
{
	for (size_t pair = 0; pair < graph->nodes * (graph->nodes - 1) / 2; pair++)
		if (graph->evidence[pair].known && graph->evidence[pair].given_count + 1 > graph->levels)
			graph->levels = graph->evidence[pair].given_count + 1;
}

/* Shall a graph by tests alone be a CPDAG that some directed acyclic graph has? As published, preset paper does not ensure this. With a program's own
 * test nodes are in the order of names, which must decide nothing. */
static bool is_class(const graph_search *search)
{
	const mixmi_options *o = search->options;
	return o->preset != MIXMI_PRESET_PAPER && o->own_test.function == NULL;
}

/* A search by score ends with a directed graph, whose class is wanted; after tests alone directions come from their answers. */
static mixmi_status direct(graph_search *search)
{
	if (search->options->latent)
		return graph_latent(search);
	if (search->parents != NULL)
		return graph_settle_class(search);
	mixmi_status status = graph_orient(search);
	return status == MIXMI_OK && !search->watch->cancelled && is_class(search) ? graph_settle_class(search) : status;
}

static mixmi_status search_whole(graph_search *search)
{
	bool published = search->options->search == MIXMI_SEARCH_PC_STABLE;
	mixmi_status status = search->series != NULL ? graph_series_run(search)
	                      : published            ? graph_skeleton(search)
	                                             : graph_score_run(search);
	graph_search_drop_undecided(search);
	if (status == MIXMI_OK && !search->watch->cancelled && search->series == NULL)
		status = direct(search);
	if (status == MIXMI_OK && !search->watch->cancelled)
		status = graph_certainty(search);
	if (status == MIXMI_OK && !search->watch->cancelled && search->sample == 0)
		status = graph_arrow_kinds(search);
	if (search->watch->cancelled)
		graph_make_skeleton(search->graph); /* an interrupted search shows the skeleton only */
	count_levels(search->graph);
	search->graph->tests = search->tests;
	search->graph->tests_reused = search->tests_reused;
	search->graph->complete = !search->watch->cancelled;
	return status;
}

/* Computes the estimate for the deciding test of a pair, which so far has a verdict only. Separated pairs get none: there are many more of
 * them. */
static mixmi_status measure_pair(void *context, size_t pair, graph_worker *worker)
{
	graph_search *search = context;
	graph_evidence *evidence = &search->graph->evidence[pair];
	graph_question q = { .sample = search->sample, .given = evidence->given, .given_count = evidence->given_count };
	graph_answer answer = { .estimate = NAN, .corrected = NAN, .lower = NAN, .upper = NAN };
	if (!evidence->known || evidence->by_knowledge)
		return MIXMI_OK;
	graph_pair_nodes(search->graph, pair, &q.a, &q.b);
	mixmi_status status = MIXMI_OK;
	if (graph_adjacent(search->graph, q.a, q.b))
		status = graph_search_measure(&answer, search, &q, worker);
	else
		answer.upper = evidence->upper;
	evidence->estimate = answer.estimate;
	evidence->corrected = answer.corrected;
	evidence->lower = answer.lower;
	evidence->upper = answer.upper;
	return status;
}

static void put_measure(base_parcel *parcel, void *context, size_t pair)
{
	const graph_search *search = context;
	const graph_evidence *e = &search->graph->evidence[pair];
	const double numbers[4] = { e->estimate, e->corrected, e->lower, e->upper };
	base_parcel_put(parcel, numbers, sizeof numbers);
}

static bool take_measure(base_parcel *parcel, void *context, size_t pair)
{
	const graph_search *search = context;
	graph_evidence *e = &search->graph->evidence[pair];
	double numbers[4];
	if (!base_parcel_take(parcel, numbers, sizeof numbers))
		return false;
	e->estimate = numbers[0];
	e->corrected = numbers[1];
	e->lower = numbers[2];
	e->upper = numbers[3];
	return true;
}

static const graph_outcome measures = { NULL, put_measure, take_measure };

/* A search asks far more questions than it reports, so estimates are computed at the end, for edges only. */
mixmi_status graph_search_run(graph_search *search)
{
	size_t nodes = search->graph->nodes;
	search->context.verdict_only = graph_search_judges_first(search->options);
	if (!graph_search_foresee(search))
		search->watch->cancelled = true;
	mixmi_status status = search_whole(search);
	if (status == MIXMI_OK && search->context.verdict_only && search->sample == 0 && !search->watch->cancelled) {
		search->context.verdict_only = false;
		status =
			graph_search_share(search, "measuring", "pairs", nodes * (nodes - 1) / 2, measure_pair, &measures, search);
		search->graph->complete = !search->watch->cancelled;
	}
	graph_score_clear(search);
	free(search->lagged);
	search->lagged = NULL;
	return status;
}
