/* Symmetric positive definite systems, small enough for plain loops in a fixed order: the same bits on every machine. */
#ifndef REGRESS_CHOLESKY_H
#define REGRESS_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* Lower Cholesky factor of a matrix, row by row, in place; the upper triangle is left as it is. False: not positive definite. */
bool regress_cholesky(double *matrix, size_t count);

/* Solves L x = b in place. */
void regress_forward(double *b, const double *factor, size_t count);

/* Solves L' x = b in place. */
void regress_backward(double *b, const double *factor, size_t count);

/* out[j][i] = (L^-1)[i][j] for i >= j, else 0: columns of the inverse of the factor. The inverse of L L' has the products of these for
 * entries. */
void regress_inverse_columns(double *out, const double *factor, size_t count);

/* Sum of a[i] b[i], four partial sums in a fixed order. */
double regress_dot(const double *a, const double *b, size_t count);

#endif
