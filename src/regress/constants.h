/* Constants of the regression on Z. */
#ifndef REGRESS_CONSTANTS_H
#define REGRESS_CONSTANTS_H

enum {
	REGRESS_MOST_ROWS = 8192,     /* that blocks are chosen on, of twice as many or more */
	REGRESS_MOST_FUNCTIONS = 360, /* of Z, beside those of order 1 and 2 and labels */
	REGRESS_MOST_WAVES = 128,     /* finest wave over one column */
	REGRESS_SCORE_WAVES = 16,     /* finest wave over normal scores, alone and in products */
	REGRESS_MOST_DIAGONAL = 6,    /* columns of which sums and differences are taken */
	REGRESS_KERNEL = 40,          /* functions per width of the kernel */
	REGRESS_SIMPLE = 3,           /* blocks up to this cost take part from the start */
	REGRESS_ROUNDS = 3,           /* rounds in which blocks enter */
	REGRESS_STEPS = 4,            /* updates of the variances per round */
	REGRESS_INDEX_WAVES = 8,      /* waves over a column's own fitted values */
	REGRESS_DEPTH = 6,            /* of a tree */
	REGRESS_BINS = 256,           /* places of splits per column */
	REGRESS_LEAF = 5,             /* fewest rows on either side of a split */
	REGRESS_FEW_LEVELS = 24,      /* more levels than this are solved level by level */
	REGRESS_MOST_GROUPS = 300,    /* numbers with at most so many values (and n / 4) may act as groups */
};

static const double regress_share = 1.0; /* functions per row, at most */
static const double regress_enter =
	1.5; /* a block enters when its score statistic exceeds its mean by so many standard deviations */
static const double regress_leave = 0.05; /* and leaves with fewer effective parameters than this */
static const double regress_split = 1;    /* a split must explain so many times log(rows * columns) error variances */

#endif
