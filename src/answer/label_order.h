/* The order of the units of a column: numbers keep theirs; labels are scaled by reciprocal averaging against the
 * cells of the other columns (the first dimension of a correspondence analysis; Hirschfeld 1935). */
#ifndef ANSWER_LABEL_ORDER_H
#define ANSWER_LABEL_ORDER_H

#include "answer/runs.h"
#include "question/values.h"

/* order[units]; labels with equal scores keep their order. O(pairs). */
const uint32_t *answer_order(base_arena *arena, const question_values *column, const answer_spread *others);

#endif
