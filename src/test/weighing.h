/* Dependence that changes with Z. X and Y may be positively related where Z is large and negatively where it is
 * small, so that the average over Z is 0, as with a collider. Products of their features are therefore also weighted
 * by functions of Z. */
#ifndef TEST_WEIGHING_H
#define TEST_WEIGHING_H

#include "test/pairing.h"

/* A sum of squares of deviates with its moments if X and Y are independent given Z, and its weight among the
 * p-values. */
typedef struct test_sum {
	double sum, mean, variance;
	double weight;
} test_sum;

/* One sum per weight for the simplest features and one up to detail 1; over clusters the sums of all weights
 * together, and one of cluster means (clusters.h). */
typedef struct test_weighted {
	size_t count;
	test_sum sums[2 * TEST_MOST_WEIGHTS];
} test_weighted;

/* Mean fourth power of a weight: large if it is concentrated on few rows. */
double test_fourth_power(const double *weight, const test_given *given);

/* Both sides are residualised on the same Z. Without Z there are no weights. False: out of memory. O(rows) per
 * weight and pair of features. */
bool test_weighted_init(test_weighted *out, const test_residuals *x, const test_residuals *y, const test_given *given,
                        const test_pairing *pairing);

#endif
