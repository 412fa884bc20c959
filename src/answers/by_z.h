/* A question asked again for each value or bin of Z. */
#ifndef ANSWERS_BY_Z_H
#define ANSWERS_BY_Z_H

#include "paper/question/question.h"

/* One of the groups; `shown` points into the rest. */
typedef struct answers_by_z {
	mixmi_explained_group shown;
	char *words;
	mixmi_answer answer;
	mixmi_profile profile;
} answers_by_z;

typedef struct answers_groups {
	size_t count;
	answers_by_z *groups; /* [count] */
} answers_groups;

/* `ready` is the question in the order of the histogram's columns, `asked` the same as it was asked. `options` are settled. With
 * `by_bins` the groups are the histogram's bins of Z, as in a picture of it, whatever values they hold. */
mixmi_status answers_groups_init(answers_groups *groups, const mixmi_table *table, const mixmi_question *asked,
                                 const question_ready *ready, const mixmi_histogram *histogram, bool by_bins,
                                 const mixmi_options *options);
void answers_groups_clear(answers_groups *groups);

#endif
