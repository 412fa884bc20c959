/* Products of the functions of blocks, which regressions of a question share: they are computed when two blocks first
 * meet in a regression, and the younger block keeps them. */
#include <string.h>

#include "residual/linear.h"
#include "residual/view.h"

static const double *known_gram(const residual_block *a, const residual_block *b, residual_domain domain)
{
	for (const residual_gram *g = a->in[domain].grams; g != NULL; g = g->next)
		if (g->with == b)
			return g->products;
	return NULL;
}

/* The block of two that keeps their products. */
static residual_block *keeper_of(residual_block *a, residual_block *b)
{
	return a->id >= b->id ? a : b;
}

static bool is_known(residual_block *a, residual_block *b, residual_domain domain)
{
	residual_block *keeper = keeper_of(a, b);
	return known_gram(keeper, keeper == a ? b : a, domain) != NULL;
}

/* Keeps products of two blocks, of which those of a with b are at from[a->size][stride]. */
static void keep_gram(residual_shared *shared, residual_domain domain, residual_block *a, residual_block *b,
                      const double *from, size_t stride)
{
	residual_block *keeper = keeper_of(a, b), *with = keeper == a ? b : a;
	residual_gram *g = base_arena_take(shared->keep, 1, sizeof *g);
	double *products = base_arena_take(shared->keep, keeper->size, with->size * sizeof *products);
	for (size_t i = 0; i < keeper->size; i++)
		for (size_t j = 0; j < with->size; j++)
			products[i * with->size + j] = keeper == a ? from[i * stride + j] : from[j * stride + i];
	*g = (residual_gram){ with, products, keeper->in[domain].grams };
	keeper->in[domain].grams = g;
}

/* Moves blocks of which a product with another is not known to the front; returns how many. */
static size_t sort_fresh(residual_block **blocks, size_t count, residual_domain domain)
{
	size_t fresh = 0;
	for (size_t k = 0; k < count; k++) {
		bool known = true;
		for (size_t j = fresh; known && j <= k; j++)
			known = is_known(blocks[k], blocks[j], domain);
		if (known)
			continue;
		residual_block *swap = blocks[fresh];
		blocks[fresh++] = blocks[k];
		blocks[k] = swap;
	}
	return fresh;
}

/* Adds the products of a tile: of the first `own` functions with each other and with all others. */
static void add_grams(double *sums, double *products, const residual_view *v, size_t own)
{
	residual_gram_matrix(products, v->size, v->functions, own, v->here);
	if (own < v->size)
		residual_products(products + own, v->size, v->functions, own, v->functions + own, v->size - own, v->here);
	for (size_t k = 0; k < own * v->size; k++)
		sums[k] += products[k];
}

static void keep_grams(residual_shared *shared, residual_domain domain, residual_block **blocks, size_t fresh,
                       size_t count, const double *sums, size_t size)
{
	for (size_t k = 0; k < fresh; sums += blocks[k++]->size * size)
		for (size_t j = 0, column = 0; j < count; column += blocks[j++]->size)
			if (!is_known(blocks[k], blocks[j], domain))
				keep_gram(shared, domain, blocks[k], blocks[j], sums + column, size);
}

/* Products of fresh blocks are computed at once, and with the responses, so that a tile of rows is read or made
 * once. */
void residual_prepare_products(double *out, residual_shared *shared, residual_domain domain, residual_block **blocks,
                               size_t count, const double *y, size_t responses)
{
	size_t fresh = sort_fresh(blocks, count, domain), own = 0;
	if (fresh == 0 && out == NULL)
		return;
	base_arena_mark mark = base_arena_here(shared->scratch);
	residual_view v = residual_view_of(shared, domain, blocks, count);
	for (size_t k = 0; k < fresh; k++)
		own += blocks[k]->size;
	double *sums = base_arena_take_zero(shared->scratch, own, v.size * sizeof *sums);
	double *products = base_arena_take(shared->scratch, own, v.size * sizeof *products);
	if (out != NULL)
		memset(out, 0, v.size * responses * sizeof *out);
	for (bool more = residual_view_start(&v); more; more = residual_view_next(&v)) {
		if (fresh > 0)
			add_grams(sums, products, &v, own);
		if (out != NULL)
			residual_view_add_products(out, &v, y, responses);
	}
	keep_grams(shared, domain, blocks, fresh, count, sums, v.size);
	base_arena_back(shared->scratch, mark);
}

void residual_gram_write(double *out, size_t stride, residual_domain domain, residual_block *a, residual_block *b)
{
	bool as_kept = keeper_of(a, b) == a;
	const double *products = as_kept ? known_gram(a, b, domain) : known_gram(b, a, domain);
	for (size_t i = 0; i < a->size; i++)
		for (size_t j = 0; j < b->size; j++)
			out[i * stride + j] = as_kept ? products[i * b->size + j] : products[j * a->size + i];
}
