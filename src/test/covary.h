/* Variance of sums of squares of deviates that are uncorrelated but not independent: the
 * covariances of the features of X may change with Z, and those of Y too. */
#ifndef TEST_COVARY_H
#define TEST_COVARY_H

#include "test/pairing.h"

/* Increases the variances of the sums of squares in `pairing`, which has the same sides, if Z is treated by
 * regression. False: out of memory. O(rows). */
bool test_covary(test_pairing *pairing, const test_residuals *x, const test_residuals *y, const test_given *given);

#endif
