/* The answer to a question: p, the estimate of I(X;Y|Z) and its interval, all from one regression of X and one of Y
 * on Z, so that they cannot contradict each other. */
#ifndef ANSWER_FOUND_H
#define ANSWER_FOUND_H

#include "answer/bin_grid.h"
#include "question/sets.h"
#include "residual/side.h"

/* Fewer clusters leave a variance over clusters too few degrees of freedom: the question is undecided. */
enum { ANSWER_FEWEST_CLUSTERS = 6 };

typedef struct answer_request {
	double level;       /* the interval has the level 1 - level */
	double alpha;       /* a dependence is detected at this level */
	bool products_only; /* without densities: the estimate is that of products alone */
	bool draws;         /* the grid is wanted */
	bool within;        /* of rows in clusters: only differences within clusters */
} answer_request;

typedef struct answer_found {
	bool undecided; /* then the numbers that follow are NaN */
	double p;
	double estimate, lower, upper, standard_error; /* nats */
	double statistic;                              /* the normal deviate whose two-sided p-value is p */
	double products, density;                      /* what sums of products and what densities say */
	double limit;                                  /* the largest I(X;Y|Z) that the values of X and Y allow */
	double comparable;                             /* rows that have others with a similar Z */
	double effective; /* of rows that are alike: the independent rows that they are worth; else NaN */
	const bool
		*grouped; /* [columns of Z] NULL; or numbers of Z whose values have effects of their own, as labels of which
	                      * they are to be asked again: then the numbers above are NaN */
	const residual_side *fitted; /* [2] the residuals of the sides; NULL: undecided, or of rows that are alike, whose
	                              * residuals are whitened */
	/* of the residuals of X and of Y that the estimate takes (of columns that Z does not explain, and of labels, as they
	 * are), and of Z where its bins show more; one X and one Y have several bins each. NULL: it was not wanted, or
	 * nothing was detected */
	const answer_grid *grid;
} answer_found;

/* The least p that so many rows can show: that of one exchange and its mirror image among all. */
double answer_least_p_of(size_t rows);

/* The answers about a constant, which carries no information, and where there is none. */
answer_found answer_of_constant(size_t rows);
answer_found answer_undecided(void);

answer_found answer_of(base_arena *arena, const question_sets *sets, const answer_request *request);

#endif
