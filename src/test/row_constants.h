/* The constants of rows in clusters and of censored times, which are no part of the default test of independent rows. docs/METHOD.md prints
 * this table (scripts/constants.py). */
#ifndef TEST_ROW_CONSTANTS_H
#define TEST_ROW_CONSTANTS_H

enum {
	TEST_FEWEST_CLUSTERS = 10,        /* fewer leave too few degrees of freedom to a variance over clusters */
	TEST_WEIGHED_ROWS_OF_CLUSTER = 2, /* rows that a cluster counts for at most where products are weighed by Z */
	TEST_RISK_ROUNDS =
		3, /* of correcting the hazard of a censored time given Z: none reject .30 at .05 where X and Z decide on the end of observation, 3 .04 (500 rows) */
};

static const double test_least_within =
	0.02; /* share of a variance that lies within clusters, at least: a column that is constant there keeps what it has */
static const double
	test_most_risk = 64,
	test_most_risk_step =
		4; /* largest hazard beside a row like all others, and factor by which a round changes it: stability */

#endif
