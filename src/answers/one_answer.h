/* The answer of the default method to one question. */
#ifndef ANSWERS_ONE_ANSWER_H
#define ANSWERS_ONE_ANSWER_H

#include "mixmi.h"

/* Sets p, estimate, interval and what belongs to them in `out`, in which every number is NaN. *histogram receives the grid of the
 * columns; NULL: it is not needed, nor its bins in `out`. products_only: without densities. Of a time that may be censored there is p alone,
 * and no histogram. Of a dependence that is detected there is a profile, but not if products_only. */
mixmi_status answers_one(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                         const mixmi_question *question, const mixmi_options *options, bool products_only);

/* As mixmi_profile_of(), for a question that was checked. */
mixmi_status answers_profile(mixmi_profile *out, const mixmi_table *table, const mixmi_question *question);

/* That of an answer, which is made here if its method has found a dependence and made none. */
mixmi_status answers_profile_of(mixmi_profile *out, const mixmi_answer *answer, const mixmi_table *table,
                                const mixmi_question *question);

/* Whether the table is a sample with counts of all rows that answer the question: of one X and one Y without Z. */
bool answers_has_counts(const mixmi_table *table, const mixmi_question *question);

/* Sets the numbers of `out` over all rows. */
mixmi_status answers_by_counts(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question,
                               const mixmi_options *options);

#endif
