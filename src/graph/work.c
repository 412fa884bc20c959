/* Pieces are taken from a counter, so threads are busy until the last one. The calling thread goes on speaking to the
 * callback when there is nothing left for it to do: otherwise a long piece in another thread could not be cancelled. */
#include "graph/work.h"

#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "base/options.h"

int graph_threads(const mixmi_options *options)
{
	return options->threads > 0 ? (int)options->threads : omp_get_max_threads();
}

bool graph_work_goes_on(graph_worker *worker)
{
	graph_watch *watch = worker->watch;
	if (watch->cancelled || watch->failed)
		return false;
	if (!worker->is_caller || watch->progress == NULL)
		return true;
	const mixmi_progress progress = {
		.stage = watch->stage, .unit = watch->unit, .done = watch->done, .total = watch->total, .tests = watch->tests
	};
	if (!watch->progress(watch->progress_context, &progress))
		watch->cancelled = true;
	return !watch->cancelled;
}

bool graph_work_progress(void *context, const mixmi_progress *progress)
{
	(void)progress;
	return graph_work_goes_on(context);
}

/* The failure to report, of the lowest piece. */
typedef struct failure {
	omp_lock_t lock;
	mixmi_status status;
	size_t index;
	char message[1024];
} failure;

static void note_failure(failure *f, graph_watch *watch, mixmi_status status, size_t index)
{
	omp_set_lock(&f->lock);
	if (f->status == MIXMI_OK || index < f->index) {
		f->status = status;
		f->index = index;
		snprintf(f->message, sizeof f->message, "%s", mixmi_error_message());
	}
	omp_unset_lock(&f->lock);
	watch->failed = true;
}

/* Looks in on the callback until all threads are through; more seldom the longer it takes. */
static void wait_for_others(graph_worker *worker, atomic_int *busy)
{
	const long longest = 5000000;
	struct timespec moment = { .tv_nsec = 20000 };
	while (*busy > 0) {
		(void)graph_work_goes_on(worker);
		nanosleep(&moment, NULL);
		moment.tv_nsec = moment.tv_nsec < longest / 2 ? 2 * moment.tv_nsec : longest;
	}
}

mixmi_status graph_work_parallel(graph_watch *watch, size_t count, int threads, graph_piece *piece, void *context)
{
	failure f = { .status = MIXMI_OK };
	atomic_size_t next = 0;
	atomic_int busy = 0;
	watch->done = 0;
	watch->total = count;
	if (count == 0)
		return MIXMI_OK;
	if ((size_t)threads > count)
		threads = (int)count;
	omp_init_lock(&f.lock);
#pragma omp parallel num_threads(threads)
	{
		graph_worker worker = { .watch = watch, .is_caller = omp_get_thread_num() == 0 };
		busy++;
#pragma omp barrier
		for (size_t index = next++; index < count && graph_work_goes_on(&worker); index = next++) {
			mixmi_status status = piece(context, index, &worker);
			if (status != MIXMI_OK)
				note_failure(&f, watch, status, index);
			watch->done++;
		}
		busy--;
		if (worker.is_caller)
			wait_for_others(&worker, &busy);
	}
	omp_destroy_lock(&f.lock);
	return f.status == MIXMI_OK ? MIXMI_OK : base_error(f.status, "%s", f.message);
}

mixmi_status graph_work_inside(graph_worker *worker, size_t count, graph_piece *piece, void *context)
{
	mixmi_status status = MIXMI_OK;
	for (size_t index = 0; index < count && status == MIXMI_OK && graph_work_goes_on(worker); index++)
		status = piece(context, index, worker);
	return status;
}
