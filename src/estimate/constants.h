/* All constants of the default estimate, with the reason for each. "Ablation": experiments/ABLATION.md, the estimate.
 * docs/METHOD.md prints this table (scripts/constants.py). */
#ifndef ESTIMATE_CONSTANTS_H
#define ESTIMATE_CONSTANTS_H

enum {
	/* the grid */
	ESTIMATE_PLACES = 24, /* where a search may cut: 2, 3, 4, 6, 8 and 12 divide it; the cost grows as its square */
	ESTIMATE_STEPS = 768, /* places by which cuts move afterwards, 32 for each of the search: cost */
	ESTIMATE_START = 8,   /* bins per column that a search starts from at most: a checkerboard of 4 x 4 takes as many */
	ESTIMATE_MOST_UNITS = 96, /* point masses in the dynamic programme; more are merged first: cost */
	ESTIMATE_AVERAGES = 12,   /* steps of reciprocal averaging: 3 do as well (ablation) */
	ESTIMATE_REPEATS = 5,     /* rows per value from which the entropy of numbers can be counted */
	/* regressions */
	ESTIMATE_LEAST_ROWS = 40, /* rows in order that a regression needs: cross-validation of fewer is noise */
	ESTIMATE_WINDOWS = 12,    /* parts of the rows that the scale along the fitted value is averaged over */
	ESTIMATE_PART = 1024,     /* rows at least of a part, where a part is enough: cost */
};

/* bits for saying that a regression tells anything (ablation) */
static const double estimate_claim = 4;
/* bits, and share of a variance: what rounding may make */
static const double estimate_rounding = 1e-9;
/* standard deviations added to residuals before logarithms: a residual may be 0 */
static const double estimate_tiny = 1e-3;
/* rows to this power lie in a spacing: balances noise and curvature */
static const double estimate_reach_power = 0.45;

#endif
