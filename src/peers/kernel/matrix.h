/* Linear algebra of the kernel tests. All sums over rows have a fixed order, so results have the same bits for any
 * number of threads. */
#ifndef KERNEL_MATRIX_H
#define KERNEL_MATRIX_H

#include "mixmi/method.h"

/* Column-major: values[j * rows + i]. */
typedef struct kernel_matrix {
	size_t rows;
	size_t columns;
	double *values;
} kernel_matrix;

/* Allocates without clearing. Returns false if memory runs out; the matrix is then empty. */
bool kernel_matrix_init(kernel_matrix *matrix, size_t rows, size_t columns);
void kernel_matrix_clear(kernel_matrix *matrix);

static inline double *kernel_column(const kernel_matrix *matrix, size_t column)
{
	return matrix->values + column * matrix->rows;
}

/* Runs pieces that cannot fail, in parallel if there are many operations. Here and below, options NULL: in this thread. */
void kernel_run(double operations, const mixmi_options *options, size_t count, mixmi_piece *piece, void *context);

/* Standardises every column to mean 0 and variance 1 (divisor rows - 1); a constant one becomes 0. Works for any finite
 * values. */
void kernel_standardise(kernel_matrix *matrix, const mixmi_options *options);

/* sums[i * b->columns + j] += sum over rows of a's column i times b's column j. If a and b are the same matrix, only j
 * >= i is computed, and mirrored. */
void kernel_cross(double *sums, const kernel_matrix *a, const kernel_matrix *b, const mixmi_options *options);

/* Replaces columns of `targets` by their residuals after ridge regression on the columns of z, all with mean 0. The
 * penalty is 1e-10, or the smallest larger power of ten for which the system can be solved. *freedom is the residual
 * degrees of freedom, out of rows - 1: below 1, all residuals are multiples of one column except for rounding. It is
 * exact if z has about as many columns as rows, and otherwise a lower bound. Returns false if memory runs out. */
bool kernel_residuals(kernel_matrix *targets, double *freedom, const kernel_matrix *z, const mixmi_options *options);

#endif
