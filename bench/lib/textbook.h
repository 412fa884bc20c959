/* The method as the paper's pseudocode reads, without any of the library's shortcuts: dense cells, the cost of a segment
 * computed from scratch for every number of bins, every column refined in every round. A yardstick for speed, and a second
 * opinion for tests. */
#ifndef BENCH_TEXTBOOK_H
#define BENCH_TEXTBOOK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct textbook_result {
	double estimate; /* I(first; second | rest), nats */
	double score;    /* L(D, M), bits */
	size_t rounds;
} textbook_result;

/* `values` holds the columns one after the other; discrete[j]: every value of column j is an atom. Defaults of the preset
 * `paper` (t = 5, K_init = 20 ln n, K_max = 5 ln n, 5 rounds). Memory and time grow with the product of the numbers of
 * bins: for small problems only. False: out of memory. */
bool textbook_estimate(textbook_result *out, const double *values, const bool *discrete, size_t rows, size_t columns);

#endif
