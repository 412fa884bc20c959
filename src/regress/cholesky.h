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

/* The inverse of L L', both triangles. `room` holds count * count numbers. */
void regress_inverse(double *out, const double *factor, size_t count, double *room);

#endif
