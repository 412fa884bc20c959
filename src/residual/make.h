/* Values of the functions of a block, before they are standardised. A function is that of all rows: its ranks, mean,
 * size and level means are, also where only some rows are read. */
#ifndef RESIDUAL_MAKE_H
#define RESIDUAL_MAKE_H

#include "residual/z_blocks.h"

/* Rows first, ..., first + count - 1 of all, or of a list. */
typedef struct residual_range {
	const uint32_t *list;
	size_t first, count;
} residual_range;

static inline size_t residual_row(const residual_range *rows, size_t i)
{
	return rows->list != NULL ? rows->list[rows->first + i] : rows->first + i;
}

/* The normal scores of a column in all rows. */
const double *residual_scores(residual_shared *shared, residual_basis *basis);

/* Functions from, ..., from + count - 1 of a block that is not absorbed, in some rows, into out[count][stride]. Its
 * factors are filled at planned rows, or have constants. */
void residual_make_raw(double *out, size_t stride, residual_shared *shared, residual_block *block,
                       const residual_range *rows, size_t from, size_t count);

/* The functions of a block in a range of all rows as they are used, into out[size][stride]; needs its constants. */
void residual_make(double *out, size_t stride, residual_shared *shared, residual_block *block,
                   const residual_range *rows);

/* Waves over places without ties have mean 0 and variance 1 as they are: sums of sines over equal steps. */
bool residual_is_orthonormal(const residual_block *block);

/* Whether functions are centred, and whether they are then divided by their standard deviations. */
bool residual_is_centred(const residual_block *block);
bool residual_is_standardised(const residual_block *block);

#endif
