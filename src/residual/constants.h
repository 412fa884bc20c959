/* The constants of the regression on Z and of the features of a column, with the reason for each. */
#ifndef RESIDUAL_CONSTANTS_H
#define RESIDUAL_CONSTANTS_H

#include "question/few.h"

enum {
	RESIDUAL_MOST_MASSES = 3,      /* point masses of a number: more are a rounded column, for which waves are enough */
	RESIDUAL_MOST_WAVES = 16,      /* of a column: higher ones have no power at usual sizes */
	RESIDUAL_MOST_FEATURES = 24,   /* of a side of several columns: cost */
	RESIDUAL_MOST_FUNCTIONS = 360, /* of Z: cost, which grows with the square */
	RESIDUAL_MOST_PLANNED = 4096,  /* rows on which functions of Z are chosen: cost; more rows only refine sums */
	RESIDUAL_SIMPLE = 3,           /* cost of a function of Z that is in from the start: linear, square, labels */
	RESIDUAL_INDEX_ROUNDS = 2,     /* the index is fitted again with its first waves */
	RESIDUAL_INDEX_BLOCKS = 7,     /* of one index: six of waves, and the leaves of a tree */
	RESIDUAL_ROUNDS = 3,           /* in which blocks may enter */
	RESIDUAL_TIMES = 3,            /* fits of the twiced regression: what is left is fitted twice more */
	RESIDUAL_STRIDE = 50,          /* largest factor by which one update changes a variance */
	RESIDUAL_MOST_TURNS = 1000,    /* of several absorbed labels: nearly nested ones need many */
	RESIDUAL_DEPTH = 6,            /* of the tree: at most 64 leaves; columns of a surface */
	RESIDUAL_MOST_POINTS = 128,    /* of a surface: cost, which grows with the square */
	RESIDUAL_ROWS_OF_POINT = 5,    /* at least: more points leave too few rows for the answer */
};

static const double residual_start = 4;   /* first variance of coefficients, times rows: what two deviations show */
static const double residual_tiny = 1e-9; /* keeps matrices invertible and variances above 0 */
static const double residual_least_left = 0.0015; /* of the variance that Z leaves: less is rounding, not evidence */
static const double residual_price = 2.8;         /* nats that using a regression costs, besides its parameters */
static const double residual_small = 1e-3;        /* of the standard deviation, added to sizes before the logarithm */

#endif
