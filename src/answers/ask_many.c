/* Answers many questions in parallel. Each is answered by one thread, and the answer does not depend on which. */
#include <stdlib.h>
#include <string.h>

#include "answers/answer_list.h"
#include "answers/ask.h"
#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"
#include "paper/question/rows.h"

/* ----------------------------------------------------------------------------------------------- the questions */

/* Copies flat questions into a list. */
static mixmi_status copy_questions(mixmi_answers **out, const mixmi_questions *questions, double alpha)
{
	size_t sets = 3 * questions->count, begin = 0;
	for (size_t i = 1; i < sets; i++)
		if (questions->ends[i] < questions->ends[i - 1])
			return base_error(MIXMI_ERROR_USAGE,
			                  "the ends of the sets must ascend, but end %zu is smaller than the previous one", i);
	size_t columns = sets > 0 ? questions->ends[sets - 1] : 0;
	*out = answers_list_new(questions->count, columns, false, alpha);
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

/* State shared by the pieces of one call. */
typedef struct questionnaire {
	mixmi_answers *list;
	const mixmi_table *table;
	const mixmi_options *options;
	answers_ask *ask;
	ask_context context;
} questionnaire;

/* A question that fails does not stop the others; a cancellation or lack of memory does. */
static mixmi_status answer_one(void *context, size_t index, base_worker *worker)
{
	const questionnaire *q = context;
	mixmi_answers *list = q->list;
	mixmi_options options = base_work_options(worker, q->options);
	mixmi_answer answer;
	const mixmi_question question = answers_list_question(list, index);
	mixmi_status status = q->ask(&answer, NULL, q->table, &question, &options, &q->context);
	if (status == MIXMI_ERROR_CANCELLED || status == MIXMI_ERROR_MEMORY)
		return status;
	if (status != MIXMI_OK) {
		list->messages[index] = base_string_copy(mixmi_error_message());
		if (list->messages[index] == NULL)
			return base_error_memory();
	}
	if (list->own_method != NULL)
		answer.method = list->own_method;
	list->answers[index] = answer;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------- other processes */

/* Names of methods are strings of the library, whose addresses differ between processes, so they are sent as
 * numbers. */
static const char *method_by_number(size_t number)
{
	size_t tests = 0;
	const mixmi_method *method;
	while (mixmi_test_at(tests) != NULL)
		tests++;
	method = number < tests ? mixmi_test_at(number) : mixmi_estimator_at(number - tests);
	return method != NULL ? method->name : NULL;
}

static size_t number_of_method(const char *name)
{
	const char *other;
	for (size_t i = 0; name != NULL && (other = method_by_number(i)) != NULL; i++)
		if (strcmp(other, name) == 0)
			return i;
	return SIZE_MAX;
}

static void put_answer(base_parcel *parcel, void *context, size_t index)
{
	const questionnaire *q = context;
	base_parcel_put(parcel, &q->list->answers[index], sizeof q->list->answers[index]);
	base_parcel_put_number(parcel, number_of_method(q->list->answers[index].method));
	base_parcel_put_text(parcel, q->list->messages[index]);
}

static bool take_answer(base_parcel *parcel, void *context, size_t index)
{
	const questionnaire *q = context;
	mixmi_answer *answer = &q->list->answers[index];
	size_t number;
	bool taken = base_parcel_take(parcel, answer, sizeof *answer) && base_parcel_take_size(parcel, &number);
	answer->profile.word = base_shape_word(answer->profile.shape);
	answer->method = !taken ? NULL : q->list->own_method != NULL ? q->list->own_method : method_by_number(number);
	return taken && base_parcel_take_text(parcel, &q->list->messages[index]);
}

mixmi_status answers_ask_all(mixmi_answers **out, mixmi_answers *list, const mixmi_table *table,
                             const mixmi_options *options, const answers_job *job)
{
	mixmi_options settled;
	base_watch watch;
	base_watch_settle(&watch, &settled, options);
	questionnaire q = { list, table, &settled, job->ask, { job->verdict_only, !job->verdict_only } };
	static const base_outcome outcome = { NULL, NULL, put_answer, take_answer };
	const base_work work = { .options = &settled,
		                     .count = list->count,
		                     .stage = job->stage,
		                     .unit = "questions",
		                     .executor = settled.executor,
		                     .outcome = &outcome };
	mixmi_status status = list->count > 0 ? question_check_rows(table->rows) : MIXMI_OK;
	const base_own_method *own = job->ask == answers_ask_test ? &settled.own_test : &settled.own_estimator;
	if (status == MIXMI_OK && own->function != NULL) {
		list->own_method = base_string_copy(own->name);
		status = list->own_method == NULL ? base_error_memory() : MIXMI_OK;
	}
	if (status == MIXMI_OK)
		status = base_work_run(&work, answer_one, &q);
	if (status == MIXMI_OK || status == MIXMI_ERROR_CANCELLED)
		*out = list;
	else
		mixmi_answers_free(list);
	return status;
}

static mixmi_status answer_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                                const mixmi_options *options, const answers_job *job)
{
	mixmi_options settled;
	mixmi_answers *list;
	*out = NULL;
	base_options_settle(&settled, options);
	mixmi_status status = copy_questions(&list, questions, settled.alpha);
	return status == MIXMI_OK ? answers_ask_all(out, list, table, &settled, job) : status;
}

mixmi_status mixmi_estimate_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                                 const mixmi_options *options)
{
	return answer_many(out, table, questions, options, &(answers_job){ answers_ask_estimate, "estimating", false });
}

mixmi_status mixmi_test_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                             const mixmi_options *options)
{
	return answer_many(out, table, questions, options, &(answers_job){ answers_ask_test, "testing", false });
}

mixmi_status answers_judge_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                                const mixmi_options *options)
{
	return answer_many(out, table, questions, options, &(answers_job){ answers_ask_test, "testing", true });
}
