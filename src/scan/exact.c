/* Exact sums by blocks. A product is a multiple of 2^-32 of at most 2^8, so 4096 of them need at most 52 bits; what a block
 * sums to is split into its whole part and its fraction, and each is added up as an integer. */
#include "scan/exact.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { BLOCK = 4096, STRIP = 256 };

/* Two rows at a time, which every processor of this kind can do at once. */
typedef double couple __attribute__((vector_size(16)));
typedef int64_t choice __attribute__((vector_size(16))); /* what comparing two couples gives: all bits or none */

static inline couple load(const double *values)
{
	couple c;
	memcpy(&c, values, sizeof c);
	return c;
}

typedef struct carried {
	int64_t whole;
	int64_t fraction; /* in units of 2^-32 */
} carried;

static inline void carry(carried *sum, double part)
{
	double whole = floor(part);
	sum->whole += (int64_t)whole;
	sum->fraction += (int64_t)((part - whole) * 0x1p32);
}

static inline double carried_value(const carried *sum)
{
	int64_t more = sum->fraction >> 32;
	return (double)(sum->whole + more) + (double)(sum->fraction - (more << 32)) * 0x1p-32;
}

static inline double total_strip(const double *values, size_t rows)
{
	couple s = { 0, 0 }, t = { 0, 0 };
	size_t i = 0;
	for (; i + 4 <= rows; i += 4) {
		s += load(values + i);
		t += load(values + i + 2);
	}
	s += t;
	double sum = s[0] + s[1];
	for (; i < rows; i++)
		sum += values[i];
	return sum;
}

double scan_total(const double *values, size_t rows)
{
	carried sum = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK)
		carry(&sum, total_strip(values + start, rows - start < BLOCK ? rows - start : BLOCK));
	return carried_value(&sum);
}

static inline double dot_strip(const double *a, const double *b, size_t rows)
{
	couple s = { 0, 0 }, t = { 0, 0 };
	size_t i = 0;
	for (; i + 4 <= rows; i += 4) {
		s += load(a + i) * load(b + i);
		t += load(a + i + 2) * load(b + i + 2);
	}
	s += t;
	double sum = s[0] + s[1];
	for (; i < rows; i++)
		sum += a[i] * b[i];
	return sum;
}

double scan_dot(const double *a, const double *b, size_t rows)
{
	carried sum = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK)
		carry(&sum, dot_strip(a + start, b + start, rows - start < BLOCK ? rows - start : BLOCK));
	return carried_value(&sum);
}

/* The nearest multiples of 2^-16. */
static inline couple round_couple(couple c)
{
	const couple shift = { 0x1.8p36, 0x1.8p36 };
	return (c + shift) - shift;
}

void scan_product_sums(double *sum, double *squares, const double *a, const double *b, size_t rows)
{
	carried first = { 0, 0 }, second = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK) {
		size_t end = rows - start < BLOCK ? rows : start + BLOCK, i = start;
		couple s = { 0, 0 }, q = { 0, 0 };
		for (; i + 2 <= end; i += 2) {
			couple t = round_couple(load(a + i) * load(b + i));
			s += t;
			q += t * t;
		}
		double last = i < end ? scan_round(a[i] * b[i]) : 0;
		carry(&first, s[0] + s[1] + last);
		carry(&second, q[0] + q[1] + last * last);
	}
	*sum = carried_value(&first);
	*squares = carried_value(&second);
}

/* Adds the products of two columns of one side with four of the other, which are `stride` apart. */
static void add_tile(double out[8], const double *a, const double *b, size_t stride, size_t rows)
{
	couple s[8] = { { 0 } };
	size_t i = 0;
	for (; i + 2 <= rows; i += 2) {
		couple first = load(a + i), second = load(a + stride + i);
		for (size_t k = 0; k < 4; k++) {
			couple other = load(b + k * stride + i);
			s[k] += first * other;
			s[k + 4] += second * other;
		}
	}
	for (size_t k = 0; k < 8; k++)
		out[k] += s[k][0] + s[k][1];
	for (; i < rows; i++)
		for (size_t k = 0; k < 4; k++) {
			out[k] += a[i] * b[k * stride + i];
			out[k + 4] += a[stride + i] * b[k * stride + i];
		}
}

typedef struct strip {
	const double *a, *b;
	size_t a_count, b_count, stride, rows;
} strip;

/* Products of columns i, i + 1 of `a` with j .. j + 3 of `b`, as far as they exist. */
static void add_corner(double *out, const strip *s, size_t i, size_t j)
{
	const double *a = s->a + i * s->stride, *b = s->b + j * s->stride;
	if (i + 2 <= s->a_count && j + 4 <= s->b_count) {
		double tile[8] = { 0 };
		add_tile(tile, a, b, s->stride, s->rows);
		for (size_t k = 0; k < 8; k++)
			out[(i + k / 4) * s->b_count + j + k % 4] += tile[k];
		return;
	}
	for (size_t r = 0; r < 2 && i + r < s->a_count; r++)
		for (size_t c = 0; c < 4 && j + c < s->b_count; c++)
			out[(i + r) * s->b_count + j + c] += dot_strip(a + r * s->stride, b + c * s->stride, s->rows);
}

static void add_strip(double *out, const strip *s, bool symmetric)
{
	for (size_t i = 0; i < s->a_count; i += 2)
		for (size_t j = symmetric ? i / 4 * 4 : 0; j < s->b_count; j += 4)
			add_corner(out, s, i, j);
}

static void mirror(double *out, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			out[i * count + j] = out[j * count + i];
}

/* Sums of up to BLOCK rows from `start` on. */
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

bool scan_products(double *out, const double *a, size_t a_count, const double *b, size_t b_count, size_t rows,
                   bool symmetric)
{
	size_t cells = a_count * b_count;
	strip whole = { a, b, a_count, b_count, rows, rows };
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

/* scan_fix() of two numbers. Comparisons, as there: what is no number stays none. */
static inline couple fix_couple(couple c)
{
	const couple most = { SCAN_LARGEST, SCAN_LARGEST };
	choice bits = (choice)c, above = c > most, below = c < -most;
	bits ^= (bits ^ (choice)most) & above;
	bits ^= (bits ^ (choice)(-most)) & below;
	return round_couple((couple)bits);
}

/* (value - mean) scale, fixed. */
static void fix_values(double *values, size_t rows, double mean, double scale)
{
	const couple means = { mean, mean }, scales = { scale, scale };
	size_t i = 0;
	for (; i + 2 <= rows; i += 2) {
		couple c = fix_couple((load(values + i) - means) * scales);
		memcpy(values + i, &c, sizeof c);
	}
	if (i < rows)
		values[i] = scan_fix((values[i] - mean) * scale);
}

double scan_standardise(double *values, size_t rows)
{
	fix_values(values, rows, 0, 1);
	double mean = scan_total(values, rows) / (double)rows;
	double variance = scan_dot(values, values, rows) / (double)rows - mean * mean;
	double deviation = variance > 1e-9 ? sqrt(variance) : 0;
	fix_values(values, rows, mean, deviation > 0 ? 1 / deviation : 0);
	return deviation;
}
