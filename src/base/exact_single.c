/* Exact sums of columns in single precision, by blocks of rows (exact_parts.h). */
#include <stdlib.h>

#include "base/exact_parts.h"
#include "base/memory.h"

/* Strips of rows are as long as stays in the nearest cache. Up to THIN columns on one side are widened, WIDENED numbers at a time, and the
 * other side is converted as it is read. More columns are packed by PANEL, NARROW rows at a time, so that a vector holds one row of four
 * columns. */
enum { PANEL = 4, NARROW = 128, THIN = 12, WIDENED = 2048 };

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

BASE_TWICE_VOID(add_single_strip, (double *out, const single_strips *s, size_t start, size_t rows),
                (out, s, start, rows))

/* Sums over up to BLOCK rows, beginning at `start`. */
static void add_single_block(double *out, const single_strips *s, size_t start, size_t rows)
{
	size_t end = rows - start < BLOCK ? rows : start + BLOCK;
	memset(out, 0, s->a_count * s->b_count * sizeof *out);
	for (; start < end; start += s->strip)
		add_single_strip(out, s, start, end - start < s->strip ? end - start : s->strip);
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

BASE_TWICE_VOID(add_single, (double *out, double factor, const float *values, size_t rows), (out, factor, values, rows))

void base_add_single(double *out, double factor, const float *values, size_t rows)
{
	add_single(out, factor, values, rows);
}

/* Like fix_both(), for up to BLOCK rows, one strip at a time. */
BASE_BOTH void fix_block_both(float *values, size_t rows, shift *by)
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

BASE_TWICE_VOID(fix_block, (float *values, size_t rows, shift *by), (values, rows, by))

static void fix_single(float *values, size_t rows, shift *by)
{
	carried total = { 0, 0 }, squares = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK) {
		fix_block(values + start, rows - start < BLOCK ? rows - start : BLOCK, by);
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

BASE_TWICE_VOID(sum_single, (shift * sums, const float *values, size_t rows), (sums, values, rows))

/* The mean and the variance of values that were fixed. */
static double mean_and_variance(double *mean, const float *values, size_t rows)
{
	carried total = { 0, 0 }, squares = { 0, 0 };
	for (size_t start = 0; start < rows; start += BLOCK) {
		shift sums;
		sum_single(&sums, values + start, rows - start < BLOCK ? rows - start : BLOCK);
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
