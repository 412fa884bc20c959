/* Numbers to ranks: the heart of preparing a numeric column. */
#ifndef DATA_RANK_H
#define DATA_RANK_H

#include "data/table.h"

/* Fills in values, counts, codes, distinct and missing of a column from one number a row; NaN is missing. -0 must have been
 * made 0. False when out of memory: what was filled in is then released by data_column_clear(). O(rows) in memory, and in
 * time but for the choice of splitters. */
bool data_rank(data_column *column, const double *values, size_t rows);

#endif
