/* See density.h. */
#include "answer/density.h"

#include <math.h>
#include <string.h>

#include "answer/gain.h"
#include "answer/information.h"
#include "question/few.h"

/* What all steps of one question share. */
typedef struct work {
	base_arena *arena;
	base_arena *keep; /* columns that are regressors or residuals */
	answer_bits *bits;
	residual_shared *shared;
	const answer_grid *known;
} work;

/* a, then columns b, then columns z. */
static const question_values **join(base_arena *arena, const question_values *a, answer_columns b, answer_columns z)
{
	const question_values **all = base_arena_take(arena, 1 + b.count + z.count, sizeof *all);
	all[0] = a;
	for (size_t j = 0; j < b.count; j++)
		all[1 + j] = b.column[j];
	for (size_t j = 0; j < z.count; j++)
		all[1 + b.count + j] = z.column[j];
	return all;
}

/* True if a grid has these columns on these sides. */
static bool is_of(const answer_grid *grid, const question_values *const *column, const int *side, size_t columns)
{
	return grid != NULL && grid->columns == columns && memcmp(grid->column, column, columns * sizeof *column) == 0 &&
	       memcmp(grid->side, side, columns * sizeof *side) == 0;
}

static double of_grid(const work *w, const question_values *a, answer_columns b, answer_columns z)
{
	size_t columns = 1 + b.count + z.count;
	base_arena_mark mark = base_arena_here(w->arena);
	int *side = base_arena_take(w->arena, columns, sizeof *side);
	for (size_t j = 0; j < columns; j++)
		side[j] = j == 0 ? 0 : j <= b.count ? 1 : 2;
	const question_values **column = join(w->arena, a, b, z);
	answer_grid grid = is_of(w->known, column, side, columns)
	                       ? *w->known
	                       : answer_grid_of(w->arena, w->bits, column, side, columns, false);
	double information = answer_grid_information(w->arena, &grid);
	base_arena_back(w->arena, mark);
	return information;
}

/* A response, the other side as it enters the regression, and what the regression takes from the response. */
typedef struct choice {
	const question_values *response;
	answer_columns others;
	answer_gain gain;
} choice;

/* Keeps the regression that saves most; the first of those that save as much. */
static void consider(choice *best, const work *w, const question_values *response, answer_columns others,
                     answer_columns z)
{
	answer_gain gain = answer_gain_of(w->arena, w->keep, w->shared, response, join(w->arena, response, others, z) + 1,
	                                  others.count + z.count);
	if (gain.used && (!best->gain.used || gain.saved > best->gain.saved))
		*best = (choice){ response, others, gain };
}

/* The other side as it is and, if it is a residual, also as the column that it is the residual of. */
static void consider_both(choice *best, const work *w, const question_values *response, const question_values *other,
                          answer_columns z)
{
	const question_values **columns = base_arena_take(w->arena, 2, sizeof *columns);
	columns[0] = other;
	columns[1] = other->raw;
	consider(best, w, response, (answer_columns){ columns, 1 }, z);
	if (other->raw != NULL && other->raw != other)
		consider(best, w, response, (answer_columns){ columns + 1, 1 }, z);
}

answer_columns answer_few_levels(base_arena *arena, answer_columns z)
{
	const question_values **few = base_arena_take(arena, z.count, sizeof *few);
	size_t count = 0;
	for (size_t j = 0; j < z.count; j++)
		if (!z.column[j]->absorbed || z.column[j]->levels <= QUESTION_FEW_VALUES)
			few[count++] = z.column[j];
	return (answer_columns){ few, count };
}

/* I(a; b | z). */
static double information(const work *w, const question_values *a, answer_columns b, answer_columns z)
{
	answer_columns few = answer_few_levels(w->arena, z);
	double value = of_grid(w, a, b, few);
	choice best = { a, b, { false, 0, 0, NULL } };
	if (b.count == 1) {
		consider_both(&best, w, a, b.column[0], z);
		consider_both(&best, w, b.column[0], a, z);
	} else
		consider(&best, w, a, b, z);
	if (!best.gain.used)
		return value;
	double sum = best.gain.entropy;
	answer_gain before = answer_gain_of(w->arena, w->keep, w->shared, best.response, z.column, z.count);
	if (best.gain.residual != NULL)
		sum += of_grid(w, best.gain.residual, best.others, few);
	sum -= before.used ? before.entropy : 0;
	return fmax(value, sum);
}

/* A column of the shorter side given those before it: its residual, if a regression on them is used. */
static const question_values *given_earlier(const work *w, const question_values *own, const question_values **given,
                                            size_t count)
{
	if (!question_continuous(own))
		return own;
	residual_functions *functions = residual_functions_of(w->shared, given, count);
	double *y = answer_standard_scores(w->arena, own), *errors;
	residual_location_scale fit =
		residual_location_scale_of(w->arena, residual_regress(w->arena, functions, y, 1, true));
	return fit.used ? answer_scaled_errors(w->keep, &fit, own->rows, &errors) : own;
}

/* The largest information that the values of a side allow. */
static double most_of(answer_columns side)
{
	double sum = 0;
	for (size_t j = 0; j < side.count; j++)
		sum += log((double)side.column[j]->levels);
	return sum;
}

double answer_density(base_arena *arena, answer_bits *bits, residual_shared *shared, answer_columns x, answer_columns y,
                      answer_columns z, const answer_grid *known)
{
	work w = { arena, base_arena_beside(arena), bits, shared, known };
	answer_columns shorter = y.count < x.count ? y : x, longer = y.count < x.count ? x : y;
	const question_values **given = base_arena_take(arena, z.count + shorter.count, sizeof *given);
	for (size_t j = 0; j < z.count; j++)
		given[j] = z.column[j];
	double total = 0;
	for (size_t j = 0; j < shorter.count; j++) {
		answer_columns before = { given, z.count + j };
		const question_values *own = shorter.column[j];
		if (j > 0)
			own = given_earlier(&w, own, given, before.count);
		total += information(&w, own, longer, before);
		given[before.count] = own;
	}
	double rows = (double)x.column[0]->rows;
	return fmin(fmin(fmax(total, 0), log(rows)), fmin(most_of(x), most_of(y)));
}
