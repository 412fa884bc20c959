/* Parametric complexity R(n, K) of the multinomial: the code length of its parameters with K values. */
#ifndef CELLS_COMPLEXITY_H
#define CELLS_COMPLEXITY_H

#include <stddef.h>
#include <stdint.h>

/* The recurrence in K is used up to this many values, and the saddle-point integral above. */
enum { CELLS_COMPLEXITY_RECURRENCE = 128 };

/* Up to this many rows, the defining sum is cheap enough. */
enum { CELLS_COMPLEXITY_SUM = 1000 };

/* log2 R(n, K) for one n and many K, as needed by the search: small K are read from a table. */
typedef struct cells_complexity {
	uint64_t n;
	double table[CELLS_COMPLEXITY_RECURRENCE + 1]; /* [K], K >= 1 */
} cells_complexity;

void cells_complexity_init(cells_complexity *complexity, uint64_t n);
double cells_complexity_bits(const cells_complexity *complexity, double k);

/* Replaces `count` ascending values of K by log2 R(n, K). The results have the same bits as single calls, but this is
 * faster. */
void cells_complexity_many(double *k, size_t count, const cells_complexity *complexity);

/* The three algorithms of mixmi_parametric_complexity(), in bits, accessible to tests. Sum: any n and K, time O(n).
 * Recurrence: K <= CELLS_COMPLEXITY_RECURRENCE. Integral: n > 1000 and K > 100. */
double cells_complexity_by_sum(uint64_t n, double k);
double cells_complexity_by_recurrence(uint64_t n, double k);
double cells_complexity_by_integral(uint64_t n, double k);

#endif
