/* Exact sums by blocks. A product is a multiple of 2^-32 and at most 2^8, so the sum of 4096 products needs at most 52
 * bits. The sum of each block is split into its integer part and its fraction, and both are accumulated as integers. */
#include "base/exact.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/wide.h"

enum { BLOCK = 4096, STRIP = 256 };

/* Processes four rows at a time: one operation with AVX2, two without. The sums are exact, so their order does not
 * matter. */
typedef double quad __attribute__((vector_size(32)));
typedef int64_t choice __attribute__((vector_size(32))); /* result of comparing two quads: all bits set or none */

enum { QUAD = 4 };

/* Loads a quad from any address. No function takes or returns quads, because the calling convention would depend on the
 * processor. */
#define LOAD(to, values) memcpy(&(to), (values), sizeof(to))

BASE_BOTH double sum_of(const quad *q)
{
	return ((*q)[0] + (*q)[1]) + ((*q)[2] + (*q)[3]);
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

static double dot_plainly(const double *a, const double *b, size_t rows)
{
	return dot_both(a, b, rows);
}

BASE_WIDE static double dot_widely(const double *a, const double *b, size_t rows)
{
	return dot_both(a, b, rows);
}

double base_dot(const double *a, const double *b, size_t rows)
{
	carried sum = { 0, 0 };
	bool wide = base_is_wide();
	for (size_t start = 0; start < rows; start += BLOCK) {
		size_t count = rows - start < BLOCK ? rows - start : BLOCK;
		carry(&sum, (wide ? dot_widely : dot_plainly)(a + start, b + start, count));
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

static double total_plainly(const double *values, size_t rows)
{
	return total_both(values, rows);
}

BASE_WIDE static double total_widely(const double *values, size_t rows)
{
	return total_both(values, rows);
}

double base_total(const double *values, size_t rows)
{
	carried sum = { 0, 0 };
	bool wide = base_is_wide();
	for (size_t start = 0; start < rows; start += BLOCK)
		carry(&sum, (wide ? total_widely : total_plainly)(values + start, rows - start < BLOCK ? rows - start : BLOCK));
	return carried_value(&sum);
}

/* Sums of t and of t^2 over the rows of a block. */
BASE_BOTH void product_sums_both(double sums[2], const double *a, const double *b, size_t rows)
{
	const quad shift = { 0x1.8p36, 0x1.8p36, 0x1.8p36, 0x1.8p36 };
	quad s = { 0 }, q = { 0 }, u, v;
	size_t i = 0;
	for (; i + QUAD <= rows; i += QUAD) {
		LOAD(u, a + i);
		LOAD(v, b + i);
		quad t = (u * v + shift) - shift;
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

static void product_sums_plainly(double sums[2], const double *a, const double *b, size_t rows)
{
	product_sums_both(sums, a, b, rows);
}

BASE_WIDE static void product_sums_widely(double sums[2], const double *a, const double *b, size_t rows)
{
	product_sums_both(sums, a, b, rows);
}

void base_product_sums(double *sum, double *squares, const double *a, const double *b, size_t rows)
{
	carried first = { 0, 0 }, second = { 0, 0 };
	bool wide = base_is_wide();
	for (size_t start = 0; start < rows; start += BLOCK) {
		double sums[2];
		size_t count = rows - start < BLOCK ? rows - start : BLOCK;
		(wide ? product_sums_widely : product_sums_plainly)(sums, a + start, b + start, count);
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

static void power_sums_plainly(double sums[2], const double *values, size_t rows)
{
	power_sums_both(sums, values, rows);
}

BASE_WIDE static void power_sums_widely(double sums[2], const double *values, size_t rows)
{
	power_sums_both(sums, values, rows);
}

/* Each term is a multiple of 2^-10 and at most 2^12, so a double holds the sum over any table exactly. */
void base_power_sums(double *squares, double *cubes, const double *values, size_t rows)
{
	double sums[2];
	(base_is_wide() ? power_sums_widely : power_sums_plainly)(sums, values, rows);
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

static void add_strip_plainly(double *out, const strip *s, bool symmetric)
{
	add_strip_both(out, s, symmetric);
}

BASE_WIDE static void add_strip_widely(double *out, const strip *s, bool symmetric)
{
	add_strip_both(out, s, symmetric);
}

static void mirror(double *out, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			out[i * count + j] = out[j * count + i];
}

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
		(base_is_wide() ? add_strip_widely : add_strip_plainly)(out, &s, symmetric);
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

/* Computes (value - mean) scale, rounds it with base_fix(), and sums the results and their squares. */
typedef struct shift {
	double mean, scale;
	double total, squares;
} shift;

/* base_fix() of four numbers. It uses the same comparisons, so NaN stays NaN. */
BASE_BOTH void fix_quad(quad *c)
{
	const quad most = { BASE_LARGEST, BASE_LARGEST, BASE_LARGEST, BASE_LARGEST };
	const quad rounding = { 0x1.8p36, 0x1.8p36, 0x1.8p36, 0x1.8p36 };
	choice bits = (choice)*c, above = *c > most, below = *c < -most;
	bits ^= (bits ^ (choice)most) & above;
	bits ^= (bits ^ (choice)(-most)) & below;
	*c = ((quad)bits + rounding) - rounding;
}

BASE_BOTH void fix_both(double *values, size_t rows, shift *by)
{
	const quad means = { by->mean, by->mean, by->mean, by->mean };
	const quad scales = { by->scale, by->scale, by->scale, by->scale };
	quad total = { 0 }, squares = { 0 }, c;
	size_t i = 0;
	for (; i + QUAD <= rows; i += QUAD) {
		LOAD(c, values + i);
		c = (c - means) * scales;
		fix_quad(&c);
		memcpy(values + i, &c, sizeof c);
		total += c;
		squares += c * c;
	}
	by->total = sum_of(&total);
	by->squares = sum_of(&squares);
	for (; i < rows; i++) {
		values[i] = base_fix((values[i] - by->mean) * by->scale);
		by->total += values[i];
		by->squares += values[i] * values[i];
	}
}

static void fix_plainly(double *values, size_t rows, shift *by)
{
	fix_both(values, rows, by);
}

BASE_WIDE static void fix_widely(double *values, size_t rows, shift *by)
{
	fix_both(values, rows, by);
}

static void fix_values(double *values, size_t rows, shift *by)
{
	carried total = { 0, 0 }, squares = { 0, 0 };
	bool wide = base_is_wide();
	for (size_t start = 0; start < rows; start += BLOCK) {
		(wide ? fix_widely : fix_plainly)(values + start, rows - start < BLOCK ? rows - start : BLOCK, by);
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

/* ------------------------------------------------------------------------------------------------ single precision */

/* Strips of rows are as long as stays in the nearest cache. Up to THIN columns on one side are widened, WIDENED numbers at a time, and the
 * other side is converted as it is read. More columns are packed by PANEL, NARROW rows at a time, so that a vector holds one row of four
 * columns. */
enum { PANEL = 4, NARROW = 128, THIN = 8, WIDENED = 2048 };

typedef struct single_strips {
	const float *const *a, *const *b;
	size_t a_count, b_count;
	size_t strip;   /* rows */
	double *packed; /* the columns of a: [columns][strip], or [panels][NARROW][PANEL] */
	bool symmetric;
} single_strips;

/* Adds the products of one or two columns of doubles, `stride` apart, with up to four of single precision. */
BASE_BOTH void add_thin(double *out, size_t width, const double *a, size_t stride, bool two, const float *const *b,
                        size_t b_count, size_t start, size_t rows)
{
	quad s[8] = { { 0 } }, first, second = { 0 };
	const float *at[4];
	for (size_t k = 0; k < 4; k++)
		at[k] = b[k < b_count ? k : 0] + start;
	size_t i = 0;
	for (; i + QUAD <= rows; i += QUAD) {
		LOAD(first, a + i);
		if (two)
			LOAD(second, a + stride + i);
		for (size_t k = 0; k < 4; k++) {
			const float *v = at[k] + i;
			quad other = { (double)v[0], (double)v[1], (double)v[2], (double)v[3] };
			s[k] += first * other;
			if (two)
				s[k + 4] += second * other;
		}
	}
	double sums[8];
	for (size_t k = 0; k < 8; k++)
		sums[k] = sum_of(&s[k]);
	for (; i < rows; i++)
		for (size_t k = 0; k < 4; k++) {
			sums[k] += a[i] * (double)at[k][i];
			sums[k + 4] += two ? a[stride + i] * (double)at[k][i] : 0;
		}
	for (size_t k = 0; k < b_count; k++) {
		out[k] += sums[k];
		if (two)
			out[width + k] += sums[k + 4];
	}
}

BASE_BOTH void add_thin_strip(double *out, const single_strips *s, size_t start, size_t rows)
{
	for (size_t i = 0; i < s->a_count; i++)
		for (size_t r = 0; r < rows; r++)
			s->packed[i * s->strip + r] = (double)s->a[i][start + r];
	for (size_t j = 0; j < s->b_count; j += 4)
		for (size_t i = 0; i < s->a_count; i += 2) {
			size_t count = s->b_count - j < 4 ? s->b_count - j : 4;
			double *to = out + i * s->b_count + j;
			const double *a = s->packed + i * s->strip;
			if (i + 1 < s->a_count)
				add_thin(to, s->b_count, a, s->strip, true, s->b + j, count, start, rows);
			else
				add_thin(to, s->b_count, a, s->strip, false, s->b + j, count, start, rows);
		}
}

/* Panels of some columns; those that are missing in the last one are 0. */
BASE_BOTH void pack(double *out, size_t panels, const float *const *columns, size_t count, size_t start, size_t rows)
{
	for (size_t p = 0; p < panels; p++) {
		const float *at[PANEL];
		for (size_t c = 0; c < PANEL; c++)
			at[c] = p * PANEL + c < count ? columns[p * PANEL + c] + start : NULL;
		double *to = out + p * PANEL * NARROW;
		if (at[PANEL - 1] != NULL)
			for (size_t r = 0; r < rows; r++)
				for (size_t c = 0; c < PANEL; c++)
					to[r * PANEL + c] = (double)at[c][r];
		else
			for (size_t r = 0; r < rows; r++)
				for (size_t c = 0; c < PANEL; c++)
					to[r * PANEL + c] = at[c] != NULL ? (double)at[c][r] : 0;
	}
}

/* Adds the products of one panel with two others. */
BASE_BOTH void add_panels(double *out, size_t width, const double *a, size_t a_count, const double *b, size_t b_count,
                          size_t rows)
{
	quad s[PANEL][2] = { { { 0 } } }, left, right;
	for (size_t r = 0; r < rows; r++) {
		LOAD(left, b + r * PANEL);
		LOAD(right, b + (NARROW + r) * PANEL);
		for (size_t k = 0; k < PANEL; k++) {
			double value = a[r * PANEL + k];
			const quad all = { value, value, value, value };
			s[k][0] += all * left;
			s[k][1] += all * right;
		}
	}
	if (a_count >= PANEL && b_count == 2 * PANEL) {
		for (size_t k = 0; k < PANEL; k++) {
			LOAD(left, out + k * width);
			LOAD(right, out + k * width + PANEL);
			s[k][0] += left;
			s[k][1] += right;
			memcpy(out + k * width, s[k], sizeof s[k]);
		}
		return;
	}
	double sums[PANEL][2 * PANEL];
	memcpy(sums, s, sizeof sums);
	for (size_t k = 0; k < PANEL && k < a_count; k++)
		for (size_t j = 0; j < 2 * PANEL && j < b_count; j++)
			out[k * width + j] += sums[k][j];
}

BASE_BOTH void add_thick_strip(double *out, const single_strips *s, size_t start, size_t rows)
{
	double pair[2 * PANEL * NARROW];
	pack(s->packed, (s->a_count + 2 * PANEL - 1) / (2 * PANEL) * 2, s->a, s->a_count, start, rows);
	for (size_t j = 0; j < s->b_count; j += 2 * PANEL) {
		size_t count = s->b_count - j < 2 * PANEL ? s->b_count - j : 2 * PANEL;
		size_t others = s->symmetric && j + count < s->a_count ? j + count : s->a_count;
		const double *b = s->symmetric ? s->packed + j * NARROW : pair;
		if (!s->symmetric)
			pack(pair, 2, s->b + j, count, start, rows);
		for (size_t i = 0; i < others; i += PANEL)
			add_panels(out + i * s->b_count + j, s->b_count, s->packed + i * NARROW, others - i, b, count, rows);
	}
}

BASE_BOTH void add_single_strip_both(double *out, const single_strips *s, size_t start, size_t rows)
{
	if (s->a_count <= THIN)
		add_thin_strip(out, s, start, rows);
	else
		add_thick_strip(out, s, start, rows);
}

static void add_single_strip_plainly(double *out, const single_strips *s, size_t start, size_t rows)
{
	add_single_strip_both(out, s, start, rows);
}

BASE_WIDE static void add_single_strip_widely(double *out, const single_strips *s, size_t start, size_t rows)
{
	add_single_strip_both(out, s, start, rows);
}

/* Sums over up to BLOCK rows, beginning at `start`. */
static void add_single_block(double *out, const single_strips *s, size_t start, size_t rows)
{
	size_t end = rows - start < BLOCK ? rows : start + BLOCK;
	memset(out, 0, s->a_count * s->b_count * sizeof *out);
	for (; start < end; start += s->strip)
		(base_is_wide() ? add_single_strip_widely
		                : add_single_strip_plainly)(out, s, start, end - start < s->strip ? end - start : s->strip);
}

bool base_products_single(double *out, const float *const *a, size_t a_count, const float *const *b, size_t b_count,
                          size_t rows, bool symmetric)
{
	bool thin = a_count <= THIN;
	size_t cells = a_count * b_count, packed = thin ? WIDENED : (a_count + 2 * PANEL) * NARROW; /* pairs of panels */
	single_strips s = { .a = a, .b = b, .a_count = a_count, .b_count = b_count, .symmetric = symmetric };
	s.strip = thin && a_count > 0 ? WIDENED / a_count : NARROW;
	s.packed = base_array(packed, sizeof *s.packed);
	carried *sums = base_array_zero(rows > BLOCK ? cells : 0, sizeof *sums);
	bool done = s.packed != NULL && sums != NULL;
	for (size_t start = 0; done && start < rows; start += BLOCK) {
		add_single_block(out, &s, start, rows);
		for (size_t c = 0; rows > BLOCK && c < cells; c++)
			carry(&sums[c], out[c]);
	}
	for (size_t c = 0; done && rows > BLOCK && c < cells; c++)
		out[c] = carried_value(&sums[c]);
	if (done && symmetric)
		mirror(out, a_count);
	free(s.packed);
	free(sums);
	return done;
}

BASE_BOTH void add_single_both(double *out, double factor, const float *values, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		out[i] += factor * (double)values[i];
}

static void add_single_plainly(double *out, double factor, const float *values, size_t rows)
{
	add_single_both(out, factor, values, rows);
}

BASE_WIDE static void add_single_widely(double *out, double factor, const float *values, size_t rows)
{
	add_single_both(out, factor, values, rows);
}

void base_add_single(double *out, double factor, const float *values, size_t rows)
{
	(base_is_wide() ? add_single_widely : add_single_plainly)(out, factor, values, rows);
}

/* Like fix_both(), for up to BLOCK rows, one strip at a time. */
BASE_BOTH void fix_single_both(float *values, size_t rows, shift *by)
{
	double wide[STRIP], total = 0, squares = 0;
	for (size_t start = 0; start < rows; start += STRIP) {
		size_t count = rows - start < STRIP ? rows - start : STRIP;
		float *at = values + start;
		for (size_t i = 0; i < count; i++)
			wide[i] = (double)at[i];
		fix_both(wide, count, by);
		for (size_t i = 0; i < count; i++)
			at[i] = (float)wide[i];
		total += by->total;
		squares += by->squares;
	}
	by->total = total;
	by->squares = squares;
}

static void fix_single_plainly(float *values, size_t rows, shift *by)
{
	fix_single_both(values, rows, by);
}

BASE_WIDE static void fix_single_widely(float *values, size_t rows, shift *by)
{
	fix_single_both(values, rows, by);
}

static void fix_single(float *values, size_t rows, shift *by)
{
	carried total = { 0, 0 }, squares = { 0, 0 };
	bool wide = base_is_wide();
	for (size_t start = 0; start < rows; start += BLOCK) {
		(wide ? fix_single_widely : fix_single_plainly)(values + start, rows - start < BLOCK ? rows - start : BLOCK,
		                                                by);
		carry(&total, by->total);
		carry(&squares, by->squares);
	}
	by->total = carried_value(&total);
	by->squares = carried_value(&squares);
}

/* Sums of values and of their squares, of up to BLOCK rows. */
BASE_BOTH void sum_single_both(shift *sums, const float *values, size_t rows)
{
	quad total = { 0 }, squares = { 0 };
	size_t i = 0;
	for (; i + QUAD <= rows; i += QUAD) {
		const float *v = values + i;
		quad c = { (double)v[0], (double)v[1], (double)v[2], (double)v[3] };
		total += c;
		squares += c * c;
	}
	sums->total = sum_of(&total);
	sums->squares = sum_of(&squares);
	for (; i < rows; i++) {
		sums->total += (double)values[i];
		sums->squares += (double)values[i] * (double)values[i];
	}
}

static void sum_single_plainly(shift *sums, const float *values, size_t rows)
{
	sum_single_both(sums, values, rows);
}

BASE_WIDE static void sum_single_widely(shift *sums, const float *values, size_t rows)
{
	sum_single_both(sums, values, rows);
}

/* The mean and the variance of values that were fixed. */
static double mean_and_variance(double *mean, const float *values, size_t rows)
{
	carried total = { 0, 0 }, squares = { 0, 0 };
	bool wide = base_is_wide();
	for (size_t start = 0; start < rows; start += BLOCK) {
		shift sums;
		(wide ? sum_single_widely : sum_single_plainly)(&sums, values + start,
		                                                rows - start < BLOCK ? rows - start : BLOCK);
		carry(&total, sums.total);
		carry(&squares, sums.squares);
	}
	*mean = carried_value(&total) / (double)rows;
	return carried_value(&squares) / (double)rows - *mean * *mean;
}

double base_centre_single(float *values, size_t rows)
{
	shift by = { .scale = 1 };
	mean_and_variance(&by.mean, values, rows);
	fix_single(values, rows, &by);
	return by.squares;
}

double base_standardise_single(float *values, size_t rows)
{
	shift by = { 0 };
	double variance = mean_and_variance(&by.mean, values, rows);
	by.scale = variance > 1e-9 ? 1 / sqrt(variance) : 0;
	fix_single(values, rows, &by);
	return by.squares;
}
