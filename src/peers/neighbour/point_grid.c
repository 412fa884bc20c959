/* Uses ranks instead of distances: the values within a radius are a contiguous range of the sorted values, because
 * subtraction is monotone. A ball in the maximum norm is therefore a rectangle of ranks. */
#include "peers/neighbour/point_grid.h"

#include <string.h>

void neighbour_axis_clear(neighbour_axis *axis)
{
	mixmi_free(axis->values);
	mixmi_free(axis->before);
	*axis = (neighbour_axis){ 0 };
}

neighbour_range neighbour_axis_range(const neighbour_axis *axis, double value, double radius)
{
	const double *values = axis->values;
	if (radius < 0)
		return (neighbour_range){ 0, 0 };
	if (axis->limit <= radius) /* no two values are farther apart */
		return (neighbour_range){ 0, (uint32_t)axis->distinct };
	/* binary search without data-dependent branches: first the values too far below, then those not too far above */
	size_t begin = 0, end = 0;
	for (size_t left = axis->distinct; left > 0; left /= 2) {
		size_t half = left - left / 2;
		begin += value - values[begin + half - 1] > radius ? half : 0;
		end += values[end + half - 1] - value <= radius ? half : 0;
	}
	return (neighbour_range){ (uint32_t)begin, (uint32_t)end };
}

/* ------------------------------------------------------------------------------------------ two dimensions */

static inline uint32_t count_ones(uint64_t bits)
{
	bits -= bits >> 1 & UINT64_C(0x5555555555555555);
	bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
	bits = (bits + (bits >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (uint32_t)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* Rows with bit 0 before row `row` of a level. */
static inline uint32_t zeros_before(const neighbour_word *level, uint32_t row)
{
	const neighbour_word *word = &level[row / 64];
	return word->before + count_ones(~word->bits & ((UINT64_C(1) << row % 64) - 1));
}

/* The second column's codes in ascending order of the first column's. */
static bool order_codes(uint32_t *codes, const neighbour_axis *axis, const uint32_t *first, const uint32_t *second,
                        size_t rows)
{
	uint32_t *next = mixmi_allocate(axis->distinct, sizeof *next);
	if (next == NULL)
		return false;
	memcpy(next, axis->before, axis->distinct * sizeof *next);
	for (size_t i = 0; i < rows; i++)
		codes[next[first[i]]++] = second[i];
	mixmi_free(next);
	return true;
}

/* Writes the bits of a level and partitions the codes by them, keeping their order. */
static void fill_level(neighbour_word *level, size_t words, uint32_t *zeros, const uint32_t *codes, uint32_t *parted,
                       size_t rows, size_t bit)
{
	for (size_t i = 0; i < words; i++)
		level[i] = (neighbour_word){ 0, 0 };
	for (size_t i = 0; i < rows; i++)
		level[i / 64].bits |= (uint64_t)(codes[i] >> bit & 1) << i % 64;
	for (size_t i = 0; i + 1 < words; i++)
		level[i + 1].before = level[i].before + count_ones(~level[i].bits);
	*zeros = zeros_before(level, (uint32_t)rows);
	uint32_t next[2] = { 0, *zeros };
	for (size_t i = 0; i < rows; i++)
		parted[next[codes[i] >> bit & 1]++] = codes[i];
}

static bool fill_plane(neighbour_plane *plane, const neighbour_axis *axis, const uint32_t *first,
                       const uint32_t *second, size_t rows)
{
	uint32_t *codes = mixmi_allocate(rows, sizeof *codes), *parted = mixmi_allocate(rows, sizeof *parted);
	bool done = codes != NULL && parted != NULL && order_codes(codes, axis, first, second, rows);
	for (size_t l = 0; done && l < plane->levels; l++) {
		fill_level(plane->bits + l * plane->words, plane->words, &plane->zeros[l], codes, parted, rows,
		           plane->levels - 1 - l);
		uint32_t *swap = codes;
		codes = parted;
		parted = swap;
	}
	mixmi_free(codes);
	mixmi_free(parted);
	return done;
}

bool neighbour_plane_init(neighbour_plane *plane, const neighbour_axis *axis, const uint32_t *first,
                          const uint32_t *second, size_t second_distinct, size_t rows)
{
	*plane = (neighbour_plane){ .words = rows / 64 + 1, .before = axis->before };
	while (second_distinct > (size_t)1 << plane->levels)
		plane->levels++;
	plane->bits = mixmi_allocate(plane->levels * plane->words, sizeof *plane->bits);
	plane->zeros = mixmi_allocate(plane->levels, sizeof *plane->zeros);
	if (plane->bits != NULL && plane->zeros != NULL && fill_plane(plane, axis, first, second, rows))
		return true;
	neighbour_plane_clear(plane);
	return false;
}

void neighbour_plane_clear(neighbour_plane *plane)
{
	mixmi_free(plane->bits);
	mixmi_free(plane->zeros);
	*plane = (neighbour_plane){ 0 };
}

/* Rows of a level reached by codes up to a bound. */
typedef struct run {
	uint32_t begin, end;
	uint32_t below; /* rows found below the bound so far */
} run;

/* Descends one level towards a bound with this bit. */
static inline void descend(run *r, const neighbour_word *level, uint32_t zeros, bool bit)
{
	uint32_t begin = zeros_before(level, r->begin), end = zeros_before(level, r->end);
	r->below += bit ? end - begin : 0;
	r->begin = bit ? zeros + r->begin - begin : begin;
	r->end = bit ? zeros + r->end - end : end;
}

/* Both bounds descend together, so that their memory accesses overlap. */
uint32_t neighbour_plane_count(const neighbour_plane *plane, neighbour_range first, neighbour_range second)
{
	uint32_t begin = plane->before[first.begin], end = plane->before[first.end];
	if (begin == end || second.begin == second.end)
		return 0;
	bool all = second.end >> plane->levels != 0; /* the upper bound is above all codes */
	run low = { begin, end, 0 }, high = { begin, end, 0 };
	for (size_t l = 0, bit = plane->levels; l < plane->levels; l++) {
		const neighbour_word *level = plane->bits + l * plane->words;
		bit--;
		descend(&low, level, plane->zeros[l], second.begin >> bit & 1);
		descend(&high, level, plane->zeros[l], second.end >> bit & 1);
	}
	return (all ? end - begin : high.below) - low.below;
}
