/* Products of the residual features of X with those of Y, standardised: deviates, each about normal if X and Y are
 * independent given Z. */
#ifndef ANSWER_PRODUCTS_H
#define ANSWER_PRODUCTS_H

#include "answer/weights.h"
#include "residual/residual.h"

typedef struct answer_products {
	size_t x_count, y_count;
	double *deviate;   /* [x_count][y_count] of all features */
	double *worth;     /* [x_count][y_count] rows that a product is worth */
	size_t x_weighted, y_weighted;
	double **weighted; /* [weights][x_weighted][y_weighted] of the first features, with each weight */
	bool in_cells;
} answer_products;

/* Of features that are centred in cells of Z: exact first two moments under exchanges within cells. The first features of
 * each side (x_weighted, y_weighted) are weighted too. O(rows x_count y_count), and of the weighted ones once per weight. */
answer_products answer_products_in_cells(base_arena *arena, const residual_side *x, const residual_side *y,
                                         const residual_cells *cells, const answer_weights *weights, size_t x_weighted,
                                         size_t y_weighted);

/* Of residuals of regressions. slack: of the fourth moments, for two continuous columns. */
answer_products answer_products_of_regressions(base_arena *arena, const residual_side *x, const residual_side *y,
                                               double slack, const answer_weights *weights, size_t x_weighted,
                                               size_t y_weighted);

#endif
