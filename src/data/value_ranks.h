/* Numbers to ranks: the heart of preparing a numeric column. */
#ifndef DATA_VALUE_RANKS_H
#define DATA_VALUE_RANKS_H

#include "data/table.h"

/* Fills in values, counts, codes, distinct and missing of a column from one number per row; NaN is missing. -0 must have been
 * made 0. `values` serve as scratch, and their content is lost. False when out of memory: what was filled in is then released
 * by data_column_clear(). Time O(rows) but for the choice of splitters; memory 16 bytes per row at most, which the result
 * needs too if all values differ. */
bool data_rank(data_column *column, double *values, size_t rows);

#endif
