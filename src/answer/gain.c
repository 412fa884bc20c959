/* See gain.h. */
#include "answer/gain.h"

#include <math.h>

#include "answer/spacing.h"
#include "residual/constants.h"
#include "residual/feature_set.h"
#include "residual/location_scale.h"

enum { RESOLUTION = 60 /* of rows times the error's standard deviation: below, errors are those of the ranks */ };

/* A label with a function per level, whose regression costs the cube of its levels. */
static bool is_large_label(const question_values *column)
{
	return column->labels && !column->absorbed && column->levels > RESIDUAL_MOST_FUNCTIONS;
}

/* Regressors that say something and are not too large: neither constant nor a label of its own per row. */
static size_t keep_informative(const question_values **out, const question_values *const *columns, size_t count)
{
	size_t kept = 0;
	for (size_t j = 0; j < count; j++)
		if (columns[j]->levels > 1 && (columns[j]->levels < columns[j]->rows || !columns[j]->labels) &&
		    !is_large_label(columns[j]))
			out[kept++] = columns[j];
	return kept;
}

double *answer_standard_scores(base_arena *arena, const question_values *column)
{
	double *score = base_arena_take(arena, column->rows, sizeof *score);
	question_dithered_scores(score, arena, column);
	residual_standardise(score, column->rows);
	return score;
}

const question_values *answer_scaled_errors(base_arena *arena, const residual_location_scale *fit, size_t rows,
                                            double **numbers)
{
	double *scaled = base_arena_take(arena, rows, sizeof *scaled);
	for (size_t i = 0; i < rows; i++)
		scaled[i] = fit->mean.e[i] / exp(fit->log_scale[i]);
	*numbers = scaled;
	return question_values_tied(arena, scaled, rows);
}

/* The log-density of each row's number, by level: out[levels]. */
static double *log_density(base_arena *arena, const question_values *column, const double *numbers, bool known)
{
	double *out = base_arena_take(arena, column->levels, sizeof *out);
	double *value = base_arena_take(arena, column->levels, sizeof *value);
	for (size_t i = 0; i < column->rows; i++)
		value[column->codes[i]] = numbers[i];
	answer_spacing(out, arena, column, value, known);
	return out;
}

/* Half of the variance that ranks of so many rows cannot show. */
static double hidden_by_ranks(double variance, double rows)
{
	return log1p(4 * (1 - fmin(variance, 1)) / (rows * sqrt(variance))) / 2;
}

static answer_gain gain_of(base_arena *arena, base_arena *keep, residual_shared *shared,
                           const question_values *response, const question_values *const *others, size_t count)
{
	answer_gain gain = { false, 0, 0, NULL };
	const question_values **kept = base_arena_take(arena, count, sizeof *kept);
	size_t regressors = keep_informative(kept, others, count), rows = response->rows;
	if (regressors == 0 || rows < ANSWER_LEAST_ORDERED || !question_continuous(response))
		return gain;
	double *y = answer_standard_scores(arena, response), *errors, n = (double)rows;
	residual_functions *functions = residual_functions_of(shared, kept, regressors);
	residual_location_scale fit = residual_location_scale_of(arena, residual_regress(arena, functions, y, 1, true));
	if (!fit.used)
		return gain;
	const question_values *residual = answer_scaled_errors(keep, &fit, rows, &errors);
	const question_values *spread = response->levels == rows ? response : question_values_of(arena, y, rows);
	double *left = log_density(arena, residual, errors, false), *whole = log_density(arena, spread, y, true);
	double sum = 0, variance = fit.mean.variance, hidden = hidden_by_ranks(variance, n);
	for (size_t i = 0; i < rows; i++)
		sum += fmin(left[residual->codes[i]] - fit.log_scale[i] - whole[spread->codes[i]] + hidden, log(n));
	gain = (answer_gain){ true, -log(variance) / 2 - log(fit.scale.variance) / 2, sum / n, NULL };
	if (n * sqrt(variance) >= RESOLUTION)
		gain.residual = residual;
	return gain;
}

answer_gain answer_gain_of(base_arena *arena, base_arena *keep, residual_shared *shared,
                           const question_values *response, const question_values *const *others, size_t count)
{
	base_arena_mark mark = base_arena_here(arena);
	answer_gain gain = gain_of(arena, keep, shared, response, others, count);
	base_arena_back(arena, mark);
	return gain;
}
