/* The constants for rows in clusters and for censored times; the default test of independent rows does not use them.
 * docs/METHOD.md prints this table (scripts/constants.py). */
#ifndef TEST_ROW_CONSTANTS_H
#define TEST_ROW_CONSTANTS_H

enum {
	TEST_FEWEST_CLUSTERS = 10, /* fewer leave too few degrees of freedom to a variance over clusters */
	TEST_WEIGHED_ROWS_OF_CLUSTER =
		2, /* rows that a cluster counts as, at most, where products are weighted by functions of Z */
	TEST_RISK_ROUNDS =
		3, /* of correcting the hazard of a censored time given Z: none reject .30 at .05 where X and Z decide on the end of observation, 3 .04 (500 rows) */
	TEST_RISK_PERIODS =
		2, /* in which the effect of Z on a hazard is constant, so that hazards may cross: 1 rejects .117 at .05 where they do, 2 .062 (500 rows) */
};

static const double test_least_within =
	0.02; /* smallest share of a variance within clusters: columns that are constant within clusters need one */
static const double test_most_risk = 64,
					test_most_risk_step =
						4; /* largest hazard ratio, and largest factor by which a round changes it: stability */

#endif
