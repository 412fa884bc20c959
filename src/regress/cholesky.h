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

enum { REGRESS_STRIP = 16 };

/* Solves L x = b for REGRESS_STRIP right-hand sides at a time, at[k * REGRESS_STRIP + i], in place, and adds the squared length of each
 * solution to lengths[i]. Entries before k = `first` are 0 and not read. O(count^2) each. */
void regress_forward_strip(double lengths[REGRESS_STRIP], double *at, const double *factor, size_t count, size_t first);

/* Diagonal of the inverse of L L'. room: [count][REGRESS_STRIP]. O(count^3). */
void regress_inverse_diagonal(double *out, const double *factor, size_t count, double *room);

/* Sum of a[i] b[i], four partial sums in a fixed order. */
double regress_dot(const double *a, const double *b, size_t count);

#endif
