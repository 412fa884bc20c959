/* Products of features of X with those of Y where rows depend on each other: deviates, and the variance of the sum of
 * their squares. */
#ifndef ANSWER_ROW_PRODUCTS_H
#define ANSWER_ROW_PRODUCTS_H

#include "answer/row_design.h"
#include "residual/feature_set.h"

typedef struct answer_row_products {
	size_t x_count, y_count;
	double *deviate;  /* [x_count][y_count] normal if X and Y are independent given Z */
	double *variance; /* [x_count][y_count] of the sum of products of rows */
	double *mean;     /* [x_count][y_count] product of rows */
	double *freedom;  /* [x_count][y_count] degrees of freedom of the model's variance */
	size_t groups;
	double *scores; /* [x_count][y_count][groups] less the shares of the sum, as a unit vector; NULL: not kept */
} answer_row_products;

/* Of the first features of both sides. weight: [rows] of each product, or NULL. inflation: of the variance, by the
 * regressions on Z, whose parameters are no degrees of freedom. O(rows x_count y_count). */
answer_row_products answer_row_products_of(base_arena *arena, const answer_rows *rows, const residual_features *x,
                                           size_t x_count, const residual_features *y, size_t y_count,
                                           const double *weight, double inflation, bool keep_scores);

/* The variance of the sum of squared deviates of the first features of both sides, from random signs of groups.
 * O(groups (x_count y_count)^2). */
double answer_row_spread(base_arena *arena, const answer_row_products *products, size_t x_count, size_t y_count);

/* S over the root of a variance with `freedom` degrees of freedom, of which S^2 is part, as a normal deviate. */
double answer_deviate_within(double sum, double variance, double freedom);

#endif
