/* Features of a time that may be censored: integrals of its martingale, which have mean 0 given Z and the censoring
 * time. */
#ifndef TEST_MARTINGALE_H
#define TEST_MARTINGALE_H

#include "question/column_features.h"
#include "test/given.h"

/* The features of a column with `censored`, given Z: the log-rank score (detail 0), and scores that weight times by
 * waves. False: out of memory. O(rows features), and three regressions if Z is treated by regression. */
bool test_survival_features(question_features *features, const question_column *column, const test_given *given,
                            size_t waves);

#endif
