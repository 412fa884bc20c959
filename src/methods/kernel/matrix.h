/* The linear algebra of the kernel tests. Every sum over rows is made here in a fixed order: the same bits for any number of
 * threads. */
#ifndef KERNEL_MATRIX_H
#define KERNEL_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

/* Column after column: values[j * rows + i]. */
typedef struct kernel_matrix {
	size_t rows;
	size_t columns;
	double *values;
} kernel_matrix;

/* Not cleared. False: out of memory, and the matrix is empty. */
bool kernel_matrix_init(kernel_matrix *matrix, size_t rows, size_t columns);
void kernel_matrix_clear(kernel_matrix *matrix);

static inline double *kernel_column(const kernel_matrix *matrix, size_t column)
{
	return matrix->values + column * matrix->rows;
}

/* Threads that work of this many operations is worth, at most `threads`; 1 inside a parallel region. */
int kernel_threads(double operations, int threads);

/* Shifts and scales every column to mean 0 and variance 1 (divisor rows - 1); a constant one becomes 0. Any finite
 * values. */
void kernel_standardise(kernel_matrix *matrix, int threads);

/* sums[i * b->columns + j] += sum over rows of a's column i times b's column j. Where a and b are the same matrix only
 * j >= i is computed, and copied. */
void kernel_cross(double *sums, const kernel_matrix *a, const kernel_matrix *b, int threads);

/* Replaces columns of `targets` by their residuals after ridge regression on the columns of z, all of mean 0. The
 * penalty is 1e-10, or the least power of ten above with which the system can be solved. *freedom is how many degrees of freedom
 * the regression leaves, of rows - 1: below 1 all residuals are multiples of one column but for rounding. It is computed where there
 * are about as many columns of z as rows, and else a lower bound. False: out of memory. */
bool kernel_residuals(kernel_matrix *targets, double *freedom, const kernel_matrix *z, int threads);

#endif
