/* The residual of a side of a question given Z: what is tested, and what the estimate takes. */
#ifndef RESIDUAL_SIDE_H
#define RESIDUAL_SIDE_H

#include "residual/feature_set.h"
#include "residual/regression.h"

typedef struct residual_side {
	residual_features features; /* uncorrelated features of the residuals, with variance 1 */
	residual_features all;      /* with waves that the test does not take */
	size_t columns;
	const question_values *const *shown; /* [columns] of the columns that vary: the residual that the estimate takes */
	bool explained; /* Z explains some of what is shown: labels stay as they are, and point masses one value */
	const residual_regression *regression; /* with most parameters of the side */
	double used;                           /* parameters of that regression */
	double lost;                           /* rows that the constant and absorbed labels take */
	bool undecided;                        /* Z leaves next to nothing of a column */
	const bool *grouped; /* [columns of Z] numbers whose values have effects of their own on a column */
} residual_side;

/* The residual of columns[count], of which at least one varies, given the columns of of_z, which may be none. */
residual_side residual_side_of(base_arena *arena, const question_values *const *columns, size_t count,
                               residual_functions *of_z);

#endif
