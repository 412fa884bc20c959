/* The constants of the features of a column, and those that the regression and the test share, with the reason for
 * each. docs/METHOD.md prints this table (scripts/constants.py). */
#ifndef QUESTION_CONSTANTS_H
#define QUESTION_CONSTANTS_H

enum {
	QUESTION_FEW_VALUES = 12, /* labels with an indicator: more are solved by level; so few numbers have no masses */
	QUESTION_MOST_MASSES = 3, /* point masses of a number: more are a rounded column, for which waves are enough */
	QUESTION_LEAST_ROWS = 4,  /* fewest rows of a label, a point mass, a cell, a leaf: less says nothing */
	QUESTION_FEW_ROWS = 20,   /* fewest of a weight, a label, a sample, of distinct values: fewer are no distribution */
	QUESTION_LABEL_SHARE = 100,  /* a label has 1 row in so many at least: rarer ones have too little power alone */
	QUESTION_MASS_SHARE = 20,    /* the same for a point mass, which has to stand out of a continuous column */
	QUESTION_MOST_FEATURES = 24, /* of one side: cost */
};

/* of rows in point masses, of a variance, of rows that an error is divided by, of a deviation: less counts as none */
static const double question_least_share = 0.1;

#endif
