/* Pieces are taken from a counter, so threads are busy until the last one. The calling thread goes on speaking to the
 * callback when there is nothing left for it to do: otherwise a long piece in another thread could not be cancelled.
 * Invariant: a piece is left out only after a lower one has failed, so the lowest that fails is the same for any threads. */
#include "base/work.h"

#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/progress.h"

/* What the threads of a loop share. */
typedef struct base_loop {
	const base_work *work;
	base_piece *piece;
	void *context;
	atomic_size_t next; /* piece */
	atomic_size_t done; /* pieces */
	atomic_int busy;    /* threads */
	atomic_bool cancelled;
	atomic_size_t failed; /* the lowest piece that did; SIZE_MAX: none */
	omp_lock_t lock;      /* for the two below */
	mixmi_status status;
	char message[1024];
} base_loop;

/* ------------------------------------------------------------------------------------------------ the callback */

/* Calls that may come in a burst, and as many a second as after it. */
static const double burst = 50, rate = 25;

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool watch_progress(void *context, const mixmi_progress *progress)
{
	base_watch *watch = context;
	if (watch->refused)
		return false;
	double now = seconds(), allowance = watch->allowance + rate * (now - watch->last);
	watch->allowance = allowance < burst ? allowance : burst;
	watch->last = now;
	if (watch->allowance < 1)
		return true;
	watch->allowance--;
	watch->refused = !watch->progress(watch->context, progress);
	return !watch->refused;
}

/* The callback of what a piece asks of the library. */
static bool worker_progress(void *context, const mixmi_progress *progress)
{
	(void)progress;
	return base_work_goes_on(context);
}

void base_watch_start(base_watch *watch, mixmi_options *options)
{
	if (options->progress == NULL || options->progress == worker_progress || options->progress == watch_progress)
		return;
	*watch = (base_watch){ options->progress, options->progress_context, false, burst, seconds() };
	options->progress = watch_progress;
	options->progress_context = watch;
}

void base_watch_settle(base_watch *watch, mixmi_options *settled, const mixmi_options *given)
{
	base_options_settle(settled, given);
	base_watch_start(watch, settled);
}

mixmi_options base_work_options(base_worker *worker, const mixmi_options *options)
{
	mixmi_options inner = *options;
	inner.threads = 1;
	inner.progress = worker_progress;
	inner.progress_context = worker;
	return inner;
}

/* Tells the callback where the loop is. */
static bool report(base_loop *loop)
{
	const base_work *work = loop->work;
	size_t done = loop->done;
	double share = work->count > 0 ? (double)done / (double)work->count : 1;
	if (work->to > 0)
		return base_progress_share(work->options, work->stage, work->from + (work->to - work->from) * share);
	const mixmi_progress progress = { .stage = work->stage,
		                              .unit = work->unit != NULL ? work->unit : "",
		                              .done = done,
		                              .total = work->count,
		                              .tests = work->tests != NULL ? *work->tests : 0,
		                              .level = work->level };
	return work->options->progress(work->options->progress_context, &progress);
}

static bool reports(const base_work *work)
{
	return work->stage != NULL && work->options != NULL && work->options->progress != NULL;
}

bool base_work_goes_on(base_worker *worker)
{
	base_loop *loop = worker->loop;
	if (loop->cancelled || loop->failed < worker->index)
		return false;
	if (worker->is_caller && reports(loop->work) && !report(loop))
		loop->cancelled = true;
	return !loop->cancelled;
}

bool base_work_cancelled(const base_worker *worker)
{
	return worker->loop->cancelled;
}

/* ---------------------------------------------------------------------------------------------------------- pieces */

/* Messages are per thread, so that of the lowest piece is carried over. A piece that was told to stop has not failed. */
static void note(base_loop *loop, mixmi_status status, size_t index)
{
	if (status == MIXMI_ERROR_CANCELLED) {
		loop->cancelled = loop->cancelled || loop->failed > index;
		return;
	}
	omp_set_lock(&loop->lock);
	if (index < loop->failed) {
		loop->failed = index;
		loop->status = status;
		snprintf(loop->message, sizeof loop->message, "%s", mixmi_error_message());
	}
	omp_unset_lock(&loop->lock);
}

/* The next run of pieces; *count is 0 where none is left. */
static void take(base_loop *loop, size_t *first, size_t *count)
{
	const base_work *work = loop->work;
	if (work->executor != NULL) {
		work->executor->take(work->executor->self, first, count, work->count);
		return;
	}
	size_t chunk = work->chunk > 0 ? work->chunk : 1;
	*first = atomic_fetch_add(&loop->next, chunk);
	*count = *first >= work->count ? 0 : work->count - *first < chunk ? work->count - *first : chunk;
}

static void do_pieces(base_loop *loop, base_worker *worker)
{
	size_t first, count;
	for (take(loop, &first, &count); count > 0; take(loop, &first, &count))
		for (worker->index = first; worker->index < first + count; worker->index++) {
			if (!base_work_goes_on(worker))
				return;
			mixmi_status status = loop->piece(loop->context, worker->index, worker);
			if (status != MIXMI_OK)
				note(loop, status, worker->index);
			loop->done++;
		}
}

/* Looks in on the callback until all threads are through; more seldom the longer it takes. */
static void wait_for_others(base_loop *loop, base_worker *worker)
{
	const long longest = 5000000;
	struct timespec moment = { .tv_nsec = 20000 };
	worker->index = SIZE_MAX;
	while (loop->busy > 0) {
		(void)base_work_goes_on(worker);
		nanosleep(&moment, NULL);
		moment.tv_nsec = moment.tv_nsec < longest / 2 ? 2 * moment.tv_nsec : longest;
	}
}

/* ------------------------------------------------------------------------------------------------------- threads */

int base_threads(const mixmi_options *options)
{
	enum { MOST = 1024 };
	int64_t threads = omp_in_parallel() ? 1 : options->threads > 0 ? options->threads : omp_get_max_threads();
	return threads < MOST ? (int)threads : MOST;
}

int base_work_threads(const base_work *work)
{
	int threads = work->threads > 0 ? work->threads : base_threads(work->options);
	if (omp_in_parallel())
		return 1;
	return (size_t)threads > work->count ? work->count > 0 ? (int)work->count : 1 : threads;
}

static void run_threads(base_loop *loop, int threads)
{
	bool waits = reports(loop->work);
#pragma omp parallel num_threads(threads)
	{
		size_t thread = (size_t)omp_get_thread_num();
		base_worker worker = { .loop = loop, .thread = thread, .is_caller = thread == 0 };
		loop->busy++;
#pragma omp barrier
		do_pieces(loop, &worker);
		loop->busy--;
		if (worker.is_caller && waits)
			wait_for_others(loop, &worker);
	}
}

static mixmi_status conclude(base_loop *loop)
{
	const base_work *work = loop->work;
	mixmi_status status = loop->status;
	if (status != MIXMI_OK)
		(void)base_error(status, "%s", loop->message);
	else if (loop->cancelled)
		status = base_error(MIXMI_ERROR_CANCELLED, work->stage != NULL ? "cancelled while %s" : "cancelled%s",
		                    work->stage != NULL ? work->stage : "");
	if (work->executor != NULL)
		status = work->executor->exchange(work->executor->self, work->results, work->result_size, work->count, status,
		                                  loop->failed);
	return status;
}

mixmi_status base_work_run(const base_work *work, base_piece *piece, void *context)
{
	base_loop loop = { .work = work, .piece = piece, .context = context, .failed = SIZE_MAX, .status = MIXMI_OK };
	int threads = base_work_threads(work);
	omp_init_lock(&loop.lock);
	base_worker caller = { .loop = &loop, .is_caller = true };
	if (threads == 1)
		do_pieces(&loop, &caller);
	else if (base_work_goes_on(&caller)) /* the callback is asked before anybody begins, so that a no counts in time */
		run_threads(&loop, threads);
	omp_destroy_lock(&loop.lock);
	return conclude(&loop);
}

mixmi_status base_work_inside(base_worker *worker, size_t count, base_piece *piece, void *context)
{
	mixmi_status status = MIXMI_OK;
	for (size_t index = 0; index < count && status == MIXMI_OK && base_work_goes_on(worker); index++)
		status = piece(context, index, worker);
	return status;
}
