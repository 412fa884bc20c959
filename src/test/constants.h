/* All constants of the default test, with the reason for each; those of features are in question/constants.h.
 * "Suite": experiments/levels, "ablation": experiments/ABLATION.md. docs/METHOD.md prints this table
 * (scripts/constants.py). */
#ifndef TEST_CONSTANTS_H
#define TEST_CONSTANTS_H

#include "question/constants.h"

enum {
	TEST_MOST_EXCHANGED = 7,    /* rows of which all orders are looked at: 5040, cost */
	TEST_FUNCTIONS_PER_ROW = 2, /* of Z: 1 leaves interactions .05 more at 100 rows and gains .02 of power (suite) */
	TEST_MOST_WAVES = 16,       /* of a column: eight periods */
	TEST_WAVE_VALUES = 320000,  /* rows times waves, beyond which there are four waves only: cost */
	TEST_MOST_WEIGHTS = 8,      /* functions of Z that products are weighed by, cells with an indicator: cost */
	TEST_WEIGHTS_OF_COLUMN = 3, /* score and two waves */
	TEST_MOST_WEIGHED = 160,    /* products of features and weights: cost */
	TEST_SAMPLED = 128,         /* rows whose products tell how deviates vary together: cost, error of a variance .12 */
};

/* cells of Z per row for comparison within them, with numbers in Z: else regressions know more */
static const double test_most_cells = 0.4;
/* share of a variance that Z must leave: less is what the regressions missed */
static const double test_least_left = 0.0015;
/* of curves without kinks: the bias allowed for; 1 takes .017 of power, 4 doubles false rejections (ablation) */
static const double test_derivatives = 2;
/* variances that the square of what Z left in both must exceed: 1 takes .05 of GKCM's power, 3 partitions compete */
static const double test_leftover_noise = 2;
/* excess variance of sums of squares: 1 of fourth moments, and half for those beyond */
static const double test_beyond_fourth = 1.5;

#endif
