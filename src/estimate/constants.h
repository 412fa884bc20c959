/* Constants of the default estimate. */
#ifndef ESTIMATE_CONSTANTS_H
#define ESTIMATE_CONSTANTS_H

enum {
	ESTIMATE_LEAST_ROWS = 40, /* rows that a column must have in order before it is regressed on others */
	ESTIMATE_WINDOWS = 12,    /* parts of the rows that the scale along the fitted value is averaged over */
	ESTIMATE_PART = 8192,     /* rows that the response is chosen on, of twice as many or more: cost */
};

static const double estimate_most_leverage = 0.9;
static const double estimate_claim = 2.8; /* nats for saying that there is any dependence: 4 bits, as of a grid */
static const double estimate_tiny = 1e-3; /* of the standard deviation: added to residuals before logarithms */
static const double estimate_least_left =
	0.003; /* of the variance: where less is left, ranks make the residuals uneven and not the noise */
static const double estimate_beyond =
	0.5; /* of the last doubling of the resolution is still to come: 1/3 for a smooth density, 1 along an edge */
static const double estimate_roughest =
	2; /* steps that may be missing: the error falls by the square root of 2 at least with each doubling */
static const double estimate_chosen =
	0.4; /* standard errors that the interval allows for cells and regressions chosen by the same rows */

#endif
