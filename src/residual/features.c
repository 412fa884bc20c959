#include "residual/features.h"

#include <math.h>
#include <string.h>

#include "residual/constants.h"
#include "residual/linear.h"

static const double pi = 3.14159265358979323846;

double residual_wave(size_t k, double u)
{
	double angle = (double)k * pi * u;
	return sqrt(2.0) * (k % 2 ? sin(angle) : cos(angle));
}

void residual_standardise(double *values, size_t rows)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < rows; i++)
		sum += values[i];
	double mean = sum / (double)rows;
	for (size_t i = 0; i < rows; i++) {
		values[i] -= mean;
		squares += values[i] * values[i];
	}
	double size = sqrt(squares / (double)rows);
	for (size_t i = 0; i < rows && size > question_no_size; i++)
		values[i] /= size;
}

/* ceil(log2(x)) of x >= 1. */
static int octave(double x)
{
	int exponent;
	double fraction = frexp(x, &exponent);
	return fraction == 0.5 ? exponent - 1 : exponent;
}

static size_t larger(size_t a, size_t b)
{
	return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The `most` commonest values with at least `least` rows into out; of equally common ones the first. */
static size_t commonest(size_t *out, const question_values *column, size_t most, size_t least)
{
	size_t count = 0;
	for (size_t v = 0; v < column->levels; v++) {
		if (column->counts[v] < least)
			continue;
		size_t at = count;
		while (at > 0 && column->counts[out[at - 1]] < column->counts[v])
			at--;
		if (at == most)
			continue;
		count += count < most;
		for (size_t i = count - 1; i > at; i--)
			out[i] = out[i - 1];
		out[at] = v;
	}
	return count;
}

/* Features as functions of the value, [count][levels]. */
typedef struct table {
	size_t count;
	double *values;
	int *details;
} table;

static void add_indicator(table *t, const question_values *column, size_t v, int detail)
{
	double *to = t->values + t->count * column->levels;
	memset(to, 0, column->levels * sizeof *to);
	to[v] = 1;
	t->details[t->count++] = detail;
}

static table table_new(base_arena *arena, size_t count, size_t levels)
{
	return (table){ 0, base_arena_take(arena, count, levels * sizeof(double)),
		            base_arena_take(arena, count, sizeof(int)) };
}

static table label_features(base_arena *arena, const question_values *column)
{
	enum { MOST_LABELS = 4 * QUESTION_FEW_VALUES };
	size_t kept[MOST_LABELS];
	size_t count = commonest(kept, column, MOST_LABELS, QUESTION_LEAST_ROWS);
	table t = table_new(arena, count, column->levels);
	for (size_t k = 0; k < count; k++)
		add_indicator(&t, column, kept[k], octave(fmax(1, (double)(k + 1) / QUESTION_FEW_VALUES)));
	return t;
}

/* Mid-ranks u of the values among the rows without point masses, which have NaN. */
static size_t places_of_others(double *u, const question_values *column, const size_t *masses, size_t mass_count)
{
	size_t others = column->rows, below = 0;
	for (size_t k = 0; k < mass_count; k++)
		others -= column->counts[masses[k]];
	for (size_t v = 0; v < column->levels; v++)
		u[v] = column->counts[v];
	for (size_t k = 0; k < mass_count; k++)
		u[masses[k]] = 0;
	for (size_t v = 0; v < column->levels; v++) {
		size_t here = (size_t)u[v];
		u[v] = here == 0 ? NAN : (2 * (double)below + (double)here - (double)others) / (2 * (double)others);
		below += here;
	}
	return others;
}

static void add_wave(table *t, const double *u, size_t levels, size_t k)
{
	double *to = t->values + t->count * levels;
	for (size_t v = 0; v < levels; v++)
		to[v] = isnan(u[v]) ? 0 : residual_wave(k, u[v]);
	t->details[t->count++] = octave((double)larger(k, 2));
}

static table number_features(base_arena *arena, const question_values *column, size_t most, bool masses)
{
	size_t mass[RESIDUAL_MOST_MASSES], count = 0;
	if (masses && column->levels > QUESTION_FEW_VALUES)
		count = commonest(mass, column, RESIDUAL_MOST_MASSES,
		                  larger(QUESTION_LEAST_ROWS, column->rows / QUESTION_MASS_SHARE));
	size_t top = smaller(most, column->levels - 1);
	table t = table_new(arena, 1 + count + top, column->levels);
	question_scores(t.values, column);
	t.details[t.count++] = 0;
	for (size_t k = 0; k < count; k++)
		add_indicator(&t, column, mass[k], 0);
	base_arena_mark mark = base_arena_here(arena);
	double *u = base_arena_take(arena, column->levels, sizeof *u);
	places_of_others(u, column, mass, count);
	for (size_t k = count > 0 ? 1 : 2; k <= top; k++)
		add_wave(&t, u, column->levels, k);
	base_arena_back(arena, mark);
	return t;
}

residual_features residual_features_of(base_arena *arena, const question_values *column, size_t most, bool masses)
{
	table t = column->labels ? label_features(arena, column) : number_features(arena, column, most, masses);
	residual_features out = { column->rows, t.count, base_arena_take(arena, t.count, column->rows * sizeof(double)),
		                      t.details };
	for (size_t k = 0; k < t.count; k++)
		for (size_t i = 0; i < column->rows; i++)
			out.values[k * column->rows + i] = t.values[k * column->levels + column->codes[i]];
	return out;
}

/* Subtracts what the features kept explain of `own`. */
static void subtract_explained(double *own, const double *kept, size_t count, size_t rows)
{
	for (size_t k = 0; k < count; k++) {
		const double *g = kept + k * rows;
		double product, square;
		residual_products(&product, 1, (const double *const[]){ g }, 1, (const double *const[]){ own }, 1, rows);
		residual_products(&square, 1, (const double *const[]){ g }, 1, (const double *const[]){ g }, 1, rows);
		for (size_t i = 0; i < rows; i++)
			own[i] -= g[i] * product / square;
	}
}

static double mean_square(const double *values, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += values[i] * values[i];
	return sum / (double)rows;
}

residual_features residual_orthogonal(base_arena *arena, const residual_features *f)
{
	residual_features out = { f->rows, 0, base_arena_take(arena, f->count, f->rows * sizeof(double)),
		                      base_arena_take(arena, f->count, sizeof(int)) };
	for (size_t k = 0; k < f->count; k++) {
		double *own = out.values + out.count * f->rows;
		memcpy(own, f->values + k * f->rows, f->rows * sizeof *own);
		subtract_explained(own, out.values, out.count, f->rows);
		if (!(mean_square(own, f->rows) > question_least_share))
			continue;
		residual_standardise(own, f->rows);
		out.details[out.count++] = f->details[k];
	}
	return out;
}
