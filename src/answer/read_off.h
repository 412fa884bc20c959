/* The estimate and its interval, which follow from p, from sums of products and from densities. */
#ifndef ANSWER_READ_OFF_H
#define ANSWER_READ_OFF_H

#include "answer/parts.h"

typedef struct answer_evidence {
	double p;
	const answer_parts *parts;
	double density; /* I(X;Y|Z) from densities, in nats */
	double most;    /* entropy of a side with few values, the smaller; INFINITY: neither side is one */
	double limit;   /* logarithm of the number of its values */
} answer_evidence;

typedef struct answer_values {
	double estimate, lower, upper, standard_error; /* nats */
	double products;                               /* I(X;Y|Z) from sums of products */
} answer_values;

/* The share of the estimate that independence takes, the least Bayes factor for it that p allows; 1 for p >= 1/e, where
 * the estimate is 0. */
double answer_shrinks(double p);

/* For every a up to 0.3, p <= a if and only if the interval of level 1 - a starts above 0, and then the estimate is
 * above 0. */
answer_values answer_read_off(const answer_evidence *evidence, double level);

#endif
