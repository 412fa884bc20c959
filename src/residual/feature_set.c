#include "residual/feature_set.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "residual/constants.h"
#include "residual/linear.h"
#include "residual/waves.h"

enum { TILE = 256 }; /* rows that are combined at once */

void residual_standardise(double *values, size_t rows)
{
	double sum, squares;
	residual_moments(&sum, &squares, values, rows);
	residual_rescale(values, sum / (double)rows, 1, rows);
	residual_moments(&sum, &squares, values, rows);
	double size = sqrt(squares / (double)rows);
	if (size > question_no_size)
		residual_rescale(values, 0, 1 / size, rows);
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

static residual_features room_for(base_arena *arena, size_t count, size_t rows)
{
	return (residual_features){ rows, 0, base_arena_take(arena, count, rows * sizeof(double)),
		                        base_arena_take(arena, count, sizeof(int)) };
}

static void add_indicator(residual_features *f, const question_values *column, size_t v, int detail)
{
	double *to = f->values + f->count * f->rows;
	for (size_t i = 0; i < f->rows; i++)
		to[i] = column->codes[i] == v;
	f->details[f->count++] = detail;
}

static residual_features label_features(base_arena *arena, const question_values *column)
{
	enum { MOST_LABELS = 4 * QUESTION_FEW_VALUES };
	size_t kept[MOST_LABELS];
	size_t count = commonest(kept, column, MOST_LABELS, QUESTION_LEAST_ROWS);
	residual_features f = room_for(arena, count, column->rows);
	for (size_t k = 0; k < count; k++)
		add_indicator(&f, column, kept[k], octave(fmax(1, (double)(k + 1) / QUESTION_FEW_VALUES)));
	return f;
}

/* Mid-ranks u of the values among the rows without point masses, which have none. */
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

/* Waves over the places of the rows without point masses, in which they are 0. */
static void add_waves(residual_features *f, base_arena *arena, const question_values *column, const size_t *masses,
                      size_t mass_count, size_t from, size_t top)
{
	size_t rows = f->rows;
	double *u = base_arena_take(arena, column->levels, sizeof *u), *of_row = base_arena_take(arena, rows, sizeof *u);
	double *c = base_arena_take(arena, rows, 2 * sizeof *c), *to = f->values + f->count * rows;
	bool *placed = base_arena_take(arena, column->levels, sizeof *placed);
	places_of_others(u, placed, column, masses, mass_count);
	for (size_t i = 0; i < rows; i++)
		of_row[i] = u[column->codes[i]];
	residual_turns(c, c + rows, of_row, rows);
	residual_waves(to, rows, arena, c, c + rows, rows, from, top);
	for (size_t k = from; k <= top; k++, to += rows) {
		for (size_t i = 0; i < rows && mass_count > 0; i++)
			to[i] = placed[column->codes[i]] ? to[i] : 0;
		f->details[f->count++] = octave((double)larger(k, 2));
	}
}

static void add_scores(residual_features *f, base_arena *arena, const question_values *column)
{
	double *scores = base_arena_take(arena, column->levels, sizeof *scores);
	question_scores(scores, column);
	for (size_t i = 0; i < f->rows; i++)
		f->values[f->count * f->rows + i] = scores[column->codes[i]];
	f->details[f->count++] = 0;
}

static residual_features number_features(base_arena *arena, const question_values *column, size_t most, bool masses)
{
	size_t mass[RESIDUAL_MOST_MASSES], count = 0;
	if (masses && column->levels > QUESTION_FEW_VALUES)
		count = commonest(mass, column, RESIDUAL_MOST_MASSES,
		                  larger(QUESTION_LEAST_ROWS, column->rows / QUESTION_MASS_SHARE));
	size_t top = smaller(most, column->levels - 1), from = count > 0 ? 1 : 2;
	residual_features f = room_for(arena, 1 + count + top, column->rows);
	base_arena_mark mark = base_arena_here(arena);
	add_scores(&f, arena, column);
	for (size_t k = 0; k < count; k++)
		add_indicator(&f, column, mass[k], 0);
	if (from <= top)
		add_waves(&f, arena, column, mass, count, from, top);
	base_arena_back(arena, mark);
	return f;
}

residual_features residual_features_of(base_arena *arena, const question_values *column, size_t most, bool masses)
{
	return column->labels ? label_features(arena, column) : number_features(arena, column, most, masses);
}

residual_features residual_features_or_zero(base_arena *arena, residual_features f)
{
	if (f.count > 0)
		return f;
	return (residual_features){ f.rows, 1, base_arena_take_zero(arena, f.rows, sizeof(double)),
		                        base_arena_take_zero(arena, 1, sizeof(int)) };
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

/* Replaces features by sums of them, by[kept][count]: of a tile of rows at once, which is copied first. */
static void combine(residual_features *f, base_arena *arena, const double *by, size_t kept)
{
	base_arena_mark mark = base_arena_here(arena);
	double *tile = base_arena_take(arena, f->count, TILE * sizeof *tile);
	double **to = base_arena_take(arena, kept, sizeof *to);
	const double **from = pointers_to(arena, tile, f->count, TILE);
	for (size_t first = 0; first < f->rows; first += TILE) {
		size_t rows = smaller(TILE, f->rows - first);
		for (size_t k = 0; k < f->count; k++)
			base_copy(tile + k * TILE, f->values + k * f->rows + first, rows * sizeof *tile);
		for (size_t k = 0; k < kept; k++) {
			to[k] = f->values + k * f->rows + first;
			memset(to[k], 0, rows * sizeof *tile);
		}
		residual_subtract(to, kept, from, by, f->count, rows);
	}
	base_arena_back(arena, mark);
}

residual_features residual_orthogonal(residual_features *first, base_arena *arena, residual_features *f,
                                      size_t first_count)
{
	size_t count = f->count, rows = f->rows;
	residual_features out = { rows, 0, f->values, base_arena_take(arena, count, sizeof(int)) };
	base_arena_mark mark = base_arena_here(arena);
	double *products = base_arena_take(arena, count, 2 * count * sizeof *products), *of_kept = products + count * count;
	size_t *which = base_arena_take(arena, count, sizeof *which);
	residual_gram_matrix(products, count, pointers_to(arena, f->values, count, rows), count, rows);
	for (size_t k = 0; k < count * count; k++)
		products[k] /= (double)rows;
	out.count = choose_uncorrelated(of_kept, which, arena, products, count);
	*first = out;
	first->count = 0;
	for (size_t k = 0; k < out.count; k++) {
		out.details[k] = f->details[which[k]];
		first->count += which[k] < first_count;
		for (size_t j = 0; j < count; j++)
			of_kept[k * count + j] = -of_kept[k * count + j]; /* as sums are subtracted from 0 */
	}
	combine(f, arena, of_kept, out.count);
	base_arena_back(arena, mark);
	return out;
}
