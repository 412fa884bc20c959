/* c log2 c for counts, from a table as long as that fits the cache. */
#ifndef CELLS_XLOGX_H
#define CELLS_XLOGX_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cells_xlogx {
	size_t size;
	double *table; /* [size] */
} cells_xlogx;

/* A table for counts up to `largest`, limited to a size that fits the second-level cache. Returns false if memory runs
 * out. */
bool cells_xlogx_init(cells_xlogx *xlogx, uint64_t largest);
void cells_xlogx_clear(cells_xlogx *xlogx);

/* Beyond the table the value is computed in the same way, so it does not depend on the size of the table. */
static inline double cells_xlog2x(const cells_xlogx *xlogx, uint64_t c)
{
	return c < xlogx->size ? xlogx->table[c] : (double)c * log2((double)c);
}

#endif
