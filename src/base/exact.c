/* Exact sums of doubles, by blocks of rows (exact_parts.h). */
#include <stdlib.h>

#include "base/exact_parts.h"
#include "base/memory.h"

/* Sum of the products of two columns within one block. */
BASE_BOTH double dot_both(const double *a, const double *b, size_t rows)
{
	quad s = { 0 }, t = { 0 }, u, v;
	size_t i = 0;
	for (; i + 2 * QUAD <= rows; i += 2 * QUAD) {
		LOAD(u, a + i);
		LOAD(v, b + i);
		s += u * v;
		LOAD(u, a + i + QUAD);
		LOAD(v, b + i + QUAD);
		t += u * v;
	}
	s += t;
	double sum = sum_of(&s);
	for (; i < rows; i++)
		sum += a[i] * b[i];
	return sum;
}

BASE_TWICE(double, dot, (const double *a, const double *b, size_t rows), (a, b, rows))

double base_dot(const double *a, const double *b, size_t rows)
{
	carried sum = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK) {
		size_t count = rows - start < BLOCK ? rows - start : BLOCK;
		carry(&sum, dot(a + start, b + start, count));
	}
	return carried_value(&sum);
}

BASE_BOTH double total_both(const double *values, size_t rows)
{
	quad s = { 0 }, t = { 0 }, u;
	size_t i = 0;
	for (; i + 2 * QUAD <= rows; i += 2 * QUAD) {
		LOAD(u, values + i);
		s += u;
		LOAD(u, values + i + QUAD);
		t += u;
	}
	s += t;
	double sum = sum_of(&s);
	for (; i < rows; i++)
		sum += values[i];
	return sum;
}

BASE_TWICE(double, total, (const double *values, size_t rows), (values, rows))

double base_total(const double *values, size_t rows)
{
	carried sum = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK)
		carry(&sum, total(values + start, rows - start < BLOCK ? rows - start : BLOCK));
	return carried_value(&sum);
}

/* Sums of t and of t^2 over the rows of a block. */
BASE_BOTH void product_sums_both(double sums[2], const double *a, const double *b, size_t rows)
{
	const quad rounding = { 0x1.8p36, 0x1.8p36, 0x1.8p36, 0x1.8p36 };
	quad s = { 0 }, q = { 0 }, u, v;
	size_t i = 0;
	for (; i + QUAD <= rows; i += QUAD) {
		LOAD(u, a + i);
		LOAD(v, b + i);
		quad t = (u * v + rounding) - rounding;
		s += t;
		q += t * t;
	}
	sums[0] = sum_of(&s);
	sums[1] = sum_of(&q);
	for (; i < rows; i++) {
		double t = base_round(a[i] * b[i]);
		sums[0] += t;
		sums[1] += t * t;
	}
}

BASE_TWICE_VOID(product_sums, (double sums[2], const double *a, const double *b, size_t rows), (sums, a, b, rows))

void base_product_sums(double *sum, double *squares, const double *a, const double *b, size_t rows)
{
	carried first = { 0, 0 }, second = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK) {
		double sums[2];
		size_t count = rows - start < BLOCK ? rows - start : BLOCK;
		product_sums(sums, a + start, b + start, count);
		carry(&first, sums[0]);
		carry(&second, sums[1]);
	}
	*sum = carried_value(&first);
	*squares = carried_value(&second);
}

BASE_BOTH void power_sums_both(double sums[2], const double *values, size_t rows)
{
	const quad rounding = { 0x1.8p42, 0x1.8p42, 0x1.8p42, 0x1.8p42 };
	quad squares = { 0 }, cubes = { 0 }, v;
	size_t i = 0;
	for (; i + QUAD <= rows; i += QUAD) {
		LOAD(v, values + i);
		quad square = (v * v + rounding) - rounding;
		squares += square;
		cubes += (square * v + rounding) - rounding;
	}
	sums[0] = sum_of(&squares);
	sums[1] = sum_of(&cubes);
	for (; i < rows; i++) {
		double square = base_round_coarsely(values[i] * values[i]);
		sums[0] += square;
		sums[1] += base_round_coarsely(square * values[i]);
	}
}

BASE_TWICE_VOID(power_sums, (double sums[2], const double *values, size_t rows), (sums, values, rows))

/* Each term is a multiple of 2^-10 and at most 2^12, so a double holds the sum over any table exactly. */
void base_power_sums(double *squares, double *cubes, const double *values, size_t rows)
{
	double sums[2];
	power_sums(sums, values, rows);
	*squares = sums[0];
	*cubes = sums[1];
}

/* Adds the products of one or two columns of one side with four columns of the other, which are `stride` apart. */
BASE_BOTH void add_tile(double out[8], const double *a, const double *b, size_t stride, size_t rows, bool two)
{
	quad s[8] = { { 0 } }, first, second, other;
	size_t i = 0;
	for (; i + QUAD <= rows; i += QUAD) {
		LOAD(first, a + i);
		if (two)
			LOAD(second, a + stride + i);
		for (size_t k = 0; k < 4; k++) {
			LOAD(other, b + k * stride + i);
			s[k] += first * other;
			if (two)
				s[k + 4] += second * other;
		}
	}
	for (size_t k = 0; k < 8; k++)
		out[k] += sum_of(&s[k]);
	for (; i < rows; i++)
		for (size_t k = 0; k < 4; k++) {
			out[k] += a[i] * b[k * stride + i];
			out[k + 4] += two ? a[stride + i] * b[k * stride + i] : 0;
		}
}

typedef struct strip {
	const double *a, *b;
	size_t a_count, b_count, stride, rows;
	size_t width; /* length of a row of products */
} strip;

/* Products of columns i, i + 1 of `a` with j .. j + 3 of `b`, as far as they exist. */
BASE_BOTH void add_corner(double *out, const strip *s, size_t i, size_t j)
{
	const double *a = s->a + i * s->stride, *b = s->b + j * s->stride;
	bool two = i + 2 <= s->a_count;
	if (j + 4 <= s->b_count) {
		double tile[8] = { 0 };
		if (two)
			add_tile(tile, a, b, s->stride, s->rows, true);
		else
			add_tile(tile, a, b, s->stride, s->rows, false);
		for (size_t k = 0; k < (two ? 8 : 4); k++)
			out[(i + k / 4) * s->width + j + k % 4] += tile[k];
		return;
	}
	for (size_t r = 0; r < 2 && i + r < s->a_count; r++)
		for (size_t c = 0; c < 4 && j + c < s->b_count; c++)
			out[(i + r) * s->width + j + c] += dot_both(a + r * s->stride, b + c * s->stride, s->rows);
}

BASE_BOTH void add_strip_both(double *out, const strip *s, bool symmetric)
{
	for (size_t j = 0; j < s->b_count; j += 4) /* four columns stay in the first-level cache */
		for (size_t i = 0; i < (symmetric ? j + 4 : s->a_count) && i < s->a_count; i += 2)
			add_corner(out, s, i, j);
}

BASE_TWICE_VOID(add_strip, (double *out, const strip *s, bool symmetric), (out, s, symmetric))

/* Sums over up to BLOCK rows, beginning at `start`. */
static void add_block(double *out, const strip *whole, size_t start, bool symmetric)
{
	size_t end = whole->rows - start < BLOCK ? whole->rows : start + BLOCK;
	memset(out, 0, whole->a_count * whole->b_count * sizeof *out);
	for (; start < end; start += STRIP) {
		strip s = *whole;
		s.a += start;
		s.b += start;
		s.rows = end - start < STRIP ? end - start : STRIP;
		add_strip(out, &s, symmetric);
	}
}

bool base_products(double *out, const double *a, size_t a_count, const double *b, size_t b_count, size_t rows,
                   bool symmetric)
{
	size_t cells = a_count * b_count;
	strip whole = { a, b, a_count, b_count, rows, rows, b_count };
	if (rows <= BLOCK)
		add_block(out, &whole, 0, symmetric);
	else {
		carried *sums = base_array_zero(cells, sizeof *sums);
		if (sums == NULL)
			return false;
		for (size_t start = 0; start < rows; start += BLOCK) {
			add_block(out, &whole, start, symmetric);
			for (size_t c = 0; c < cells; c++)
				carry(&sums[c], out[c]);
		}
		for (size_t c = 0; c < cells; c++)
			out[c] = carried_value(&sums[c]);
		free(sums);
	}
	if (symmetric)
		mirror(out, a_count);
	return true;
}

BASE_TWICE_VOID(fix, (double *values, size_t rows, shift *by), (values, rows, by))

static void fix_values(double *values, size_t rows, shift *by)
{
	carried total = { 0, 0 }, squares = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK) {
		fix(values + start, rows - start < BLOCK ? rows - start : BLOCK, by);
		carry(&total, by->total);
		carry(&squares, by->squares);
	}
	by->total = carried_value(&total);
	by->squares = carried_value(&squares);
}

void base_fix_all(double *values, size_t count)
{
	fix_values(values, count, &(shift){ .mean = 0, .scale = 1 });
}

double base_standardise(double *values, size_t rows)
{
	shift by = { .mean = 0, .scale = 1 };
	fix_values(values, rows, &by);
	by.mean = by.total / (double)rows;
	double variance = by.squares / (double)rows - by.mean * by.mean;
	double deviation = variance > 1e-9 ? sqrt(variance) : 0;
	by.scale = deviation > 0 ? 1 / deviation : 0;
	fix_values(values, rows, &by);
	return deviation;
}
