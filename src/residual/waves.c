#include "residual/waves.h"

#include <stdbool.h>

#include "base/wide.h"

/* By their series to the 22nd power: the next term is below 1e-17 at pi / 2. */
BASE_BOTH void turns_both(double *restrict c, double *restrict s, const double *restrict u, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double x = 3.14159265358979323846 * u[i], y = -x * x, even = 1, odd = 1;
		for (int k = 22; k > 0; k -= 2) {
			even = 1 + even * y * (1.0 / (k * (k - 1)));
			odd = 1 + odd * y * (1.0 / (k * (k + 1)));
		}
		c[i] = even;
		s[i] = odd * x;
	}
}

BASE_TWICE_VOID(turns, (double *restrict c, double *restrict s, const double *restrict u, size_t count),
                (c, s, u, count))

void residual_turns(double *c, double *s, const double *u, size_t count)
{
	turns(c, s, u, count);
}

/* Turns (c, s) by (by_c, by_s). */
BASE_BOTH void turn_both(double *restrict c, double *restrict s, const double *restrict by_c,
                         const double *restrict by_s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double turned = c[i] * by_c[i] - s[i] * by_s[i];
		s[i] = s[i] * by_c[i] + c[i] * by_s[i];
		c[i] = turned;
	}
}

/* Doubles the angle. */
BASE_BOTH void twice_both(double *restrict c, double *restrict s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double doubled = c[i] * c[i] - s[i] * s[i];
		s[i] = 2 * s[i] * c[i];
		c[i] = doubled;
	}
}

/* The angle k times, by doubling and turning as the binary digits of k say. */
BASE_BOTH void turn_to_both(double *restrict c, double *restrict s, size_t k, const double *restrict by_c,
                            const double *restrict by_s, size_t count)
{
	size_t digit = 1;
	while (2 * digit <= k)
		digit *= 2;
	for (size_t i = 0; i < count; i++) {
		c[i] = by_c[i];
		s[i] = by_s[i];
	}
	for (; digit > 1; digit /= 2) {
		twice_both(c, s, count);
		if (k & (digit / 2))
			turn_both(c, s, by_c, by_s, count);
	}
}

static const double root = 1.41421356237309504880; /* of 2: gives waves variance 1 */

BASE_BOTH void scale_both(double *restrict out, const double *restrict wave, size_t count)
{
	for (size_t i = 0; i < count; i++)
		out[i] = root * wave[i];
}

/* Turns twice; the wave of odd number is a sine, that of even number a cosine. */
BASE_BOTH void turn_twice_both(double *restrict odd, double *restrict even, bool odd_first, double *restrict c,
                               double *restrict s, const double *restrict by_c, const double *restrict by_s,
                               size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double c1 = c[i] * by_c[i] - s[i] * by_s[i], s1 = s[i] * by_c[i] + c[i] * by_s[i];
		double c2 = c1 * by_c[i] - s1 * by_s[i], s2 = s1 * by_c[i] + c1 * by_s[i];
		c[i] = c2;
		s[i] = s2;
		odd[i] = root * (odd_first ? s1 : s2);
		even[i] = root * (odd_first ? c2 : c1);
	}
}

BASE_BOTH void fill_both(double *out, size_t stride, double *c, double *s, const double *by_c, const double *by_s,
                         size_t count, size_t first, size_t last)
{
	turn_to_both(c, s, first, by_c, by_s, count);
	scale_both(out, first % 2 ? s : c, count);
	size_t k = first + 1;
	for (; k + 1 <= last; k += 2) {
		double *one = out + (k - first) * stride, *other = one + stride;
		if (k % 2)
			turn_twice_both(one, other, true, c, s, by_c, by_s, count);
		else
			turn_twice_both(other, one, false, c, s, by_c, by_s, count);
	}
	if (k == last) {
		turn_both(c, s, by_c, by_s, count);
		scale_both(out + (k - first) * stride, k % 2 ? s : c, count);
	}
}

BASE_TWICE_VOID(fill,
                (double *out, size_t stride, double *c, double *s, const double *by_c, const double *by_s, size_t count,
                 size_t first, size_t last),
                (out, stride, c, s, by_c, by_s, count, first, last))

enum { PIECE = 512 }; /* angles that are turned at once stay in the cache */

void residual_waves(double *out, size_t stride, base_arena *scratch, const double *c, const double *s, size_t count,
                    size_t first, size_t last)
{
	base_arena_mark mark = base_arena_here(scratch);
	double *room = base_arena_take(scratch, 2 * PIECE, sizeof *room);
	for (size_t from = 0; from < count; from += PIECE)
		fill(out + from, stride, room, room + PIECE, c + from, s + from, count - from < PIECE ? count - from : PIECE,
		     first, last);
	base_arena_back(scratch, mark);
}
