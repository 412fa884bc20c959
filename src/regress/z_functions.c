/* A column of numbers has its normal score, the square of that, waves over its scores and, finer, waves over its ranks, by octaves. Labels
 * have an indicator per level. */
#include "regress/z_functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "question/rank_scores.h"
#include "regress/constants.h"

/* Numbers of functions: the score, its square, waves over scores, waves over ranks. */
enum { SCORE, SQUARE, SCORE_WAVES, RANK_WAVES = SCORE_WAVES + REGRESS_SCORE_WAVES };

bool regress_is_numeric(const regress_source *s)
{
	return s->column != NULL && !s->column->unordered && s->values > 2;
}

/* ----------------------------------------------------------------------------------------------------- the values */

/* A direction that changes its sign with the column's: weights of rows do not depend on it. */
static bool is_turned(const question_column *c, const uint64_t *row_keys, const int64_t *twice_rank)
{
	int64_t sum = 0;
	for (size_t i = 0; i < c->rows; i++)
		sum += twice_rank[c->codes[i]] * (int64_t)(base_hash_mix(row_keys[i]) >> 50);
	return sum < 0;
}

/* Numbers the values that occur, numbers in the direction that the data decides. */
static bool number_values(regress_source *s, const uint64_t *row_keys)
{
	const question_column *c = s->column;
	uint32_t *numbers = base_array(c->distinct, sizeof *numbers);
	int64_t *twice_rank = base_array(c->distinct, sizeof *twice_rank), below = 0, rows = (int64_t)c->rows;
	s->codes = base_array(c->rows, sizeof *s->codes);
	bool done = numbers != NULL && twice_rank != NULL && s->codes != NULL;
	for (size_t code = 0; done && code < c->distinct; below += c->counts[code++]) {
		twice_rank[code] = 2 * below + c->counts[code] - rows;
		numbers[code] = (uint32_t)s->values;
		s->values += c->counts[code] > 0;
	}
	bool turned = done && !c->unordered && is_turned(c, row_keys, twice_rank);
	for (size_t i = 0; done && i < c->rows; i++)
		s->codes[i] = turned ? (uint32_t)s->values - 1 - numbers[c->codes[i]] : numbers[c->codes[i]];
	free(numbers);
	free(twice_rank);
	return done;
}

static bool score_values(regress_source *s)
{
	uint32_t *counts = base_array_zero(s->values, sizeof *counts);
	s->scores = base_array(s->values, sizeof *s->scores);
	s->sines = base_array(s->values, sizeof *s->sines);
	bool done = counts != NULL && s->scores != NULL && s->sines != NULL;
	for (size_t i = 0; done && i < s->rows; i++)
		counts[s->codes[i]]++;
	for (size_t v = 0, below = 0; done && v < s->values; below += counts[v++]) {
		double place = question_place(below, counts[v], s->rows);
		s->scores[v] = question_normal_score(place);
		s->sines[v] = question_wave_sine(place);
		s->end = fmax(s->end, fabs(s->scores[v]));
	}
	free(counts);
	return done;
}

bool regress_source_init(regress_source *s, const question_column *column, const uint64_t *row_keys)
{
	*s = (regress_source){ .column = column, .rows = column->rows };
	return number_values(s, row_keys) && (!regress_is_numeric(s) || score_values(s));
}

void regress_source_clear(regress_source *s)
{
	for (size_t k = 0; k < s->part_count; k++)
		free(s->parts[k].values);
	free(s->codes);
	free(s->scores);
	free(s->sines);
	memset(s, 0, sizeof *s);
}

/* ------------------------------------------------------------------------------------------------------ the parts */

static void add_part(regress_source *s, size_t first, size_t count, unsigned cost)
{
	s->parts[s->part_count++] = (regress_part){ s, first, count, cost, 0, NULL };
}

/* Waves from number `from` up to `top` by octaves, 1 | 2 | 3 4 | 5 .. 8 | 9 .. 16 | ...; `price`: of an order. */
static void add_octaves(regress_source *s, size_t first, size_t from, size_t top, double price)
{
	for (size_t low = 1, high = 1; low <= top; low = high + 1, high *= 2) {
		size_t last = high < top ? high : top;
		if (low >= from)
			add_part(s, first + low - 1, last - low + 1, (unsigned)(price * (double)(last + 1)));
	}
}

static size_t least_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Rank waves cost half: fine structure is more often one column's than two columns'. */
static void describe_numbers(regress_source *s)
{
	size_t distinct = s->values - 1, score_waves = least_size(distinct, REGRESS_SCORE_WAVES);
	add_part(s, SCORE, 1, 2);
	add_part(s, SQUARE, 1, 3);
	add_octaves(s, SCORE_WAVES, 3, score_waves, 1);
	s->factors = s->part_count;
	add_octaves(s, SCORE_WAVES, 1, least_size(score_waves, 2), 1);
	add_octaves(s, RANK_WAVES, 9, least_size(distinct, REGRESS_MOST_WAVES), 0.5);
}

/* Labels whose levels are solved one by one have no functions here. */
void regress_source_describe(regress_source *s)
{
	if (regress_is_numeric(s))
		describe_numbers(s);
	else if (s->values > 1 && !s->grouped) {
		add_part(s, 0, s->values == 2 ? 1 : least_size(s->values, REGRESS_MOST_FUNCTIONS), 2);
		s->factors = 1;
	}
}

void regress_source_diagonal(regress_source *s, const regress_source *a, const regress_source *b, double sign)
{
	*s = (regress_source){ .rows = a->rows, .terms = { a, b }, .sign = sign };
	for (size_t i = 0; i < s->rows; i++)
		s->end = fmax(s->end, fabs(regress_score(a, i) + sign * regress_score(b, i)));
	add_octaves(s, SCORE_WAVES, 2, REGRESS_SCORE_WAVES, 2);
}

/* ---------------------------------------------------------------------------------------------------- their values */

void regress_centre(double *values, size_t rows)
{
	base_fix_all(values, rows);
	double mean = base_total(values, rows) / (double)rows;
	for (size_t i = 0; i < rows; i++)
		values[i] -= mean;
	base_fix_all(values, rows);
}

/* As large as makes a balanced indicator's variance 1: then levels have effects of equal variance, however many rows they have. */
static void fill_indicators(regress_part *p)
{
	const regress_source *s = p->source;
	double height = fmin(sqrt((double)s->values), BASE_LARGEST);
	for (size_t k = 0; k < p->count; k++) {
		double *values = p->values + k * s->rows;
		for (size_t i = 0; i < s->rows; i++)
			values[i] = s->codes[i] == k ? height : 0;
		regress_centre(values, s->rows);
	}
}

/* Functions of a part at one score and sine. */
static void fill_at(double *out, const regress_part *p, double score, double sine, double end)
{
	double waves[REGRESS_MOST_WAVES];
	if (p->first <= SQUARE) {
		*out = p->first == SCORE ? score : score * score;
		return;
	}
	bool over_scores = p->first < RANK_WAVES;
	size_t first = p->first - (over_scores ? SCORE_WAVES : RANK_WAVES);
	question_waves_of_sine(waves, first + p->count,
	                       over_scores ? question_wave_sine(end > 0 ? score / (2 * end) : 0) : sine);
	memcpy(out, waves + first, p->count * sizeof *out);
}

/* By a table of the values that occur. */
static bool fill_numbers(regress_part *p)
{
	const regress_source *s = p->source;
	double *table = base_array(s->values, p->count * sizeof *table);
	if (table == NULL)
		return false;
	for (size_t v = 0; v < s->values; v++)
		fill_at(table + v * p->count, p, s->scores[v], s->sines[v], s->end);
	for (size_t k = 0; k < p->count; k++)
		for (size_t i = 0; i < s->rows; i++)
			p->values[k * s->rows + i] = table[s->codes[i] * p->count + k];
	free(table);
	return true;
}

static void fill_diagonal(regress_part *p)
{
	const regress_source *s = p->source;
	double at[REGRESS_SCORE_WAVES];
	for (size_t i = 0; i < s->rows; i++) {
		double score = regress_score(s->terms[0], i) + s->sign * regress_score(s->terms[1], i);
		fill_at(at, p, score, 0, s->end);
		for (size_t k = 0; k < p->count; k++)
			p->values[k * s->rows + i] = at[k];
	}
}

bool regress_part_fill(regress_part *p)
{
	const regress_source *s = p->source;
	if (p->values != NULL)
		return true;
	p->values = base_array(s->rows, p->count * sizeof *p->values);
	if (p->values == NULL)
		return false;
	if (s->column != NULL && !regress_is_numeric(s)) {
		fill_indicators(p);
		return true;
	}
	if (s->column == NULL)
		fill_diagonal(p);
	else if (!fill_numbers(p))
		return false;
	for (size_t k = 0; k < p->count; k++)
		base_standardise(p->values + k * s->rows, s->rows);
	return true;
}
