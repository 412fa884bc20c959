/* The factorisations of the kernel tests: systems of some hundred features, and of four means. Own loops, because LAPACK's libraries
 * choose their order of sums by the processor, and a penalty of 1e-10 lets that show in the sixth digit of a p-value. */
#ifndef KERNEL_SMALL_SYSTEMS_H
#define KERNEL_SMALL_SYSTEMS_H

#include <stdbool.h>
#include <stddef.h>

/* Replaces a symmetric matrix, whose upper triangle `packed` holds column after column, by its factor U, A = U'U (Cholesky). False:
 * it is not positive definite, and the matrix is lost. O(size^3 / 6) multiplications. */
bool kernel_cholesky(double *packed, size_t size);

/* Solves the system whose factor kernel_cholesky() gave for `count` right-hand sides of `size` numbers each, in their place. */
void kernel_solve(double *sides, size_t count, const double *packed, size_t size);

/* Eigenvalues, ascending, in the place of the diagonal, and the first component of each unit eigenvector, of a symmetric tridiagonal
 * matrix of at most KERNEL_LARGEST rows; beside[i] stands between rows i and i + 1. False: no convergence. */
enum { KERNEL_LARGEST = 8 };
bool kernel_eigen(double *diagonal, const double *beside, double *first, size_t size);

#endif
