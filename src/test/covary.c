/*
 * A row's products of features are a vector v = f (x) g, of covariance C. The squared length of the sum of many has mean tr C and
 * variance 2 tr C^2. Features are uncorrelated over all rows, but not in each place of Z: a count has two or three values where Z makes it
 * small and many where Z makes it large. For rows i and j
 *     tr C = E |v_i|^2,  tr C^2 = E (v_i . v_j)^2,  v_i . v_j = (f_i . f_j)(g_i . g_j),
 * which are estimated from a sample of rows. A row is sampled with a probability proportional to |v|^2 and weighted by the inverse. The
 * random number is a hash of Z in the row, so that the order of rows does not matter.
 */
#include "test/covary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "test/constants.h"

enum { ROOM = TEST_SAMPLED + TEST_SAMPLED / 2 };

/* A row of the sample. */
typedef struct sampled_row {
	double x[QUESTION_MOST_FEATURES], y[QUESTION_MOST_FEATURES];
	double share; /* number of rows that it represents */
} sampled_row;

/* A sample of rows, and what it shows about each sum of squares. */
typedef struct sample {
	const test_residuals *x, *y;
	const test_given *given;
	double *lengths; /* [rows of the table] |v|^2, about */
	size_t count;
	sampled_row rows[ROOM];
	double traces[QUESTION_DETAILS];  /* rows tr C */
	double squares[QUESTION_DETAILS]; /* rows^2 tr C^2 */
} sample;

/* ------------------------------------------------------------------------------------------------------- the rows */

static void add_squares(double *sums, const double *values, size_t count, size_t rows)
{
	for (size_t k = 0; k < count; k++)
		for (size_t i = 0; i < rows; i++)
			sums[i] += values[k * rows + i] * values[k * rows + i];
}

/* Fills lengths; returns their sum, which is exact. False: out of memory. */
static bool find_lengths(double *total, sample *s)
{
	const double most = 0x1p20;
	size_t rows = s->given->rows;
	double *sums = base_array_zero(rows, 2 * sizeof *sums);
	if (sums == NULL)
		return false;
	double *y = sums + rows;
	s->lengths = sums;
	add_squares(sums, s->x->values, s->x->count, rows);
	add_squares(y, s->y->values, s->y->count, rows);
	*total = 0;
	for (size_t i = 0; i < rows; i++) {
		sums[i] = base_round_coarsely(fmin(sums[i] * y[i], most));
		*total += sums[i];
	}
	return true;
}

/* A number in (0, 1] that the values of Z in a row decide. */
static double chance_of(uint64_t key)
{
	return ((double)(base_hash_mix(key) >> 11) + 1) * 0x1p-53;
}

static void read_row(sampled_row *to, const sample *s, size_t row, double probability)
{
	size_t rows = s->given->rows;
	for (size_t k = 0; k < s->x->count; k++)
		to->x[k] = s->x->values[k * rows + row];
	for (size_t k = 0; k < s->y->count; k++)
		to->y[k] = s->y->values[k * rows + row];
	to->share = 1 / probability;
}

/* Samples rows with probability rate |v|^2, up to ROOM of them. */
static void take_rows(sample *s, double rate)
{
	s->count = 0;
	for (size_t i = 0; i < s->given->rows; i++) {
		double probability = fmin(rate * s->lengths[i], 1);
		if (!(chance_of(s->given->row_keys[i]) <= probability))
			continue;
		if (s->count < ROOM)
			read_row(&s->rows[s->count], s, i, probability);
		s->count++;
	}
}

/* About TEST_SAMPLED rows; fewer if many rows have the same Z. */
static bool draw_sample(sample *s)
{
	double total;
	if (!find_lengths(&total, s))
		return false;
	if (!(total > 0))
		return true;
	double rate = TEST_SAMPLED / total;
	for (take_rows(s, rate); s->count > ROOM; take_rows(s, rate))
		rate *= 0.75;
	return true;
}

/* --------------------------------------------------------------------------------------------------- their products */

/* Products of the features of two rows, added up over those of each detail and the simpler ones. */
static void multiply_features(double products[QUESTION_DETAILS], const double *a, const double *b,
                              const test_residuals *f)
{
	memset(products, 0, QUESTION_DETAILS * sizeof *products);
	for (size_t k = 0; k < f->count; k++)
		products[f->detail[k]] += a[k] * b[k];
	for (unsigned detail = 1; detail < QUESTION_DETAILS; detail++)
		products[detail] += products[detail - 1];
}

/* Adds v_i . v_j, over the rows' probabilities, to the traces. */
static void multiply_rows(sample *s, size_t i, size_t j)
{
	const sampled_row *a = &s->rows[i], *b = &s->rows[j];
	double x[QUESTION_DETAILS], y[QUESTION_DETAILS];
	multiply_features(x, a->x, b->x, s->x);
	multiply_features(y, a->y, b->y, s->y);
	for (unsigned detail = 0; detail < QUESTION_DETAILS; detail++) {
		double product = x[detail] * y[detail];
		if (i == j)
			s->traces[detail] += a->share * product;
		else
			s->squares[detail] += 2 * (a->share * b->share * (product * product));
	}
}

/* Adds to the variance of a sum of `count` squares what exceeds 2 count. Deviates are taken over a variance of at least 1, so that tr C is no
 * larger than `count`, but may be smaller. */
static void enlarge(double *variance, double count, const sample *s, size_t sum)
{
	double rows = (double)s->given->rows, scale = s->traces[sum] > count * rows ? count / s->traces[sum] : 1 / rows;
	double excess = scale * scale * s->squares[sum] / count - 1;
	if (count > 1 && excess > 0)
		*variance += base_round(2 * count * excess);
}

static void enlarge_all(test_pairing *pairing, const sample *s)
{
	double before = 0;
	for (unsigned detail = 0; detail < QUESTION_DETAILS; detail++) {
		double count = (double)(pairing->x_ranks[detail] * pairing->y_ranks[detail]);
		if (count > before)
			enlarge(&pairing->variance[detail], count, s, detail);
		before = count;
	}
}

bool test_covary(test_pairing *pairing, const test_residuals *x, const test_residuals *y, const test_given *given)
{
	if (given->manner != TEST_BY_REGRESSION || x->count == 0 || y->count == 0)
		return true;
	sample *s = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return false;
	s->x = x;
	s->y = y;
	s->given = given;
	bool done = draw_sample(s);
	if (done && s->count >= QUESTION_FEW_ROWS) {
		for (size_t j = 0; j < s->count; j++)
			for (size_t i = 0; i <= j; i++)
				multiply_rows(s, i, j);
		enlarge_all(pairing, s);
	}
	free(s->lengths);
	free(s);
	return done;
}
