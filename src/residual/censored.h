/* Features of a time that may be censored: integrals of its martingale, which have mean 0 given Z and the censoring time,
 * so that censoring may depend on Z and on the column that the time is compared with. */
#ifndef RESIDUAL_CENSORED_H
#define RESIDUAL_CENSORED_H

#include "residual/feature_set.h"
#include "residual/z_sets.h"

/* Up to RESIDUAL_MOST_WAVES features of a column with `censored`: the log-rank score, and scores that weight times by
 * waves. Empty if no event was observed. O(rows features), and three regressions if there are columns of Z. */
residual_features residual_censored_features(base_arena *arena, const question_values *column, residual_functions *of_z,
                                             size_t z_count);

#endif
