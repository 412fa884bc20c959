/* The inside of a regression, which its files share. */
#ifndef RESIDUAL_FIT_H
#define RESIDUAL_FIT_H

#include "residual/regression.h"
#include "residual/z_blocks.h"

/* A block in this regression. */
typedef struct residual_term {
	residual_block *block;
	bool inside;
	double v;         /* variance of coefficients, relative to that of errors */
	size_t from;      /* the first coefficient, if it is inside */
	double e;         /* effective parameters, if it is inside */
	double *products; /* [size][responses] with the responses in the present domain; NULL until needed */
} residual_term;

struct residual_regression {
	base_arena *arena;
	residual_functions *given;
	const double *y; /* [responses][rows], less what is absorbed */
	unsigned care;   /* as residual_regress() */
	double lost;     /* rows that the constant and absorbed levels take */
	size_t responses;
	residual_domain domain; /* that is fitted */
	size_t rows;            /* of it */
	const double *some;     /* [responses][rows] the responses there, with ... */
	double *squares;        /* [responses] sums of squares, and ... */
	double *sums;           /* [responses] sums */
	residual_term *terms;
	size_t term_count;
	base_arena_mark solution; /* what follows is taken anew for each solution */
	size_t count;             /* coefficients, the first of the constant */
	double *penalty;          /* [count] */
	double *factor;           /* [count][count] of the inverse, as residual_inverse_factor() */
	double *b;                /* [responses][count] */
	double *sigma2;           /* [responses] variance of errors */
	double effective;
};

/* The blocks that are inside or outside, in the order of terms; returns how many. blocks: [term_count] */
size_t residual_list_blocks(residual_block **blocks, const residual_regression *regression, bool inside);

/* Subtracts what coefficients b[responses][count] explain from out[responses][rows], in the present domain. */
void residual_subtract_fit(double *out, const residual_regression *regression, const double *b, size_t responses);

/* Adds the leaves of a tree on columns[count] of y[rows] as a block that may enter, if the regression has trees. */
void residual_add_leaves(residual_regression *regression, const question_values *const *columns, size_t count,
                         const double *y);

/* Adds blocks of the fitted first response, which may enter. False: the fit has too few values, or hardly varies. */
bool residual_add_index(residual_regression *regression);

/* Lets blocks enter of which the residuals at planned rows, or those of the first response at all rows, show more than
 * chance does. False: none does. */
bool residual_enter_planned(residual_regression *regression);
bool residual_enter_all(residual_regression *regression);

#endif
