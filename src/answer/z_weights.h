/* Functions of Z by which products of residuals are weighted: a dependence that changes its sign with Z, or that
 * stands in one group of rows, shows in them. */
#ifndef ANSWER_Z_WEIGHTS_H
#define ANSWER_Z_WEIGHTS_H

#include "question/values.h"

/* Weights that belong together: functions of the numbers of Z, or indicators of the levels of a label of Z that have
 * enough rows. */
typedef struct answer_weights {
	size_t rows;
	size_t count;
	double *fourth;               /* [count] mean fourth power */
	double *values;               /* [count][rows] of mean 0 and variance 1; NULL: indicators */
	const question_values *label; /* whose levels have indicators of mean square 1 */
	uint32_t *level;              /* [count] */
	size_t *start;                /* [levels + 1] of the rows of each level in ... */
	uint32_t *sorted;             /* ... the rows sorted by level */
} answer_weights;

typedef struct answer_weight_groups {
	size_t count;
	answer_weights *group;
} answer_weight_groups;

/* Of numbers the first features of all columns, then their products in pairs, then second and third features, as long
 * as all of such a set fit in. */
answer_weight_groups answer_weights_of(base_arena *arena, const question_values *const *z, size_t count);

/* At least as many as all groups together have. */
size_t answer_most_weights(const question_values *const *z, size_t count);

#endif
