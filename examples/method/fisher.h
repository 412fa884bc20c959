/* The partial correlation of two columns given others, tested by Fisher's z. */
#ifndef FISHER_FISHER_H
#define FISHER_FISHER_H

#include "mixmi/method.h"

/* Numeric columns only. With r the partial correlation, estimate = -ln(1 - r^2) / 2 and p is the Gaussian tail of
 * atanh(r) sqrt(n - |Z| - 3). O(rows columns^2 + columns^3). */
extern const mixmi_own_method fisher_test;

#endif
