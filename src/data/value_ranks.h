/* Converts numbers to ranks: the main step of preparing a numeric column. */
#ifndef DATA_VALUE_RANKS_H
#define DATA_VALUE_RANKS_H

#include "data/table.h"

/* Sets values, counts, codes, distinct and missing of a column from one number per row. NaN is missing; -0 must have
 * been converted to 0. `values` is used as scratch memory and overwritten. Returns false if memory runs out;
 * data_column_clear() then frees what was allocated. Time O(rows) except for the choice of boundaries. Needs at most 16
 * bytes per row, as much as the result if all values differ. */
bool data_rank(data_column *column, double *values, size_t rows);

#endif
