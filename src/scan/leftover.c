/*
 * Let c be the mean product of the residuals of X and Y after regressions on functions of Z. Were X and Y independent given Z, c would
 * fall to 0 as functions are added; dependence itself does not fall. From a quarter to a half of the functions it falls by d, from a half
 * to all by e; if it goes on like that, e q / (1 - q) with q = e / d is left. Interactions of kinked functions fall fast at first and
 * then hardly at all: half of what the last three quarters of interactions took is added, however much that is. The columns' own functions
 * take off a part of this, which is seen. Falls of the size of chance count for nothing.
 */
#include "scan/leftover.h"

#include <math.h>

#include "scan/exact.h"

/* Per row that the stage's functions leave: else c would fall for dependence too. */
static double mean_product(const scan_freed *x, const scan_freed *y, size_t stage)
{
	double sum = scan_dot(x->stages + stage * x->rows, y->stages + stage * x->rows, x->rows);
	return sum / ((double)x->rows - 0.9 * (double)x->stage_functions[stage]);
}

/* What may be left after falls by `before` and by `fall`, which chance alone would keep below `chance`. */
static double left_after(double before, double fall, double chance)
{
	const double slowest = 0.5, fastest = 0.03; /* of q */
	double q = fall * before > 0 ? fmin(fmax(fall / before, fastest), slowest) : slowest;
	return fabs(fall) > chance ? fabs(fall) * q / (1 - q) : 0;
}

double scan_leftover(const scan_freed *x, const scan_freed *y)
{
	if (x->stages == NULL || y->stages == NULL || x->functions != y->functions)
		return 0;
	if (x->count == 0 || y->count == 0) /* no feature: no regression has filled the stages */
		return 0;
	double scale = sqrt(mean_product(x, x, SCAN_FINAL_STAGE) * mean_product(y, y, SCAN_FINAL_STAGE));
	double quarter = mean_product(x, y, 0), half = mean_product(x, y, 1), all = mean_product(x, y, 2);
	double own = all - mean_product(x, y, SCAN_FINAL_STAGE), whole = quarter - all;
	double chance = scale * sqrt(2 * (double)x->functions) / (double)x->rows;
	if (!(scale > 0) || !(fabs(whole) > chance) || whole * all < 0)
		return 0;
	double left = left_after(quarter - half, half - all, chance);
	if (x->doubtful)
		left += (fabs(whole) - chance) / 2;
	return fmax(left - (own * whole > 0 ? fabs(own) : 0), 0) / scale;
}
