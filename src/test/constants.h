/* The constants of the default test, all of them, with what each rests on. "Suite": experiments/levels. Features of a column have theirs
 * in question/column_features.h. docs/METHOD.md prints this table (scripts/constants.py). */
#ifndef TEST_CONSTANTS_H
#define TEST_CONSTANTS_H

#include <stddef.h>
#include <stdint.h>

enum {
	TEST_MOST_EXCHANGED = 7, /* rows of which all orders are looked at: 5040, cost */
	TEST_FUNCTIONS_PER_ROW =
		2, /* of Z: 1 leaves interactions .05 more at 100 rows and gains .02 of power; the estimate has 1 */
	TEST_WAVES_DIRECTLY =
		4, /* of a column with point masses: finer ones follow Z along curves that regressions miss first */
	TEST_CELL_ROWS = 4, /* fewest rows of a cell whose variance under exchange is known, and fewest to compare at all */
	TEST_SHARING_ROWS = 20,         /* fewest rows that share a label with another: else labels identify rows */
	TEST_MOST_WEIGHTS = 9,          /* functions of Z that products are weighed by: cost */
	TEST_FEW_WEIGHTS = 6,           /* of which more than the first of each column are taken, all of a round or none */
	TEST_WEIGHTS_OF_COLUMN = 3,     /* rounds: score and two waves */
	TEST_MOST_INDICATED = 7,        /* cells of Z that weights are indicators of: more leave too few rows in each */
	TEST_MOST_WEIGHED = 160,        /* products of features and weights: cost */
	TEST_WEIGHED_WITHIN_CELLS = 10, /* rows that a weight must leave where moments are exact */
	TEST_WEIGHED_AFTER_REGRESSION = 20, /* and where they are estimated */
	TEST_SAMPLED = 110,        /* rows whose products tell how deviates vary together: cost, error of a variance .13 */
	TEST_MOST_SAMPLED = 160,   /* if more come together, fewer are drawn: room */
	TEST_FEWEST_SAMPLED = 25,  /* fewer tell nothing */
	TEST_FEWEST_CLUSTERS = 10, /* fewer leave too few degrees of freedom to a variance over clusters */
	TEST_CLUSTERS_OF_CELL = 5, /* clusters per cell of Z from which means within cells say more than a regression */
	TEST_WEIGHED_ROWS_OF_CLUSTER = 2, /* rows that a cluster counts for at most where products are weighed by Z */
};

/* {rows below, waves K}: without regression, and after one. A wave needs about 100 rows to be worth its degree of freedom (suite); of
 * more than 20,000 rows fewer are taken: cost */
static const struct {
	size_t rows, waves;
} test_waves[] = { { 60, 2 }, { 200, 4 }, { 1500, 8 }, { 20000, 16 }, { 200000, 6 }, { SIZE_MAX, 4 } },
  test_waves_after[] = { { 100, 2 }, { 600, 4 }, { SIZE_MAX, 8 } };

static const double test_least_left =
	0.0015; /* share of a variance that Z must leave: less is what the regressions missed */
static const double test_derivatives =
	2; /* that regressions count on: curves without kinks. Decides the bias allowed for; 1 takes .017 of power, 4 doubles false rejections at .01 (experiments/ABLATION.md) */
static const double test_least_own =
	0.1; /* share of a feature's variance beyond the ones before it: of less few rows have most */
static const double test_least_weight = 0.2; /* the same for the standard deviation of a weight */
static const double test_least_within =
	0.02; /* share of a variance that lies within clusters, at least: a column that is constant there keeps what it has */
static const double test_most_leverage = 0.95; /* beyond it a residual alone would be noise divided by nothing */
static const double test_log_offset =
	0.01; /* added to squared residuals before their logarithm: a tenth of a standard deviation */
static const double test_beyond_fourth =
	1.5; /* excess variance of sums of squares: 1 of fourth moments, and half for those beyond */
static const double test_much_excess =
	0.15; /* excess from which sums have a third moment: below it two moments agree with three */
/* weights of sums of squares by detail in the p-value: a weak monotone dependence is the most frequent one and has half */
static const double test_parts_by_detail[] = { 0.5, 0.2, 0.12, 0.08, 0.05 };
/* weights of the largest deviate, of weighed sums, and of all labels at once (simplest features, all features): as of other details */
static const double test_part_largest = 0.05, test_part_weighed = 0.1, test_parts_of_labels[] = { 0.4, 0.1 };

#endif
