/* Products of the functions of Z, which all regressions on Z share. A product is computed when the first regression
 * needs it. Sums are exact, so the order in which blocks are added does not matter. */
#include <math.h>
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
	double *values;          /* [room][room]; NaN: not computed yet */
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
	for (size_t i = 0; i < room * room; i++)
		values[i] = NAN;
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

/* Computes the products of two sets of functions, given by their places. `same`: the sets are the same. */
static bool multiply(regress_products *p, const size_t *a, size_t a_count, const size_t *b, size_t b_count, size_t rows,
                     bool same)
{
	double *out = base_array(a_count, b_count * sizeof *out);
	const float **functions = base_array(a_count + b_count, sizeof *functions);
	bool done = out != NULL && functions != NULL;
	for (size_t i = 0; done && i < a_count + b_count; i++)
		functions[i] = p->functions[i < a_count ? a[i] : b[i - a_count]];
	done = done && (a_count == 0 || b_count == 0 ||
	                base_products_single(out, functions, a_count, functions + a_count, b_count, rows, same));
	for (size_t i = 0; done && i < a_count; i++)
		for (size_t j = 0; j < b_count; j++)
			p->values[a[i] * p->room + b[j]] = p->values[b[j] * p->room + a[i]] = out[i * b_count + j];
	free(out);
	free(functions);
	return done;
}

/* Gives each block a place and computes its values. */
static bool place_blocks(const regress_regressors *g, const size_t *blocks, size_t count)
{
	regress_products *p = g->products;
	size_t functions = p->count;
	for (size_t k = 0; k < count; k++)
		functions += g->blocks[blocks[k]].place == SIZE_MAX ? g->blocks[blocks[k]].count : 0;
	if (!make_room(p, functions))
		return false;
	for (size_t k = 0; k < count; k++) {
		regress_block *b = &g->blocks[blocks[k]];
		if (!regress_block_fill(b, g))
			return false;
		if (b->place != SIZE_MAX)
			continue;
		b->place = p->count;
		for (size_t i = 0; i < b->count; i++)
			p->functions[p->count++] = b->values + i * g->rows;
	}
	return true;
}

static size_t add_places(size_t *places, size_t count, const regress_block *b)
{
	for (size_t i = 0; i < b->count; i++)
		places[count++] = b->place + i;
	return count;
}

/* Blocks of which no product is known, from place `first` on, are multiplied at once, which is fastest; others block
 * by block, each with the blocks before it for which that was not done. places: room for all functions. */
static bool multiply_missing(const regress_regressors *g, const size_t *blocks, size_t count, size_t first,
                             size_t *places)
{
	regress_products *p = g->products;
	size_t others = 0, fresh = p->count - first;
	bool done = true;
	for (size_t k = 0; done && k < count; k++) {
		const regress_block *b = &g->blocks[blocks[k]];
		if (b->place >= first)
			continue;
		size_t missing = 0, own = add_places(places, 0, b);
		for (size_t j = 0; j <= k; j++) {
			const regress_block *c = &g->blocks[blocks[j]];
			if (c->place < first && isnan(p->values[b->place * p->room + c->place]))
				missing = add_places(places + own, missing, c);
		}
		done = missing == 0 || multiply(p, places, own, places + own, missing, g->rows, false);
	}
	for (size_t k = 0; k < count; k++)
		if (g->blocks[blocks[k]].place < first)
			others = add_places(places, others, &g->blocks[blocks[k]]);
	for (size_t i = 0; i < fresh; i++)
		places[others + i] = first + i;
	return done && multiply(p, places + others, fresh, places, others, g->rows, false) &&
	       multiply(p, places + others, fresh, places + others, fresh, g->rows, true);
}

static bool prepare(const regress_regressors *g, const size_t *blocks, size_t count)
{
	size_t first = g->products->count;
	if (!place_blocks(g, blocks, count))
		return false;
	size_t *places = base_array(g->products->count, 2 * sizeof *places);
	bool done = places != NULL && multiply_missing(g, blocks, count, first, places);
	free(places);
	return done;
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
