/* Questions with their answers, the struct behind the public handle. */
#ifndef ANSWERS_ANSWER_LIST_H
#define ANSWERS_ANSWER_LIST_H

#include "mixmi.h"

/* Invariant: every answer either holds what its method gave or a status other than MIXMI_OK and no numbers. */
struct mixmi_answers {
	size_t count;
	mixmi_question *questions; /* [count], sets in `columns`; NULL: they are pairs */
	uint32_t *pairs; /* [2 * count] columns of X and Y, all given the last z_count of `columns`; NULL: no pairs */
	size_t column_count, z_count;
	size_t *columns;       /* [column_count]; of pairs first all columns of the table */
	mixmi_answer *answers; /* [count] */
	char **messages;       /* [count] why there is no answer; NULL where there is one */
	char *own_method;      /* name of an own test or estimator, which the options may take along; NULL: none */
};

/* Room for `count` questions with `column_count` columns in all; every answer is one that was cancelled. NULL: out of
 * memory. A pair takes 8 bytes instead of a question's 48. */
mixmi_answers *answers_list_new(size_t count, size_t column_count, bool pairs, double alpha);

/* Question `index`, whose columns are the list's. */
mixmi_question answers_list_question(const mixmi_answers *list, size_t index);

#endif
