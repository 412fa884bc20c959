/* A question asked again for each value or bin of Z. */
#ifndef EXPLAIN_BY_Z_H
#define EXPLAIN_BY_Z_H

#include "paper/question/question.h"

/* One of the groups; `shown` points into the rest. */
typedef struct explain_by_z {
	mixmi_explained_group shown;
	char *words;
	mixmi_answer answer;
	mixmi_profile profile;
} explain_by_z;

typedef struct explain_groups {
	size_t count;
	explain_by_z *groups; /* [count] */
} explain_groups;

/* `ready` is the question in the order of the histogram's columns, `asked` the same as it was asked. `options` are settled. With
 * `by_bins` the groups are the histogram's bins of Z, as in a picture of it, whatever values they hold. */
mixmi_status explain_groups_init(explain_groups *groups, const mixmi_table *table, const mixmi_question *asked,
                                 const question_ready *ready, const mixmi_histogram *histogram, bool by_bins,
                                 const mixmi_options *options);
void explain_groups_clear(explain_groups *groups);

#endif
