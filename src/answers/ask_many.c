/* Many questions at once, and the adjustment of their p-values. Questions are independent work: each is answered by one
 * thread, and the answer does not depend on which. Only the calling thread speaks to the callback. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#include "answers/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"

/* What the threads of one call share. */
typedef struct shared_work {
	mixmi_options inner; /* options of the single questions: go_on() as callback, no threads of their own */
	mixmi_progress *progress;
	void *progress_context;
	size_t count;
	size_t finished;
	mixmi_status status; /* the first failure that ends the work */
	char message[1024];  /* of the thread that failed */
	omp_lock_t lock;     /* for the three above */
} shared_work;

/* Keeps the first failure; messages are per thread, so it has to be carried over. */
static void record_failure(shared_work *work, mixmi_status status, const char *message)
{
	omp_set_lock(&work->lock);
	if (work->status == MIXMI_OK) {
		work->status = status;
		snprintf(work->message, sizeof work->message, "%s", message);
	}
	omp_unset_lock(&work->lock);
}

static bool stopped(shared_work *work)
{
	omp_set_lock(&work->lock);
	bool failed = work->status != MIXMI_OK;
	omp_unset_lock(&work->lock);
	return failed;
}

/* Counts `more` questions as finished; the share of all that are. */
static double finish(shared_work *work, size_t more)
{
	omp_set_lock(&work->lock);
	work->finished += more;
	double done = (double)work->finished / (double)work->count;
	omp_unset_lock(&work->lock);
	return done;
}

/* Tells the callback how far the work is, if this is the thread that may, and it has not asked to stop yet. Also the
 * callback of the single questions: a long one must not keep the whole from being cancelled. */
static bool go_on(void *context, const char *stage, double share)
{
	(void)stage;
	(void)share;
	shared_work *work = context;
	if (stopped(work))
		return false;
	bool asks = work->progress != NULL && omp_get_thread_num() == 0;
	if (!asks || work->progress(work->progress_context, "testing", finish(work, 0)))
		return true;
	record_failure(work, MIXMI_ERROR_CANCELLED, "cancelled while testing");
	return false;
}

static void answer_one(mixmi_answer *answer, shared_work *work, const mixmi_table *table,
                       const mixmi_question *question)
{
	mixmi_status status = mixmi_test(answer, NULL, table, question, &work->inner);
	if (status == MIXMI_ERROR_DATA)
		*answer = answers_none(NULL, work->inner.alpha);
	else if (status != MIXMI_OK)
		record_failure(work, status, mixmi_error_message());
	(void)finish(work, 1);
	(void)go_on(work, NULL, 0);
}

mixmi_status mixmi_test_many(mixmi_answer *answers, const mixmi_table *table, const mixmi_question *questions,
                             size_t count, const mixmi_options *options)
{
	shared_work work = { .count = count, .status = MIXMI_OK };
	mixmi_status status = base_options_settle(&work.inner, options);
	if (status != MIXMI_OK)
		return status;
	int threads = work.inner.threads > 0 ? (int)work.inner.threads : omp_get_max_threads();
	work.progress = work.inner.progress;
	work.progress_context = work.inner.progress_context;
	work.inner.progress = go_on;
	work.inner.progress_context = &work;
	work.inner.threads = 1;
	omp_init_lock(&work.lock);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
	for (size_t i = 0; i < count; i++)
		if (!stopped(&work))
			answer_one(&answers[i], &work, table, &questions[i]);
	omp_destroy_lock(&work.lock);
	return work.status == MIXMI_OK ? MIXMI_OK : base_error(work.status, "%s", work.message);
}

/* ----------------------------------------------------------------------------------------- false discoveries */

typedef struct ranked_p {
	double p;
	size_t place;
} ranked_p;

static int compare_p(const void *a, const void *b)
{
	const ranked_p *x = a, *y = b;
	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

mixmi_status mixmi_adjust_p(double *adjusted, const double *p, size_t count)
{
	ranked_p *ranked = base_array(count, sizeof *ranked);
	if (ranked == NULL)
		return base_error_memory();
	size_t known = 0;
	for (size_t i = 0; i < count; i++) {
		double value = p[i]; /* `adjusted` may be `p` */
		adjusted[i] = NAN;
		if (!isnan(value))
			ranked[known++] = (ranked_p){ value, i };
	}
	qsort(ranked, known, sizeof *ranked, compare_p);
	double least = 1;
	for (size_t rank = known; rank > 0; rank--) {
		least = fmin(least, ranked[rank - 1].p * (double)known / (double)rank);
		adjusted[ranked[rank - 1].place] = least;
	}
	free(ranked);
	return MIXMI_OK;
}
