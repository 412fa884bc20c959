/* Threads take pieces from a shared counter, so all are busy until the last piece. When no piece is left, the calling
 * thread keeps calling the progress callback, so that a long piece in another thread can be cancelled. Invariant: a
 * piece is skipped only after a lower one has failed, so the lowest failing piece is the same for any number of
 * threads. */
#include "base/work.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/progress.h"
#include "base/team.h"

/* Pieces first .. first + count - 1. */
typedef struct base_run {
	size_t first, count;
} base_run;

/* State shared by the threads of a loop. */
typedef struct base_loop {
	const base_work *work;
	base_piece *piece;
	void *context;
	atomic_size_t next;    /* next piece */
	atomic_size_t done;    /* pieces done */
	atomic_size_t through; /* threads other than the caller that have finished */
	atomic_bool cancelled;
	atomic_size_t failed; /* the lowest piece that failed; SIZE_MAX: none */
	pthread_mutex_t lock; /* protects the two fields below */
	mixmi_status status;
	char message[1024];
	base_run *runs; /* with an executor: the runs that this process has done */
	size_t run_count, run_capacity;
} base_loop;

/* ------------------------------------------------------------------------------------------------ the callback */

/* The number of calls allowed in a burst, and the number per second after it. */
static const double burst = 50, rate = 25;

static bool watch_progress(void *context, const mixmi_progress *progress)
{
	base_watch *watch = context;
	if (watch->refused)
		return false;
	double now = base_clock(), allowance = watch->allowance + rate * (now - watch->last);
	watch->allowance = allowance < burst ? allowance : burst;
	watch->last = now;
	if (watch->allowance < 1)
		return true;
	watch->allowance--;
	watch->refused = !watch->progress(watch->context, progress);
	return !watch->refused;
}

/* The progress callback used for calls of the library within a piece. */
static bool worker_progress(void *context, const mixmi_progress *progress)
{
	(void)progress;
	return base_work_goes_on(context);
}

void base_watch_start(base_watch *watch, mixmi_options *options)
{
	if (options->progress == NULL || options->progress == worker_progress || options->progress == watch_progress)
		return;
	*watch = (base_watch){ options->progress, options->progress_context, false, burst, base_clock() };
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
	inner.executor = NULL;
	inner.progress = worker_progress;
	inner.progress_context = worker;
	return inner;
}

/* Reports the state of the loop to the callback. */
static bool report(base_loop *loop)
{
	const base_work *work = loop->work;
	size_t done = loop->done;
	double share = work->count > 0 ? (double)done / (double)work->count : 1;
	if (work->to > 0)
		return base_progress_share(work->options, work->stage, work->from + (work->to - work->from) * share);
	unsigned long long tests = work->tests != NULL ? *work->tests : 0;
	unsigned long long expected = work->expected != NULL ? *work->expected : 0;
	const mixmi_progress progress = { .stage = work->stage,
		                              .unit = work->unit != NULL ? work->unit : "",
		                              .done = done,
		                              .total = work->count,
		                              .tests = tests,
		                              .level = work->level,
		                              .expected = expected > tests ? expected : tests };
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
	if (worker->is_caller && loop->work->executor != NULL && loop->work->executor->attend != NULL)
		loop->work->executor->attend(loop->work->executor->self);
	if (worker->is_caller && reports(loop->work) && !report(loop))
		loop->cancelled = true;
	return !loop->cancelled;
}

bool base_work_cancelled(const base_worker *worker)
{
	return worker->loop->cancelled;
}

/* ---------------------------------------------------------------------------------------------------------- pieces */

/* Records a failure. Error messages are per thread, so the message of the lowest piece is copied. A cancelled piece has
 * not failed. */
static void note(base_loop *loop, mixmi_status status, size_t index)
{
	if (status == MIXMI_ERROR_CANCELLED) {
		loop->cancelled = loop->cancelled || loop->failed > index;
		return;
	}
	pthread_mutex_lock(&loop->lock);
	if (index < loop->failed) {
		loop->failed = index;
		loop->status = status;
		snprintf(loop->message, sizeof loop->message, "%s", mixmi_error_message());
	}
	pthread_mutex_unlock(&loop->lock);
}

/* The next run of pieces; *count is 0 if none is left. */
static void take_run(base_loop *loop, size_t *first, size_t *count)
{
	const base_work *work = loop->work;
	if (work->executor != NULL) {
		work->executor->take(work->executor->self, first, count);
		return;
	}
	size_t chunk = work->chunk > 0 ? work->chunk : 1;
	*first = atomic_fetch_add(&loop->next, chunk);
	*count = *first >= work->count ? 0 : work->count - *first < chunk ? work->count - *first : chunk;
}

/* Records a run of pieces for the other processes. */
static void note_run(base_loop *loop, size_t first, size_t count)
{
	if (loop->work->executor == NULL || count == 0)
		return;
	pthread_mutex_lock(&loop->lock);
	bool noted = base_grow((void **)&loop->runs, &loop->run_capacity, loop->run_count + 1, sizeof *loop->runs);
	if (noted)
		loop->runs[loop->run_count++] = (base_run){ first, count };
	pthread_mutex_unlock(&loop->lock);
	if (!noted)
		note(loop, base_error_memory(), first);
}

/* Does a run of pieces. Returns false if the loop has to stop. */
static bool do_run(base_loop *loop, base_worker *worker, size_t first, size_t count)
{
	bool goes_on = true;
	for (worker->index = first; worker->index < first + count && (goes_on = base_work_goes_on(worker));
	     worker->index++) {
		mixmi_status status = loop->piece(loop->context, worker->index, worker);
		if (status != MIXMI_OK)
			note(loop, status, worker->index);
		loop->done++;
	}
	note_run(loop, first, worker->index - first);
	return goes_on;
}

static void do_pieces(base_loop *loop, base_worker *worker)
{
	size_t first, count;
	for (take_run(loop, &first, &count); count > 0; take_run(loop, &first, &count)) {
		if (loop->work->executor != NULL && loop->done < first)
			loop->done = first; /* other processes have done about as many, so this is a fair progress value */
		if (!do_run(loop, worker, first, count))
			return;
	}
}

/* Polls the callback until all threads have finished, at growing intervals. */
static void wait_for_others(base_loop *loop, base_worker *worker, size_t others)
{
	const double longest = 5e-3;
	double moment = 2e-5;
	worker->index = SIZE_MAX;
	while (loop->through < others) {
		(void)base_work_goes_on(worker);
		base_sleep(moment);
		moment = moment < longest / 2 ? 2 * moment : longest;
	}
}

/* ------------------------------------------------------------------------------------------------------- threads */

/* The loop that this thread works for, if that loop has several threads. This is the only state kept between calls. */
static _Thread_local const base_worker *at_work;

bool base_work_in_callers_thread(void)
{
	return at_work == NULL || at_work->is_caller;
}

/* Default number of threads: OMP_NUM_THREADS, which cluster scripts set for every program, or else one per
 * processor. */
static int64_t usual_threads(void)
{
	const char *said = getenv("OMP_NUM_THREADS");
	long threads = said != NULL ? strtol(said, NULL, 10) : 0;
	return threads > 0 ? threads : base_processors();
}

int base_threads(const mixmi_options *options)
{
	enum { MOST = 1024 };
	int64_t threads = at_work != NULL ? 1 : options->threads > 0 ? options->threads : usual_threads();
	return threads < MOST ? (int)threads : MOST;
}

int base_work_threads(const base_work *work)
{
	int threads = work->threads > 0 ? work->threads : base_threads(work->options);
	if (at_work != NULL)
		return 1;
	return (size_t)threads > work->count ? work->count > 0 ? (int)work->count : 1 : threads;
}

static void do_as(base_loop *loop, base_worker *worker)
{
	at_work = worker;
	do_pieces(loop, worker);
	at_work = NULL;
}

static void help(void *context, size_t thread)
{
	base_loop *loop = context;
	base_worker worker = { .loop = loop, .thread = thread };
	do_as(loop, &worker);
	loop->through++;
}

static void run_threads(base_loop *loop, base_worker *caller, int threads)
{
	base_team team;
	base_team_start(&team, (size_t)threads - 1, help, loop);
	do_as(loop, caller);
	if (reports(loop->work))
		wait_for_others(loop, caller, team.count);
	base_team_join(&team);
}

/* ----------------------------------------------------------------------------------------------- other processes */

static void pack(base_parcel *parcel, const base_loop *loop)
{
	const base_outcome *outcome = loop->work->outcome;
	if (outcome->put_sums != NULL)
		outcome->put_sums(parcel, loop->context);
	base_parcel_put_number(parcel, loop->run_count);
	for (size_t i = 0; i < loop->run_count; i++) {
		base_parcel_put_number(parcel, loop->runs[i].first);
		base_parcel_put_number(parcel, loop->runs[i].count);
		for (size_t index = loop->runs[i].first; index < loop->runs[i].first + loop->runs[i].count; index++)
			outcome->put(parcel, loop->context, index);
	}
}

/* Takes over the results of another process. */
static bool unpack(base_parcel *parcel, void *context)
{
	const base_loop *loop = context;
	const base_outcome *outcome = loop->work->outcome;
	size_t runs = 0, first, count;
	bool good = outcome->take_sums == NULL || outcome->take_sums(parcel, loop->context);
	good = good && base_parcel_take_size(parcel, &runs);
	for (; good && runs > 0; runs--) {
		good = base_parcel_take_size(parcel, &first) && base_parcel_take_size(parcel, &count);
		for (size_t index = first; good && index < first + count; index++)
			good = outcome->take(parcel, loop->context, index);
	}
	return good;
}

/* Adds a header to a parcel: the process number and the size in bytes. It works in place, because a parcel may be
 * large. */
static bool address(base_parcel *parcel, const base_executor *executor)
{
	const uint64_t label[2] = { executor->number, parcel->used };
	base_parcel_put(parcel, label, sizeof label);
	if (parcel->failed)
		return false;
	memmove(parcel->bytes + sizeof label, parcel->bytes, parcel->used - sizeof label);
	memcpy(parcel->bytes, label, sizeof label);
	return true;
}

static bool deliver(base_parcel *all, const base_executor *executor, bool (*take)(base_parcel *, void *), void *context)
{
	size_t number, length;
	while (base_parcel_take_size(all, &number) && base_parcel_take_size(all, &length)) {
		base_parcel one = { .bytes = all->bytes + all->at, .used = length };
		all->at += length;
		if (number != executor->number && !take(&one, context))
			return false;
	}
	return true;
}

/* Empties `own`. */
static mixmi_status exchange(const base_executor *executor, mixmi_status status, size_t failed, base_parcel *own,
                             bool (*take)(base_parcel *, void *), void *context)
{
	base_parcel all = { 0 };
	if (!address(own, executor)) {
		own->used = 0;
		status = base_error_memory();
		failed = 0;
	}
	status = executor->exchange(executor->self, &all, own, status, failed);
	base_parcel_clear(own);
	bool known = status == MIXMI_OK || status == MIXMI_ERROR_CANCELLED;
	if (known && take != NULL && !deliver(&all, executor, take, context))
		status = base_error_memory();
	base_parcel_clear(&all);
	return status;
}

mixmi_status base_work_agree(const base_executor *executor, mixmi_status status, base_parcel *own,
                             bool (*take)(base_parcel *parcel, void *context), void *context)
{
	base_parcel nothing = { 0 };
	if (executor == NULL)
		return status;
	return exchange(executor, status, status == MIXMI_OK ? SIZE_MAX : 0, own != NULL ? own : &nothing, take, context);
}

/* ------------------------------------------------------------------------------------------------------- the whole */

static mixmi_status conclude(base_loop *loop)
{
	const base_work *work = loop->work;
	mixmi_status status = loop->status;
	base_parcel own = { 0 };
	if (status != MIXMI_OK)
		(void)base_error(status, "%s", loop->message);
	else if (loop->cancelled)
		status = base_error(MIXMI_ERROR_CANCELLED, work->stage != NULL ? "cancelled while %s" : "cancelled%s",
		                    work->stage != NULL ? work->stage : "");
	if (work->executor == NULL)
		return status;
	pack(&own, loop);
	status = exchange(work->executor, status, loop->failed, &own, unpack, loop);
	free(loop->runs);
	return status;
}

mixmi_status base_work_run(const base_work *work, base_piece *piece, void *context)
{
	base_loop loop = { .work = work, .piece = piece, .context = context, .failed = SIZE_MAX, .status = MIXMI_OK };
	int threads = base_work_threads(work);
	pthread_mutex_init(&loop.lock, NULL);
	base_worker caller = { .loop = &loop, .is_caller = true };
	if (work->executor != NULL)
		work->executor->begin(work->executor->self, work->count, threads);
	if (threads == 1)
		do_pieces(&loop, &caller);
	else if (base_work_goes_on(&caller)) /* the callback is called before any piece starts, so that it can cancel in
                                       * time */
		run_threads(&loop, &caller, threads);
	pthread_mutex_destroy(&loop.lock);
	return conclude(&loop);
}

mixmi_status base_work_inside(base_worker *worker, size_t count, base_piece *piece, void *context)
{
	mixmi_status status = MIXMI_OK;
	for (size_t index = 0; index < count && status == MIXMI_OK && base_work_goes_on(worker); index++)
		status = piece(context, index, worker);
	return status;
}
