/* How far sums of squares of deviates vary more than those of independent ones: features of X may go together more in some places of Z
 * than in others, and so may those of Y. */
#ifndef TEST_COVARY_H
#define TEST_COVARY_H

#include "test/pairing.h"

/* Enlarges the variances of the sums of squares in `pairing`, made of the same sides. After a regression only: within cells
 * they stay as they are. False: out of memory. O(rows), and a bounded number of pairs of rows. */
bool test_covary(test_pairing *pairing, const test_residuals *x, const test_residuals *y, const test_given *given);

#endif
