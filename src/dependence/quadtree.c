/*
 * Information on nested squares (after Darbellay and Vajda 1999). The plane of ranks is split into quarters again and again. With m
 * rows in a square and c_k in its quarters, where the margins alone would put shares e_k, a split shows 2 sum c_k ln(c_k / (m e_k)) of
 * twice the rows times I, of which counting alone makes one less than the number of quarters that hold rows. Of all trees the one is
 * kept that shows most when each split costs `price` in addition, found from the leaves up: structure that shows only after several
 * splits pays for all of them. Squares that hold few rows are not split.
 * Quarters are runs in the order of interleaved bits, so a tree costs one radix sort and O(squares log rows).
 */
#include "dependence/quadtree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { DEPTH = 16, SIDE = 1 << DEPTH, LEAST_ROWS = 8 };

static const double price = 5.5; /* of a split, in units of 2 n I: two and a half times what chance makes on average */

/* Rows as positions in the square of ranks, their bits interleaved, ascending. */
typedef struct squares {
	size_t rows;
	uint32_t *keys;      /* [rows] */
	uint32_t *before[2]; /* [SIDE + 1] rows whose position lies below, by column */
} squares;

/* A square: its run of rows and its lower corner. */
typedef struct square {
	size_t first, last;
	uint32_t corner[2];
	int depth;
} square;

/* What the splits that are kept below a square show of its rows. */
typedef struct shown {
	double gain;          /* 2 n I, less what counting makes and the price of the splits */
	double bias;          /* what counting makes of it */
	double splits;        /* how many are kept */
	double first, second; /* sums over rows of ln(density / density of the square), and of its square */
} shown;

static uint32_t interleave(uint32_t position)
{
	uint32_t x = position;
	x = (x | x << 8) & 0x00ff00ffU;
	x = (x | x << 4) & 0x0f0f0f0fU;
	x = (x | x << 2) & 0x33333333U;
	return (x | x << 1) & 0x55555555U;
}

/* The share of the square's rows that independence would put into a quarter. */
static double expected_share(const squares *s, const square *q, int quarter)
{
	uint32_t side = (uint32_t)SIDE >> q->depth;
	double share = 1;
	for (int j = 0; j < 2; j++) {
		const uint32_t *before = s->before[j] + q->corner[j];
		uint32_t all = before[side], low = before[side / 2] - before[0];
		all -= before[0];
		share *= (double)(quarter >> j & 1 ? all - low : low) / (double)all;
	}
	return share;
}

/* The first row from `first` on whose key is at least `key`. */
static size_t find(const squares *s, size_t first, size_t last, uint64_t key)
{
	while (first < last) {
		size_t middle = first + (last - first) / 2;
		if (s->keys[middle] < key)
			first = middle + 1;
		else
			last = middle;
	}
	return first;
}

static square quarter_of(const squares *s, const square *q, int quarter, size_t first)
{
	uint32_t half = (uint32_t)SIDE >> (q->depth + 1);
	square part = { .first = first, .depth = q->depth + 1 };
	for (int j = 0; j < 2; j++)
		part.corner[j] = q->corner[j] + (quarter >> j & 1 ? half : 0);
	uint64_t end = (uint64_t)(interleave(part.corner[0]) | interleave(part.corner[1]) << 1) + (uint64_t)half * half;
	part.last = quarter < 3 ? find(s, first, q->last, end) : q->last;
	return part;
}

static shown look(const squares *s, const square *q)
{
	shown all = { 0, 0, 0, 0, 0 };
	double rows = (double)(q->last - q->first);
	if (rows < LEAST_ROWS || q->depth == DEPTH)
		return all;
	all.bias = -1;
	all.splits = 1;
	for (size_t k = 0, first = q->first; k < 4; k++) {
		square part = quarter_of(s, q, (int)k, first);
		double count = (double)(part.last - part.first);
		first = part.last;
		if (count == 0)
			continue;
		double term = log(count / (rows * expected_share(s, q, (int)k)));
		shown below = look(s, &part);
		all.bias += 1 + below.bias;
		all.gain += 2 * count * term - 1 + below.gain;
		all.splits += below.splits;
		all.first += below.first + count * term;
		all.second += below.second + 2 * term * below.first + count * term * term;
	}
	all.gain += 1 - price;
	return all.gain > 0 ? all : (shown){ 0, 0, 0, 0, 0 };
}

static shown look_at_all(const squares *s)
{
	square whole = { .last = s->rows };
	return look(s, &whole);
}

static double value_of(const shown *all, size_t rows)
{
	return (all->first - all->bias / 2) / (double)rows;
}

/* How often rows are parted in halves: chance in the choice of squares matters less the more rows there are. */
static uint64_t partings(size_t rows)
{
	return rows < 10000 ? 4 : rows < 50000 ? 2 : 1;
}

/* The mean of what halves of the rows show, each by a tree of its own. Which half a row is in is decided by its number in the order of
 * squares, which no order of rows in the table changes, and as by chance: every second one would be spread more evenly than rows are.
 * False: out of memory. */
static bool measure_halves(double *mean, const squares *s)
{
	squares half = *s;
	uint64_t times = partings(s->rows);
	half.keys = base_array(s->rows, sizeof *half.keys);
	*mean = 0;
	for (uint64_t k = 0; half.keys != NULL && k < 2 * times; k++) {
		half.rows = 0;
		for (size_t i = 0; i < s->rows; i++)
			if ((base_hash_mix(i + 1) >> k / 2 & 1) == k % 2)
				half.keys[half.rows++] = s->keys[i];
		shown all = look_at_all(&half);
		*mean += half.rows > 0 ? value_of(&all, half.rows) / (2 * (double)times) : 0;
	}
	free(half.keys);
	return half.keys != NULL;
}

/* Positions of a column's values, by their middle ranks, and the rows below each position. False: out of memory. */
static bool place_column(uint32_t *positions, uint32_t *before, const data_column *column, size_t rows)
{
	uint32_t *counts = base_array_zero(column->distinct, sizeof *counts);
	for (size_t i = 0; counts != NULL && i < rows; i++)
		counts[column->codes[i]]++;
	uint64_t below = 0;
	for (size_t code = 0; counts != NULL && code < column->distinct; code++) {
		uint64_t middle = 2 * below + counts[code];
		positions[code] = counts[code] > 0 ? (uint32_t)(middle * SIDE / (2 * (uint64_t)rows)) : 0;
		before[positions[code] + 1] += counts[code];
		below += counts[code];
	}
	for (size_t p = 0; p < SIDE; p++)
		before[p + 1] += before[p];
	free(counts);
	return counts != NULL;
}

/* Sorts keys by radix, three times eleven bits. False: out of memory. */
static bool sort_keys(uint32_t *keys, size_t count)
{
	enum { BITS = 11, DIGITS = 1 << BITS };
	uint32_t *to = base_array(count, sizeof *to), *from = keys;
	for (int shift = 0; to != NULL && shift < 32; shift += BITS) {
		size_t starts[DIGITS + 1] = { 0 };
		for (size_t i = 0; i < count; i++)
			starts[(from[i] >> shift & (DIGITS - 1)) + 1]++;
		for (size_t d = 0; d < DIGITS; d++)
			starts[d + 1] += starts[d];
		for (size_t i = 0; i < count; i++)
			to[starts[from[i] >> shift & (DIGITS - 1)]++] = from[i];
		uint32_t *sorted = to;
		to = from;
		from = sorted;
	}
	if (to == NULL)
		return false;
	memcpy(keys, from, count * sizeof *keys); /* an odd number of passes: they lie in the scratch */
	free(from);
	return true;
}

static bool squares_init(squares *s, const mixmi_table *table)
{
	*s = (squares){ .rows = table->rows, .keys = base_array_zero(table->rows, sizeof *s->keys) };
	bool done = s->keys != NULL;
	for (int j = 0; done && j < 2; j++) {
		const data_column *column = &table->columns[j];
		uint32_t *positions = base_array(column->distinct, sizeof *positions);
		s->before[j] = base_array_zero((size_t)SIDE + 1, sizeof *s->before[j]);
		done = positions != NULL && s->before[j] != NULL && place_column(positions, s->before[j], column, table->rows);
		for (size_t i = 0; done && i < table->rows; i++)
			s->keys[i] |= interleave(positions[column->codes[i]]) << j;
		free(positions);
	}
	return done && sort_keys(s->keys, s->rows);
}

static void squares_clear(squares *s)
{
	free(s->keys);
	free(s->before[0]);
	free(s->before[1]);
}

bool dependence_quadtree_measure(dependence_quadtree *out, const mixmi_table *table)
{
	squares s;
	double half = 0, rows = (double)table->rows;
	bool done = squares_init(&s, table) && measure_halves(&half, &s);
	*out = (dependence_quadtree){ 0, 0, 0, 0 };
	if (done) {
		shown all = look_at_all(&s);
		double mean = all.first / rows;
		out->value = value_of(&all, s.rows);
		out->growth = fmax(0, out->value - half);
		out->standard_error = sqrt(fmax(0, all.second / rows - mean * mean) / rows);
		out->choice = price * sqrt(all.splits) / (2 * rows);
	}
	squares_clear(&s);
	return done;
}
