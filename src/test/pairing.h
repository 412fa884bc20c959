/* Products of residual features: how far each feature of X goes with each of Y beyond chance, as normal deviates that are
 * independent of each other where X and Y are. */
#ifndef TEST_PAIRING_H
#define TEST_PAIRING_H

#include "test/residuals.h"

typedef struct test_pairing {
	size_t x_count, y_count;
	double first;     /* the deviate of the first pair, skewness taken off */
	double *summands; /* [x_count][y_count] deviates for sums of squares: skewness not taken off */
	unsigned char x_detail[QUESTION_MOST_FEATURES]; /* of the features that they belong to */
	unsigned char y_detail[QUESTION_MOST_FEATURES];
	size_t x_ranks[QUESTION_DETAILS], y_ranks[QUESTION_DETAILS]; /* independent features up to each detail */
	double variance[QUESTION_DETAILS];                           /* of the sum of squares up to each detail */
	double third[QUESTION_DETAILS];                              /* its third cumulant; 0: that of a gamma variable */
	double in_effect;                                            /* rows that the first pair comes to; 0 without any */
	double strongest; /* the largest correlation, in size, between a feature of X and one of Y */
} test_pairing;

/* Both sides residualised on the same Z, which may be NULL after a regression. False: out of memory. O(rows x_count y_count). */
bool test_pairing_init(test_pairing *pairing, const test_residuals *x, const test_residuals *y,
                       const test_given *given);
void test_pairing_clear(test_pairing *pairing);

#endif
