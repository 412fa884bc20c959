/* All constants of the regression on Z, with the reason for each. "Suite": experiments/levels, classes interaction, waves,
 * sums, surfaces and labels at 300 and 1000 rows; a figure is the mean share of false rejections at .01 there.
 * docs/METHOD.md prints this table (scripts/constants.py). */
#ifndef REGRESS_CONSTANTS_H
#define REGRESS_CONSTANTS_H

#include "question/constants.h"

enum {
	REGRESS_MOST_FUNCTIONS = 360, /* of Z: cost; 250 raise false rejections from .15 to .22 (suite) */
	REGRESS_MOST_WAVES = 128,     /* finest wave over ranks, 64 periods: 64 miss twenty periods at 1000 rows (suite) */
	REGRESS_SCORE_WAVES = 16,     /* finest wave over scores: finer ones would take the room of products */
	REGRESS_MOST_DIAGONAL = 6, /* columns of which sums and differences are taken: their number grows as the square */
	REGRESS_KERNELS = 9, /* part of the functions for each width of the kernel: cost; twice as many save .02 (suite) */
	REGRESS_SIMPLE = 3,  /* blocks up to this cost, orders 1 and 2, are always there and take part from the start */
	REGRESS_ROUNDS = 2,  /* of entering, of waves over the fitted value, and of updates: one leaves .02 more (suite) */
	REGRESS_TIMES = 3,   /* a response is fitted: 2 leave .01 more, 6 save .01 and reject with rare labels (suite) */
	REGRESS_INDEX_WAVES = 8,  /* over the fitted value: four periods */
	REGRESS_DEPTH = 6,        /* of the tree, 64 leaves: cost */
	REGRESS_MOST_ROWS = 4096, /* that blocks are chosen on, where rows are more than twice as many: cost */
	REGRESS_PART_ROUNDS = 8,  /* of entering on these rows, as long as any block enters */
};

/* standard deviations of scores; 1 and 2 leave .03 more (suite) */
static const double regress_kernel_widths[] = { 0.5, 1 };
/* a variance starts at so much over n: a fifth of its function is shrunk away */
static const double regress_start = 4;
/* standard deviations by which a score statistic must exceed its mean */
static const double regress_enter = 2;
/* share of the largest excess that enters with it, on a part of the rows: cost; 0 takes three times as long */
static const double regress_lead = 0.25;
/* over the columns, pairs or blocks: level of the test by which blocks beyond the limit enter, and effects */
static const double regress_enter_level = 0.05;
/* effective parameters: a block with fewer leaves, and an update that moves fewer is the last */
static const double regress_little = 0.1;
/* most that an update multiplies or divides a variance by: stability */
static const double regress_stride = 50;
/* levels or cells per row, more identify rows; functions of one block, more leave no room for others */
static const double regress_most_share = 2.0 / 3;
/* of the rows, added to the equations, and of a variance, left as error: rounding */
static const double regress_tiny = 1e-9;

#endif
