/* Blocks of functions of Z: which there are, their values, and their products with each other. Inner part of regressors.h. */
#ifndef REGRESS_BLOCKS_H
#define REGRESS_BLOCKS_H

#include "regress/regressors.h"

/* Lists the blocks that the rows carry; the columns and what they are made of are there. False: out of memory. */
bool regress_blocks_list(regress_regressors *given);

/* Makes the values of a block, unless they are there. False: out of memory. O(rows count). */
bool regress_block_fill(regress_block *block, const regress_regressors *given);

/* Values of a single part of a column are that part's, not the block's. */
bool regress_block_is_part(const regress_block *block);

bool regress_products_init(regress_regressors *given);
void regress_products_free(regress_products *products);

/* Bytes of the functions and of their products. */
size_t regress_products_size(const regress_regressors *given);

#endif
