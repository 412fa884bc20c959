/* The statistic of the kernel tests and its null distribution, from the residuals of the features after regression on
 * Z. */
#ifndef KERNEL_NULL_H
#define KERNEL_NULL_H

#include "peers/kernel/matrix.h"
#include "peers/kernel/mixture.h"

/* Maximum number of features of X and of Y for a null distribution by moments, whose cost grows with their sixth
 * power. */
enum { KERNEL_MAX_FEATURES_XY = 50 };

/* n times the squared Frobenius norm of the covariance of x and y, whose columns have mean 0. Row i of y is taken from
 * row order[i] unless that is NULL. Returns false if memory runs out. */
bool kernel_statistic(double *statistic, const kernel_matrix *x, const kernel_matrix *y, const uint32_t *order,
                      const mixmi_options *options);

/* Power sums 1 .. 8 of the weights in the null distribution of the statistic, a weighted sum of chi-squared variables:
 * the eigenvalues of the second-moment matrix of products of residuals. Returns false if memory runs out. */
bool kernel_weight_powers(double powers[KERNEL_POWERS], const kernel_matrix *x, const kernel_matrix *y,
                          const mixmi_options *options);

/* P-value by permuting the rows of y, with random streams from `key`; *made is the number of permutations. Stops like
 * the permutation test: at the 10th permutation that reaches the statistic, or at the limit. */
mixmi_status kernel_permutation(double *p, uint64_t *made, double statistic, const kernel_matrix *x,
                                const kernel_matrix *y, uint64_t seed, uint64_t key, const mixmi_options *options);

#endif
