/* The functions of some blocks, tile of rows by tile of rows: read where they are kept, and made where they are not, so
 * that no matrix of functions over all rows is needed. */
#ifndef RESIDUAL_VIEW_H
#define RESIDUAL_VIEW_H

#include "residual/z_blocks.h"

typedef struct residual_view {
	residual_shared *shared;
	residual_domain domain;
	residual_block *const *blocks; /* [count] */
	size_t count;
	size_t size;              /* functions */
	size_t rows;              /* of the domain */
	size_t tile;              /* rows of a tile */
	double *made;             /* [size][residual_stride(tile)]; NULL: blocks are filled */
	const double **functions; /* [size] in the present tile, and ... */
	size_t first, here;       /* ... its rows */
} residual_view;

/* A view of blocks that are filled in the domain or, if none of them is, have constants; in shared->scratch. */
residual_view residual_view_of(residual_shared *shared, residual_domain domain, residual_block *const *blocks,
                               size_t count);

/* Moves to the first tile (first 0) or on by one; false: there are no more rows.
 *     for (bool more = residual_view_start(&v); more; more = residual_view_next(&v)) */
bool residual_view_start(residual_view *view);
bool residual_view_next(residual_view *view);

/* out[size][responses]: sums over rows of products with y[responses][rows]; added to out for the present tile. */
void residual_view_add_products(double *out, const residual_view *view, const double *y, size_t responses);
void residual_view_products(double *out, residual_view *view, const double *y, size_t responses);

/* out[responses][rows] -= sums of by[responses][1 + size] times 1 and the functions. */
void residual_view_subtract(double *out, residual_view *view, const double *by, size_t responses);

#endif
