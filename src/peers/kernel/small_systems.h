/* Factorisations for the kernel tests: systems of some hundred features, and of four means. LAPACK is not used, because
 * its libraries choose the order of sums by the processor, and with a penalty of 1e-10 this affects the sixth digit of
 * a p-value. */
#ifndef KERNEL_SMALL_SYSTEMS_H
#define KERNEL_SMALL_SYSTEMS_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces a symmetric matrix, given by its upper triangle `packed` column by column, by its factor U, A = U'U
 * (Cholesky). Returns false if it is not positive definite; its contents are then undefined. O(size^3 / 6)
 * multiplications. */
bool kernel_cholesky(double *packed, size_t size);

/* Solves the system factorised by kernel_cholesky() for `count` right-hand sides of `size` numbers each, in place. */
void kernel_solve(double *sides, size_t count, const double *packed, size_t size);

/* Eigenvalues of a symmetric tridiagonal matrix of at most KERNEL_LARGEST rows, ascending, in place of the diagonal,
 * and the first component of each unit eigenvector. beside[i] is the element between rows i and i + 1. Returns false if
 * there is no convergence. */
enum { KERNEL_LARGEST = 8 };
bool kernel_eigen(double *diagonal, const double *beside, double *first, size_t size);

#endif
