/* Log-densities from spacings: the distance between the values some ranks below and above (Vasicek 1976). */
#ifndef ANSWER_SPACING_H
#define ANSWER_SPACING_H

#include <stdbool.h>

#include "question/values.h"

/* The log-density at each value of a column, from value[levels], which ascends. known: the distribution of ranks is
 * known to be even, as that of normal scores; otherwise it is random. O(levels). */
void answer_spacing(double *out, base_arena *arena, const question_values *column, const double *value, bool known);

#endif
