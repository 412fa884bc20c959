/* The parallel loop of searches. A cancelled search keeps its results so far; cancelling is therefore recorded here and
 * is not a failure. */
#include "graph/model/graph_work.h"

bool graph_work_goes_on(graph_worker *worker)
{
	graph_watch *watch = worker->watch;
	if (!watch->cancelled && base_work_goes_on(worker->base))
		return true;
	watch->cancelled = watch->cancelled || base_work_cancelled(worker->base);
	return false;
}

void graph_work_stopped(graph_worker *worker)
{
	/* if goes_on() returns false without cancelling, a lower piece has failed; this is handled at the end */
	if (worker->watch->cancelled || base_work_cancelled(worker->base) || base_work_goes_on(worker->base))
		worker->watch->cancelled = true;
}

/* Adapts a piece of a graph search and its outcome to base/work. */
typedef struct adapter {
	graph_watch *watch;
	graph_piece *piece;
	const base_outcome *outcome;
	void *context;
} adapter;

static mixmi_status do_piece(void *context, size_t index, base_worker *base)
{
	adapter *a = context;
	graph_worker worker = { a->watch, base, false };
	mixmi_status status = a->watch->cancelled ? MIXMI_OK : a->piece(a->context, index, &worker);
	if (worker.open)
		a->watch->open++;
	return status;
}

static void put_sums(base_parcel *parcel, void *context)
{
	const adapter *a = context;
	if (a->outcome->put_sums != NULL)
		a->outcome->put_sums(parcel, a->context);
}

static bool take_sums(base_parcel *parcel, void *context)
{
	const adapter *a = context;
	return a->outcome->take_sums == NULL || a->outcome->take_sums(parcel, a->context);
}

static void put_piece(base_parcel *parcel, void *context, size_t index)
{
	const adapter *a = context;
	a->outcome->put(parcel, a->context, index);
}

static bool take_piece(base_parcel *parcel, void *context, size_t index)
{
	const adapter *a = context;
	return a->outcome->take(parcel, a->context, index);
}

mixmi_status graph_work_shared(graph_watch *watch, size_t count, graph_piece *piece, const base_executor *executor,
                               const base_outcome *outcome, void *context)
{
	static const base_outcome adapted = { put_sums, take_sums, put_piece, take_piece };
	adapter a = { watch, piece, outcome, context };
	base_work work = { .options = watch->options,
		               .count = count,
		               .stage = watch->stage,
		               .unit = watch->unit,
		               .tests = &watch->tests,
		               .expected = &watch->expected,
		               .level = watch->level,
		               .executor = executor,
		               .outcome = &adapted };
	mixmi_status status = base_work_run(&work, do_piece, &a);
	if (status != MIXMI_ERROR_CANCELLED)
		return status;
	watch->cancelled = true;
	return MIXMI_OK;
}

mixmi_status graph_work_parallel(graph_watch *watch, size_t count, graph_piece *piece, void *context)
{
	return graph_work_shared(watch, count, piece, NULL, NULL, context);
}

mixmi_status graph_work_inside(graph_worker *worker, size_t count, graph_piece *piece, void *context)
{
	mixmi_status status = MIXMI_OK;
	for (size_t index = 0; index < count && status == MIXMI_OK && graph_work_goes_on(worker); index++)
		status = piece(context, index, worker);
	return status;
}
