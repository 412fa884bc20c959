/* Four partial sums per inner product, in a fixed order, so that vector instructions change no bit. Four rows, or columns of the inverse,
 * are worked on at a time: their sums do not wait for each other. */
#include "regress/cholesky.h"

#include <math.h>
#include <string.h>

#include "base/wide.h"

typedef double quad __attribute__((vector_size(32)));

BASE_BOTH double dot(const double *a, const double *b, size_t count)
{
	quad s = { 0, 0, 0, 0 }, u, v;
	size_t i = 0;
	for (; i + 4 <= count; i += 4) {
		memcpy(&u, a + i, sizeof u);
		memcpy(&v, b + i, sizeof v);
		s += u * v;
	}
	double sum = (s[0] + s[1]) + (s[2] + s[3]);
	for (; i < count; i++)
		sum += a[i] * b[i];
	return sum;
}

enum { TOGETHER = 4 };

/* out[r] = dot() of the four rows from `a` on, `stride` apart, with b. */
BASE_BOTH void dot_together(double out[TOGETHER], const double *a, size_t stride, const double *b, size_t count)
{
	quad s[TOGETHER] = { { 0 } }, u, v;
	size_t i = 0;
	for (; i + 4 <= count; i += 4) {
		memcpy(&v, b + i, sizeof v);
		for (size_t r = 0; r < TOGETHER; r++) {
			memcpy(&u, a + r * stride + i, sizeof u);
			s[r] += u * v;
		}
	}
	for (size_t r = 0; r < TOGETHER; r++)
		out[r] = (s[r][0] + s[r][1]) + (s[r][2] + s[r][3]);
	for (; i < count; i++)
		for (size_t r = 0; r < TOGETHER; r++)
			out[r] += a[r * stride + i] * b[i];
}

/* The factor's row `i` from column `from` on. */
BASE_BOTH bool finish_row(double *matrix, size_t count, size_t i, size_t from)
{
	double *row = matrix + i * count;
	for (size_t j = from; j < i; j++) {
		const double *other = matrix + j * count;
		row[j] = (row[j] - dot(row, other, j)) / other[j];
	}
	double pivot = row[i] - dot(row, row, i);
	if (!(pivot > 0))
		return false;
	row[i] = sqrt(pivot);
	return true;
}

BASE_BOTH bool cholesky_both(double *matrix, size_t count)
{
	for (size_t i = 0; i < count; i += TOGETHER) {
		size_t rows = count - i < TOGETHER ? count - i : TOGETHER;
		for (size_t j = 0; rows == TOGETHER && j < i; j++) {
			const double *other = matrix + j * count;
			double sums[TOGETHER];
			dot_together(sums, matrix + i * count, count, other, j);
			for (size_t r = 0; r < TOGETHER; r++) {
				double *at = matrix + (i + r) * count + j;
				*at = (*at - sums[r]) / other[j];
			}
		}
		for (size_t r = 0; r < rows; r++)
			if (!finish_row(matrix, count, i + r, rows == TOGETHER ? i : 0))
				return false;
	}
	return true;
}

static bool cholesky_plainly(double *matrix, size_t count)
{
	return cholesky_both(matrix, count);
}

BASE_WIDE static bool cholesky_widely(double *matrix, size_t count)
{
	return cholesky_both(matrix, count);
}

bool regress_cholesky(double *matrix, size_t count)
{
	return (base_is_wide() ? cholesky_widely : cholesky_plainly)(matrix, count);
}

double regress_dot(const double *a, const double *b, size_t count)
{
	return dot(a, b, count);
}

void regress_forward(double *b, const double *factor, size_t count)
{
	for (size_t i = 0; i < count; i++)
		b[i] = (b[i] - dot(factor + i * count, b, i)) / factor[i * count + i];
}

void regress_backward(double *b, const double *factor, size_t count)
{
	for (size_t i = count; i-- > 0;) {
		b[i] /= factor[i * count + i];
		const double *row = factor + i * count;
		for (size_t j = 0; j < i; j++)
			b[j] -= b[i] * row[j];
	}
}

/* Of columns j and up to three more. What is before their diagonals is 0. */
BASE_BOTH void inverse_columns_both(double *out, const double *factor, size_t count)
{
	memset(out, 0, count * count * sizeof *out);
	for (size_t j = 0; j < count; j += TOGETHER) {
		size_t columns = count - j < TOGETHER ? count - j : TOGETHER;
		for (size_t i = j; i < count; i++) {
			const double *row = factor + i * count;
			double sums[TOGETHER];
			if (columns == TOGETHER)
				dot_together(sums, out + j * count + j, count, row + j, i - j);
			for (size_t r = 0; columns < TOGETHER && r < columns; r++)
				sums[r] = dot(row + j, out + (j + r) * count + j, i - j);
			for (size_t r = 0; r < columns && j + r <= i; r++)
				out[(j + r) * count + i] = ((i == j + r ? 1 : 0) - sums[r]) / row[i];
		}
	}
}

static void inverse_columns_plainly(double *out, const double *factor, size_t count)
{
	inverse_columns_both(out, factor, count);
}

BASE_WIDE static void inverse_columns_widely(double *out, const double *factor, size_t count)
{
	inverse_columns_both(out, factor, count);
}

void regress_inverse_columns(double *out, const double *factor, size_t count)
{
	(base_is_wide() ? inverse_columns_widely : inverse_columns_plainly)(out, factor, count);
}
