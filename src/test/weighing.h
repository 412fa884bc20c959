/* Dependence that turns with Z: X and Y may go together where Z is large and against each other where it is small, so that nothing
 * is left on average (a collider is like that). Products of their features are therefore also weighed by functions of Z. */
#ifndef TEST_WEIGHING_H
#define TEST_WEIGHING_H

#include "test/pairing.h"

/* Sums of squares of independent normal deviates, and how many they are. */
typedef struct test_weighed {
	double simple, all;                   /* of the simplest features, and of the second simplest as well */
	double simple_variance, all_variance; /* of these sums */
	double simple_third, all_third;       /* their third cumulants; 0: as of a gamma variable */
	double simple_count, all_count;
	double between, between_variance, between_third, between_count; /* of means of clusters (clusters.h); 0: none */
	unsigned detail;                                                /* up to which features are weighed in `all` */
	bool carried[TEST_MOST_WEIGHTS];                                /* which weights the rows carry */
} test_weighed;

/* Both sides residualised on the same Z, and their pairing. Without Z there is nothing to weigh by. False: out of memory. O(rows) a weight and
 * pair after a regression, O(rows) per pair within cells. */
bool test_weighed_init(test_weighed *out, const test_residuals *x, const test_residuals *y, const test_given *given,
                       const test_pairing *pairing);

#endif
