/* Functions of Z by which products of residuals are weighted: a dependence that changes its sign with Z shows in them. */
#ifndef ANSWER_WEIGHTS_H
#define ANSWER_WEIGHTS_H

#include "question/values.h"

enum { ANSWER_MOST_WEIGHTS = 8 /* more would share too small a part of the level */ };

typedef struct answer_weights {
	size_t rows;
	size_t count;
	double *values; /* [count][rows] uncorrelated, of mean 0 and variance 1 */
	double *fourth; /* [count] mean fourth power */
} answer_weights;

/* First features of all columns, then their products in pairs, then second and third features, as long as all of such a
 * group fit in. */
answer_weights answer_weights_of(base_arena *arena, const question_values *const *z, size_t count);

#endif
