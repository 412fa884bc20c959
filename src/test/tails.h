/* From products to p-values that hold far out in the tail. */
#ifndef TEST_TAILS_H
#define TEST_TAILS_H

#include "test/omnibus.h"
#include "test/pairing.h"
#include "test/weighing.h"

/* The normal deviate whose tail is that of a ratio S / sqrt V: S a sum over so many rows in effect (infinity: S is normal but for its
 * skewness), with that skewness. */
double test_normal_deviate(double ratio, double rows, double skewness);

/* P(|normal variable| >= deviate), and the deviate that has this tail. */
double test_two_sided(double deviate);
double test_deviate_of(double p);

/* A p-value of several that need not be independent, by weights (Liu and Xie 2020). */
double test_combine(const double *p, const double *weights, size_t count);

/* The weight of a detail among p-values. */
double test_weight_of_detail(unsigned detail);

/* The p-value of all deviates together: sums of squares of nested sets, the simplest features first, sums
 * weighted by functions of Z, and all labels at once. */
double test_p_value(const test_pairing *pairing, const test_weighted *weighted, const test_omnibus *omnibus);

#endif
