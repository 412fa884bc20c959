/* The statistic of the kernel tests and its null distribution, from what regression on Z has left of the features. */
#ifndef KERNEL_NULL_H
#define KERNEL_NULL_H

#include "methods/kernel/matrix.h"
#include "methods/kernel/mixture.h"
#include "mixmi.h"

/* Most features of X and of Y for a null distribution by moments, whose cost grows with their sixth power. */
enum { KERNEL_MAX_FEATURES_XY = 50 };

/* n times the squared Frobenius norm of the covariance of x and y, columns of mean 0; in y, row i is taken from row
 * order[i] unless that is NULL. False: out of memory. */
bool kernel_statistic(double *statistic, const kernel_matrix *x, const kernel_matrix *y, const uint32_t *order,
                      int threads);

/* Sums of powers 1 .. 8 of the weights of the statistic's null distribution, a weighted sum of chi-squared variables:
 * the eigenvalues of the mean of products of products of residuals. False: out of memory. */
bool kernel_weight_powers(double powers[KERNEL_POWERS], const kernel_matrix *x, const kernel_matrix *y, int threads);

/* P-value by exchanging the rows of y, with streams of random numbers from `key`; *made is how often. Stops as the
 * permutation test does: at the 10th permutation that reaches the statistic, or at the limit. */
mixmi_status kernel_permutation(double *p, size_t *made, double statistic, const kernel_matrix *x,
                                const kernel_matrix *y, uint64_t key, const mixmi_options *options);

#endif
