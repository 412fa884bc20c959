/* Codes are ranks, so nothing is sorted here. If all values of a column are distinct, any other column is a function of
 * it. Therefore a function counts only if it is unlikely by chance. With n rows and counts n_l of its L values, there
 * are n! / prod n_l! ways to place the values of a column. For L! of these, every value is an interval of another,
 * ordered column. For L^K of these, the column is a function of the K values that another column repeats, on the rows
 * with these values. */
#include "data/repetition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"

enum { FEWEST_ROWS = 10 }; /* fewer rows may agree by chance */

bool data_is_nominal(const data_column *column)
{
	return column->labels != NULL ? !column->ordered : column->type == MIXMI_DISCRETE;
}

bool data_is_numbering(const data_column *column)
{
	size_t last = column->distinct - 1;
	if (last == 1 || column->labels != NULL)
		return last == 1;
	bool counts_up = column->unit == DATA_PLAIN && (column->values[0] == 0 || column->values[0] == 1);
	for (size_t i = 1; counts_up && i <= last; i++)
		counts_up = column->values[i] - column->values[i - 1] == 1;
	return counts_up;
}

bool data_repeats_values(const data_column *column, size_t rows)
{
	return 2 * column->distinct <= rows;
}

static bool same_sizes(const data_column *a, const data_column *b)
{
	return a->distinct == b->distinct && a->missing == b->missing;
}

bool data_same_order(const data_column *a, const data_column *b, size_t rows, bool reversed)
{
	if (!same_sizes(a, b))
		return false;
	for (size_t row = 0; row < rows; row++) {
		uint32_t x = a->codes[row], y = b->codes[row];
		if (x == DATA_MISSING || y == DATA_MISSING ? x != y : reversed ? x + y != a->distinct - 1 : x != y)
			return false;
	}
	return true;
}

bool data_same_partition(bool *same, const data_column *a, const data_column *b, size_t rows)
{
	*same = same_sizes(a, b);
	uint32_t *partner = *same ? base_array(a->distinct, sizeof *partner) : NULL;
	if (partner == NULL)
		return !*same;
	memset(partner, 0xff, a->distinct * sizeof *partner);
	for (size_t row = 0; *same && row < rows; row++) {
		uint32_t x = a->codes[row], y = b->codes[row];
		if (x == DATA_MISSING || y == DATA_MISSING) {
			*same = x == y;
			continue;
		}
		if (partner[x] == DATA_MISSING)
			partner[x] = y;
		*same = partner[x] == y;
	}
	free(partner);
	return true; /* with equally many classes, a surjective map is one-to-one */
}

bool data_same(bool *same, const data_column *a, const data_column *b, size_t rows)
{
	*same = false;
	if (rows - a->missing < FEWEST_ROWS || a->distinct < 2 || !same_sizes(a, b))
		return true;
	if (data_is_nominal(a) || data_is_nominal(b))
		return !data_repeats_values(a, rows) || data_same_partition(same, a, b, rows);
	*same = data_same_order(a, b, rows, false) || data_same_order(a, b, rows, true);
	return true;
}

/* ------------------------------------------------------------------------------------------------------ functions */

/* Data to assess whether one column is a function of another. */
typedef struct mapping {
	uint32_t *value;  /* [distinct of a] the code of b for each value of a, or DATA_MISSING */
	uint64_t *sizes;  /* [distinct of a] rows */
	uint64_t *counts; /* [distinct of b] rows */
} mapping;

/* Returns false if one value of `a` occurs with two values of `b`. */
static bool is_function(mapping *m, const data_column *a, const data_column *b, size_t rows)
{
	memset(m->value, 0xff, a->distinct * sizeof *m->value);
	for (size_t row = 0; row < rows; row++) {
		uint32_t x = a->codes[row], y = b->codes[row];
		if (x == DATA_MISSING || y == DATA_MISSING)
			continue;
		if (m->value[x] == DATA_MISSING)
			m->value[x] = y;
		if (m->value[x] != y)
			return false;
		m->sizes[x]++;
	}
	return true;
}

/* For values of `a` with at least `least` rows: the rows of each value of `b`, and how often it changes along `a`. */
typedef struct summary {
	double classes, runs, rows, levels, ways; /* ways: ln n! / prod n_l! */
} summary;

static summary summarise(mapping *m, const data_column *a, const data_column *b, uint64_t least)
{
	summary s = { 0 };
	uint32_t last = DATA_MISSING;
	memset(m->counts, 0, b->distinct * sizeof *m->counts);
	for (size_t k = 0; k < a->distinct; k++) {
		if (m->sizes[k] < least)
			continue;
		m->counts[m->value[k]] += m->sizes[k];
		s.rows += (double)m->sizes[k];
		s.classes++;
		s.runs += m->value[k] != last;
		last = m->value[k];
	}
	s.ways = base_log_gamma(s.rows + 1);
	for (size_t l = 0; l < b->distinct; l++) {
		s.levels += m->counts[l] > 0;
		s.ways -= base_log_gamma((double)m->counts[l] + 1);
	}
	return s;
}

/* A value in a single row is an interval in any order. */
static double chance_of_intervals(const uint64_t *counts, size_t distinct, double rows)
{
	double levels = 0, left = 0, ways = 0;
	for (size_t l = 0; l < distinct; l++) {
		if (counts[l] < 2)
			continue;
		levels++;
		left += (double)counts[l];
		ways -= base_log_gamma((double)counts[l] + 1);
	}
	ways += base_log_gamma(left + 1);
	return levels > 1 && 2 * left >= rows ? base_log_gamma(levels + 1) - ways : 0;
}

static double chance_of(mapping *m, const data_column *a, const data_column *b)
{
	const summary repeated = summarise(m, a, b, 2), all = summarise(m, a, b, 1);
	double chance = 0;
	if (all.runs == all.levels && !data_is_nominal(a))
		chance = chance_of_intervals(m->counts, b->distinct, all.rows);
	if (repeated.levels > 1 && 2 * repeated.rows >= all.rows)
		chance = fmin(chance, repeated.classes * log(repeated.levels) - repeated.ways);
	return chance;
}

bool data_determined(double *chance, const data_column *a, const data_column *b, size_t rows)
{
	*chance = 0;
	if (a->distinct < 2 || b->distinct < 2 || b->distinct > a->distinct)
		return true;
	mapping m = { .value = base_array(a->distinct, sizeof *m.value),
		          .sizes = base_array_zero(a->distinct, sizeof *m.sizes),
		          .counts = base_array_zero(b->distinct, sizeof *m.counts) };
	bool done = m.value != NULL && m.sizes != NULL && m.counts != NULL;
	if (done && is_function(&m, a, b, rows))
		*chance = chance_of(&m, a, b);
	free(m.value);
	free(m.sizes);
	free(m.counts);
	return done;
}
