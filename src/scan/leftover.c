/*
 * Let c be the mean product of the residuals of X and Y after regressions on functions of Z. Were X and Y independent given Z, c would
 * fall to 0 as functions are added. From a quarter to a half of the shared functions it falls by d, from a half to all by e; if it goes on
 * like that, e q / (1 - q) with q = e / d is left. The columns' own functions take off a part of this, which is seen. Where the second half
 * brings no more than chance would, nothing is left: dependence itself does not fall.
 */
#include "scan/leftover.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "scan/exact.h"
#include "scan/knob.h"

/* Per row that the stage's functions leave: else c would fall for dependence too. */
static double mean_product(const scan_freed *x, const scan_freed *y, size_t stage)
{
	double sum = scan_dot(x->stages + stage * x->rows, y->stages + stage * x->rows, x->rows);
	return sum / ((double)x->rows - 0.9 * (double)x->stage_functions[stage]);
}

double scan_leftover(const scan_freed *x, const scan_freed *y)
{
	const double slowest = 0.5, fastest = 0.03; /* of q */
	if (x->stages == NULL || y->stages == NULL || x->functions != y->functions)
		return 0;
	double scale = sqrt(mean_product(x, x, SCAN_FINAL_STAGE) * mean_product(y, y, SCAN_FINAL_STAGE));
	double quarter = mean_product(x, y, 0), half = mean_product(x, y, 1), all = mean_product(x, y, 2);
	double before = quarter - half, fall = half - all, own = all - mean_product(x, y, SCAN_FINAL_STAGE);
	if (getenv("KDBG3")) { double u=sqrt((double)x->rows)/scale; fprintf(stderr,"stages %.2f %.2f %.2f own %.2f\n",quarter*u,half*u,all*u,(all-own)*u);}
	double chance = 2 * sqrt((double)x->functions / 2) / (double)x->rows * scale;
	double whole = quarter - all;
	if (!(scale > 0) || !(fabs(whole) > chance) || whole * all < 0)
		return 0;
	double q = fall * before > 0 ? fmin(fmax(fall / before, fastest), slowest) : slowest;
	double left = fmax(fabs(fall) > chance ? fabs(fall) * q / (1 - q) : 0, fmin(knob("KK",.5) * (fabs(whole) - chance), 2.5 * scale / sqrt((double)x->rows))), taken = own * whole > 0 ? fabs(own) : 0;
	return fmax(left - taken, 0) / scale;
}
