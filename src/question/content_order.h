/* An order of columns and of labels, and a direction of numbers, that follow from content alone: from moments of normal
 * scores and counts, rounded so that rounding errors decide nothing. */
#ifndef QUESTION_CONTENT_ORDER_H
#define QUESTION_CONTENT_ORDER_H

#include "question/values.h"

enum { QUESTION_MOMENTS = 5 };

typedef struct question_key {
	double moments[QUESTION_MOMENTS]; /* whole numbers */
	bool labels;
	size_t levels;
} question_key;

/* keys[count] of the columns, and orders[count]: the present code of each new code. O(rows count^2). */
void question_order(question_key *keys, const uint32_t **orders, base_arena *arena,
                    const question_values *const *columns, size_t count);

/* Below, equal or above 0, as a sorts before, with or after b. */
int question_compare_keys(const question_key *a, const question_key *b);

#endif
