/* Exact p-values for a few rows, from all pairings of the rows of X with those of Y. */
#ifndef TEST_ALL_EXCHANGES_H
#define TEST_ALL_EXCHANGES_H

#include "test/constants.h"
#include "test/weighing.h"

/* Replaces *p, the approximate p-value without Z, by the share of all pairings of the rows of X with those of Y
 * whose approximate p-value is at most *p. For at most TEST_MOST_EXCHANGED rows. False: out of memory. O(rows!
 * features^2). */
bool test_exchange_all(double *p, const test_residuals *x, const test_residuals *y, const test_given *given);

#endif
