/* Four partial sums per inner product, in a fixed order, so that vector instructions change no bit. */
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

BASE_BOTH bool cholesky_both(double *matrix, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double *row = matrix + i * count;
		for (size_t j = 0; j < i; j++) {
			const double *other = matrix + j * count;
			row[j] = (row[j] - dot(row, other, j)) / other[j];
		}
		double pivot = row[i] - dot(row, row, i);
		if (!(pivot > 0))
			return false;
		row[i] = sqrt(pivot);
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

/* Rows of `room` are the columns of L^-1, from their diagonal on; the inverse is their products. */
BASE_BOTH void inverse_both(double *out, const double *factor, size_t count, double *room)
{
	memset(room, 0, count * count * sizeof *room);
	for (size_t j = 0; j < count; j++) {
		double *column = room + j * count;
		column[j] = 1 / factor[j * count + j];
		for (size_t i = j + 1; i < count; i++)
			column[i] = -dot(factor + i * count + j, column + j, i - j) / factor[i * count + i];
	}
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j <= i; j++)
			out[i * count + j] = out[j * count + i] = dot(room + i * count + i, room + j * count + i, count - i);
}

static void inverse_plainly(double *out, const double *factor, size_t count, double *room)
{
	inverse_both(out, factor, count, room);
}

BASE_WIDE static void inverse_widely(double *out, const double *factor, size_t count, double *room)
{
	inverse_both(out, factor, count, room);
}

void regress_inverse(double *out, const double *factor, size_t count, double *room)
{
	(base_is_wide() ? inverse_widely : inverse_plainly)(out, factor, count, room);
}
