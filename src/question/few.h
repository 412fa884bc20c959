/* What counts as few, in all parts of the default method. */
#ifndef QUESTION_FEW_H
#define QUESTION_FEW_H

enum {
	QUESTION_FEW_VALUES = 12, /* labels with an indicator: more are solved by level; so few numbers have no masses */
	QUESTION_LEAST_ROWS = 4,  /* fewest rows of a label, a point mass, a leaf, a test: less carries no information */
	QUESTION_FEW_ROWS = 20,   /* fewest distinct values of a distribution, and rows of a weight */
	QUESTION_MASS_SHARE = 20, /* a point mass has one row in so many at least: it has to stand out */
};

/* of rows in point masses, of a variance, of rows that an error is divided by: less counts as none */
static const double question_least_share = 0.10000037; /* no ratio of small counts, so no threshold is met exactly */

static const double question_no_size = 1e-12; /* a smaller standard deviation is rounding of 0 */
static const double question_margin = 1e-9; /* what differs by less is equal, so that rounding errors decide nothing */

/* share of one step of ties from the next, modulo 1: by the golden ratio they are even over every run of rows */
static const double question_golden = 0.61803398874989484820;

#endif
