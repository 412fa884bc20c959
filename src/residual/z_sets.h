/* Functions of Z in blocks, on which responses are regressed. The coefficients of a block share a variance. */
#ifndef RESIDUAL_Z_SETS_H
#define RESIDUAL_Z_SETS_H

#include "question/values.h"

/* What all regressions of one question share: blocks of functions of its columns, and products of functions. Blocks of
 * the same columns are one block in every set of functions. */
typedef struct residual_shared residual_shared;

/* The functions of some columns. */
typedef struct residual_functions residual_functions;

residual_shared *residual_shared_new(base_arena *arena, size_t rows);

/* Gives a column numbers, [rows], before its functions are asked for. With `scores` they also take the place of its
 * normal scores. */
void residual_give_numbers(residual_shared *shared, const question_values *column, const double *numbers, bool scores);

/* The functions of columns z[count], which must outlive them; the same columns in the same order give the same object.
 * Cheap: functions are computed when a regression needs them. */
residual_functions *residual_functions_of(residual_shared *shared, const question_values *const *z, size_t count);

#endif
