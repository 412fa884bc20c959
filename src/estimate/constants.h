/* Constants of the default estimate. */
#ifndef ESTIMATE_CONSTANTS_H
#define ESTIMATE_CONSTANTS_H

enum {
	/* grid */
	ESTIMATE_PLACES = 24,     /* where a search may cut: divided by 2, 3, 4, 6, 8 and 12 */
	ESTIMATE_STEPS = 768,     /* of a column, by which cuts are moved afterwards */
	ESTIMATE_START = 8,       /* bins per column of the start at most, and so few that ... */
	ESTIMATE_START_ROWS = 4,  /* ... cells hold this many rows on average */
	ESTIMATE_MOST_UNITS = 96, /* of atoms: more are put together before the dynamic programme, which keeps it linear */
	ESTIMATE_AVERAGES = 12,   /* steps of reciprocal averaging */
	ESTIMATE_PASSES = 3,      /* over the cuts */
	ESTIMATE_REPEATS = 5,     /* rows per value from which the entropy of numbers can be counted */
	/* residuals */
	ESTIMATE_LEAST_ROWS = 40, /* rows that a column must have in order before it is regressed on others */
	ESTIMATE_WINDOWS = 12,    /* parts of the rows that the scale along the fitted value is averaged over */
	ESTIMATE_PART = 8192,     /* rows that the response is chosen on, of twice as many or more: cost */
};

static const double estimate_claim = 4;             /* bits for saying that there is any dependence */
static const double estimate_shown_by_halves = 0.4; /* (2 / pi)^2 of a Gaussian pair */
static const double estimate_least_gain = 1e-6;
static const double estimate_little = 0.01; /* nats */
static const double estimate_most_leverage = 0.9;
static const double estimate_tiny = 1e-3; /* of the standard deviation: added to residuals before logarithms */
static const double estimate_least_left =
	0.003; /* of the variance: where less is left, ranks make the residuals uneven and not the noise */

#endif
