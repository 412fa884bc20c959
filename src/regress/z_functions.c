/* A numeric column has its normal score, the square of the score, waves over its scores and, for finer ones, waves
 * over its ranks, by octaves. Labels have one indicator per level. */
#include "regress/z_functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "base/wide.h"
#include "question/rank_waves.h"
#include "regress/constants.h"

/* Numbers of functions: the score, its square, waves over scores, waves over ranks. */
enum { SCORE, SQUARE, SCORE_WAVES, RANK_WAVES = SCORE_WAVES + REGRESS_SCORE_WAVES };

bool regress_is_numeric(const regress_source *s)
{
	return s->terms[0] == NULL && !s->unordered && s->values > 2;
}

/* ----------------------------------------------------------------------------------------------------- the values */

/* True if the column should be reversed. Reversing it changes the sign of the sum, because the weights of rows do
 * not depend on the direction. */
static bool is_turned(const question_column *c, const uint64_t *row_keys, const int64_t *twice_rank)
{
	int64_t sum = 0;
	for (size_t i = 0; row_keys != NULL && i < c->rows; i++)
		sum += twice_rank[c->codes[i]] * regress_row_weight(row_keys[i]);
	return sum < 0;
}

/* Codes of the values that occur; numeric columns in a direction that the data decides. */
static bool number_values(regress_source *s, const question_column *c, const uint64_t *row_keys)
{
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

static double sine_of_score(double score, double end)
{
	return question_wave_sine(end > 0 ? score / (2 * end) : 0);
}

typedef double rank_function(const question_rank_waves *table, int64_t rank, size_t rows);

/* out[value]: a function of the rank of each value. */
static bool look_up_values(double *out, const regress_source *s, const question_rank_waves *ranks, rank_function *of)
{
	uint32_t *counts = base_array_zero(s->values, sizeof *counts);
	for (size_t i = 0; counts != NULL && i < s->rows; i++)
		counts[s->codes[i]]++;
	for (size_t v = 0, below = 0; counts != NULL && v < s->values; below += counts[v++])
		out[v] = of(ranks, 2 * (int64_t)below + (int64_t)counts[v] - (int64_t)s->rows, s->rows);
	free(counts);
	return counts != NULL;
}

static bool score_values(regress_source *s, const question_rank_waves *ranks)
{
	s->scores = base_array(s->values, sizeof *s->scores);
	bool done = s->scores != NULL && look_up_values(s->scores, s, ranks, question_rank_score);
	for (size_t v = 0; done && v < s->values; v++)
		s->end = fmax(s->end, fabs(s->scores[v]));
	return done;
}

bool regress_source_init(regress_source *s, const question_column *column, const uint64_t *row_keys,
                         const question_rank_waves *ranks)
{
	*s = (regress_source){ .unordered = column->unordered, .clusters = column->clusters, .rows = column->rows };
	return number_values(s, column, row_keys) && (!regress_is_numeric(s) || score_values(s, ranks));
}

void regress_source_rescore(regress_source *s, const double *scores)
{
	s->end = 0;
	for (size_t i = 0; i < s->rows; i++) {
		s->scores[s->codes[i]] = scores[i];
		s->end = fmax(s->end, fabs(scores[i]));
	}
}

void regress_source_clear(regress_source *s)
{
	for (size_t k = 0; k < s->part_count; k++)
		if (s->parts[k].room == NULL)
			free(s->parts[k].values);
	free(s->codes);
	free(s->scores);
	free(s->sines);
	free(s->score_sines);
	memset(s, 0, sizeof *s);
}

/* ------------------------------------------------------------------------------------------------------ the parts */

static void add_part(regress_source *s, size_t first, size_t count, unsigned cost, unsigned alone)
{
	s->parts[s->part_count++] =
		(regress_part){ .source = s, .first = first, .count = count, .cost = cost, .alone = alone };
}

/* Waves from number `from` up to `top` by octaves, 1 | 2 | 3 4 | 5 .. 8 | 9 .. 16 | ... As single blocks, waves from
 * 3 on cost half, but more than REGRESS_SIMPLE, because fine structure in one column is more common than in a
 * product. */
static void add_octaves(regress_source *s, size_t first, size_t from, size_t top, bool halved)
{
	for (size_t low = 1, high = 1; low <= top; low = high + 1, high *= 2) {
		unsigned last = (unsigned)(high < top ? high : top), cost = halved ? last + 1 : 2 * (last + 1), alone = cost;
		if (halved && low > 2)
			alone = cost / 2 > REGRESS_SIMPLE ? cost / 2 : REGRESS_SIMPLE + 1;
		if (low >= from)
			add_part(s, first + low - 1, last - low + 1, cost, alone);
	}
}

static size_t least_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

static void describe_numbers(regress_source *s)
{
	size_t distinct = s->values - 1, score_waves = least_size(distinct, REGRESS_SCORE_WAVES);
	add_part(s, SCORE, 1, 2, 2);
	add_part(s, SQUARE, 1, 3, 3);
	add_octaves(s, SCORE_WAVES, 3, score_waves, true);
	s->factors = s->part_count;
	add_octaves(s, SCORE_WAVES, 1, least_size(score_waves, 2), true);
	add_octaves(s, RANK_WAVES, 9, least_size(distinct, REGRESS_MOST_WAVES), true);
}

/* A column that is solved level by level has no functions here. */
void regress_source_describe(regress_source *s)
{
	if (regress_is_numeric(s))
		describe_numbers(s);
	else if (s->values > 1 && !s->grouped) {
		add_part(s, 0, s->values == 2 ? 1 : least_size(s->values, REGRESS_MOST_FUNCTIONS), 2, 2);
		s->factors = 1;
	}
}

void regress_source_diagonal(regress_source *s, const regress_source *a, const regress_source *b, double sign)
{
	*s = (regress_source){ .rows = a->rows, .terms = { a, b }, .sign = sign };
	for (size_t i = 0; i < s->rows; i++)
		s->end = fmax(s->end, fabs(regress_score(a, i) + sign * regress_score(b, i)));
	add_octaves(s, SCORE_WAVES, 2, REGRESS_SCORE_WAVES, false);
}

/* ---------------------------------------------------------------------------------------------------- their values */

static void add_length(regress_part *p, double square)
{
	p->trace += square;
	p->squares += square * square;
}

/* Scaled so that a balanced indicator has variance 1. Then all levels have effects of equal variance, whatever their
 * number of rows. */
static void fill_indicators(regress_part *p)
{
	const regress_source *s = p->source;
	float height = (float)base_fix(sqrt((double)s->values));
	for (size_t k = 0; k < p->count; k++) {
		float *values = p->values + k * s->rows;
		for (size_t i = 0; i < s->rows; i++)
			values[i] = s->codes[i] == k ? height : 0;
		add_length(p, base_centre_single(values, s->rows));
	}
}

/* Scores or their squares. */
static void fill_scores(regress_part *p)
{
	const regress_source *s = p->source;
	for (size_t i = 0; i < s->rows; i++) {
		double score = regress_score(s, i);
		p->values[i] = (float)base_fix(p->first == SCORE ? score : score * score);
	}
}

enum { STRIP = 64 };

/* Waves of some rows from their sines by the recurrence of question_rank_waves_fill(), one wave after the other.
 * waves[k - 1]: where wave k starts; NULL: it is not needed. */
BASE_BOTH void fill_strip_both(float *const *waves, size_t top, const double *sine, size_t start, size_t rows)
{
	const double height = 1.41421356237309504880;
	double twice[STRIP], wave[2][STRIP], before[2][STRIP]; /* of odd and of even order */
	for (size_t i = 0; i < STRIP; i++) {
		double at = i < rows ? sine[i] : 0;
		twice[i] = 2 - 4 * at * at; /* 2 cos(2 pi u) */
		wave[1][i] = at;
		before[1][i] = -at;
		wave[0][i] = twice[i] / 2;
		before[0][i] = 1;
	}
	for (size_t k = 1; k <= top; k++) {
		double *now = wave[k % 2], *last = before[k % 2];
		for (size_t i = 0; waves[k - 1] != NULL && i < rows; i++)
			waves[k - 1][start + i] = (float)base_round(height * now[i]);
		for (size_t i = 0; i < STRIP; i++) {
			double next = twice[i] * now[i] - last[i];
			last[i] = now[i];
			now[i] = next;
		}
	}
}

BASE_TWICE_VOID(fill_strip, (float *const *waves, size_t top, const double *sine, size_t start, size_t rows),
                (waves, top, sine, start, rows))

static size_t family_of(const regress_part *p)
{
	return p->first < RANK_WAVES ? SCORE_WAVES : RANK_WAVES;
}

/* Lists where the waves of a part, which must have memory, start. Returns the number of its last wave. */
static size_t list_waves(float **waves, const regress_part *p)
{
	size_t first = p->first - family_of(p);
	for (size_t k = 0; k < p->count; k++)
		waves[first + k] = p->values + k * p->source->rows;
	return first + p->count;
}

/* Computes the waves of one part and of all others over the same places that have memory but no values yet. */
static void fill_waves(regress_part *p, const double *sines)
{
	regress_source *s = p->source;
	float *waves[REGRESS_MOST_WAVES] = { NULL };
	size_t top = list_waves(waves, p);
	for (size_t k = 0; k < s->part_count; k++) {
		regress_part *other = &s->parts[k];
		if (other->room == NULL || other->values != NULL || other->first <= SQUARE || family_of(other) != family_of(p))
			continue;
		other->values = other->room;
		other->raw = true;
		size_t last = list_waves(waves, other);
		top = last > top ? last : top;
	}
	for (size_t start = 0; start < s->rows; start += STRIP) {
		double at[STRIP];
		size_t rows = least_size(STRIP, s->rows - start);
		for (size_t i = 0; i < rows; i++)
			at[i] = sines[s->codes != NULL ? s->codes[start + i] : start + i];
		fill_strip(waves, top, at, start, rows);
	}
}

/* The sines that a part of waves needs. Returns NULL if out of memory. */
static double *make_sines(const regress_part *p, const question_rank_waves *ranks)
{
	regress_source *s = p->source;
	double **sines = p->first < RANK_WAVES ? &s->score_sines : &s->sines;
	size_t count = s->terms[0] != NULL ? s->rows : s->values;
	if (*sines != NULL)
		return *sines;
	double *made = base_array(count, sizeof *made);
	bool done = made != NULL && (p->first < RANK_WAVES || look_up_values(made, s, ranks, question_rank_sine));
	for (size_t i = 0; done && p->first < RANK_WAVES && i < count; i++)
		made[i] =
			sine_of_score(s->terms[0] != NULL ? regress_score(s->terms[0], i) + s->sign * regress_score(s->terms[1], i)
		                                      : s->scores[i],
		                  s->end);
	if (!done)
		free(made);
	*sines = done ? made : NULL;
	return *sines;
}

/* Standardises the functions of a part. */
static void scale_part(regress_part *p)
{
	for (size_t k = 0; k < p->count; k++)
		add_length(p, base_standardise_single(p->values + k * p->source->rows, p->source->rows));
	p->raw = false;
}

bool regress_part_fill(regress_part *p, const question_rank_waves *ranks)
{
	const regress_source *s = p->source;
	if (p->raw)
		scale_part(p);
	if (p->values != NULL)
		return true;
	bool numeric = s->terms[0] != NULL || regress_is_numeric(s), waves = numeric && p->first > SQUARE;
	const double *sines = waves ? make_sines(p, ranks) : NULL;
	if (waves && sines == NULL)
		return false;
	p->values = p->room != NULL ? p->room : base_array(s->rows, p->count * sizeof *p->values);
	if (p->values == NULL)
		return false;
	if (!numeric) {
		fill_indicators(p);
		return true;
	}
	if (waves)
		fill_waves(p, sines);
	else
		fill_scores(p);
	scale_part(p);
	return true;
}
