#include "residual/features.h"

#include <math.h>
#include <string.h>

#include "residual/constants.h"
#include "residual/linear.h"
#include "residual/waves.h"

void residual_standardise(double *values, size_t rows)
{
	double sum, squares;
	residual_moments(&sum, &squares, values, rows);
	double mean = sum / (double)rows;
	for (size_t i = 0; i < rows; i++)
		values[i] -= mean;
	residual_moments(&sum, &squares, values, rows);
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

/* Mid-ranks u of the values among the rows without point masses, which have no place. */
static void places_of_others(double *u, bool *placed, const question_values *column, const size_t *masses,
                             size_t mass_count)
{
	size_t others = column->rows, below = 0;
	memset(placed, true, column->levels * sizeof *placed);
	for (size_t k = 0; k < mass_count; k++) {
		others -= column->counts[masses[k]];
		placed[masses[k]] = false;
	}
	for (size_t v = 0; v < column->levels; v++) {
		size_t here = placed[v] ? column->counts[v] : 0;
		u[v] = placed[v] ? (2 * (double)below + (double)here - (double)others) / (2 * (double)others) : 0;
		below += here;
	}
}

/* Waves over u[levels], which is 0 in values without place, where waves are 0. */
static void add_waves(table *t, base_arena *arena, const double *u, const bool *placed, size_t levels, size_t from,
                      size_t top)
{
	double *to = t->values + t->count * levels;
	double *c = base_arena_take(arena, levels, 2 * sizeof *c);
	residual_turns(c, c + levels, u, levels);
	residual_waves(to, levels, arena, c, c + levels, levels, from, top);
	for (size_t k = from; k <= top; k++, to += levels) {
		for (size_t v = 0; v < levels; v++)
			to[v] = placed[v] ? to[v] : 0;
		t->details[t->count++] = octave((double)larger(k, 2));
	}
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
	bool *placed = base_arena_take(arena, column->levels, sizeof *placed);
	places_of_others(u, placed, column, mass, count);
	size_t from = count > 0 ? 1 : 2;
	if (from <= top)
		add_waves(&t, arena, u, placed, column->levels, from, top);
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

static const double **pointers_to(base_arena *arena, const double *values, size_t count, size_t rows)
{
	const double **out = base_arena_take(arena, count, sizeof *out);
	for (size_t k = 0; k < count; k++)
		out[k] = values + k * rows;
	return out;
}

/* What the kept features explain of feature k: their coefficients, into by[kept]. products: means of products of all
 * features; of_kept[count][count]: the kept ones as sums of features. Returns the variance that is left. */
static double explain(double *by, double *own, const double *products, const double *of_kept, size_t kept, size_t k,
                      size_t count)
{
	double left = products[k * count + k];
	memset(own, 0, count * sizeof *own);
	own[k] = 1;
	for (size_t g = 0; g < kept; g++) {
		by[g] = 0;
		for (size_t j = 0; j < k; j++)
			by[g] += of_kept[g * count + j] * products[k * count + j];
		left -= by[g] * by[g];
		for (size_t j = 0; j < k; j++)
			own[j] -= by[g] * of_kept[g * count + j];
	}
	return left;
}

/* Gram-Schmidt on products of features: of_kept and which[kept] are the features that are kept. */
static size_t choose_uncorrelated(double *of_kept, size_t *which, base_arena *arena, const double *products,
                                  size_t count)
{
	double *by = base_arena_take(arena, count, 2 * sizeof *by), *own = by + count;
	size_t kept = 0;
	for (size_t k = 0; k < count; k++) {
		double left = explain(by, own, products, of_kept, kept, k, count);
		if (!(left > question_least_share))
			continue;
		for (size_t j = 0; j < count; j++)
			of_kept[kept * count + j] = own[j] / sqrt(left);
		which[kept++] = k;
	}
	return kept;
}

residual_features residual_orthogonal(residual_features *first, base_arena *arena, const residual_features *f,
                                      size_t first_count)
{
	size_t count = f->count, rows = f->rows;
	residual_features out = { rows, 0, base_arena_take(arena, count, rows * sizeof(double)),
		                      base_arena_take(arena, count, sizeof(int)) };
	base_arena_mark mark = base_arena_here(arena);
	const double **features = pointers_to(arena, f->values, count, rows);
	double *products = base_arena_take(arena, count, 2 * count * sizeof *products), *of_kept = products + count * count;
	size_t *which = base_arena_take(arena, count, sizeof *which);
	residual_products(products, count, features, count, features, count, rows);
	for (size_t k = 0; k < count * count; k++)
		products[k] /= (double)rows;
	out.count = choose_uncorrelated(of_kept, which, arena, products, count);
	*first = out;
	first->count = 0;
	double **to = base_arena_take(arena, out.count, sizeof *to);
	memset(out.values, 0, out.count * rows * sizeof *out.values);
	for (size_t k = 0; k < out.count; k++) {
		out.details[k] = f->details[which[k]];
		first->count += which[k] < first_count;
		to[k] = out.values + k * rows;
		for (size_t j = 0; j < count; j++)
			of_kept[k * count + j] = -of_kept[k * count + j];
	}
	residual_subtract(to, out.count, features, of_kept, count, rows);
	base_arena_back(arena, mark);
	return out;
}
