/* c log2 c for counts, from a table where that is small enough to stay in cache. */
#ifndef BASE_XLOGX_H
#define BASE_XLOGX_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct base_xlogx {
	size_t size;
	double *table; /* [size] */
} base_xlogx;

/* A table for counts up to `largest`, cut off at a size that fits the second-level cache. False: out of memory. */
bool base_xlogx_init(base_xlogx *xlogx, uint64_t largest);
void base_xlogx_clear(base_xlogx *xlogx);

/* Past the table the value is computed the same way, so it does not depend on where the table ends. */
static inline double base_xlog2x(const base_xlogx *xlogx, uint64_t c)
{
	return c < xlogx->size ? xlogx->table[c] : (double)c * log2((double)c);
}

#endif
