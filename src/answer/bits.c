/* See bits.h. */
#include "answer/bits.h"

#include "base/functions.h"
#include "base/special.h"

enum { TABLED = 1 << 16 /* counts whose c log2 c is tabled: half a megabyte, which a cache holds */ };

/* C(2) = 1 + Q(n) with Ramanujan's Q; its terms fall below the last bit after about 9 sqrt(n). */
static double complexity_of_two(double n)
{
	double sum = 1, term = 1;
	for (double k = 1; k <= n && term > 1e-20; k++) {
		term *= (n - k + 1) / n;
		sum += term;
	}
	return sum;
}

answer_bits *answer_bits_new(base_arena *arena, size_t rows)
{
	answer_bits *b = base_arena_take(arena, 1, sizeof *b);
	size_t tabled = rows + 1 < TABLED ? rows + 1 : TABLED;
	*b = (answer_bits){ .rows = rows, .tabled = tabled, .known = 2, .ratio = complexity_of_two((double)rows) };
	b->x_log_x = base_arena_take(arena, tabled, sizeof *b->x_log_x);
	b->x_log_x[0] = 0;
	for (size_t c = 1; c < tabled; c++)
		b->x_log_x[c] = (double)c * log2((double)c);
	b->complexity = base_arena_take(arena, (rows < 2 ? 2 : rows) + 1, sizeof *b->complexity);
	b->complexity[0] = b->complexity[1] = 0;
	b->complexity[2] = log2(b->ratio);
	return b;
}

static double complexity_of(answer_bits *b, size_t cells)
{
	for (; b->known < cells; b->known++) {
		b->ratio = 1 + (double)b->rows / (double)(b->known - 1) / b->ratio;
		b->complexity[b->known + 1] = b->complexity[b->known] + log2(b->ratio);
	}
	return b->complexity[cells];
}

/* The complexity of the cells times the share of `used` in their free parameters. */
static double share_of_complexity(answer_bits *bits, double cells, double used)
{
	if (cells > (double)bits->rows)
		return INFINITY;
	return complexity_of(bits, (size_t)cells) * used / fmax(cells - 1, 1);
}

double answer_penalty(answer_bits *bits, const double sides[3])
{
	double cells = sides[0] * sides[1] * sides[2];
	return share_of_complexity(bits, cells, cells - sides[0] - sides[1] - sides[2] + 2);
}

double answer_penalty_given(answer_bits *bits, const double sides[3])
{
	return share_of_complexity(bits, sides[0] * sides[1] * sides[2], (sides[0] - 1) * (sides[1] - 1) * sides[2]);
}

double answer_bits_of_runs(size_t units, size_t k)
{
	if (k <= 1 || k >= units)
		return 0;
	double ways = 1; /* binomial(units - 1, k - 1), exact at each step as long as it is below 2^53 */
	for (size_t i = 1; i < k; i++)
		ways = ways * (double)(units - i) / (double)i;
	return log2(ways);
}

double answer_bits_of_groups(size_t labels, size_t k)
{
	if (k <= 1 || k >= labels)
		return 0;
	return (double)labels * log2((double)k) - base_log_gamma((double)k + 1) / BASE_LN2;
}
