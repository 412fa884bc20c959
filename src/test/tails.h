/* p-values of deviates and of sums of squares, accurate far out in the tail. */
#ifndef TEST_TAILS_H
#define TEST_TAILS_H

#include "test/omnibus.h"
#include "test/pairing.h"
#include "test/weighing.h"

/* The normal deviate with the same tail as the ratio S / sqrt V, where S is a sum over so many effective rows
 * (infinite: normal except for its skewness). */
double test_normal_deviate(double ratio, double rows, double skewness);

/* P(|normal variable| >= deviate), and its inverse. */
double test_two_sided(double deviate);
double test_deviate_of(double p);

/* Combines p-values that may be dependent, with weights (Liu and Xie 2020). */
double test_combine(const double *p, const double *weights, size_t count);

/* The weight of a detail among p-values. */
double test_weight_of_detail(unsigned detail);

/* A sum of squares of deviates, its mean and variance if X and Y are independent given Z, and the rows that it is worth. */
typedef struct test_evidence {
	double sum, mean, variance;
	double rows;
} test_evidence;

/* The sum that shows most, by its share of the combined p-value, and the sum over all features; 0 if there is none. */
typedef struct test_shown {
	test_evidence best, whole;
} test_shown;

/* The p-value of all deviates together: sums of squares of nested sets, the simplest features first, sums
 * weighted by functions of Z, and all labels at once. */
double test_p_value(test_shown *shown, const test_pairing *pairing, const test_weighted *weighted,
                    const test_omnibus *omnibus);

#endif
