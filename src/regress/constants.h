/* The constants of the regression on Z, all of them, with what each rests on. "Suite" is experiments/levels: class interaction, labels,
 * waves, sums and surfaces, 100 to 1000 rows. */
#ifndef REGRESS_CONSTANTS_H
#define REGRESS_CONSTANTS_H

enum {
	/* functions of Z */
	REGRESS_MOST_FUNCTIONS =
		360,                  /* and no more than rows: cost. 200 loses waves among four columns at 300 rows (suite) */
	REGRESS_MOST_WAVES = 128, /* finest wave over ranks: 64 periods. 64 loses twenty periods at 1000 rows (suite) */
	REGRESS_SCORE_WAVES =
		16, /* finest wave over normal scores, alone and in products: finer ones exceed the functions */
	REGRESS_MOST_DIAGONAL = 6, /* columns of which sums and differences are taken: their number grows with the square */
	REGRESS_KERNEL = 40,       /* functions per width of the kernel (and n / 6): cost */
	REGRESS_KERNEL_COST = 9,   /* as of waves up to 8: never from the start */
	REGRESS_SIMPLE = 3, /* blocks up to this cost, orders 1 and 2, are always there and take part from the start */
	/* labels */
	REGRESS_FEW_LEVELS = 24,   /* more levels are solved one by one: cost, the same answer but for slopes */
	REGRESS_MOST_GROUPS = 300, /* numbers of at most so many values (and n / 4) may act as groups: ages, counts */
	/* the fit */
	REGRESS_ROUNDS = 2, /* in which blocks enter; a third changes nothing (suite) */
	REGRESS_STEPS = 4,  /* updates of the variances per round, fewer once they settle */
	/* a column's own functions */
	REGRESS_INDEX_WAVES = 8, /* over its fitted values */
	REGRESS_DEPTH = 6,       /* of its tree: 64 leaves */
	REGRESS_BINS = 255,      /* places of splits per column: cost; odd, so that bins are alike from both ends */
	REGRESS_LEAF = 5,        /* fewest rows on either side of a split */
	REGRESS_SPLIT_OFF = 12,  /* labels that a tree may split off one by one */
	/* very many rows */
	REGRESS_MOST_ROWS = 8192, /* that blocks are chosen on, where rows are more than twice as many: cost */
};

static const double regress_kernel_widths[2] = { 1, 2 }; /* of normal scores: one and two standard deviations */
static const double regress_start =
	4; /* a variance starts at so much over n: a quarter of its function is shrunk away */
static const double regress_enter = 2;     /* standard deviations by which a score statistic must exceed its mean */
static const double regress_leave = 0.05;  /* effective parameters below which a block leaves */
static const double regress_beyond = 1.3;  /* power of a variance's update: beyond 1 saves steps, below 2 it settles */
static const double regress_settled = 0.2; /* effective parameters that an update may still move */
static const double regress_split =
	1; /* a split must explain log(rows * columns) error variances, as Bonferroni's bound asks */
static const double regress_identify = 2.0 / 3; /* levels per row from which labels identify rows */

#endif
