#include "residual/location_scale.h"

#include <math.h>

#include "residual/constants.h"
#include "residual/feature_set.h"
#include "residual/z_blocks.h"

static const double least_variance = 1e-300; /* whose logarithm is taken */

static double mean_square(const double *values, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += values[i] * values[i];
	return sum / (double)rows;
}

residual_fit residual_fit_of(base_arena *arena, const residual_regression *r)
{
	size_t rows = residual_regressors(r)->shared->rows;
	double n = (double)rows, chosen = residual_chosen(r);
	const double *y = residual_response(r);
	double *e = base_arena_take(arena, rows, sizeof *e), *alone = base_arena_take_zero(arena, rows, sizeof *alone);
	residual_left(e, r, NULL, 1, false);
	double left = fmax(1 - (residual_lost(r) + residual_effective(r)) / n, question_least_share);
	double variance = fmax(mean_square(e, rows) / (left * left), least_variance);
	double saved = -n / 2 * log(variance) - chosen * (log(n) / 2 - 1) - residual_price;
	if (!(saved > 0)) /* the mean of y, which is 0, describes it better */
		return (residual_fit){ .e = y, .alone = alone, .variance = 1, .saved = saved };
	double size = sqrt(left * fmax(1 - chosen / n, question_least_share));
	for (size_t i = 0; i < rows; i++) {
		alone[i] = y[i] - e[i] / left;
		e[i] /= size;
	}
	return (residual_fit){ .e = e, .alone = alone, .variance = variance, .saved = saved };
}

static double deviation(const double *values, size_t rows)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < rows; i++)
		sum += values[i];
	for (size_t i = 0; i < rows; i++)
		squares += (values[i] - sum / (double)rows) * (values[i] - sum / (double)rows);
	return sqrt(squares / (double)rows);
}

residual_location_scale residual_location_scale_of(base_arena *arena, const residual_regression *r)
{
	size_t rows = residual_regressors(r)->shared->rows;
	residual_location_scale out = { .mean = residual_fit_of(arena, r) };
	double *logs = base_arena_take(arena, rows, sizeof *logs), *scale = base_arena_take(arena, rows, sizeof *scale);
	double least = residual_small * sqrt(mean_square(out.mean.e, rows));
	for (size_t i = 0; i < rows; i++)
		logs[i] = log(fabs(out.mean.e[i]) + least);
	double size = deviation(logs, rows);
	residual_standardise(logs, rows);
	out.scale = residual_fit_of(arena, residual_regress(arena, residual_regressors(r), logs, 1, 0));
	for (size_t i = 0; i < rows; i++)
		scale[i] = size * out.scale.alone[i];
	out.log_scale = scale;
	out.used = out.mean.saved > 0 || out.scale.saved > 0;
	return out;
}
