/* Blocks of functions of Z: their list, their values, and their products. Internal to regressors.h. */
#ifndef REGRESS_BLOCKS_H
#define REGRESS_BLOCKS_H

#include "regress/regressors.h"

/* Lists as many blocks as the number of rows allows. The sources must have been described. Returns false if out of memory. */
bool regress_blocks_list(regress_regressors *given);

/* Computes the values of a block if they are missing. Returns false if out of memory. O(rows count). */
bool regress_block_fill(regress_block *block, const regress_regressors *given);

/* True if the block is a single part of a column; its values then belong to that part. */
bool regress_block_is_part(const regress_block *block);

bool regress_products_init(regress_regressors *given);
void regress_products_free(regress_products *products);

/* Bytes of the functions and of their products. */
size_t regress_products_size(const regress_regressors *given);

#endif
