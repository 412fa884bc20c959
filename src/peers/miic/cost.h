/* Costs of counts in bits: c log2 c and the parametric complexity log2 R(c, K), from tables. */
#ifndef MIIC_COST_H
#define MIIC_COST_H

#include "mixmi/method.h"

/* ln 2: converts bits to nats. */
#define MIIC_LN2 0.693147180559945309417232121458

enum { MIIC_COST_TABLES = 8 };

/* log2 R(c, K) for one K, computed on demand. */
typedef struct miic_complexity {
	double k;
	uint64_t last_use;
	size_t size;
	double *bits; /* [size]; negative: not computed yet */
} miic_complexity;

typedef struct miic_cost {
	size_t size;
	double *xlog2x; /* [size] c log2 c */
	uint64_t uses;
	miic_complexity tables[MIIC_COST_TABLES];
} miic_cost;

/* Tables for counts up to `rows`. Returns false if memory runs out; it must be cleared in any case. */
bool miic_cost_init(miic_cost *cost, size_t rows);
void miic_cost_clear(miic_cost *cost);

/* c log2 c. Beyond the table it is computed in the same way. */
static inline double miic_xlog2x(const miic_cost *cost, uint64_t c)
{
	return c < cost->size ? cost->xlog2x[c] : (double)c * log2((double)c);
}

/* Bits that say which of the borders between candidates end the bins: log2 of a binomial coefficient. */
double miic_cut_bits(size_t candidates, size_t bins);

/* The table for K values, valid until MIIC_COST_TABLES others have been requested. */
miic_complexity *miic_cost_table(miic_cost *cost, size_t k);

/* log2 R(c, K). */
double miic_complexity_fill(miic_complexity *table, uint64_t c);

static inline double miic_complexity_bits(miic_complexity *table, uint64_t c)
{
	if (c < table->size && table->bits[c] >= 0)
		return table->bits[c];
	return miic_complexity_fill(table, c);
}

#endif
