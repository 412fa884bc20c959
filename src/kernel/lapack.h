/* The three routines of LAPACK that the kernel tests use, on small systems only. LAPACK is loaded when a kernel test first
 * runs; compiled with MIXMI_LAPACK_LINKED, the program is linked to one instead, as an R package is to R's own. */
#ifndef KERNEL_LAPACK_H
#define KERNEL_LAPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "mixmi.h"

/* MIXMI_ERROR_LIMIT, with the package to install in the message, where there is no LAPACK. Any thread may call this and
 * the routines, which load LAPACK themselves if need be. */
mixmi_status kernel_lapack_load(void);

/* Cholesky factor of a symmetric matrix, whose upper triangle `packed` holds column after column, in its place (dpptrf).
 * False: the matrix is not positive definite, or there is no LAPACK. */
bool kernel_cholesky(double *packed, size_t size);

/* Solves the system whose factor kernel_cholesky() gave for `count` right-hand sides of `size` numbers each, in their place
 * (dpptrs). */
void kernel_solve(double *sides, size_t count, const double *packed, size_t size);

/* Eigenvalues, ascending, in the place of the diagonal, and eigenvectors, one after the other, of a symmetric tridiagonal
 * matrix (dstev). `beside` has room for `size` numbers and is lost; `work` has room for 2 size. False: no convergence. */
bool kernel_eigen(double *diagonal, double *beside, double *vectors, size_t size, double *work);

#endif
