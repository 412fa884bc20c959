/* Shares a stage between processes. Each process knows its own answers; before a stage that may repeat questions about
 * a pair, all processes exchange what they know about it. No question is therefore asked twice, and sums over processes
 * equal those of a single process. Cost: the outcome of every piece is sent to every process, once per stage. */
#include "graph/search/share.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "graph/search/rounds.h"

/* A shared stage. */
typedef struct stage_work {
	graph_search *search;
	graph_piece *piece;
	const graph_outcome *outcome;
	void *context;
	unsigned long long tests, reused; /* before the stage */
	bool *wanted;                     /* by pair: some piece asks about it */
} stage_work;

static mixmi_status do_piece(void *context, size_t index, graph_worker *worker)
{
	const stage_work *w = context;
	return w->piece(w->context, index, worker);
}

static void put_sums(base_parcel *parcel, void *context)
{
	const stage_work *w = context;
	base_parcel_put_number(parcel, w->search->tests - w->tests);
	base_parcel_put_number(parcel, w->search->tests_reused - w->reused);
}

static bool take_sums(base_parcel *parcel, void *context)
{
	stage_work *w = context;
	uint64_t tests, reused;
	if (!base_parcel_take_number(parcel, &tests) || !base_parcel_take_number(parcel, &reused))
		return false;
	w->search->tests += tests;
	w->search->watch->tests += tests;
	w->search->tests_reused += reused;
	return true;
}

static void put_piece(base_parcel *parcel, void *context, size_t index)
{
	const stage_work *w = context;
	w->outcome->put(parcel, w->context, index);
}

static bool take_piece(base_parcel *parcel, void *context, size_t index)
{
	const stage_work *w = context;
	return w->outcome->take(parcel, w->context, index);
}

/* ------------------------------------------------------------------------------------------------------- answers */

static bool is_wanted(void *context, size_t a, size_t b)
{
	const stage_work *w = context;
	return w->wanted[graph_pair(w->search->graph, a, b)];
}

static bool take_answers(base_parcel *parcel, void *context)
{
	const stage_work *w = context;
	return graph_answers_take(parcel, w->search->own);
}

/* Sends all answers about the pairs of this stage to every process. */
static mixmi_status share_answers(stage_work *w, size_t count)
{
	size_t nodes = w->search->graph->nodes;
	if (w->search->own == NULL || w->outcome->pair == NULL)
		return MIXMI_OK;
	w->wanted = base_array_zero(nodes * (nodes - 1) / 2, sizeof *w->wanted);
	mixmi_status status = w->wanted != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		w->wanted[w->outcome->pair(w->context, i)] = true;
	base_parcel own = { 0 };
	if (status == MIXMI_OK)
		graph_answers_put(&own, w->search->own, is_wanted, w);
	status = base_work_agree(w->search->options->executor, status, &own, take_answers, w);
	free(w->wanted);
	return status;
}

mixmi_status graph_search_share(graph_search *search, const char *stage, const char *unit, size_t count,
                                graph_piece *piece, const graph_outcome *outcome, void *context)
{
	static const base_outcome shared = { put_sums, take_sums, put_piece, take_piece };
	graph_watch *watch = search->watch;
	const base_executor *executor = search->options->executor;
	stage_work w = { .search = search, .piece = piece, .outcome = outcome, .context = context };
	mixmi_status status = MIXMI_OK;
	if (search->inside != NULL)
		return graph_work_inside(search->inside, count, piece, context);
	snprintf(watch->stage, sizeof watch->stage, "%s", stage);
	watch->unit = unit;
	if (search->rounds != NULL)
		executor = graph_rounds_begin(search->rounds, watch);
	else if (executor != NULL)
		status = share_answers(&w, count);
	w.tests = search->tests;
	w.reused = search->tests_reused;
	if (status == MIXMI_OK)
		status = graph_work_shared(watch, count, do_piece, executor, &shared, &w);
	if (search->rounds != NULL)
		graph_rounds_end(search->rounds, watch);
	return status;
}
