/* The answer to a question: p, the estimate of I(X;Y|Z) and its interval, all from one regression of X and one of Y on Z,
 * so that they cannot contradict each other. */
#ifndef ANSWER_ANSWER_H
#define ANSWER_ANSWER_H

#include "answer/grid.h"
#include "question/sets.h"

typedef struct answer_found {
	double p;                      /* NaN: undecided; then all that follows is NaN, too */
	double estimate, lower, upper; /* nats; NaN if X or Y is constant */
	double standard_error;
	double products, density;      /* what sums of products and what densities say */
	double limit;                  /* the largest I(X;Y|Z) that the values of X and Y allow */
	double comparable;             /* rows that a product of residuals is worth, + 1; at most all rows */
	bool constant;                 /* X or Y is constant */
} answer_found;

/* products_only: without densities, the estimate is that of products alone. level: of the interval. */
answer_found answer_of(base_arena *arena, const question_sets *sets, double level, bool products_only);

#endif
