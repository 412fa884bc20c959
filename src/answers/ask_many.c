/* Many questions at once. They are independent work: each is answered by one thread, and the answer does not depend on
 * which. Only the calling thread speaks to the callback. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/answer_list.h"
#include "answers/ask.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "scan/remember.h"

/* ----------------------------------------------------------------------------------------------- the questions */

/* Copies flat questions into a list. */
static mixmi_status copy_questions(mixmi_answers **out, const mixmi_questions *questions, double alpha)
{
	size_t sets = 3 * questions->count, begin = 0;
	for (size_t i = 1; i < sets; i++)
		if (questions->ends[i] < questions->ends[i - 1])
			return base_error(MIXMI_ERROR_USAGE,
			                  "the ends of the sets must ascend, but end %zu lies before the one "
			                  "before it",
			                  i);
	size_t columns = sets > 0 ? questions->ends[sets - 1] : 0;
	*out = answers_list_new(questions->count, columns, alpha);
	if (*out == NULL)
		return base_error_memory();
	if (columns > 0)
		memcpy((*out)->columns, questions->columns, columns * sizeof *questions->columns);
	for (size_t i = 0; i < questions->count; i++) {
		const size_t *ends = &questions->ends[3 * i], *base = (*out)->columns;
		(*out)->questions[i] = (mixmi_question){ base + begin,      ends[0] - begin, base + ends[0],
			                                     ends[1] - ends[0], base + ends[1],  ends[2] - ends[1] };
		begin = ends[2];
	}
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------- the work */

/* What the threads of one call share. */
typedef struct shared_work {
	const mixmi_table *table;
	mixmi_options options;
	mixmi_answers *list;
	answers_ask *ask;
	const char *stage;
	size_t finished;
	mixmi_status status; /* the first failure that ends the work */
	char message[1024];  /* of the thread that failed */
	omp_lock_t lock;     /* for the three above */
} shared_work;

/* One thread; only the caller's may speak to the callback. */
typedef struct worker {
	shared_work *work;
	bool is_caller;
} worker;

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

/* Counts `more` questions as finished; returns how many are. */
static size_t finish(shared_work *work, size_t more)
{
	omp_set_lock(&work->lock);
	work->finished += more;
	size_t finished = work->finished;
	omp_unset_lock(&work->lock);
	return finished;
}

/* Tells the callback how far the work is, if this is the thread that may, and it has not asked to stop yet. Also the
 * callback of the single questions: a long one must not keep the whole from being cancelled. */
static bool go_on(void *context, const mixmi_progress *inner)
{
	(void)inner;
	worker *self = context;
	shared_work *work = self->work;
	if (stopped(work))
		return false;
	if (!self->is_caller || work->options.progress == NULL)
		return true;
	const mixmi_progress progress = {
		.stage = work->stage, .unit = "questions", .done = finish(work, 0), .total = work->list->count
	};
	if (work->options.progress(work->options.progress_context, &progress))
		return true;
	char message[64];
	snprintf(message, sizeof message, "cancelled while %s", work->stage);
	record_failure(work, MIXMI_ERROR_CANCELLED, message);
	return false;
}

/* A question that fails is no reason to leave the others; lack of memory is. */
static void answer_one(worker *self, const mixmi_options *options, size_t index)
{
	shared_work *work = self->work;
	mixmi_answers *list = work->list;
	mixmi_answer answer;
	mixmi_status status = work->ask(&answer, NULL, work->table, &list->questions[index], options);
	if (status == MIXMI_ERROR_CANCELLED || status == MIXMI_ERROR_MEMORY) {
		record_failure(work, status, mixmi_error_message());
		return;
	}
	list->answers[index] = answer;
	if (status != MIXMI_OK) {
		list->messages[index] = base_string_copy(mixmi_error_message());
		if (list->messages[index] == NULL)
			record_failure(work, base_error_memory(), "out of memory");
	}
	if (list->own_test != NULL)
		list->answers[index].method = list->own_test;
	(void)finish(work, 1);
	(void)go_on(self, NULL);
}

static mixmi_status answer_all(shared_work *work)
{
	int threads = work->options.threads > 0 ? (int)work->options.threads : omp_get_max_threads();
	omp_init_lock(&work->lock);
#pragma omp parallel num_threads(threads)
	{
		worker self = { work, omp_get_thread_num() == 0 };
		mixmi_options inner = work->options;
		inner.threads = 1;
		inner.progress = go_on;
		inner.progress_context = &self;
#pragma omp for schedule(dynamic)
		for (size_t i = 0; i < work->list->count; i++)
			if (!stopped(work))
				answer_one(&self, &inner, i);
	}
	omp_destroy_lock(&work->lock);
	return work->status == MIXMI_OK ? MIXMI_OK : base_error(work->status, "%s", work->message);
}

mixmi_status answers_ask_all(mixmi_answers **out, mixmi_answers *list, const mixmi_table *table,
                             const mixmi_options *settled, answers_ask *ask, const char *stage)
{
	shared_work work = { .table = table, .options = *settled, .list = list, .ask = ask, .stage = stage };
	work.options.memory = scan_memory_new(table, SCAN_MEMORY);
	mixmi_status status = work.options.memory != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK && ask == answers_ask_test && settled->custom_test != NULL) {
		list->own_test = base_string_copy(settled->custom_name);
		status = list->own_test == NULL ? base_error_memory() : MIXMI_OK;
	}
	if (status == MIXMI_OK)
		status = answer_all(&work);
	scan_memory_free(work.options.memory);
	if (status == MIXMI_OK || status == MIXMI_ERROR_CANCELLED)
		*out = list;
	else
		mixmi_answers_free(list);
	return status;
}

static mixmi_status answer_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                                const mixmi_options *options, answers_ask *ask, const char *stage)
{
	mixmi_options settled;
	mixmi_answers *list;
	*out = NULL;
	base_options_settle(&settled, options);
	mixmi_status status = copy_questions(&list, questions, settled.alpha);
	return status == MIXMI_OK ? answers_ask_all(out, list, table, &settled, ask, stage) : status;
}

mixmi_status mixmi_estimate_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                                 const mixmi_options *options)
{
	return answer_many(out, table, questions, options, answers_ask_estimate, "estimating");
}

mixmi_status mixmi_test_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                             const mixmi_options *options)
{
	return answer_many(out, table, questions, options, answers_ask_test, "testing");
}
