/* Table of c log2 c, which turns the cost of a segment into a sum of look-ups. */
#include "paper/cells/xlogx.h"

#include <stdlib.h>

#include "base/memory.h"

enum { LARGEST_TABLE = 1 << 16 };

bool cells_xlogx_init(cells_xlogx *xlogx, uint64_t largest)
{
	size_t size = largest < LARGEST_TABLE ? (size_t)largest + 1 : LARGEST_TABLE;
	xlogx->size = 0;
	xlogx->table = base_array(size, sizeof *xlogx->table);
	if (xlogx->table == NULL)
		return false;
	xlogx->table[0] = 0;
	for (size_t c = 1; c < size; c++)
		xlogx->table[c] = (double)c * log2((double)c);
	xlogx->size = size;
	return true;
}

void cells_xlogx_clear(cells_xlogx *xlogx)
{
	free(xlogx->table);
	xlogx->table = NULL;
	xlogx->size = 0;
}
