/* The test: sums of squared deviates of products, of growing sets of features and weighted by functions of Z, each
 * with a p-value, which are combined by Cauchy's distribution (Liu and Xie 2020). */
#ifndef ANSWER_TEST_PARTS_H
#define ANSWER_TEST_PARTS_H

#include "answer/deviates.h"

/* p-values below it are compared by the exponents of their tails. */
static const double answer_least_p = 1e-295;

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
	answer_part *part;
	answer_part all;      /* of all features, which is not in the combination: what size of dependence it allows */
	double simplest_rows; /* of rows that are alike: independent ones that the simplest product is worth */
} answer_parts;

enum { ANSWER_DETAILS = 5 /* levels of detail of features */ };

/* The sum of `mean` squared deviates of features with these fourth moments over so many rows. */
answer_part answer_part_of(double weight, double sum, double mean, double fourth, double moment_rows, double rows);

/* No parts, with memory for those of so many weights. */
answer_parts answer_parts_new(base_arena *arena, size_t weights);

void answer_parts_fill(answer_parts *out, base_arena *arena, const residual_side *x, const residual_side *y,
                       const answer_products *products, const answer_weight_groups *weights);

/* The combined p-value. */
double answer_combined(const answer_parts *parts);

#endif
