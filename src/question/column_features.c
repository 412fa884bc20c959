/* Tables of features by code, then spread over the rows. */
#include "question/column_features.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "question/counted.h"

/* Rows that a label or point mass must have: a share of all, and so many that anything can be said of them. */
static size_t least_rows(size_t rows, size_t share)
{
	return rows / share > QUESTION_LEAST_ROWS ? rows / share : QUESTION_LEAST_ROWS;
}

/* The number of rows of the most frequent value after QUESTION_MOST_MASSES others; 0: there is none. */
static size_t next_count(const question_column *c)
{
	size_t most[QUESTION_MOST_MASSES + 1] = { 0 }; /* in descending order */
	for (size_t code = 0; code < c->distinct; code++)
		for (size_t k = 0, count = c->counts[code]; k <= QUESTION_MOST_MASSES; k++)
			if (count > most[k]) {
				size_t smaller = most[k];
				most[k] = count;
				count = smaller;
			}
	return most[QUESTION_MOST_MASSES];
}

/* Fewest rows of a point mass of a numeric column; more than any value has if there are no point masses. */
static size_t least_mass(const question_column *c)
{
	if (c->unordered || c->occurring <= QUESTION_FEW_VALUES)
		return c->rows + 1;
	size_t least = least_rows(c->rows, QUESTION_MASS_SHARE), next = next_count(c) + 1;
	return next > least ? next : least;
}

bool question_is_continuous(const question_column *column)
{
	size_t massive = 0, least = least_rows(column->rows, QUESTION_MASS_SHARE);
	for (size_t code = 0; code < column->distinct; code++)
		massive += column->counts[code] >= least ? column->counts[code] : 0;
	return !column->unordered && column->occurring >= QUESTION_FEW_ROWS &&
	       (double)massive <= question_least_share * (double)column->rows;
}

/* Wave k (1: the normal score) belongs to the detail that doubles with it: 0, 1, 2, 2, 3, 3, 3, 3, 4 ... */
static unsigned char detail_of_wave(size_t k)
{
	unsigned char detail = 0;
	for (size_t last = 1; last < k; last *= 2)
		detail++;
	return detail;
}

static bool reserve(question_features *f, const uint32_t *times, size_t entries, size_t count)
{
	*f = (question_features){ .entries = entries, .times = times };
	f->values = base_array(entries, (count > 0 ? count : 1) * sizeof *f->values);
	return f->values != NULL;
}

void question_features_clear(question_features *features)
{
	free(features->values);
	memset(features, 0, sizeof *features);
}

/* Keeps the column of values after the last feature as one, unless it does not vary. */
static void keep(question_features *f, unsigned char detail)
{
	if (f->count < QUESTION_MOST_FEATURES &&
	    question_counted_standardise(f->values + f->count * f->entries, f->times, f->entries) > 0)
		f->detail[f->count++] = detail;
}

void question_features_keep_wave(question_features *features, size_t k)
{
	keep(features, detail_of_wave(k));
}

/* Adds the indicator of a value, plus `sign` times that of another. */
static void add_indicators_of(question_features *f, const question_column *c, uint32_t code, uint32_t other, int sign)
{
	double *values = f->values + f->count * f->entries;
	for (size_t i = 0; i < f->entries; i++)
		values[i] = (c->codes[i] == code) + sign * (c->codes[i] == other);
	keep(f, 0);
}

/* ----------------------------------------------------------------------------------------------------- indicators */

/* A value that may get an indicator. */
typedef struct candidate {
	uint32_t code;
	uint32_t count;
	uint64_t key; /* what tells it from one of equally many rows */
} candidate;

/* keys[code]: of numbers the distance from the middle, of labels what else their rows hold. O(rows). */
static void fill_keys(uint64_t *keys, const question_column *c)
{
	memset(keys, 0, c->distinct * sizeof *keys);
	for (size_t i = 0; c->unordered && c->row_keys != NULL && i < c->entries; i++)
		keys[c->codes[i]] += c->row_keys[i] * (c->times != NULL ? c->times[i] : 1);
	for (size_t code = 0, below = 0; !c->unordered && code < c->distinct; below += c->counts[code++]) {
		size_t above = c->rows - below - c->counts[code];
		keys[code] = above > below ? above - below : below - above;
	}
}

static bool comes_before(const candidate *a, const candidate *b)
{
	return a->count != b->count ? a->count > b->count : a->key > b->key;
}

static int compare_candidates(const void *a, const void *b)
{
	const candidate *v = a, *w = b;
	return comes_before(v, w) ? -1 : comes_before(w, v) ? 1 : v->code < w->code ? -1 : v->code > w->code;
}

/* The values of `least` rows or more, from the most frequent one down; returns how many they are. */
static size_t find_candidates(candidate *out, const question_column *c, const uint64_t *keys, size_t least)
{
	size_t count = 0;
	for (uint32_t code = 0; code < c->distinct; code++)
		if (c->counts[code] >= least)
			out[count++] = (candidate){ code, c->counts[code], keys[code] };
	qsort(out, count, sizeof *out, compare_candidates);
	return count;
}

/* The first `most` of them, less the last where nothing but the spelling tells these from the next one. */
static size_t count_chosen(const candidate *sorted, size_t count, size_t most)
{
	if (count <= most)
		return count;
	while (most > 0 && !comes_before(&sorted[most - 1], &sorted[most]))
		most--;
	return most;
}

/* Indicators from the most frequent value down, so that their order is neither that of the spelling nor of the scale. Two numbers of equally many
 * rows may lie as far from the middle, one on either side: which comes first would be the direction of the scale. Their sum and their difference say the
 * same, and turning the scale only changes a sign. */
static bool add_indicators(question_features *f, const question_column *c, size_t least, size_t most)
{
	candidate *sorted = base_array(c->distinct, sizeof *sorted);
	uint64_t *keys = base_array(c->distinct, sizeof *keys);
	bool done = sorted != NULL && keys != NULL;
	if (done)
		fill_keys(keys, c);
	size_t count = done ? find_candidates(sorted, c, keys, least) : 0, chosen = count_chosen(sorted, count, most);
	for (size_t k = 0; k < chosen; k++) {
		bool like_last = k > 0 && !comes_before(&sorted[k - 1], &sorted[k]);
		bool like_next = k + 1 < count && !comes_before(&sorted[k], &sorted[k + 1]);
		/* the second of two labels is the first with its sign turned */
		f->tied[f->count] = (like_last || like_next) && c->unordered && c->occurring > 2;
		if (!c->unordered && like_next && k + 1 < chosen) {
			add_indicators_of(f, c, sorted[k].code, sorted[k + 1].code, 1);
			add_indicators_of(f, c, sorted[k].code, sorted[k + 1].code, -1);
			k++;
		} else
			add_indicators_of(f, c, sorted[k].code, sorted[k].code, 0);
	}
	free(sorted);
	free(keys);
	return done;
}

/* ---------------------------------------------------------------------------------------------------- numbers */

/* The rows that hold no value of `least` rows or more; counts[] are theirs. */
static size_t count_others(uint32_t *counts, const question_column *c, size_t least)
{
	size_t rows = 0;
	for (size_t code = 0; code < c->distinct; code++) {
		counts[code] = c->counts[code] >= least ? 0 : c->counts[code];
		rows += counts[code];
	}
	return rows;
}

/* functions[k][code]: `waves` waves of the place of each value among the rows that are counted, and its normal score; 0
 * for values that are not counted. False: out of memory. */
static bool fill_functions(double *functions, const uint32_t *counts, const question_column *c, size_t rows,
                           size_t waves)
{
	int64_t *ranks = base_array(c->distinct, sizeof *ranks);
	if (ranks == NULL)
		return false;
	for (size_t code = 0, below = 0; code < c->distinct; below += counts[code++])
		ranks[code] = counts[code] > 0 ? question_rank(below, counts[code], rows) : 0;
	question_rank_waves_fill(functions, ranks, c->distinct, c->ranks, rows, waves);
	free(ranks);
	for (size_t code = 0; code < c->distinct; code++)
		for (size_t k = 0; counts[code] == 0 && k <= waves; k++)
			functions[k * c->distinct + code] = 0;
	return true;
}

/* Adds the feature that is a function of the value. */
static void add_function(question_features *f, const question_column *c, const double *of_code, unsigned char detail)
{
	double *values = f->values + f->count * f->entries;
	for (size_t i = 0; i < f->entries; i++)
		values[i] = of_code[c->codes[i]];
	keep(f, detail);
}

/* The normal score, point masses, and waves over the rest: the first of them only where there are masses, for it says much the
 * same as the score else. */
static bool add_numbers(question_features *f, const question_column *c, size_t waves)
{
	double *functions = base_array(c->distinct, (waves + 1) * sizeof *functions);
	uint32_t *counts = base_array(c->distinct, sizeof *counts);
	bool done = functions != NULL && counts != NULL;
	size_t least = least_mass(c), others = done ? count_others(counts, c, least) : 0;
	bool masses = others < c->rows;
	done = done && fill_functions(functions, c->counts, c, c->rows, masses ? 0 : waves);
	if (done) {
		add_function(f, c, functions + (masses ? 0 : waves * c->distinct), 0);
		done = add_indicators(f, c, least, QUESTION_MOST_MASSES);
	}
	if (done && masses)
		done = fill_functions(functions, counts, c, others, waves);
	for (size_t k = masses ? 0 : 1; done && k < waves; k++)
		add_function(f, c, functions + k * c->distinct, detail_of_wave(k == 0 ? 2 : k + 1));
	free(functions);
	free(counts);
	return done;
}

bool question_features_init(question_features *features, const question_column *column, size_t waves)
{
	if (waves > QUESTION_MOST_WAVES)
		waves = QUESTION_MOST_WAVES;
	if (waves + 1 > column->occurring)
		waves = column->occurring > 1 ? column->occurring - 1 : 1;
	if (!reserve(features, column->times, column->entries,
	             column->unordered ? QUESTION_FEW_VALUES : waves + QUESTION_MOST_MASSES + 1))
		return false;
	bool done = column->unordered ? add_indicators(features, column, least_rows(column->rows, QUESTION_LABEL_SHARE),
	                                               QUESTION_FEW_VALUES)
	                              : add_numbers(features, column, waves);
	if (!done)
		question_features_clear(features);
	return done;
}

/* --------------------------------------------------------------------------------------------------- residuals */

static size_t count_rows(const uint32_t *times, size_t entries)
{
	size_t rows = times != NULL ? 0 : entries;
	for (size_t i = 0; times != NULL && i < entries; i++)
		rows += times[i];
	return rows;
}

/* The rank of each entry's value; values hardly ever tie. NULL: out of memory. */
static int64_t *find_ranks(const double *values, const uint32_t *times, size_t entries, size_t rows)
{
	int64_t *ranks = base_array(entries, sizeof *ranks);
	base_keyed *sorted = ranks != NULL ? base_array(entries, 2 * sizeof *sorted) : NULL;
	if (sorted == NULL) {
		free(ranks);
		return NULL;
	}
	for (size_t i = 0; i < entries; i++)
		sorted[i] = (base_keyed){ base_sort_key(values[i] + 0.0), (uint32_t)i };
	base_sort_keyed(sorted, sorted + entries, entries);
	for (size_t first = 0, end, below = 0; first < entries; first = end) {
		size_t same = 0;
		for (end = first; end < entries && sorted[end].key == sorted[first].key; end++)
			same += times != NULL ? times[sorted[end].row] : 1;
		for (size_t i = first; i < end; i++)
			ranks[sorted[i].row] = question_rank(below, same, rows);
		below += same;
	}
	free(sorted);
	return ranks;
}

/* Keeps the columns of values that stand there. */
static void keep_waves(question_features *f, size_t count)
{
	for (size_t k = 0; k < count; k++) {
		if (k > f->count)
			memmove(f->values + f->count * f->entries, f->values + k * f->entries, f->entries * sizeof *f->values);
		keep(f, detail_of_wave(k + 1));
	}
}

bool question_waves_of_values(question_features *features, const double *values, const uint32_t *times, size_t entries,
                              const question_rank_waves *table, size_t waves, bool first)
{
	size_t rows = count_rows(times, entries);
	int64_t *ranks = find_ranks(values, times, entries, rows);
	bool done = reserve(features, times, entries, waves + 1) && ranks != NULL;
	if (done) {
		question_rank_waves_fill(features->values, ranks, entries, table, rows, waves);
		if (first)
			memcpy(features->values, features->values + waves * entries, entries * sizeof *features->values);
		keep_waves(features, first ? waves : waves + 1);
	} else
		question_features_clear(features);
	free(ranks);
	return done;
}
