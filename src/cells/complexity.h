/* Parametric complexity R(n, K) of the multinomial: the code length of K parameters. */
#ifndef CELLS_COMPLEXITY_H
#define CELLS_COMPLEXITY_H

#include <stddef.h>
#include <stdint.h>

/* Up to this many values the recurrence in K is run; past it the saddle-point integral takes over. */
enum { CELLS_COMPLEXITY_RECURRENCE = 128 };

/* Up to this many rows the defining sum is cheap enough to be taken exactly. */
enum { CELLS_COMPLEXITY_SUM = 1000 };

/* log2 R(n, K) for one n and many K, as the search asks for it: small K come from a table. */
typedef struct cells_complexity {
	uint64_t n;
	double table[CELLS_COMPLEXITY_RECURRENCE + 1]; /* [K], K >= 1 */
} cells_complexity;

void cells_complexity_init(cells_complexity *complexity, uint64_t n);
double cells_complexity_bits(const cells_complexity *complexity, double k);

/* Replaces `count` values of K, which ascend, by log2 R(n, K): the same bits as one by one, but faster. */
void cells_complexity_many(double *k, size_t count, const cells_complexity *complexity);

/* The three forms that mixmi_parametric_complexity() chooses from, in bits, accessible to the tests.
 * Sum: any n and K, time O(n). Recurrence: K <= CELLS_COMPLEXITY_RECURRENCE. Integral: n > 1000 and K > 100. */
double cells_complexity_by_sum(uint64_t n, double k);
double cells_complexity_by_recurrence(uint64_t n, double k);
double cells_complexity_by_integral(uint64_t n, double k);

#endif
