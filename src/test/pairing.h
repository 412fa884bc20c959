/* Products of residual features of X and Y, as normal deviates that are independent of each other if X and Y are
 * independent given Z. */
#ifndef TEST_PAIRING_H
#define TEST_PAIRING_H

#include "test/residuals.h"

typedef struct test_pairing {
	size_t x_count, y_count;
	double first;     /* deviate of the first pair, corrected for skewness */
	double *summands; /* [x_count][y_count] deviates for sums of squares, not corrected for skewness */
	unsigned char x_detail[QUESTION_MOST_FEATURES]; /* of the features */
	unsigned char y_detail[QUESTION_MOST_FEATURES];
	size_t x_ranks[QUESTION_DETAILS], y_ranks[QUESTION_DETAILS]; /* ranks of the features up to each detail */
	double variance[QUESTION_DETAILS];                           /* of the sum of squares up to each detail */
	double in_effect; /* effective rows, the largest of all pairs; 0: there are no pairs */
} test_pairing;

/* Both sides residualised on the same Z, which may be NULL after a regression. False: out of memory. O(rows x_count
 * y_count). */
bool test_pairing_init(test_pairing *pairing, const test_residuals *x, const test_residuals *y,
                       const test_given *given);

/* Only the features, without deviates: ranks up to each detail, at most `finest`, and room for the summands, which are 0. */
bool test_pairing_begin(test_pairing *pairing, const test_residuals *x, const test_residuals *y, unsigned finest);
void test_pairing_clear(test_pairing *pairing);

#endif
