/* For each cell of n rows let A be the projection on the labels of a column (the means of the labels, less that of
 * all rows; labels of a single row form one group), B that on the labels of the other column or the products of its
 * features between rows. The sum of A_ij B_ij is Pearson's chi-squared over n, or the variance between labels of
 * every feature. If all orders of the rows are equally likely its two moments are known exactly (Kazi-Aoual, Hitier,
 * Sabatier and Lebreton 1995), however few rows a label has; over cells they add up. Terms are rounded before they
 * are added: no order of labels can show. */
#include "test/omnibus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "paper/cells/cell_numbers.h"
#include "question/counted.h"
#include "test/constants.h"

/* Cells with fewer rows have no known variance. If fewer rows share their label with another row, the column is an
 * identifier, and the sum has too few different values to have a tail. */

/* Terms of three different rows, of one pair, of the diagonal, and of pairs with the diagonal. */
static double third_cumulant(const test_traces *a, const test_traces *b, double n, double mean, double spread)
{
	double pairs = n * (n - 1), triangles = mean > 0 ? 2 * (spread * spread) / mean : 0;
	return triangles +
	       (4 * (a->cubes * b->cubes) + 12 * (a->turned_square * b->turned_square) +
	        6 * (a->turned_form * b->turned_form)) /
	           pairs +
	       n * (a->turned_cubes * b->turned_cubes) / ((n - 1) * (n - 2));
}

test_moments_of_sum test_exchange_moments(const test_traces *a, const test_traces *b, double n)
{
	double a_spread = (n - 1) * a->second - a->first * a->first, b_spread = (n - 1) * b->second - b->first * b->first;
	double a_peaks = n * (n + 1) * a->diagonal - (n - 1) * (a->first * a->first + 2 * a->second);
	double b_peaks = n * (n + 1) * b->diagonal - (n - 1) * (b->first * b->first + 2 * b->second);
	double mean = a->first * b->first / (n - 1);
	double spread = 2 * (a_spread * b_spread) / ((n - 1) * (n - 1) * (n + 1) * (n - 2));
	double variance = spread + a_peaks * b_peaks / ((n + 1) * n * (n - 1) * (n - 2) * (n - 3));
	return (test_moments_of_sum){ mean, variance, third_cumulant(a, b, n, mean, spread) };
}

/* ---------------------------------------------------------------------------------------------------------- labels */

/* Groups are rows with the same cell and label. The first groups, one per cell, hold the rows whose label occurs
 * only once in the cell. */
typedef struct groups {
	size_t count;
	uint32_t *of_row; /* [entries] */
	uint32_t *sizes;  /* [count] */
	uint32_t *cells;  /* [count] */
} groups;

static void groups_clear(groups *g)
{
	free(g->of_row);
	free(g->sizes);
	free(g->cells);
	memset(g, 0, sizeof *g);
}

/* Moves rows whose label has no other row in the cell into the group of the cell. */
static void pool_singles(groups *g, const test_given *given)
{
	for (size_t i = 0; i < given->entries; i++) {
		uint32_t *group = &g->of_row[i], cell = given->cells[i];
		if (g->sizes[*group] == 1) {
			g->sizes[*group] = 0;
			g->sizes[cell]++;
			*group = cell;
		}
	}
}

static bool groups_init(groups *g, const question_column *column, const test_given *given)
{
	const cells_coordinate both[] = { { given->cells, 1, NULL, given->cell_count },
		                              { column->codes, 1, NULL, column->distinct } };
	size_t cells = given->cell_count, distinct = 0;
	*g = (groups){ .of_row = base_array(given->entries, sizeof *g->of_row) };
	bool done = g->of_row != NULL && cells_rank(g->of_row, &distinct, both, 2, given->entries);
	g->count = cells + distinct;
	g->sizes = done ? base_array_zero(g->count, sizeof *g->sizes) : NULL;
	g->cells = done ? base_array_zero(g->count, sizeof *g->cells) : NULL;
	if (g->sizes == NULL || g->cells == NULL) {
		groups_clear(g);
		return false;
	}
	for (uint32_t cell = 0; cell < cells; cell++)
		g->cells[cell] = cell;
	for (size_t i = 0; i < given->entries; i++) {
		g->of_row[i] += (uint32_t)cells;
		g->sizes[g->of_row[i]] += given->times != NULL ? given->times[i] : 1;
		g->cells[g->of_row[i]] = given->cells[i];
	}
	pool_singles(g, given);
	return true;
}

/* Traces of the projection on `labels` labels, from sums over labels of 1 / rows and its square. M_ii is 1 / (rows
 * of the label) - 1 / n, the sum over j of M_ij^2 is M_ii, and d_i is constant within a label. */
static test_traces traces_of_projection(double labels, double inverses, double squares, double n)
{
	double mean = labels / n, off = mean * labels, more = 1 + 2 / n;
	return (test_traces){
		.first = labels - 1,
		.second = labels - 1,
		.diagonal = inverses - (2 * labels - 1) / n,
		.cubes = (1 + 3 / n) * inverses - squares - (3 * labels - 2 + (3 * labels - 1) / n) / n,
		.turned_cubes = squares - 3 * mean * inverses + 2 * mean * off,
		.turned_square = (more + mean) * inverses - squares - more * off,
		.turned_form = (1 + 1 / n) * (inverses - off) - squares + 2 * mean * inverses - mean * off,
	};
}

static void trace_labels(test_traces *traces, const groups *g, const test_given *given)
{
	memset(traces, 0, given->cell_count * sizeof *traces);
	for (size_t k = 0; k < g->count; k++)
		if (g->sizes[k] > 0) {
			double n = given->sizes[g->cells[k]], size = g->sizes[k];
			test_traces *sums = &traces[g->cells[k]];
			sums->first++;
			sums->second += base_round_coarsely(n / size);
			sums->diagonal += base_round(n / (size * size));
		}
	for (size_t c = 0; c < given->cell_count; c++) {
		double n = given->sizes[c];
		traces[c] = traces_of_projection(traces[c].first, traces[c].second / n, traces[c].diagonal / n, n);
	}
}

/* Sum over cells of chi-squared (n - 1) / n for two columns of labels. */
static bool compare_labels(double *sum, const groups *x, const groups *y, const test_given *given)
{
	const cells_coordinate both[] = { { x->of_row, 1, NULL, x->count }, { y->of_row, 1, NULL, y->count } };
	size_t pairs = 0;
	uint32_t *pair = base_array(given->entries, sizeof *pair), *counts = NULL;
	if (pair != NULL && cells_rank(pair, &pairs, both, 2, given->entries))
		counts = base_array_zero(pairs, sizeof *counts);
	for (size_t i = 0; counts != NULL && i < given->entries; i++)
		counts[pair[i]] += given->times != NULL ? given->times[i] : 1;
	*sum = 0;
	for (size_t c = 0; c < given->cell_count; c++)
		*sum -= given->sizes[c] >= QUESTION_LEAST_ROWS ? given->sizes[c] - 1 : 0;
	for (size_t i = 0; counts != NULL && i < given->entries; i++) {
		double n = given->sizes[given->cells[i]], count = counts[pair[i]];
		if (n >= QUESTION_LEAST_ROWS)
			*sum += base_round((n - 1) * count * count / ((double)x->sizes[x->of_row[i]] * y->sizes[y->of_row[i]]));
		counts[pair[i]] = 0; /* a pair counts once */
	}
	free(pair);
	free(counts);
	return counts != NULL;
}

/* -------------------------------------------------------------------------------------------------------- features */

/* out[cell] += sum of the products of two features. */
static void multiply_within(double *out, const double *a, const double *b, const test_given *given)
{
	memset(out, 0, given->cell_count * sizeof *out);
	for (size_t i = 0; i < given->entries; i++)
		out[given->cells[i]] += question_times(given->times, i) * base_round(a[i] * b[i]);
}

/* Traces of the matrix of products between rows, summed over the first `count` features. */
static bool trace_features(test_traces *traces, const test_residuals *f, size_t count, const test_given *given)
{
	const double most = 0x1p20;
	size_t entries = given->entries, cells = given->cell_count;
	double *products = base_array(cells, sizeof *products);
	memset(traces, 0, cells * sizeof *traces);
	for (size_t k = 0; products != NULL && k < count; k++)
		for (size_t l = 0; l <= k; l++) {
			multiply_within(products, f->values + k * entries, f->values + l * entries, given);
			for (size_t c = 0; c < cells; c++) {
				traces[c].first += k == l ? products[c] : 0;
				traces[c].second += (k == l ? 1 : 2) * (products[c] * products[c]);
			}
		}
	for (size_t i = 0; products != NULL && i < entries; i++) {
		double length = 0;
		for (size_t k = 0; k < count; k++)
			length += base_round_coarsely(f->values[k * entries + i] * f->values[k * entries + i]);
		traces[given->cells[i]].diagonal +=
			question_times(given->times, i) * base_round_coarsely(fmin(length * length, most));
	}
	free(products);
	return products != NULL;
}

/* Sum of squares between labels over the first `count` features. */
static bool compare_features(double *sum, const groups *g, const test_residuals *f, size_t count,
                             const test_given *given)
{
	double *sums = base_array(g->count, sizeof *sums);
	*sum = 0;
	for (size_t k = 0; sums != NULL && k < count; k++) {
		const double *values = f->values + k * f->entries;
		memset(sums, 0, g->count * sizeof *sums);
		for (size_t i = 0; i < f->entries; i++)
			sums[g->of_row[i]] += question_times(f->times, i) * values[i];
		for (size_t l = 0; l < g->count; l++)
			if (g->sizes[l] > 0 && given->sizes[g->cells[l]] >= QUESTION_LEAST_ROWS)
				*sum += base_round(sums[l] * sums[l] / g->sizes[l]);
	}
	free(sums);
	return sums != NULL;
}

/* ------------------------------------------------------------------------------------------------------- the part */

/* One side at work. */
typedef struct part_side {
	question_column column; /* of labels, if `labels` */
	bool labels;
	groups groups;
	test_traces *traces; /* [cell_count] */
	const test_residuals *residuals;
} part_side;

/* Adds the moments of a cell. If both sides are labels, the statistic is multiplied by n - 1; features already have
 * that scale. */
static void add_moments(test_moments_of_sum *to, const part_side *x, const part_side *y, size_t cell, double n)
{
	test_moments_of_sum own = test_exchange_moments(&x->traces[cell], &y->traces[cell], n);
	double unit = x->labels && y->labels ? n - 1 : 1;
	to->mean += base_round(unit * own.mean);
	to->variance += base_round(unit * unit * own.variance);
	to->third += base_round_coarsely(unit * unit * unit * own.third);
}

/* Adds a sum of squares, with moments from the traces of both sides. */
static void add_sum(test_omnibus *out, double sum, const part_side *x, const part_side *y, const test_given *given)
{
	test_moments_of_sum m = { 0 };
	for (size_t c = 0; c < given->cell_count; c++)
		if (given->sizes[c] >= QUESTION_LEAST_ROWS)
			add_moments(&m, x, y, c, given->sizes[c]);
	if (!(m.mean > 0 && m.variance > 0))
		return;
	out->sums[out->count] = sum;
	out->moments[out->count++] = m;
	out->rows = (double)given->comparable;
}

static size_t count_simplest(const test_residuals *f)
{
	size_t count = 0;
	while (count < f->count && f->detail[count] == 0)
		count++;
	return count;
}

/* Labels against the simplest features, and against all of them. */
static bool judge_features(test_omnibus *out, part_side *x, part_side *y, const test_given *given)
{
	part_side *of_labels = x->labels ? x : y, *other = x->labels ? y : x;
	size_t counts[] = { count_simplest(other->residuals), other->residuals->count };
	for (size_t k = 0; k < 2; k++) {
		double sum;
		if (k > 0 && counts[k] == counts[k - 1])
			break;
		if (!trace_features(other->traces, other->residuals, counts[k], given) ||
		    !compare_features(&sum, &of_labels->groups, other->residuals, counts[k], given))
			return false;
		add_sum(out, sum, x, y, given);
	}
	return true;
}

static bool judge_labels(test_omnibus *out, part_side *x, part_side *y, const test_given *given)
{
	double sum;
	if (!compare_labels(&sum, &x->groups, &y->groups, given))
		return false;
	add_sum(out, sum, x, y, given);
	return true;
}

static void part_side_clear(part_side *s)
{
	question_column_clear(&s->column);
	groups_clear(&s->groups);
	free(s->traces);
}

static bool part_side_init(part_side *s, const test_omnibus_side *side, const question_sample *rows,
                           const test_given *given)
{
	*s = (part_side){ .residuals = side->residuals,
		              .labels = side->column != NULL && side->column->type == MIXMI_DISCRETE };
	s->traces = base_array_zero(given->cell_count, sizeof *s->traces);
	bool done = s->traces != NULL;
	if (done && s->labels) {
		done = question_column_init(&s->column, side->column, rows) && groups_init(&s->groups, &s->column, given);
		if (done)
			trace_labels(s->traces, &s->groups, given);
	}
	if (!done)
		part_side_clear(s);
	return done;
}

/* True if enough rows of a side share their label; always true for features. */
static bool shares_labels(const part_side *s, const test_given *given)
{
	size_t rows = 0;
	for (size_t k = given->cell_count; k < s->groups.count; k++)
		rows += s->groups.sizes[k];
	return !s->labels || rows >= QUESTION_FEW_ROWS;
}

/* True if the column may have more labels than indicators. */
static bool may_be_many(const test_omnibus_side *side)
{
	return side->column != NULL && side->column->type == MIXMI_DISCRETE && side->column->distinct > QUESTION_FEW_VALUES;
}

bool test_omnibus_init(test_omnibus *out, const test_omnibus_side *x, const test_omnibus_side *y,
                       const question_sample *rows, const test_given *given)
{
	*out = (test_omnibus){ 0 };
	part_side a, b;
	if (given->manner == TEST_BY_REGRESSION || !(may_be_many(x) || may_be_many(y)))
		return true;
	if (!part_side_init(&a, x, rows, given))
		return false;
	bool done = part_side_init(&b, y, rows, given);
	if (done) {
		bool many = a.column.occurring > QUESTION_FEW_VALUES || b.column.occurring > QUESTION_FEW_VALUES;
		if (many && shares_labels(&a, given) && shares_labels(&b, given))
			done = a.labels && b.labels ? judge_labels(out, &a, &b, given) : judge_features(out, &a, &b, given);
		part_side_clear(&b);
	}
	part_side_clear(&a);
	return done;
}
