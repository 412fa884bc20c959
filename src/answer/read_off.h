/* The estimate and its interval, which follow from p, from sums of products and from densities. */
#ifndef ANSWER_READ_OFF_H
#define ANSWER_READ_OFF_H

#include "answer/test_parts.h"

typedef struct answer_evidence {
	size_t rows;
	double p;
	const answer_parts *parts;
	double density; /* I(X;Y|Z) from densities, in nats */
	double most;    /* entropy of a side with few values, the smaller; INFINITY: neither side is one */
	double limit;   /* logarithm of the number of its values */
} answer_evidence;

typedef struct answer_values {
	double estimate, lower, upper, standard_error; /* nats */
	double products;                               /* I(X;Y|Z) from sums of products */
	double deviate;                                /* the normal deviate whose two-sided p-value is p */
} answer_values;

/* The share of the estimate that independence takes, the least Bayes factor for it that p allows; 1 for p >= 1/e, where
 * the estimate is 0. */
double answer_shrinks(double p);

/* True if a dependence is detected at this level: the only comparison of p with a level. */
bool answer_detects(double p, double level);

/* The information that both say: densities are taken where they say more than products by n^(-2/3) nats, which is more
 * than their error. */
double answer_with_density(double products, double density, double rows);

/* The interval has the level 1 - `level`. For every `level` up to 0.3 it starts above 0 if and only if
 * answer_detects(p, level), and then the estimate is above 0. */
answer_values answer_read_off(const answer_evidence *evidence, double level);

#endif
