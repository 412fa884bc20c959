/* The test where rows depend on each other: sums of squared deviates as in parts.h, with variances over groups of rows. */
#ifndef ANSWER_ROW_PARTS_H
#define ANSWER_ROW_PARTS_H

#include "answer/row_design.h"
#include "answer/test_parts.h"

/* How many parts there are at most besides those of answer_parts_new(). */
enum { ANSWER_ROW_PARTS = 1 };

/* Both sides have features. What a product is worth, and so the estimate, is that of the features as they are; the test
 * takes independent ones. */
void answer_row_parts_fill(answer_parts *out, base_arena *arena, const residual_side *x, const residual_side *y,
                           const answer_rows *rows, const answer_weight_groups *weights);

#endif
