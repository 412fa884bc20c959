/* The constants of the regression on Z, all of them, with what each rests on. "Suite": experiments/levels, classes interaction, waves,
 * sums, surfaces and labels at 300 and 1000 rows; a figure is the mean share of false rejections at .01 there. docs/METHOD.md prints this
 * table (scripts/constants.py). */
#ifndef REGRESS_CONSTANTS_H
#define REGRESS_CONSTANTS_H

enum {
	REGRESS_MOST_FUNCTIONS = 360, /* of Z: cost; 250 raise false rejections from .15 to .22 (suite) */
	REGRESS_MOST_WAVES = 128,     /* finest wave over ranks, 64 periods: 64 miss twenty periods at 1000 rows (suite) */
	REGRESS_SCORE_WAVES = 16,     /* finest wave over scores: finer ones would take the room of products */
	REGRESS_MOST_DIAGONAL = 6, /* columns of which sums and differences are taken: their number grows as the square */
	REGRESS_KERNEL =
		40, /* functions per width of the kernel, and n / 6: cost; 100 save .02 (suite) at 1.5 times the time */
	REGRESS_SIMPLE = 3, /* blocks up to this cost, orders 1 and 2, are always there and take part from the start */
	REGRESS_FEW_LEVELS =
		24, /* more levels are solved one by one: cost; the same but for slopes, and no splits of trees */
	REGRESS_MOST_GROUPS = 300, /* numbers of at most so many values (and n / 4) may act as groups: ages, counts */
	REGRESS_ROUNDS = 2,        /* of entering, and of waves over the fitted value: one leaves .02 more (suite) */
	REGRESS_STEPS = 2,         /* updates of the variances after each round: 4 change nothing (suite) */
	REGRESS_TIMES = 3, /* a response is fitted: 2 leave .01 more, 6 save .01 and reject with rare labels (suite) */
	REGRESS_INDEX_WAVES = 8, /* over the fitted value: four periods */
	REGRESS_DEPTH = 6,       /* of the tree, 64 leaves: cost */
	REGRESS_BINS = 255,      /* places of splits per column: cost; odd, so that bins are alike from both ends */
	REGRESS_LEAF = 5,        /* fewest rows on either side of a split: a mean of fewer says little */
	REGRESS_KEPT_COST =
		4, /* functions of a treatment up to it count in errors of its effect: its number, square, waves 1 to 4 */
	REGRESS_MOST_ROWS = 4096, /* that blocks are chosen on, where rows are more than twice as many: cost */
};

static const double regress_kernel_widths[] = { 0.5,
	                                            1 }; /* standard deviations of scores; 1 and 2 leave .03 more (suite) */
static const double regress_start = 4; /* a variance starts at so much over n: a fifth of its function is shrunk away */
static const double regress_enter = 2; /* standard deviations by which a score statistic must exceed its mean */
static const double regress_leave = 0.05; /* effective parameters below which a block leaves: next to none */
static const double regress_beyond = 1.3; /* power of a variance's update: beyond 1 saves steps, below 2 it settles */
static const double regress_stride =
	20; /* most that an update multiplies or divides by, before that power: stability */
static const double regress_settled =
	0.2; /* effective parameters that an update may still move: little beside the error of any */
static const double regress_least_rows = 0.1; /* share of the rows that errors are divided by at least: no error is 0 */
static const double regress_longest_tail =
	6; /* standard deviations within which numbers are their own scores in effects: of 10,000 rows of an exponential few are beyond */
static const double regress_enter_level =
	0.05; /* over the number of blocks: of the test by which they enter in effects; at regress_enter curves have twice the error (make effects) */
static const double regress_kept =
	0.1; /* precision per row that errors of an effect take at most: fitted three times, a thousandth is shrunk away */
static const double regress_absent =
	1e15; /* precision of functions that take part in errors of an effect alone: their coefficients are 0 */
static const double regress_identify = 2.0 / 3; /* levels per row from which labels identify rows */

#endif
