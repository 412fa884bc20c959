/* Normal equations of an additive model. Every row has few terms that are not 0: its bin (or the intercept), the value of each discrete column of
 * Z, and two hat functions of the rank in each numeric one. Terms and scores are whole numbers, so the sums of their products
 * are exact in any order of rows. */
#include "explain/partial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "explain/curve.h"

enum { BINS = 12, TERMS = 64, KNOTS = 6, FEW_VALUES = 6, ALL = BINS + TERMS, NO_TERM = -1 };

/* One column of Z: its terms are numbered from `first`. */
typedef struct z_column {
	const data_column *column;
	int *term;       /* [distinct] the term of each code, or the first of the two hats it lies under; NO_TERM: none */
	int32_t *height; /* [distinct] of that first hat; the next has the rest of EXPLAIN_ONE */
	bool hats;
} z_column;

typedef struct model {
	z_column *z;
	size_t z_count;
	int terms; /* bins included */
	uint32_t *bin;
	const explain_scores *scores;
	const explain_side *along; /* NULL: an intercept in place of bins */
	int64_t (*products)[ALL];
	int64_t moments[ALL];
} model;

/* Room that is left for the terms of one more column: fair among the columns, and a quarter of the rows in all. */
static size_t room_for(const model *m, size_t rows)
{
	size_t most = rows / 4 < TERMS ? rows / 4 : TERMS, share = most / m->z_count;
	return share < 24 ? share : 24;
}

/* A term for each value that enough rows hold; the others share the intercept. */
static void number_values(model *m, z_column *z, const uint32_t *counts, size_t rows, size_t room)
{
	uint64_t least = room > 0 ? rows / (room + 1) + 1 : UINT64_MAX;
	for (size_t i = 0; i < z->column->distinct; i++) {
		bool enough = z->column->distinct <= room ? counts[i] > 0 : counts[i] >= least;
		z->term[i] = enough && m->terms < ALL ? m->terms++ : NO_TERM;
		z->height[i] = EXPLAIN_ONE;
	}
}

/* Hats at `knots` even places from the least to the largest rank, or normal score where the scores are such. */
static void place_hats(model *m, z_column *z, const uint32_t *counts, size_t knots)
{
	if (m->along != NULL)
		explain_rank_codes(z->height, counts, z->column->distinct);
	else
		explain_normal_codes(z->height, counts, z->column->distinct);
	int64_t pieces = (int64_t)knots - 1;
	for (size_t i = 0; i < z->column->distinct; i++) {
		int64_t place = ((int64_t)z->height[i] + EXPLAIN_ONE) * pieces; /* of 2 EXPLAIN_ONE to a piece */
		int64_t piece = place / (2 * EXPLAIN_ONE) < pieces ? place / (2 * EXPLAIN_ONE) : pieces - 1;
		z->term[i] = m->terms + (int)piece;
		z->height[i] = (int32_t)(EXPLAIN_ONE - (place - piece * 2 * EXPLAIN_ONE) / 2);
	}
	z->hats = true;
	m->terms += (int)knots;
}

static bool add_column(model *m, z_column *z, const data_column *column)
{
	const question_complete *rows = &m->scores->rows;
	uint32_t *owned;
	const uint32_t *counts = question_complete_count(&owned, rows, column);
	z->column = column;
	z->term = base_array(column->distinct, sizeof *z->term);
	z->height = base_array(column->distinct, sizeof *z->height);
	bool done = counts != NULL && z->term != NULL && z->height != NULL;
	size_t room = room_for(m, rows->count);
	if (done && (column->type == MIXMI_DISCRETE || column->distinct <= FEW_VALUES || room < 2))
		number_values(m, z, counts, rows->count, room);
	else if (done)
		place_hats(m, z, counts, room < KNOTS ? room : KNOTS);
	free(owned);
	return done;
}

/* The terms of a row that are not 0; returns how many. */
static size_t terms_of(int *term, int32_t *height, const model *m, size_t row)
{
	size_t count = 1;
	term[0] = m->along != NULL ? (int)m->bin[m->along->column->codes[row]] : 0;
	height[0] = EXPLAIN_ONE;
	for (size_t j = 0; j < m->z_count; j++) {
		uint32_t code = m->z[j].column->codes[row];
		if (m->z[j].term[code] == NO_TERM)
			continue;
		term[count] = m->z[j].term[code];
		height[count++] = m->z[j].height[code];
		if (m->z[j].hats) {
			term[count] = m->z[j].term[code] + 1;
			height[count++] = EXPLAIN_ONE - m->z[j].height[code];
		}
	}
	return count;
}

static void sum_products(model *m, const explain_side *side, int *term, int32_t *height)
{
	const question_complete *rows = &m->scores->rows;
	for (size_t i = 0; i < rows->count; i++) {
		size_t row = question_complete_at(rows, i), count = terms_of(term, height, m, row);
		int64_t score = side->scores[side->column->codes[row]];
		for (size_t a = 0; a < count; a++) {
			m->moments[term[a]] += height[a] * score;
			for (size_t b = 0; b < count; b++)
				m->products[term[a]][term[b]] += (int64_t)height[a] * height[b];
		}
	}
}

/* Cholesky with a ridge of a millionth: terms that add up to one another are shared out. */
static void solve(double *out, double (*lower)[ALL], const model *m)
{
	size_t count = (size_t)m->terms;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j <= i; j++) {
			double sum = (double)m->products[i][j];
			if (i == j)
				sum += 1e-6 * sum + EXPLAIN_ONE;
			for (size_t k = 0; k < j; k++)
				sum -= lower[i][k] * lower[j][k];
			lower[i][j] = i == j ? sqrt(fmax(sum, 1)) : sum / lower[j][j];
		}
		out[i] = (double)m->moments[i];
		for (size_t k = 0; k < i; k++)
			out[i] -= lower[i][k] * out[k];
		out[i] /= lower[i][i];
	}
	for (size_t i = count; i-- > 0;) {
		for (size_t k = i + 1; k < count; k++)
			out[i] -= lower[k][i] * out[k];
		out[i] /= lower[i][i];
	}
}

static void subtract_z(int32_t *residuals, const model *m, const explain_side *side, const double *solution, int *term,
                       int32_t *height)
{
	const question_complete *rows = &m->scores->rows;
	const double limit = 8 * EXPLAIN_ONE;
	for (size_t i = 0; i < rows->count; i++) {
		size_t row = question_complete_at(rows, i), count = terms_of(term, height, m, row);
		double rest = side->scores[side->column->codes[row]];
		for (size_t a = 1; a < count; a++)
			rest -= solution[term[a]] * height[a];
		residuals[i] = (int32_t)lround(fmax(-limit, fmin(limit, rest)));
	}
}

static bool fit(int32_t *residuals, model *m, const explain_side *side)
{
	int *term = base_array(1 + 2 * m->z_count, sizeof *term);
	int32_t *height = base_array(1 + 2 * m->z_count, sizeof *height);
	double(*lower)[ALL] = base_array(ALL, sizeof *lower), solution[ALL];
	m->products = base_array_zero(ALL, sizeof *m->products);
	bool done = term != NULL && height != NULL && lower != NULL && m->products != NULL;
	if (done) {
		sum_products(m, side, term, height);
		solve(solution, lower, m);
		subtract_z(residuals, m, side, solution, term, height);
	}
	free(term);
	free(height);
	free(lower);
	free(m->products);
	return done;
}

static void take_scores(int32_t *residuals, const explain_scores *scores, const explain_side *side)
{
	for (size_t i = 0; i < scores->rows.count; i++)
		residuals[i] = side->scores[side->column->codes[question_complete_at(&scores->rows, i)]];
}

/* The terms that come before those of Z; 0: out of memory. */
static size_t set_bins(model *m)
{
	if (m->along == NULL)
		return 1;
	m->bin = base_array(m->along->column->distinct, sizeof *m->bin);
	return m->bin != NULL ? explain_split(m->bin, m->along, BINS) : 0;
}

bool explain_partial_residuals(int32_t *residuals, size_t *spent, const explain_scores *scores,
                               const explain_side *side, const explain_side *along, const mixmi_table *table,
                               const mixmi_question *question)
{
	*spent = 0;
	if (question->z_count == 0) {
		take_scores(residuals, scores, side);
		return true;
	}
	model m = { .z_count = question->z_count, .scores = scores, .along = along };
	m.z = base_array_zero(m.z_count, sizeof *m.z);
	size_t bins = set_bins(&m);
	bool done = m.z != NULL && bins > 0;
	m.terms = (int)bins;
	for (size_t j = 0; done && j < m.z_count; j++)
		done = add_column(&m, &m.z[j], &table->columns[question->z[j]]);
	done = done && fit(residuals, &m, side);
	*spent = (size_t)m.terms - bins;
	for (size_t j = 0; m.z != NULL && j < m.z_count; j++) {
		free(m.z[j].term);
		free(m.z[j].height);
	}
	free(m.z);
	free(m.bin);
	return done;
}
