/* Functions of several columns of Z at once: Matern's covariance (1 + r) exp(-r) between rows and a few of them, each
 * less what the ones before explain (Cholesky's decomposition with pivots), so that together they approximate a
 * Gaussian process over all columns. The next point is the row of which the points so far explain least. */
#ifndef RESIDUAL_SURFACE_H
#define RESIDUAL_SURFACE_H

#include "residual/make.h"

typedef struct residual_surface residual_surface;

/* The surface over bases[count], made when it is first asked for: O(planned rows RESIDUAL_MOST_POINTS^2). */
residual_surface *residual_surface_of(residual_shared *shared, residual_basis *const *bases, size_t count);

/* How many functions it has; the list of its blocks. */
size_t residual_surface_size(const residual_surface *surface);
residual_block **residual_surface_blocks(residual_surface *surface);

/* Functions from, ..., from + count - 1 in some rows, into out[count][stride]. */
void residual_surface_read(double *out, size_t stride, residual_shared *shared, residual_surface *surface,
                           const residual_range *rows, size_t from, size_t count);

#endif
