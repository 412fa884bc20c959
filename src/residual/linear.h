/* Dense linear algebra in doubles. Every sum has one fixed order, whatever is computed beside it, so that results do
 * not depend on the processor, nor on which functions are multiplied at once. */
#ifndef RESIDUAL_LINEAR_H
#define RESIDUAL_LINEAR_H

#include <stddef.h>

#include "base/arena.h"

#define RESIDUAL_SINGLE_ERROR                                                                                          \
	1e-5 /* each tile of 256 products has 32 sums in 8 partial sums: 2^-24 (32 + 3) and more */

/* out[i * stride + j] = sum over rows of a[i] b[j]. 2 a_count b_count rows operations. */
void residual_products(double *out, size_t stride, const double *const *a, size_t a_count, const double *const *b,
                       size_t b_count, size_t rows);

/* The products of functions with each other, out[count][stride], both triangles. count^2 rows operations. */
void residual_gram_matrix(double *out, size_t stride, const double *const *functions, size_t count, size_t rows);

/* The same in single precision with responses b[b_count][rows]: errors are up to RESIDUAL_SINGLE_ERROR of the product
 * of the lengths of a function and a response. Half the memory, and twice as fast. */
void residual_products_single(double *out, const float *const *a, size_t a_count, const float *b, size_t b_count,
                              size_t rows);

/* out[i] = a[i] b[i]; out[i] = (out[i] - shift) scale. */
void residual_multiply(double *out, const double *a, const double *b, size_t count);
void residual_rescale(double *out, double shift, double scale, size_t count);

/* The sum of values and that of their squares. */
void residual_moments(double *sum, double *squares, const double *values, size_t rows);

/* Subtracts sum_k by[f * count + k] functions[k] from out[f], f < responses. 2 count responses rows operations. */
void residual_subtract(double *const *out, size_t responses, const double *const *functions, const double *by,
                       size_t count, size_t rows);

/* The inverse K of the Cholesky factor of a symmetric positive definite matrix A[count][count], whose lower triangle is
 * read and overwritten: K' K is the inverse of A. K is lower triangular, above zeros. count^3 operations. */
void residual_inverse_factor(double *inverse_factor, double *matrix, size_t count);

/* out = K' (K b), the solution of A out = b; scratch: [count]. out may be b. 2 count^2 operations. */
void residual_solve(double *out, const double *inverse_factor, const double *b, size_t count, double *scratch);

/* Diagonal of K' K, into out[count]. */
void residual_inverse_diagonal(double *out, const double *inverse_factor, size_t count);

#endif
