/* Shared by the files of exact sums (exact.h). A product is a multiple of 2^-32 and at most 2^8, so the sum of 4096
 * products needs at most 52 bits. The sum of each block is split into its integer part and its fraction, and both are
 * accumulated as integers. */
#ifndef BASE_EXACT_PARTS_H
#define BASE_EXACT_PARTS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/exact.h"
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

static inline void mirror(double *out, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++)
			out[i * count + j] = out[j * count + i];
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

#endif
