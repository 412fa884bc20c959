/* Questions with their answers: the struct behind the public handle. */
#ifndef ANSWERS_ANSWER_LIST_H
#define ANSWERS_ANSWER_LIST_H

#include "mixmi.h"

/* Invariant: every answer is either complete or has a status other than MIXMI_OK and no numbers. */
struct mixmi_answers {
	size_t count;
	mixmi_question *questions; /* [count], sets in `columns`; NULL: they are pairs */
	uint32_t *pairs; /* [2 * count] columns of X and Y, all given the last z_count of `columns`; NULL: not pairs */
	size_t column_count, z_count;
	size_t *columns;       /* [column_count]; for pairs, first all columns of the table */
	mixmi_answer *answers; /* [count] */
	char **messages;       /* [count] reason for a missing answer; NULL if there is an answer */
	char *own_method; /* name of a user-supplied test or estimator, because the options may be released before; NULL:
	                        * none */
};

/* Allocates `count` questions with `column_count` columns in total; every answer has status cancelled. NULL if memory
 * runs out. A pair takes 8 bytes, a question 48. */
mixmi_answers *answers_list_new(size_t count, size_t column_count, bool pairs, double alpha);

/* Question `index`; the list owns its columns. */
mixmi_question answers_list_question(const mixmi_answers *list, size_t index);

#endif
