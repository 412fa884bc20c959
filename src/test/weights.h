/* Simple functions of Z by which products of features are weighted. */
#ifndef TEST_WEIGHTS_H
#define TEST_WEIGHTS_H

#include "question/row_sample.h"
#include "test/constants.h"

/* `columns`: Z in an order that depends on its values only, with its cells. *weights: [count][rows], fixed, mean 0
 * and variance 1, uncorrelated unless they are indicators. False: out of memory. O(rows count^2). */
bool test_weights_init(double **weights, size_t *count, const question_column *columns, size_t column_count,
                       const uint32_t *cells, size_t cell_count);

#endif
