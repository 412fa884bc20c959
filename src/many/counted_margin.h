/* One column of a pair as its table of counts shows it: places with rows, and features of them. */
#ifndef MANY_MARGIN_H
#define MANY_MARGIN_H

#include "base/arena.h"
#include "many/sketch.h"
#include "question/values.h"

typedef struct many_margin {
	question_values values; /* places as levels, without codes */
	const uint32_t *place;  /* [levels] coarse place of each, in the order of the values */
	double distinct;        /* values */
	size_t features;        /* uncorrelated, with variance 1 */
	double *feature;        /* [features][levels] */
	int *detail;            /* [features] */
	double *fourth;         /* [features + 1] mean of (sum of squares of the first features)^2 */
} many_margin;

/* The column, of which coarse place i has rows[i] rows in the pair. Features are those of a column in memory
 * (residual/feature_set.h), averaged over the fine places of each coarse one. O(fine places x features). */
many_margin many_margin_of(base_arena *arena, const many_column *column, const uint32_t *rows);

#endif
