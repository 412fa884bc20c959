/* The direction of a dependence: does one column go up with the other, or down? */
#ifndef EXPLAIN_RANK_SIGN_H
#define EXPLAIN_RANK_SIGN_H

#include "data/table.h"

/* Spearman's rank correlation of two columns within cells of others, pooled over the cells: sum of products over the root of
 * the sums of squares of ranks that are centred in each cell; and its standard error, by the infinitesimal jackknife with the
 * cells held. Numeric columns of Z are cut into equally full bins, as many as leave about 20 rows a cell. Both are NaN where
 * X or Y has no order or nothing varies. They are set unless memory is out (false). O(rows log rows). */
bool explain_sign(double *sign, double *error, const mixmi_table *table, size_t x, size_t y, const size_t *z,
                  size_t z_count);

/* True for numbers, and for labels in an order that means something. */
static inline bool explain_is_ordered(const data_column *column)
{
	return column->labels == NULL || column->ordered;
}

#endif
