/*
 * Kernel tests of conditional independence by random Fourier features: RCIT and RCoT of Strobl, Zhang and Visweswaran
 * (Journal of Causal Inference 7(1), 2019). Without Z both are their RIT.
 */
#ifndef KERNEL_KERNEL_H
#define KERNEL_KERNEL_H

#include "base/method.h"

typedef enum kernel_method {
	KERNEL_RCIT, /* the features of X are those of X and Z together: sees every dependence */
	KERNEL_RCOT  /* of X alone: better calibrated, blind where X and Y are related to each other only together with Z */
} kernel_method;

/* Fewest rows for a null distribution by moments, which is asymptotic. */
enum { KERNEL_LEAST_ROWS = 10 };

/* Fills in statistic, p, verdict, rows, rows_dropped and permutations of `out`. X or Y that is constant, or is a function of Z as far as the features can tell, gives statistic 0 and p
 * 1. The answer does not depend on the order of rows or columns, on exchanging X and Y, or on threads. O(n f^2 + f^3)
 * for f features of Z; memory O(n f). */
mixmi_status kernel_test(mixmi_answer *out, kernel_method method, const mixmi_table *table,
                         const mixmi_question *question, const mixmi_options *options);

extern const base_method kernel_rcit;
extern const base_method kernel_rcot;

#endif
