/* One question to one method, inside the library: answers of its own size. */
#ifndef ANSWERS_ASK_H
#define ANSWERS_ASK_H

#include "mixmi.h"

/* As mixmi_estimate() and mixmi_test(), with options that are settled. */
typedef mixmi_status answers_ask(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                 const mixmi_question *question, const mixmi_options *options);

answers_ask answers_ask_estimate;
answers_ask answers_ask_test;

/* Answers all questions of a list by `ask`, in parallel. The list belongs to this call, which hands it over in *out when it
 * succeeds or is cancelled, and frees it otherwise. The callback gets `stage`. */
mixmi_status answers_ask_all(mixmi_answers **out, mixmi_answers *list, const mixmi_table *table,
                             const mixmi_options *options, answers_ask *ask, const char *stage);

#endif
