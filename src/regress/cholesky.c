/* Inner products have four partial sums in a fixed order, so that vector instructions change no bit. Four rows are computed at a time:
 * their sums do not wait for each other. */
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

BASE_TWICE(bool, cholesky, (double *matrix, size_t count), (matrix, count))

bool regress_cholesky(double *matrix, size_t count)
{
	return cholesky(matrix, count);
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

/* Rows k and k + 1 at a time, whose sums do not wait for each other. */
BASE_BOTH void forward_strip_both(double *at, const double *factor, size_t count, size_t first)
{
	enum { QUADS = REGRESS_STRIP / 4 };
	for (size_t k = first; k < count; k += 2) {
		bool two = k + 1 < count;
		const double *row = factor + k * count, *next = two ? row + count : row;
		double *to = at + k * REGRESS_STRIP;
		quad u[QUADS], v[QUADS], other;
		for (size_t q = 0; q < QUADS; q++) {
			memcpy(&u[q], to + 4 * q, sizeof u[q]);
			memcpy(&v[q], to + (two ? REGRESS_STRIP : 0) + 4 * q, sizeof v[q]);
		}
		for (size_t j = first; j < k; j++) {
			const quad a = { row[j], row[j], row[j], row[j] }, b = { next[j], next[j], next[j], next[j] };
			for (size_t q = 0; q < QUADS; q++) {
				memcpy(&other, at + j * REGRESS_STRIP + 4 * q, sizeof other);
				u[q] -= a * other;
				v[q] -= b * other;
			}
		}
		for (size_t q = 0; q < QUADS; q++) {
			u[q] /= row[k];
			memcpy(to + 4 * q, &u[q], sizeof u[q]);
		}
		for (size_t q = 0; two && q < QUADS; q++) {
			v[q] = (v[q] - next[k] * u[q]) / next[k + 1];
			memcpy(to + REGRESS_STRIP + 4 * q, &v[q], sizeof v[q]);
		}
	}
}

BASE_TWICE_VOID(forward_strip, (double *at, const double *factor, size_t count, size_t first),
                (at, factor, count, first))

void regress_forward_strip(double lengths[REGRESS_STRIP], double *at, const double *factor, size_t count, size_t first)
{
	forward_strip(at, factor, count, first);
	for (size_t k = first; k < count; k++)
		for (size_t i = 0; i < REGRESS_STRIP; i++)
			lengths[i] += at[k * REGRESS_STRIP + i] * at[k * REGRESS_STRIP + i];
}

void regress_inverse_diagonal(double *out, const double *factor, size_t count, double *room)
{
	for (size_t first = 0; first < count; first += REGRESS_STRIP) {
		size_t columns = count - first < REGRESS_STRIP ? count - first : REGRESS_STRIP;
		double lengths[REGRESS_STRIP] = { 0 };
		memset(room + first * REGRESS_STRIP, 0, (count - first) * REGRESS_STRIP * sizeof *room);
		for (size_t i = 0; i < columns; i++)
			room[(first + i) * REGRESS_STRIP + i] = 1;
		regress_forward_strip(lengths, room, factor, count, first);
		memcpy(out + first, lengths, columns * sizeof *out);
	}
}
