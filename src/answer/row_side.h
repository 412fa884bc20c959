/* The residual of a side of a question whose rows depend on each other. */
#ifndef ANSWER_ROW_SIDE_H
#define ANSWER_ROW_SIDE_H

#include "answer/row_design.h"
#include "residual/side.h"

typedef struct answer_row_setting {
	const answer_rows *rows;
	residual_shared *shared;
	const question_values *const *z; /* [z_count] without the clusters */
	size_t z_count;
} answer_row_setting;

/* The residual of columns[count], of which at least one varies. Of series: residual_side_of(). Within clusters these are
 * one more absorbed label of Z, and a number alone has features of its values as well as of its deviations from cluster
 * means. Otherwise cluster means stay in the residuals: regressions absorb the part of them that makes rows independent,
 * which is then added again; ranks and point masses of a column that is constant within clusters count clusters. */
residual_side answer_row_side_of(base_arena *arena, const answer_row_setting *setting,
                                 const question_values *const *columns, size_t count);

#endif
