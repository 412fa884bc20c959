/* From products to p-values that hold far out in the tail. */
#ifndef SCAN_TAILS_H
#define SCAN_TAILS_H

#include "scan/omnibus.h"
#include "scan/pairing.h"
#include "scan/weighing.h"

/* The normal deviate whose tail is that of a ratio S / sqrt V: S a sum over so many rows in effect (infinity: S is normal but for its
 * skewness), with that skewness. */
double scan_normal_deviate(double ratio, double rows, double skewness);

/* P(|normal variable| >= deviate), and the deviate that has this tail. */
double scan_two_sided(double deviate);
double scan_deviate_of(double p);

/* A p-value of several that need not be independent, by weights (Liu and Xie 2020). */
double scan_combine(const double *p, const double *weights, size_t count);

/* The p-value of all deviates together: sums of squares of nested sets, the simplest features first, the largest, those that are weighed
 * by Z, and all labels at once. */
double scan_p_value(const scan_pairing *pairing, const scan_weighed *weighed, const scan_omnibus *omnibus);

#endif
