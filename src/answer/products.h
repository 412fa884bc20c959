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
} answer_products;

/* Of all pairs of a feature of x and one of y; those of the first features (x_weighted, y_weighted) with each weight too.
 * Where nothing was regressed, the variance of a product is that over permutations; otherwise fourth moments enter it.
 * slack: their error, which is known for two continuous columns. O(rows x_count y_count), and of the weighted ones once
 * per weight. */
answer_products answer_products_of(base_arena *arena, const residual_side *x, const residual_side *y, double slack,
                                   const answer_weights *weights, size_t x_weighted, size_t y_weighted);

#endif
