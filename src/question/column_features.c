/* Tables of features by code, then spread over the rows. */
#include "question/column_features.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "question/counted.h"
#include "question/rank_scores.h"

/* Rows that a label or point mass must have: a share of all, and so many that anything can be said of them. */
static size_t least_rows(size_t rows, size_t share)
{
	return rows / share > QUESTION_LEAST_ROWS ? rows / share : QUESTION_LEAST_ROWS;
}

/* The count of the value that comes after the `most` most frequent ones; 0: there is none. */
static size_t next_count(const question_column *c, size_t most)
{
	size_t limit = SIZE_MAX, left = most + 1;
	for (;;) {
		size_t best = 0, same = 0;
		for (size_t code = 0; code < c->distinct; code++)
			if (c->counts[code] < limit && c->counts[code] >= best) {
				same = c->counts[code] > best ? 1 : same + 1;
				best = c->counts[code];
			}
		if (best == 0 || same >= left)
			return best;
		left -= same;
		limit = best;
	}
}

/* Fewest rows of a point mass of a numeric column; more than any value has if there are no point masses. */
static size_t least_mass(const question_column *c)
{
	if (c->unordered || c->occurring <= QUESTION_FEW_VALUES)
		return c->rows + 1;
	size_t least = least_rows(c->rows, QUESTION_MASS_SHARE), next = next_count(c, QUESTION_MOST_MASSES) + 1;
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

/* Two numbers of equally many rows that lie as far from the middle, one on either side: which comes first would be the direction of the
 * scale. Their sum and their difference say the same, and turning the scale only changes a sign. */
static bool are_mirrored(const candidate *sorted, size_t k, size_t chosen, const question_column *c)
{
	return !c->unordered && k + 1 < chosen && !comes_before(&sorted[k], &sorted[k + 1]);
}

/* Indicators from the most frequent value down, so that their order is neither that of the spelling nor of the scale. */
static bool add_indicators(question_features *f, const question_column *c, size_t least, size_t most)
{
	candidate *sorted = base_array(c->distinct, sizeof *sorted);
	uint64_t *keys = base_array(c->distinct, sizeof *keys);
	bool done = sorted != NULL && keys != NULL;
	if (done)
		fill_keys(keys, c);
	size_t count = done ? find_candidates(sorted, c, keys, least) : 0, chosen = count_chosen(sorted, count, most);
	for (size_t k = 0; k < chosen; k++) {
		bool distinct = (k == 0 || comes_before(&sorted[k - 1], &sorted[k])) &&
		                (k + 1 == count || comes_before(&sorted[k], &sorted[k + 1]));
		f->tied[f->count] =
			!distinct && c->unordered && c->occurring > 2; /* the second of two is the first with its sign turned */
		bool mirrored = are_mirrored(sorted, k, chosen, c);
		uint32_t code = sorted[k].code, other = mirrored ? sorted[k + 1].code : code;
		add_indicators_of(f, c, code, other, mirrored);
		if (mirrored) {
			add_indicators_of(f, c, code, other, -1);
			k++;
		}
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

/* Rows below a value less those above it. */
static int64_t rank_of(size_t below, size_t count, size_t rows)
{
	return 2 * (int64_t)below + (int64_t)count - (int64_t)rows;
}

/* tables[code][k]: the waves of the place of each code among the rows that are counted; 0 for codes that are not. */
static void fill_tables(double *tables, const uint32_t *counts, const question_column *c, size_t rows, size_t waves)
{
	for (size_t code = 0, below = 0; code < c->distinct; below += counts[code++]) {
		double *at = tables + code * waves;
		memset(at, 0, waves * sizeof *at);
		if (counts[code] > 0)
			question_waves_of_sine(at, waves, question_rank_sine(c->ranks, rank_of(below, counts[code], rows), rows));
	}
}

static void fill_scores(double *scores, const question_column *c)
{
	for (size_t code = 0, below = 0; code < c->distinct; below += c->counts[code++])
		scores[code] =
			c->counts[code] > 0 ? question_rank_score(c->ranks, rank_of(below, c->counts[code], c->rows), c->rows) : 0;
}

/* Adds the feature that has table[code * step] in a row. */
static void add_table(question_features *f, const question_column *c, const double *table, size_t step,
                      unsigned char detail)
{
	double *values = f->values + f->count * f->entries;
	for (size_t i = 0; i < f->entries; i++)
		values[i] = table[c->codes[i] * step];
	keep(f, detail);
}

/* The normal score, point masses, and waves over the rest: the first of them only where there are masses, for it says much the
 * same as the score else. */
static bool add_numbers(question_features *f, const question_column *c, size_t waves)
{
	double *scores = base_array(c->distinct, sizeof *scores), *tables = base_array(c->distinct, waves * sizeof *tables);
	uint32_t *counts = base_array(c->distinct, sizeof *counts);
	bool done = scores != NULL && tables != NULL && counts != NULL;
	if (done) {
		size_t least = least_mass(c);
		size_t others = count_others(counts, c, least);
		fill_scores(scores, c);
		size_t first = others < c->rows ? 0 : 1;
		if (first < waves)
			fill_tables(tables, counts, c, others, waves);
		add_table(f, c, scores, 1, 0);
		done = add_indicators(f, c, least, QUESTION_MOST_MASSES);
		for (size_t k = first; done && k < waves; k++)
			add_table(f, c, tables + k, waves, detail_of_wave(k == 0 ? 2 : k + 1));
	}
	free(scores);
	free(tables);
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
	bool done = true;
	if (column->unordered)
		done = add_indicators(features, column, least_rows(column->rows, QUESTION_LABEL_SHARE), QUESTION_FEW_VALUES);
	else
		done = add_numbers(features, column, waves);
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

/* ranks[entry] of each entry's value: rows with less less rows with more. */
static void rank_entries(int64_t *ranks, const base_keyed *sorted, const uint32_t *times, size_t entries)
{
	int64_t rows = (int64_t)count_rows(times, entries), below = 0;
	for (size_t first = 0, end; first < entries; first = end) {
		int64_t same = 0;
		for (end = first; end < entries && sorted[end].key == sorted[first].key; end++)
			same += times != NULL ? times[sorted[end].row] : 1;
		for (size_t i = first; i < end; i++)
			ranks[sorted[i].row] = 2 * below + same - rows;
		below += same;
	}
}

/* The ranks of values that hardly ever tie. NULL: out of memory. */
static int64_t *find_ranks(const double *values, const uint32_t *times, size_t entries)
{
	int64_t *ranks = base_array(entries, sizeof *ranks);
	base_keyed *sorted = ranks != NULL ? base_array(entries, 2 * sizeof *sorted) : NULL;
	for (size_t i = 0; sorted != NULL && i < entries; i++)
		sorted[i] = (base_keyed){ base_sort_key(values[i] + 0.0), (uint32_t)i };
	if (sorted != NULL) {
		base_sort_keyed(sorted, sorted + entries, entries);
		rank_entries(ranks, sorted, times, entries);
	} else {
		free(ranks);
		ranks = NULL;
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
	int64_t *ranks = find_ranks(values, times, entries);
	bool done = reserve(features, times, entries, waves + 1) && ranks != NULL;
	if (done) {
		question_rank_waves_fill(features->values, ranks, entries, table, count_rows(times, entries), waves);
		if (first)
			memcpy(features->values, features->values + waves * entries, entries * sizeof *features->values);
		keep_waves(features, first ? waves : waves + 1);
	} else
		question_features_clear(features);
	free(ranks);
	return done;
}
