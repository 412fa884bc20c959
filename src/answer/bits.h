/* Code lengths in bits: of counts, of the parameters of a grid, and of its cuts.
 *
 * The normalised maximum likelihood of a multinomial with K cells and n rows has the parametric complexity C(K), with
 * C(1) = 1, C(2) = 1 + sum over k of n! / ((n - k)! n^k) and C(K + 2) = C(K + 1) + n / K C(K) (Kontkanen and
 * Myllymaki 2007). Cost: O(sqrt n) once, then O(1) per further K. */
#ifndef ANSWER_BITS_H
#define ANSWER_BITS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "question/few.h"

/* Code lengths that differ by less than the margin, or by less than this share of them, are equal. */
static inline bool answer_shorter(double length, double than)
{
	return length < than - question_margin * fmax(1, fabs(than));
}

typedef struct answer_bits {
	size_t rows;
	size_t tabled;      /* counts below it are in the table */
	double *x_log_x;    /* [tabled] */
	size_t known;       /* complexities up to this number of cells are in the table */
	double *complexity; /* [rows + 1] log2 C(K) */
	double ratio;       /* C(known) / C(known - 1) */
} answer_bits;

answer_bits *answer_bits_new(base_arena *arena, size_t rows);

/* c log2 c for a count c up to `rows`; 0 for 0. */
static inline double answer_x_log_x(const answer_bits *bits, uint32_t count)
{
	return count < bits->tabled ? bits->x_log_x[count] : (double)count * log2((double)count);
}

/* The penalty of a grid whose three sides have so many bins: log2 C(K) times the share of its K cells that dependence
 * needs. INFINITY if K is above the number of rows. */
double answer_penalty(answer_bits *bits, const double sides[3]);

/* The same with the share that dependence of the first two sides within the bins of the third needs. */
double answer_penalty_given(answer_bits *bits, const double sides[3]);

/* Bits that tell which of `units` ordered units are in which of k runs, and which of so many labels are in which of k
 * groups. 0 if k is 1 or all. */
double answer_bits_of_runs(size_t units, size_t k);
double answer_bits_of_groups(size_t labels, size_t k);

#endif
