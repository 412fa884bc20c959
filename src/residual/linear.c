/* Sums over rows have four partial sums in each tile of rows; the sums of tiles are added in order. A tile of the
 * functions stays in the cache while every pair of them is multiplied, and a pair of blocks of 4 and 2 functions keeps
 * its sums in registers. */
#include "residual/linear.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/wide.h"

typedef double quad __attribute__((vector_size(32)));
typedef float eight __attribute__((vector_size(32)));

enum {
	LANES = 4,
	TILE = 256, /* rows: 60 functions of a tile are 120 KB */
	TALL = 4,   /* functions of a, and ... */
	BROAD = 2,  /* ... of b that are multiplied at once: 8 sums and 6 factors are in registers */
	SUMS = TALL * BROAD,
	EIGHT = 8,   /* floats of a vector, and functions that are multiplied at once in single precision */
	TOGETHER = 4 /* functions that are subtracted at once */
};

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The products of a[tall] and b[broad] in a tile, into out[tall][broad]; both numbers are known to the compiler. */
BASE_BOTH void multiply_tile_both(double out[SUMS], const double *const *a, size_t tall, const double *const *b,
                                  size_t broad, size_t from, size_t to)
{
	quad s[SUMS] = { { 0 } }, u[BROAD], w;
	size_t i = from;
	for (; i + LANES <= to; i += LANES) {
		for (size_t l = 0; l < broad; l++)
			memcpy(&u[l], b[l] + i, sizeof u[l]);
		for (size_t k = 0; k < tall; k++) {
			memcpy(&w, a[k] + i, sizeof w);
			for (size_t l = 0; l < broad; l++)
				s[broad * k + l] += w * u[l];
		}
	}
	for (size_t k = 0; k < tall * broad; k++) {
		out[k] = (s[k][0] + s[k][1]) + (s[k][2] + s[k][3]);
		for (size_t j = i; j < to; j++)
			out[k] += a[k / broad][j] * b[k % broad][j];
	}
}

/* The products of functions a[i], a[i + 1], ... and b[j], b[j + 1], ... in a tile; at the edges a function occurs twice.
 * lower: those above the diagonal are left out. */
BASE_BOTH void add_blocks_both(double *out, size_t stride, const double *const *a, size_t a_count, size_t tall,
                               const double *const *b, size_t b_count, size_t broad, bool lower, size_t from, size_t to)
{
	for (size_t i = 0; i < a_count; i += tall)
		for (size_t j = 0; j < (lower ? least(i + tall, b_count) : b_count); j += broad) {
			const double *rows[SUMS], *columns[BROAD];
			double sums[SUMS];
			for (size_t k = 0; k < tall; k++)
				rows[k] = a[least(i + k, a_count - 1)];
			for (size_t k = 0; k < broad; k++)
				columns[k] = b[least(j + k, b_count - 1)];
			multiply_tile_both(sums, rows, tall, columns, broad, from, to);
			for (size_t k = 0; k < tall && i + k < a_count; k++)
				for (size_t l = 0; l < broad && j + l < b_count; l++)
					out[(i + k) * stride + j + l] += sums[k * broad + l];
		}
}

BASE_BOTH void add_tile_both(double *out, size_t stride, const double *const *a, size_t a_count, const double *const *b,
                             size_t b_count, bool lower, size_t from, size_t to)
{
	if (b_count == 1)
		add_blocks_both(out, stride, a, a_count, SUMS, b, 1, 1, false, from, to);
	else
		add_blocks_both(out, stride, a, a_count, TALL, b, b_count, BROAD, lower, from, to);
}

BASE_TWICE_VOID(add_tile,
                (double *out, size_t stride, const double *const *a, size_t a_count, const double *const *b,
                 size_t b_count, bool lower, size_t from, size_t to),
                (out, stride, a, a_count, b, b_count, lower, from, to))

static void add_products(double *out, size_t stride, const double *const *a, size_t a_count, const double *const *b,
                         size_t b_count, bool lower, size_t rows)
{
	for (size_t i = 0; i < a_count; i++)
		memset(out + i * stride, 0, b_count * sizeof *out);
	for (size_t from = 0; from < rows; from += TILE)
		add_tile(out, stride, a, a_count, b, b_count, lower, from, least(from + TILE, rows));
}

void residual_products(double *out, size_t stride, const double *const *a, size_t a_count, const double *const *b,
                       size_t b_count, size_t rows)
{
	add_products(out, stride, a, a_count, b, b_count, false, rows);
}

void residual_gram_matrix(double *out, size_t stride, const double *const *functions, size_t count, size_t rows)
{
	add_products(out, stride, functions, count, functions, count, true, rows);
	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count; j++)
			out[i * stride + j] = out[j * stride + i];
}

/* Products of a tile of eight functions with one response. */
BASE_BOTH void multiply_singles_both(double out[EIGHT], const float *const *a, const float *b, size_t from, size_t to)
{
	eight s[EIGHT] = { { 0 } }, u, w;
	size_t i = from;
	for (; i + EIGHT <= to; i += EIGHT) {
		memcpy(&u, b + i, sizeof u);
		for (size_t k = 0; k < EIGHT; k++) {
			memcpy(&w, a[k] + i, sizeof w);
			s[k] += w * u;
		}
	}
	for (size_t k = 0; k < EIGHT; k++) {
		double sum =
			(double)((s[k][0] + s[k][1]) + (s[k][2] + s[k][3])) + (double)((s[k][4] + s[k][5]) + (s[k][6] + s[k][7]));
		for (size_t j = i; j < to; j++)
			sum += (double)(a[k][j] * b[j]);
		out[k] = sum;
	}
}

BASE_BOTH void add_singles_both(double *out, const float *const *a, size_t a_count, const float *b, size_t b_count,
                                size_t rows, size_t from, size_t to)
{
	for (size_t i = 0; i < a_count; i += EIGHT)
		for (size_t j = 0; j < b_count; j++) {
			const float *functions[EIGHT];
			double sums[EIGHT];
			for (size_t k = 0; k < EIGHT; k++)
				functions[k] = a[least(i + k, a_count - 1)];
			multiply_singles_both(sums, functions, b + j * rows, from, to);
			for (size_t k = 0; k < EIGHT && i + k < a_count; k++)
				out[(i + k) * b_count + j] += sums[k];
		}
}

BASE_TWICE_VOID(add_singles,
                (double *out, const float *const *a, size_t a_count, const float *b, size_t b_count, size_t rows,
                 size_t from, size_t to),
                (out, a, a_count, b, b_count, rows, from, to))

void residual_products_single(double *out, const float *const *a, size_t a_count, const float *b, size_t b_count,
                              size_t rows)
{
	memset(out, 0, a_count * b_count * sizeof *out);
	for (size_t from = 0; from < rows; from += TILE)
		add_singles(out, a, a_count, b, b_count, rows, from, least(from + TILE, rows));
}

/* Reads everything of a step before it writes, so that out may be a. */
BASE_BOTH void multiply_both(double *out, const double *a, const double *b, size_t count)
{
	quad u, v;
	size_t i = 0;
	for (; i + LANES <= count; i += LANES) {
		memcpy(&u, a + i, sizeof u);
		memcpy(&v, b + i, sizeof v);
		u *= v;
		memcpy(out + i, &u, sizeof u);
	}
	for (; i < count; i++)
		out[i] = a[i] * b[i];
}

BASE_TWICE_VOID(multiply, (double *out, const double *a, const double *b, size_t count), (out, a, b, count))

void residual_multiply(double *out, const double *a, const double *b, size_t count)
{
	multiply(out, a, b, count);
}

BASE_BOTH void rescale_both(double *out, double shift, double scale, size_t count)
{
	for (size_t i = 0; i < count; i++)
		out[i] = (out[i] - shift) * scale;
}

BASE_TWICE_VOID(rescale, (double *out, double shift, double scale, size_t count), (out, shift, scale, count))

void residual_rescale(double *out, double shift, double scale, size_t count)
{
	rescale(out, shift, scale, count);
}

BASE_BOTH void moments_both(double *sum, double *squares, const double *values, size_t rows)
{
	quad s = { 0, 0, 0, 0 }, q = { 0, 0, 0, 0 }, u;
	size_t i = 0;
	for (; i + LANES <= rows; i += LANES) {
		memcpy(&u, values + i, sizeof u);
		s += u;
		q += u * u;
	}
	*sum = (s[0] + s[1]) + (s[2] + s[3]);
	*squares = (q[0] + q[1]) + (q[2] + q[3]);
	for (; i < rows; i++) {
		*sum += values[i];
		*squares += values[i] * values[i];
	}
}

BASE_TWICE_VOID(moments, (double *sum, double *squares, const double *values, size_t rows),
                (sum, squares, values, rows))

void residual_moments(double *sum, double *squares, const double *values, size_t rows)
{
	moments(sum, squares, values, rows);
}

/* Four functions at once, so that out is read and written once for them; their sum comes first. */
BASE_BOTH void subtract_tile_both(double *out, const double *const *f, const double *by, size_t count, size_t from,
                                  size_t to)
{
	size_t k = 0;
	for (; k + TOGETHER <= count; k += TOGETHER)
		for (size_t i = from; i < to; i++)
			out[i] -= (f[k][i] * by[k] + f[k + 1][i] * by[k + 1]) + (f[k + 2][i] * by[k + 2] + f[k + 3][i] * by[k + 3]);
	for (; k < count; k++)
		for (size_t i = from; i < to; i++)
			out[i] -= f[k][i] * by[k];
}

BASE_TWICE_VOID(subtract_tile,
                (double *out, const double *const *f, const double *by, size_t count, size_t from, size_t to),
                (out, f, by, count, from, to))

void residual_subtract(double *const *out, size_t responses, const double *const *functions, const double *by,
                       size_t count, size_t rows)
{
	for (size_t from = 0; from < rows; from += TILE)
		for (size_t f = 0; f < responses; f++)
			subtract_tile(out[f], functions, by + f * count, count, from, least(from + TILE, rows));
}

BASE_BOTH double dot(const double *a, const double *b, size_t count)
{
	quad s = { 0, 0, 0, 0 }, u, v;
	size_t i = 0;
	for (; i + LANES <= count; i += LANES) {
		memcpy(&u, a + i, sizeof u);
		memcpy(&v, b + i, sizeof v);
		s += u * v;
	}
	double sum = (s[0] + s[1]) + (s[2] + s[3]);
	for (; i < count; i++)
		sum += a[i] * b[i];
	return sum;
}

BASE_BOTH void add_multiple(double *out, double by, const double *a, size_t count)
{
	for (size_t i = 0; i < count; i++)
		out[i] += by * a[i];
}

/* By rows. A pivot that rounding took away is replaced by what rounding can be. */
BASE_BOTH void factorise(double *a, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double *row = a + i * count;
		for (size_t j = 0; j < i; j++)
			row[j] = (row[j] - dot(row, a + j * count, j)) * a[j * count + j];
		double whole = row[i], pivot = whole - dot(row, row, i), rounding = 1e-15 * whole;
		row[i] = 1 / sqrt(pivot > rounding ? pivot : rounding); /* the diagonal is kept inverted */
	}
}

BASE_BOTH void inverse_factor_both(double *out, double *a, size_t count)
{
	factorise(a, count);
	memset(out, 0, count * count * sizeof *out);
	for (size_t i = 0; i < count; i++) {
		const double *row = a + i * count;
		double *to = out + i * count;
		for (size_t j = 0; j < i; j++)
			add_multiple(to, -row[j], out + j * count, j + 1);
		for (size_t j = 0; j < i; j++)
			to[j] *= row[i];
		to[i] = row[i];
	}
}

BASE_TWICE_VOID(inverse_factor, (double *out, double *a, size_t count), (out, a, count))

void residual_inverse_factor(double *out, double *matrix, size_t count)
{
	inverse_factor(out, matrix, count);
}

BASE_BOTH void solve_both(double *out, const double *k, const double *b, size_t count, double *scratch)
{
	for (size_t i = 0; i < count; i++)
		scratch[i] = dot(k + i * count, b, i + 1);
	memset(out, 0, count * sizeof *out);
	for (size_t i = 0; i < count; i++)
		add_multiple(out, scratch[i], k + i * count, i + 1);
}

BASE_TWICE_VOID(solve, (double *out, const double *k, const double *b, size_t count, double *scratch),
                (out, k, b, count, scratch))

void residual_solve(double *out, const double *inverse_factor, const double *b, size_t count, double *scratch)
{
	solve(out, inverse_factor, b, count, scratch);
}

void residual_inverse_diagonal(double *out, const double *inverse_factor, size_t count)
{
	memset(out, 0, count * sizeof *out);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j <= i; j++)
			out[j] += inverse_factor[i * count + j] * inverse_factor[i * count + j];
}
