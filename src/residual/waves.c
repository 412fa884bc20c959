#include "residual/waves.h"

#include "base/wide.h"

/* cos and sin of pi u, by their series to the 22nd power: the next term is below 1e-17 at pi / 2. */
BASE_BOTH void turns_both(double *c, double *s, const double *u, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double x = 3.14159265358979323846 * u[i], y = -x * x, even = 1, odd = 1;
		for (int k = 22; k > 0; k -= 2) {
			even = 1 + even * y / (double)(k * (k - 1));
			odd = 1 + odd * y / (double)(k * (k + 1));
		}
		c[i] = even;
		s[i] = odd * x;
	}
}

BASE_TWICE_VOID(turns, (double *c, double *s, const double *u, size_t count), (c, s, u, count))

/* Turns (c, s) by (by_c, by_s). */
BASE_BOTH void turn_both(double *restrict c, double *restrict s, const double *by_c, const double *by_s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double turned = c[i] * by_c[i] - s[i] * by_s[i];
		s[i] = s[i] * by_c[i] + c[i] * by_s[i];
		c[i] = turned;
	}
}

BASE_TWICE_VOID(turn, (double *restrict c, double *restrict s, const double *by_c, const double *by_s, size_t count),
                (c, s, by_c, by_s, count))

/* Doubles the angle. */
BASE_BOTH void twice_both(double *c, double *s, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double doubled = c[i] * c[i] - s[i] * s[i];
		s[i] = 2 * s[i] * c[i];
		c[i] = doubled;
	}
}

BASE_TWICE_VOID(twice, (double *c, double *s, size_t count), (c, s, count))

/* The angle of wave k, by doubling and turning as the binary digits of k say. */
static void turn_to(double *c, double *s, size_t k, const double *by_c, const double *by_s, size_t count)
{
	size_t digit = 1;
	while (2 * digit <= k)
		digit *= 2;
	for (size_t i = 0; i < count; i++) {
		c[i] = k == 0 ? 1 : by_c[i];
		s[i] = k == 0 ? 0 : by_s[i];
	}
	for (; digit > 1; digit /= 2) {
		twice(c, s, count);
		if (k & (digit / 2))
			turn(c, s, by_c, by_s, count);
	}
}

void residual_waves(double *out, base_arena *arena, const double *u, size_t count, size_t first, size_t last)
{
	base_arena_mark mark = base_arena_here(arena);
	double *by_c = base_arena_take(arena, count, 4 * sizeof *by_c);
	double *by_s = by_c + count, *c = by_s + count, *s = c + count;
	turns(by_c, by_s, u, count);
	turn_to(c, s, first, by_c, by_s, count);
	for (size_t k = first; k <= last; k++, out += count) {
		const double *wave = k % 2 ? s : c;
		for (size_t i = 0; i < count; i++)
			out[i] = 1.41421356237309504880 * wave[i];
		if (k < last)
			turn(c, s, by_c, by_s, count);
	}
	base_arena_back(arena, mark);
}
