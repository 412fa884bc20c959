/*
 * Kernel tests of conditional independence by random Fourier features: RCIT and RCoT of Strobl, Zhang and Visweswaran
 * (Journal of Causal Inference 7(1), 2019). Without Z both are their RIT.
 */
#ifndef KERNEL_KERNEL_H
#define KERNEL_KERNEL_H

#include "base/method.h"

typedef enum kernel_method {
	KERNEL_RCIT, /* uses features of (X, Z) together for X: detects every dependence */
	KERNEL_RCOT  /* uses features of X alone: better calibrated, but misses a dependence of X and Y that appears only
	              * jointly with Z */
} kernel_method;

/* Minimum number of rows for a null distribution by moments, which is asymptotic. */
enum { KERNEL_LEAST_ROWS = 10 };

/* Sets statistic, p, verdict, rows, rows_dropped and permutations of `out`. If X or Y is constant, or a function of Z
 * as far as the features show, the statistic is 0 and p is 1. The answer does not depend on the order of rows or
 * columns, on exchanging X and Y, or on threads. O(n f^2 + f^3) for f features of Z; memory O(n f). */
mixmi_status kernel_test(mixmi_answer *out, kernel_method method, const mixmi_table *table,
                         const mixmi_question *question, const mixmi_options *options);

extern const base_method kernel_rcit;
extern const base_method kernel_rcot;

#endif
