/* The grid of some columns of a table, and its value. */
#ifndef ESTIMATE_GRID_SEARCH_H
#define ESTIMATE_GRID_SEARCH_H

#include "estimate/value.h"
#include "question/canonical.h"

typedef struct estimate_fitted {
	estimate_ranks ranks;
	estimate_grid grid;
	estimate_value value;
} estimate_fitted;

/* The grid with the shortest code that the search finds. The table has no missing values. terms: as in estimate_of_grid(); NULL: its value
 * is not needed. After a failure it can still be cleared. */
mixmi_status estimate_fitted_init(estimate_fitted *fitted, double *terms, const mixmi_table *table,
                                  const size_t *columns, const question_role *roles, size_t column_count,
                                  const estimate_costs *costs, const mixmi_options *options);
void estimate_fitted_clear(estimate_fitted *fitted);

/* Bits of the data in a grid given its margins, minus those in one cell: 0 or less. False: out of memory. */
bool estimate_data_bits(double *bits, const estimate_grid *grid, const cells_xlogx *xlogx);

/* Returns a histogram with the bins and cells of the grid, columns in the order of the question and in their own direction. */
mixmi_status estimate_picture(mixmi_histogram **out, const estimate_grid *grid, const estimate_costs *costs,
                              const question_canonical *canonical, const question_ready *question,
                              const mixmi_options *options);

#endif
