/* See z_weights.h. */
#include "answer/z_weights.h"

#include "base/memory.h"
#include "question/few.h"
#include "residual/feature_set.h"

enum {
	OF_COLUMN = 3,   /* features per column: location, spread and one more */
	MOST_WEIGHTS = 8 /* of numbers: more would share too small a part of the level */
};

static double product_of(const double *a, const double *b, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += a[i] * b[i];
	return sum;
}

/* Adds a function, less what those before explain, unless that is most of it. f is overwritten. */
static void add(answer_weights *w, double *f)
{
	size_t n = w->rows;
	double by[MOST_WEIGHTS];
	residual_standardise(f, n);
	for (size_t k = 0; k < w->count; k++)
		by[k] = product_of(w->values + k * n, f, n) / (double)n;
	for (size_t k = 0; k < w->count; k++)
		for (size_t i = 0; i < n; i++)
			f[i] -= w->values[k * n + i] * by[k];
	if (product_of(f, f, n) / (double)n <= question_least_share)
		return;
	residual_standardise(f, n);
	base_copy(w->values + w->count++ * n, f, n * sizeof *f);
}

static void add_products(answer_weights *w, double *f, const residual_features *features, size_t columns)
{
	size_t n = w->rows, first[MOST_WEIGHTS], count = 0;
	for (size_t j = 0; j < columns; j++)
		if (features[j].count > 0 && count < MOST_WEIGHTS)
			first[count++] = j;
	for (size_t a = 0; a < count; a++)
		for (size_t b = a + 1; b < count; b++) {
			for (size_t i = 0; i < n; i++)
				f[i] = features[first[a]].values[i] * features[first[b]].values[i];
			add(w, f);
		}
}

static void add_round(answer_weights *w, double *f, const residual_features *features, size_t columns, size_t round)
{
	for (size_t j = 0; j < columns; j++)
		if (features[j].count > round) {
			base_copy(f, features[j].values + round * w->rows, w->rows * sizeof *f);
			add(w, f);
		}
}

/* How many columns have more features than `round`. */
static size_t size_of(const residual_features *features, size_t columns, size_t round)
{
	size_t size = 0;
	for (size_t j = 0; j < columns; j++)
		size += features[j].count > round;
	return size;
}

static residual_features *features_of(base_arena *arena, const question_values *const *z, size_t count)
{
	residual_features *features = base_arena_take(arena, count, sizeof *features);
	for (size_t j = 0; j < count; j++) {
		features[j] = residual_features_of(arena, z[j], OF_COLUMN, true);
		features[j].count = features[j].count < OF_COLUMN ? features[j].count : OF_COLUMN;
		for (size_t k = 0; k < features[j].count; k++)
			residual_standardise(features[j].values + k * z[j]->rows, z[j]->rows);
	}
	return features;
}

static void measure_fourth(answer_weights *w)
{
	for (size_t k = 0; k < w->count; k++) {
		double sum = 0;
		for (size_t i = 0; i < w->rows; i++) {
			double square = w->values[k * w->rows + i] * w->values[k * w->rows + i];
			sum += square * square;
		}
		w->fourth[k] = sum / (double)w->rows;
	}
}

/* z: numbers only. */
static answer_weights weights_of_numbers(base_arena *arena, const question_values *const *z, size_t count)
{
	answer_weights w = { 0 };
	if (count == 0)
		return w;
	w.rows = z[0]->rows;
	w.fourth = base_arena_take(arena, MOST_WEIGHTS, sizeof *w.fourth);
	w.values = base_arena_take(arena, MOST_WEIGHTS * w.rows, sizeof *w.values);
	base_arena_mark mark = base_arena_here(arena);
	residual_features *features = features_of(arena, z, count);
	double *f = base_arena_take(arena, w.rows, sizeof *f);
	for (size_t round = 0; round < OF_COLUMN; round++) {
		size_t size = size_of(features, count, round);
		if (w.count + size <= MOST_WEIGHTS)
			add_round(&w, f, features, count, round);
		if (round == 0 && w.count + size * (size - (size > 0)) / 2 <= MOST_WEIGHTS)
			add_products(&w, f, features, count);
	}
	measure_fourth(&w);
	base_arena_back(arena, mark);
	return w;
}

static size_t large_levels(const question_values *label)
{
	size_t large = 0;
	for (size_t v = 0; v < label->levels; v++)
		large += label->counts[v] >= QUESTION_FEW_ROWS;
	return large;
}

/* sorted[start[v]], ... are the rows of level v. */
static void sort_rows(answer_weights *w, base_arena *arena)
{
	size_t levels = w->label->levels, *next = base_arena_take(arena, levels, sizeof *next);
	w->start = base_arena_take(arena, levels + 1, sizeof *w->start);
	w->sorted = base_arena_take(arena, w->rows, sizeof *w->sorted);
	w->start[0] = 0;
	for (size_t v = 0; v < levels; v++)
		w->start[v + 1] = w->start[v] + w->label->counts[v];
	base_copy(next, w->start, levels * sizeof *next);
	for (size_t i = 0; i < w->rows; i++)
		w->sorted[next[w->label->codes[i]]++] = (uint32_t)i;
}

static answer_weights weights_of_label(base_arena *arena, const question_values *label)
{
	size_t large = large_levels(label);
	answer_weights w = { .rows = label->rows,
		                 .label = label,
		                 .fourth = base_arena_take(arena, large, sizeof *w.fourth),
		                 .level = base_arena_take(arena, large, sizeof *w.level) };
	for (size_t v = 0; v < label->levels; v++)
		if (label->counts[v] >= QUESTION_FEW_ROWS) {
			w.fourth[w.count] = (double)label->rows / label->counts[v];
			w.level[w.count++] = (uint32_t)v;
		}
	sort_rows(&w, arena);
	return w;
}

answer_weight_groups answer_weights_of(base_arena *arena, const question_values *const *z, size_t count)
{
	answer_weight_groups out = { 1, base_arena_take(arena, count + 1, sizeof *out.group) };
	const question_values **numbers = base_arena_take(arena, count, sizeof *numbers);
	size_t number_count = 0;
	for (size_t j = 0; j < count; j++)
		if (!z[j]->labels)
			numbers[number_count++] = z[j];
	out.group[0] = weights_of_numbers(arena, numbers, number_count);
	for (size_t j = 0; j < count; j++)
		if (z[j]->labels)
			out.group[out.count++] = weights_of_label(arena, z[j]);
	return out;
}

size_t answer_most_weights(const question_values *const *z, size_t count)
{
	size_t most = MOST_WEIGHTS;
	for (size_t j = 0; j < count; j++)
		most += z[j]->labels ? large_levels(z[j]) : 0;
	return most;
}
