/* Reads the estimate and its interval off the evidence of the test, so that the three cannot contradict each other. */
#ifndef ANSWERS_AGREE_H
#define ANSWERS_AGREE_H

#include "test/scan.h"

/* What the estimate is read off. */
typedef struct answers_evidence {
	double p;
	double rows;      /* that could be compared */
	test_shown shown; /* the sums of squares behind it */
	double density;   /* the estimate of I(X;Y|Z) from densities in nats; 0 where there is none */
	double limit;     /* the largest I(X;Y|Z) that these columns allow; INFINITY if it is not known */
} answers_evidence;

/* True if a dependence is detected at this level: the only comparison of p with a level. */
bool answers_detect(double p, double level);

/* Sets p, estimate, interval, standard error and strength. The interval has the level 1 - `level`. For every `level` up to
 * 0.3 it starts above 0 if and only if answers_detect(p, level), and then the estimate is above 0. */
void answers_agree(mixmi_answer *out, const answers_evidence *evidence, double level);

#endif
