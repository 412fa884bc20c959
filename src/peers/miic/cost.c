/* Tables of costs. Only a few values of K are in use at a time; the least recently used table is replaced. */
#include "peers/miic/cost.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "mixmi.h"

static void forget(miic_complexity *table)
{
	for (size_t c = 0; c < table->size; c++)
		table->bits[c] = -1;
}

bool miic_cost_init(miic_cost *cost, size_t rows)
{
	memset(cost, 0, sizeof *cost);
	if (!cells_xlogx_init(&cost->xlogx, rows))
		return false;
	for (size_t i = 0; i < MIIC_COST_TABLES; i++) {
		miic_complexity *table = &cost->tables[i];
		table->bits = base_array(cost->xlogx.size, sizeof *table->bits);
		if (table->bits == NULL)
			return false;
	}
	return true;
}

void miic_cost_clear(miic_cost *cost)
{
	cells_xlogx_clear(&cost->xlogx);
	for (size_t i = 0; i < MIIC_COST_TABLES; i++)
		free(cost->tables[i].bits);
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
	oldest->size = cost->xlogx.size;
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
