#include "residual/view.h"

#include <string.h>

#include "base/memory.h"
#include "residual/linear.h"
#include "residual/make.h"

enum { TILE = 512 }; /* rows that are made at once: 100 functions are 400 KB */

residual_view residual_view_of(residual_shared *shared, residual_domain domain, residual_block *const *blocks,
                               size_t count)
{
	residual_view v = { .shared = shared, .domain = domain, .blocks = blocks, .count = count };
	bool kept = true;
	for (size_t k = 0; k < count; k++) {
		v.size += blocks[k]->size;
		kept = kept && blocks[k]->in[domain].values != NULL;
	}
	v.rows = residual_rows(shared, domain);
	v.tile = kept || v.rows < TILE ? v.rows : TILE;
	v.functions = base_arena_take(shared->scratch, v.size + 1, sizeof *v.functions);
	v.made = kept ? NULL : base_arena_take(shared->scratch, v.size, residual_stride(v.tile) * sizeof *v.made);
	return v;
}

static bool move_to(residual_view *v, size_t first)
{
	if (first >= v->rows)
		return false;
	size_t stride = residual_stride(v->tile), found = 0;
	v->first = first;
	v->here = v->rows - first < v->tile ? v->rows - first : v->tile;
	for (size_t k = 0; k < v->count; k++) {
		double *to = v->made != NULL ? v->made + found * stride : NULL;
		if (v->made != NULL)
			residual_make(to, stride, v->shared, v->blocks[k], &(residual_range){ NULL, first, v->here });
		for (size_t j = 0; j < v->blocks[k]->size; j++)
			v->functions[found++] =
				v->made != NULL ? to + j * stride : v->blocks[k]->in[v->domain].functions[j] + first;
	}
	return true;
}

bool residual_view_start(residual_view *v)
{
	return move_to(v, 0);
}

bool residual_view_next(residual_view *v)
{
	return move_to(v, v->first + v->tile);
}

void residual_view_add_products(double *out, const residual_view *v, const double *y, size_t responses)
{
	base_arena *scratch = v->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	double *products = base_arena_take(scratch, v->size, responses * sizeof *products);
	const double **at = base_arena_take(scratch, responses, sizeof *at);
	for (size_t f = 0; f < responses; f++)
		at[f] = y + f * v->rows + v->first;
	residual_products(products, responses, v->functions, v->size, at, responses, v->here);
	for (size_t k = 0; k < v->size * responses; k++)
		out[k] += products[k];
	base_arena_back(scratch, mark);
}

void residual_view_products(double *out, residual_view *v, const double *y, size_t responses)
{
	memset(out, 0, v->size * responses * sizeof *out);
	for (bool more = residual_view_start(v); more; more = residual_view_next(v))
		residual_view_add_products(out, v, y, responses);
}

void residual_view_subtract(double *out, residual_view *v, const double *by, size_t responses)
{
	base_arena *scratch = v->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	const double **functions = base_arena_take(scratch, v->size + 1, sizeof *functions);
	double **to = base_arena_take(scratch, responses, sizeof *to);
	functions[0] = v->shared->ones;
	for (bool more = residual_view_start(v); more; more = residual_view_next(v)) {
		base_copy(functions + 1, v->functions, v->size * sizeof *functions);
		for (size_t f = 0; f < responses; f++)
			to[f] = out + f * v->rows + v->first;
		residual_subtract(to, responses, functions, by, v->size + 1, v->here);
	}
	base_arena_back(scratch, mark);
}
