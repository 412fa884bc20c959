/* Reads the estimate and its interval off the evidence of the test, so that the three cannot contradict each other. */
#ifndef ANSWERS_AGREE_H
#define ANSWERS_AGREE_H

#include "test/scan.h"

/* What the estimate is read off. */
typedef struct answers_evidence {
	double p;         /* NaN: undecided */
	test_shown shown; /* the sums of squares behind it */
	double density;   /* the estimate of I(X;Y|Z) from densities in nats; 0 where there is none */
	double limit;     /* the largest I(X;Y|Z) that these columns allow; INFINITY if it is not known */
} answers_evidence;

/* Sets p, estimate, interval, standard error and strength. `confidence` is the level of the interval. For every a up to
 * 0.3, p < a if and only if the interval of level 1 - a starts above 0, and then the estimate is above 0. */
void answers_agree(mixmi_answer *out, const answers_evidence *evidence, double confidence);

#endif
