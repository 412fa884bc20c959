/* Products of the residual features of X with those of Y, standardised: deviates, each about normal if X and Y are
 * independent given Z. */
#ifndef ANSWER_DEVIATES_H
#define ANSWER_DEVIATES_H

#include "answer/z_weights.h"
#include "residual/side.h"

typedef struct answer_products {
	const residual_features *x, *y; /* all features of both sides */
	double free_rows;               /* that absorbed labels leave */
	double *deviate;                /* [x->count][y->count] */
	double *worth;                  /* [x->count][y->count] rows that a product is worth */
} answer_products;

/* Of all pairs of a feature of x and one of y. Where nothing was regressed, the variance of a product is that over
 * permutations; otherwise fourth moments enter it. slack: their error, which is known for two continuous columns.
 * O(rows x->count y->count). */
answer_products answer_products_of(base_arena *arena, const residual_side *x, const residual_side *y, double slack);

/* The sum of squared deviates of the products of the first features of both sides, weighted by one of the weights.
 * Costs the rows for which the weight is not 0, once per product. */
double answer_weighted_sum(base_arena *arena, const answer_products *products, size_t x_count, size_t y_count,
                           const answer_weights *weights, size_t which);

#endif
