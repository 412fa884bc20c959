/* Families with numbers, by functions of their columns: a number is its normal score, the Hermite polynomials 2 and 3 of that and an
 * indicator of each point mass, a label an indicator of each level but one. Functions are coded as if they were jointly Gaussian,
 * .5 n ln det(child | parents) and .5 ln n for each pair of a function of the child and one of a parent. A number has its second and
 * third polynomial and its point masses only if one of them is informative about another column beyond its normal score: with many
 * functions in every case, edges of simple data would cost too much. All families use the same functions, so graphs of one class have
 * the same length. Cost: O(rows functions^2) once, then none that depends on rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "graph/search/code.h"

enum {
	MOST_FUNCTIONS = 40, /* of one column */
	MOST_GIVEN = 192,    /* functions of all parents together; further ones are left out */
	LEAST_ROWS = 5       /* that a level has to hold for a function of its own */
};
static const double SCALE = 0x1p15;     /* of values: products of n rows stay below 2^53 for 8 million rows */
static const double MASS = 0.08;        /* share of rows that a point mass holds */
static const double CLIP = 2.5;         /* polynomials are constant beyond, so that no single row decides */
static const double RIDGE = 1e-3;       /* added to the diagonal: columns that determine each other */
static const double LEAST_LEFT = 1e-12; /* of a variance */
static const double LEAST_NEW = 1e-3;   /* part of a function that is not linear in the others of its column */

/* Exact, so the result does not depend on the order of rows. */
static double dot(const float *x, const float *y, size_t rows)
{
	double sum[8] = { 0 };
	size_t i = 0;
	for (; i + 8 <= rows; i += 8)
		for (size_t k = 0; k < 8; k++)
			sum[k] += (double)x[i + k] * (double)y[i + k];
	for (; i < rows; i++)
		sum[0] += (double)x[i] * (double)y[i];
	return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/* ---------------------------------------------------------------------------------------------------- residuals */

bool graph_code_residual_init(code_residual *r, const graph_code *code)
{
	size_t room = code->functions < MOST_GIVEN ? code->functions : MOST_GIVEN;
	*r = (code_residual){ .room = room };
	r->factors = base_array(room * code->functions + 1, sizeof *r->factors);
	r->small = base_array(4 * MOST_FUNCTIONS * MOST_FUNCTIONS, sizeof *r->small);
	return r->factors != NULL && r->small != NULL;
}

void graph_code_residual_clear(code_residual *r)
{
	free(r->factors);
	free(r->small);
}

/* Adds a function to those that are given. */
static void give(code_residual *r, const graph_code *code, size_t function)
{
	size_t all = code->functions;
	if (r->count == r->room)
		return;
	double *row = r->factors + r->count * all;
	memcpy(row, code->products + function * all, all * sizeof *row);
	row[function] += RIDGE;
	for (size_t k = 0; k < r->count; k++) {
		const double *before = r->factors + k * all;
		double factor = before[function];
		for (size_t f = 0; f < all; f++)
			row[f] -= factor * before[f];
	}
	double scale = 1 / sqrt(row[function] > LEAST_LEFT ? row[function] : LEAST_LEFT);
	for (size_t f = 0; f < all; f++)
		row[f] *= scale;
	r->count++;
}

void graph_code_residual_begin(code_residual *r, const graph_code *code, const size_t *given, size_t count)
{
	r->count = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t f = 0; f < code->columns[given[i]].count; f++)
			give(r, code, code->columns[given[i]].first + f);
}

/* Partial covariance of two functions given the others. */
static double left(const code_residual *r, const graph_code *code, size_t f, size_t g)
{
	double product = code->products[f * code->functions + g] + (f == g ? RIDGE : 0);
	for (size_t k = 0; k < r->count; k++)
		product -= r->factors[k * code->functions + f] * r->factors[k * code->functions + g];
	return product;
}

/* Row a of the Cholesky factor of a matrix of `size` rows, of which products[0 .. a] are row a. Returns the square of its last. */
static double factorise(double *m, size_t size, size_t a, const double *products)
{
	double *row = m + a * size, value = 0;
	for (size_t b = 0; b <= a; b++) {
		value = products[b];
		for (size_t k = 0; k < b; k++)
			value -= row[k] * m[b * size + k];
		if (a > b)
			row[b] = value / m[b * size + b];
	}
	value = value > LEAST_LEFT ? value : LEAST_LEFT;
	row[a] = sqrt(value);
	return value;
}

double graph_code_residual_length(code_residual *r, const graph_code *code, size_t child, size_t further)
{
	const code_column *c = &code->columns[child], *e = further != SIZE_MAX ? &code->columns[further] : NULL;
	size_t before = e != NULL ? e->count : 0, size = before + c->count;
	double sum = 0, rows = (double)code->rows, products[2 * MOST_FUNCTIONS];
	for (size_t a = 0; a < size; a++) {
		size_t f = a < before ? e->first + a : c->first + a - before;
		for (size_t b = 0; b <= a; b++)
			products[b] = left(r, code, f, b < before ? e->first + b : c->first + b - before);
		double value = factorise(r->small, size, a, products);
		sum += a >= before ? log(value) : 0;
	}
	return 0.5 * rows * sum + graph_code_parameter(code) * (double)(c->count * (r->count + before));
}

/* ---------------------------------------------------------------------------------------------------- functions */

/* Subtracts the mean, divides by the standard deviation and rounds; false where a function is constant. */
static bool standardise(float *out, double *v, const bool *missing, size_t rows)
{
	double sum = 0, square = 0, count = 0;
	for (size_t i = 0; i < rows; i++)
		if (!missing[i]) {
			sum += v[i];
			count++;
		}
	for (size_t i = 0; i < rows; i++)
		if (!missing[i])
			square += (v[i] - sum / count) * (v[i] - sum / count);
	if (!(square > 1e-9 * count))
		return false;
	for (size_t i = 0; i < rows; i++)
		out[i] = missing[i] ? 0 : (float)rint((v[i] - sum / count) / sqrt(square / count) * SCALE);
	return true;
}

/* State while functions of a column are made. */
typedef struct making {
	graph_code *code;
	code_column *column;
	const data_column *data;
	size_t capacity; /* functions that code->values has room for */
	double *v;       /* [rows] scratch */
	double *of_code; /* [distinct] scratch */
	bool *missing;   /* [rows] */
} making;

static bool add_function(making *m)
{
	graph_code *code = m->code;
	if (m->column->count == MOST_FUNCTIONS)
		return true;
	if (code->functions == m->capacity) {
		size_t capacity = 2 * m->capacity + 16;
		float *larger = base_array(capacity * code->rows, sizeof *larger);
		if (larger == NULL)
			return false;
		if (code->functions > 0)
			memcpy(larger, code->values, code->functions * code->rows * sizeof *larger);
		free(code->values);
		code->values = larger;
		m->capacity = capacity;
	}
	if (standardise(code->values + code->functions * code->rows, m->v, m->missing, code->rows)) {
		code->functions++;
		m->column->count++;
	}
	return true;
}

/* A function of the distinct values. */
static bool add_of_codes(making *m)
{
	for (size_t i = 0; i < m->code->rows; i++)
		m->v[i] = m->missing[i] ? 0 : m->of_code[m->data->codes[i]];
	return add_function(m);
}

static bool add_number(making *m)
{
	const data_column *data = m->data;
	double all = (double)(m->code->rows - data->missing), below = 0;
	double *score = base_array(data->distinct, sizeof *score);
	bool done = score != NULL;
	for (size_t k = 0; done && k < data->distinct; k++) {
		score[k] = m->of_code[k] = base_normal_quantile((below + 0.5 * data->counts[k]) / all);
		below += data->counts[k];
	}
	done = done && add_of_codes(m);
	for (size_t a = 0; done && a < data->distinct; a++) {
		if (data->counts[a] < MASS * all)
			continue;
		for (size_t k = 0; k < data->distinct; k++)
			m->of_code[k] = k == a;
		done = add_of_codes(m);
	}
	for (int degree = 2; done && degree <= 3; degree++) {
		for (size_t k = 0; k < data->distinct; k++) {
			double z = fmin(fmax(score[k], -CLIP), CLIP);
			m->of_code[k] = degree == 2 ? z * z : z * (z * z - 3);
		}
		done = add_of_codes(m);
	}
	free(score);
	return done;
}

/* Indicators of levels but the most frequent one. */
static bool add_label(making *m)
{
	const code_column *c = m->column;
	for (size_t l = 0; l < c->level_count; l++) {
		if (l == c->usual || (c->level_count > 2 && c->starts[l + 1] - c->starts[l] < LEAST_ROWS))
			continue;
		for (size_t i = 0; i < m->code->rows; i++)
			m->v[i] = c->levels[i] == l;
		if (!add_function(m))
			return false;
	}
	return true;
}

static bool add_column(making *m)
{
	m->column->first = m->code->functions;
	m->column->count = 0;
	m->of_code = base_array(m->data->distinct, sizeof *m->of_code);
	if (m->of_code == NULL)
		return false;
	for (size_t i = 0; i < m->code->rows; i++)
		m->missing[i] = m->data->codes[i] == DATA_MISSING;
	bool done = m->column->levels != NULL ? add_label(m) : add_number(m);
	free(m->of_code);
	return done;
}

static bool make_functions(graph_code *code, const mixmi_table *table, const size_t *columns)
{
	making m = { .code = code };
	m.v = base_array(code->rows, sizeof *m.v);
	m.missing = base_array(code->rows, sizeof *m.missing);
	bool done = m.v != NULL && m.missing != NULL;
	for (size_t i = 0; done && i < code->nodes; i++) {
		m.column = &code->columns[i];
		m.data = &table->columns[columns[i]];
		done = add_column(&m);
	}
	free(m.v);
	free(m.missing);
	return done;
}

/* ------------------------------------------------------------------------------------------------------ products */

/* Rows without a value count as if they were independent of everything. */
static bool find_products(graph_code *code)
{
	size_t all = code->functions;
	double unit = (double)code->rows * SCALE * SCALE;
	code->products = base_array(all * all, sizeof *code->products);
	for (size_t f = 0; code->products != NULL && f < all; f++)
		for (size_t g = 0; g <= f; g++)
			code->products[f * all + g] = code->products[g * all + f] =
				f == g ? 1 : dot(code->values + f * code->rows, code->values + g * code->rows, code->rows) / unit;
	return code->products != NULL;
}

/* ------------------------------------------------------------------------------------------------------ choosing */

/* Base functions: all of a label, the normal score of a number. */
static size_t base_count(const code_column *c)
{
	return c->levels != NULL ? c->count : c->count > 0;
}

/* How informative function f is about column m beyond what is given: nats minus the cost of the parameters. */
static double tells(code_residual *r, const graph_code *code, size_t f, size_t m)
{
	const code_column *c = &code->columns[m];
	size_t size = base_count(c) + 1;
	double *matrix = r->small, own = 0;
	for (size_t a = 0; a < size; a++) {
		size_t x = a + 1 < size ? c->first + a : f;
		double *row = matrix + a * size;
		for (size_t b = 0; b <= a; b++) {
			double value = left(r, code, x, b + 1 < size ? c->first + b : f);
			own = a == b ? value : own;
			for (size_t k = 0; k < b; k++)
				value -= row[k] * matrix[b * size + k];
			row[b] = a > b ? value / matrix[b * size + b] : sqrt(value > LEAST_LEFT ? value : LEAST_LEFT);
		}
	}
	double rest = matrix[size * size - 1] * matrix[size * size - 1] / own, rows = (double)code->rows;
	return -0.5 * rows * log(rest) - 0.5 * log(rows) * (double)(size - 1);
}

/* The candidate among the functions of a column that is most informative about another column; SIZE_MAX: none is informative enough. */
static size_t best_function(code_residual *r, const graph_code *code, size_t node, const bool *kept)
{
	const code_column *c = &code->columns[node];
	size_t best = SIZE_MAX;
	double most = log((double)code->nodes * (double)(c->count - 1));
	for (size_t f = c->first + 1; f < c->first + c->count; f++)
		for (size_t m = 0; m < code->nodes && !kept[f] && left(r, code, f, f) > LEAST_NEW; m++) {
			double gain = m != node && code->columns[m].count > 0 ? tells(r, code, f, m) : 0;
			if (gain > most) {
				most = gain;
				best = f;
			}
		}
	return best;
}

static bool choose(bool *kept, const graph_code *code)
{
	code_residual r;
	bool done = graph_code_residual_init(&r, code);
	for (size_t i = 0; done && i < code->nodes; i++) {
		const code_column *c = &code->columns[i];
		for (size_t f = 0; f < base_count(c); f++)
			kept[c->first + f] = true;
		if (c->levels != NULL || c->count < 2)
			continue;
		r.count = 0;
		give(&r, code, c->first);
		for (size_t f; (f = best_function(&r, code, i, kept)) != SIZE_MAX;) {
			kept[f] = true;
			give(&r, code, f);
		}
	}
	graph_code_residual_clear(&r);
	return done;
}

/* Removes the functions that are not kept. */
static void drop_others(graph_code *code, const bool *kept)
{
	size_t all = code->functions, count = 0;
	for (size_t i = 0; i < code->nodes; i++) {
		code_column *c = &code->columns[i];
		size_t first = count;
		for (size_t f = c->first; f < c->first + c->count; f++)
			if (kept[f])
				memmove(code->products + count++ * all, code->products + f * all, all * sizeof *code->products);
		c->first = first;
		c->count = count - first;
	}
	for (size_t f = 0; f < count; f++)
		for (size_t g = 0, to = 0; g < all; g++)
			if (kept[g])
				code->products[f * count + to++] = code->products[f * all + g];
	code->functions = count;
}

bool graph_code_numbers_init(graph_code *code, const mixmi_table *table, const size_t *columns)
{
	bool any = false;
	for (size_t i = 0; i < code->nodes; i++)
		any = any || code->columns[i].levels == NULL;
	if (!any)
		return true;
	if (!make_functions(code, table, columns) || !find_products(code))
		return false;
	bool *kept = base_array_zero(code->functions, sizeof *kept);
	bool done = kept != NULL && choose(kept, code);
	if (done)
		drop_others(code, kept);
	free(code->values); /* only their products are used from here on */
	code->values = NULL;
	free(kept);
	return done;
}
