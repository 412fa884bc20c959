/* Kernel tests of conditional independence by random Fourier features: RCIT and RCoT of Strobl, Zhang and Visweswaran
 * (Journal of Causal Inference 7(1), 2019). Without Z both are their RIT. */
#ifndef KERNEL_KERNEL_H
#define KERNEL_KERNEL_H

#include "mixmi/method.h"

/* RCIT uses features of (X, Z) together for X: it detects every dependence. RCoT uses features of X alone: better
 * calibrated, but it misses a dependence of X and Y that appears only jointly with Z.
 *
 * They set statistic, p, verdict, rows and permutations. If X or Y is constant, or a function of Z as far as the
 * features show, the statistic is 0 and p is 1. The answer does not depend on the order of rows or columns, on
 * exchanging X and Y, or on threads. O(n f^2 + f^3) for f features of Z; memory O(n f). */
extern const mixmi_own_method kernel_rcit;
extern const mixmi_own_method kernel_rcot;

#endif
