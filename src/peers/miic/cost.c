/* Tables of costs. Only a few values of K are in use at a time; the least recently used table is replaced. */
#include "peers/miic/cost.h"

#include <string.h>

enum { LARGEST_TABLE = 1 << 16 }; /* fits the second-level cache */

static void forget(miic_complexity *table)
{
	for (size_t c = 0; c < table->size; c++)
		table->bits[c] = -1;
}

bool miic_cost_init(miic_cost *cost, size_t rows)
{
	memset(cost, 0, sizeof *cost);
	cost->size = rows < LARGEST_TABLE ? rows + 1 : LARGEST_TABLE;
	cost->xlog2x = mixmi_allocate(cost->size, sizeof *cost->xlog2x);
	if (cost->xlog2x == NULL)
		return false;
	cost->xlog2x[0] = 0;
	for (size_t c = 1; c < cost->size; c++)
		cost->xlog2x[c] = (double)c * log2((double)c);
	for (size_t i = 0; i < MIIC_COST_TABLES; i++) {
		miic_complexity *table = &cost->tables[i];
		table->bits = mixmi_allocate(cost->size, sizeof *table->bits);
		if (table->bits == NULL)
			return false;
	}
	return true;
}

void miic_cost_clear(miic_cost *cost)
{
	mixmi_free(cost->xlog2x);
	for (size_t i = 0; i < MIIC_COST_TABLES; i++)
		mixmi_free(cost->tables[i].bits);
	memset(cost, 0, sizeof *cost);
}

miic_complexity *miic_cost_table(miic_cost *cost, size_t k)
{
	miic_complexity *oldest = &cost->tables[0];
	cost->uses++;
	for (size_t i = 0; i < MIIC_COST_TABLES; i++) {
		miic_complexity *table = &cost->tables[i];
		if (table->k == (double)k) {
			table->last_use = cost->uses;
			return table;
		}
		if (table->last_use < oldest->last_use)
			oldest = table;
	}
	oldest->k = (double)k;
	oldest->last_use = cost->uses;
	oldest->size = cost->size;
	forget(oldest);
	return oldest;
}

double miic_complexity_fill(miic_complexity *table, uint64_t c)
{
	double bits = mixmi_parametric_complexity(c, table->k);
	if (c < table->size)
		table->bits[c] = bits;
	return bits;
}

double miic_cut_bits(size_t candidates, size_t bins)
{
	if (bins <= 1 || bins >= candidates)
		return 0;
	size_t n = candidates - 1, k = bins - 1;
	if (k > n - k)
		k = n - k;
	double bits = 0;
	for (size_t i = 1; i <= k; i++)
		bits += log2((double)(n - k + i) / (double)i);
	return bits;
}
