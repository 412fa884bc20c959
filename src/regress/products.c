/* Products of the functions of Z, computed once for all regressions on Z. When a block is added, its products with all functions that are
 * already there are computed. Sums are exact, so the order in which blocks are added does not matter. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/blocks.h"

struct regress_products {
	pthread_mutex_t lock;
	size_t count, room;
	const float **functions; /* [room] by their places */
	double *values;          /* [room][room] */
};

static bool make_room(regress_products *p, size_t needed)
{
	if (needed <= p->room)
		return true;
	size_t room = needed + needed / 2;
	double *values = base_array(room, room * sizeof *values);
	const float **functions = base_array(room, sizeof *functions);
	if (values == NULL || functions == NULL) {
		free(values);
		free(functions);
		return false;
	}
	for (size_t i = 0; i < p->count; i++) {
		memcpy(values + i * room, p->values + i * p->room, p->count * sizeof *values);
		functions[i] = p->functions[i];
	}
	free(p->values);
	free(p->functions);
	p->values = values;
	p->functions = functions;
	p->room = room;
	return true;
}

/* Products of the functions from `old` on with all. */
static bool multiply_new(regress_products *p, size_t old, size_t rows)
{
	size_t more = p->count - old;
	double *out = base_array(more, p->count * sizeof *out);
	const float *const *all = p->functions;
	bool done = out != NULL && base_products_single(out, all + old, more, all, old, rows, false);
	for (size_t i = 0; done && i < more; i++)
		for (size_t j = 0; j < old; j++)
			p->values[(old + i) * p->room + j] = p->values[j * p->room + old + i] = out[i * old + j];
	done = done && base_products_single(out, all + old, more, all + old, more, rows, true);
	for (size_t i = 0; done && i < more; i++)
		memcpy(p->values + (old + i) * p->room + old, out + i * more, more * sizeof *out);
	free(out);
	return done;
}

static bool prepare(const regress_regressors *g, const size_t *blocks, size_t count)
{
	regress_products *p = g->products;
	size_t old = p->count, functions = old;
	for (size_t k = 0; k < count; k++)
		functions += g->blocks[blocks[k]].place == SIZE_MAX ? g->blocks[blocks[k]].count : 0;
	if (functions == old)
		return true;
	if (!make_room(p, functions))
		return false;
	for (size_t k = 0; k < count; k++)
		if (!regress_block_fill(&g->blocks[blocks[k]], g))
			return false;
	for (size_t k = 0; k < count; k++) {
		regress_block *b = &g->blocks[blocks[k]];
		for (size_t i = 0; b->place == SIZE_MAX && i < b->count; i++)
			p->functions[p->count + i] = b->values + i * g->rows;
		if (b->place == SIZE_MAX) {
			b->place = p->count;
			p->count += b->count;
		}
	}
	return multiply_new(p, old, g->rows);
}

bool regress_blocks_prepare(const regress_regressors *g, const size_t *blocks, size_t count)
{
	pthread_mutex_lock(&g->products->lock);
	bool done = prepare(g, blocks, count);
	pthread_mutex_unlock(&g->products->lock);
	return done;
}

void regress_products_read(double *out, size_t stride, const regress_regressors *g, const size_t *places, size_t count)
{
	const regress_products *p = g->products;
	pthread_mutex_lock(&g->products->lock);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count; j++)
			out[i * stride + j] = p->values[places[i] * p->room + places[j]];
	pthread_mutex_unlock(&g->products->lock);
}

bool regress_products_init(regress_regressors *g)
{
	g->products = base_array_zero(1, sizeof *g->products);
	if (g->products != NULL)
		pthread_mutex_init(&g->products->lock, NULL);
	return g->products != NULL;
}

void regress_products_free(regress_products *p)
{
	if (p == NULL)
		return;
	pthread_mutex_destroy(&p->lock);
	free(p->functions);
	free(p->values);
	free(p);
}

static size_t size_of_functions(const regress_regressors *g)
{
	size_t numbers = 0;
	for (size_t k = 0; k < g->block_count; k++)
		numbers += g->blocks[k].values != NULL ? g->blocks[k].count : 0;
	return numbers * g->rows * sizeof(float);
}

size_t regress_products_size(const regress_regressors *g)
{
	pthread_mutex_lock(&g->products->lock);
	size_t size = size_of_functions(g) + g->products->room * g->products->room * sizeof(double);
	pthread_mutex_unlock(&g->products->lock);
	return size;
}
