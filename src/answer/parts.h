/* The test: sums of squared deviates of products, of growing sets of features and weighted by functions of Z, each with a
 * p-value, which are combined by Cauchy's distribution (Liu and Xie 2020). */
#ifndef ANSWER_PARTS_H
#define ANSWER_PARTS_H

#include "answer/products.h"

enum {
	ANSWER_DETAILS = 5, /* levels of detail of features */
	ANSWER_MOST_PARTS = ANSWER_DETAILS + 2 * ANSWER_MOST_WEIGHTS
};

/* p-values below it are not told apart by their number, but by the exponent of their tail. */
static const double answer_least_p = 1e-290;

typedef struct answer_part {
	double weight;   /* in the combination */
	double p;        /* at least answer_least_p times the margin */
	double sum;      /* of squared deviates */
	double mean;     /* of the sum under independence: the number of deviates */
	double variance; /* of the sum under independence */
	double rows;     /* that a product is worth */
} answer_part;

typedef struct answer_parts {
	size_t count; /* 0: there is nothing to test */
	answer_part part[ANSWER_MOST_PARTS];
	answer_part all; /* of all features, which is not in the combination: what size of dependence it allows */
} answer_parts;

/* The sum of `mean` squared deviates whose fourth moments and whose number of rows are known. */
answer_part answer_part_of(double weight, double sum, double mean, double fourth, double moment_rows, double rows);

/* How many of the first features of a side have at most this detail. */
size_t answer_features_up_to(const residual_features *features, int detail);

/* How many first features of each side are weighted: those of the first details, or of the first alone if there are too
 * many products. */
void answer_weighted_features(size_t *x, size_t *y, const residual_side *x_side, const residual_side *y_side,
                              size_t weights);

answer_parts answer_parts_of(base_arena *arena, const residual_side *x, const residual_side *y,
                             const answer_products *products, const answer_weights *weights);

/* The combined p-value. */
double answer_combined(const answer_parts *parts);

#endif
