/* Passes one question to one method, within the library. */
#ifndef ANSWERS_ASK_H
#define ANSWERS_ASK_H

#include "base/method.h"

/* Like mixmi_estimate() and mixmi_test(), with settled options, within a context. */
typedef mixmi_status answers_ask(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                 const mixmi_question *question, const mixmi_options *options,
                                 const ask_context *context);

answers_ask answers_ask_estimate;
answers_ask answers_ask_test;

/* What to do with each question of a list. */
typedef struct answers_job {
	answers_ask *ask;
	const char *stage; /* for the callback */
	bool verdict_only; /* as in ask_context */
} answers_job;

/* Answers all questions of a list, in parallel. Takes ownership of the list: returns it in *out if the call succeeds or
 * is cancelled, and frees it otherwise. */
mixmi_status answers_ask_all(mixmi_answers **out, mixmi_answers *list, const mixmi_table *table,
                             const mixmi_options *options, const answers_job *job);

/* Like mixmi_test_many(), but only the verdict is needed from methods that measure separately. */
mixmi_status answers_judge_many(mixmi_answers **out, const mixmi_table *table, const mixmi_questions *questions,
                                const mixmi_options *options);

#endif
