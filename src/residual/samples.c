/* The functions of blocks in the rows of a domain, with their sums, lengths and products. Where not all rows are
 * planned, means and standard deviations are summed over all rows tile by tile, and values are kept only where a block
 * is in a regression. */
#include <math.h>
#include <string.h>

#include "residual/absorb.h"
#include "residual/constants.h"
#include "residual/feature_set.h"
#include "residual/linear.h"
#include "residual/make.h"

enum {
	TILE = 512, /* rows that are made at once */
	AT_ONCE = 8 /* functions that are made at once */
};

static const double clear_variance = 1e-6; /* a smaller one is summed again about the mean, where nothing cancels */

size_t residual_rows(const residual_shared *shared, residual_domain domain)
{
	return domain == RESIDUAL_PLANNED ? shared->planned : shared->rows;
}

residual_domain residual_all(const residual_shared *shared)
{
	return shared->planned < shared->rows ? RESIDUAL_ALL : RESIDUAL_PLANNED;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static residual_block *raw_of(residual_block *b)
{
	return b->kind == RESIDUAL_ABSORBED ? b->factors[0] : b;
}

/* ------------------------------------------------------------------------------------------------------- constants */

/* Adds sums of functions, less `shifts`, and of their squares in a tile. */
static void add_moments(double *sums, double *squares, const double *shifts, residual_shared *shared, residual_block *b,
                        const residual_range *rows)
{
	base_arena_mark mark = base_arena_here(shared->scratch);
	size_t stride = residual_stride(rows->count);
	double *values = base_arena_take(shared->scratch, b->size, stride * sizeof *values), sum, square;
	residual_make_raw(values, stride, shared, b, rows, 0, b->size);
	for (size_t j = 0; j < b->size; j++) {
		for (size_t i = 0; i < rows->count && shifts != NULL; i++)
			values[j * stride + i] -= shifts[j];
		residual_moments(&sum, &square, values + j * stride, rows->count);
		sums[j] += sum;
		squares[j] += square;
	}
	base_arena_back(shared->scratch, mark);
}

/* Variances once more, about the means. */
static void refine_variances(double *variances, residual_shared *shared, residual_block *b)
{
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *sums = base_arena_take_zero(shared->scratch, b->size, sizeof *sums);
	memset(variances, 0, b->size * sizeof *variances);
	for (size_t first = 0; first < shared->rows; first += TILE)
		add_moments(sums, variances, b->shifts, shared, b,
		            &(residual_range){ NULL, first, least(TILE, shared->rows - first) });
	for (size_t j = 0; j < b->size; j++)
		variances[j] /= (double)shared->rows;
	base_arena_back(shared->scratch, mark);
}

/* From sums in shifts and sums of squares in scales. */
static void finish_constants(residual_shared *shared, residual_block *b)
{
	double rows = (double)shared->rows, *variances = b->scales;
	bool clear = true;
	residual_sample *s = &b->in[RESIDUAL_ALL];
	s->sums = base_arena_take(shared->keep, b->size, sizeof *s->sums);
	for (size_t j = 0; j < b->size; j++) {
		s->sums[j] = residual_is_centred(b) ? 0 : b->shifts[j];
		b->shifts[j] = residual_is_centred(b) ? b->shifts[j] / rows : 0;
		variances[j] = variances[j] / rows - b->shifts[j] * b->shifts[j];
		clear = clear && variances[j] > clear_variance;
	}
	if (!clear && residual_is_standardised(b))
		refine_variances(variances, shared, b);
	for (size_t j = 0; j < b->size; j++) {
		double size = sqrt(variances[j]), scale = residual_is_standardised(b) && size > question_no_size ? 1 / size : 1;
		double length = rows * variances[j] * scale * scale;
		b->scales[j] = scale;
		s->t += length;
		s->t2 += length * length;
	}
}

/* Constants of blocks[count] whose factors have them. Tiles come first, as blocks share the angles of a tile. */
static void set_constants(residual_shared *shared, residual_block *const *blocks, size_t count)
{
	for (size_t k = 0; k < count; k++) {
		residual_block *b = blocks[k];
		b->shifts = base_arena_take_zero(shared->keep, b->size, 2 * sizeof *b->shifts);
		b->scales = b->shifts + b->size;
	}
	for (size_t first = 0; first < shared->rows; first += TILE)
		for (size_t k = 0; k < count; k++)
			add_moments(blocks[k]->shifts, blocks[k]->scales, NULL, shared, blocks[k],
			            &(residual_range){ NULL, first, least(TILE, shared->rows - first) });
	for (size_t k = 0; k < count; k++)
		finish_constants(shared, blocks[k]);
}

/* As set_constants() would, but for rounding. */
static void set_orthonormal(residual_shared *shared, residual_block *b)
{
	double rows = (double)shared->rows;
	residual_sample *s = &b->in[RESIDUAL_ALL];
	b->shifts = base_arena_take_zero(shared->keep, b->size, 2 * sizeof *b->shifts);
	b->scales = b->shifts + b->size;
	s->sums = base_arena_take_zero(shared->keep, b->size, sizeof *s->sums);
	for (size_t j = 0; j < b->size; j++)
		b->scales[j] = 1;
	s->t = rows * (double)b->size;
	s->t2 = rows * rows * (double)b->size;
}

static bool is_listed(residual_block *const *list, size_t count, const residual_block *block)
{
	for (size_t k = 0; k < count; k++)
		if (list[k] == block)
			return true;
	return false;
}

static size_t list(residual_block **to, size_t count, residual_shared *shared, residual_block *b)
{
	if (b->shifts == NULL && residual_is_orthonormal(b))
		set_orthonormal(shared, b);
	if (b->shifts == NULL && !is_listed(to, count, b))
		to[count++] = b;
	return count;
}

void residual_prepare(residual_shared *shared, residual_block *const *blocks, size_t count)
{
	if (shared->planned == shared->rows)
		return;
	base_arena_mark mark = base_arena_here(shared->scratch);
	residual_block **some = base_arena_take(shared->scratch, 3 * count, sizeof *some);
	size_t found = 0;
	for (size_t k = 0; k < count; k++)
		for (size_t j = 0; j < 3 && raw_of(blocks[k])->factors[j] != NULL; j++)
			found = list(some, found, shared, raw_of(blocks[k])->factors[j]);
	set_constants(shared, some, found);
	found = 0;
	for (size_t k = 0; k < count; k++)
		found = list(some, found, shared, raw_of(blocks[k]));
	set_constants(shared, some, found);
	base_arena_back(shared->scratch, mark);
}

/* ---------------------------------------------------------------------------------------------------------- values */

static void centre(double *values, size_t rows)
{
	double sum, squares;
	residual_moments(&sum, &squares, values, rows);
	residual_rescale(values, sum / (double)rows, 1, rows);
}

/* Functions from, ..., from + count - 1 where all rows are planned. */
static void make_planned(double *out, size_t stride, residual_shared *shared, residual_block *b, size_t from,
                         size_t count)
{
	size_t rows = shared->rows;
	residual_make_raw(out, stride, shared, b, &(residual_range){ NULL, 0, rows }, from, count);
	for (size_t j = 0; j < count; j++)
		if (residual_is_standardised(b))
			residual_standardise(out + j * stride, rows);
		else if (residual_is_centred(b))
			centre(out + j * stride, rows);
}

static void make_listed(double *out, size_t stride, residual_shared *shared, residual_block *b,
                        const residual_range *rows, size_t from, size_t count)
{
	residual_make_raw(out, stride, shared, b, rows, from, count);
	for (size_t j = 0; j < count; j++)
		residual_rescale(out + j * stride, b->shifts[from + j], b->scales[from + j], rows->count);
}

/* Functions of a block that is not absorbed, into out[count][stride of the domain]. */
static void make_free(double *out, residual_shared *shared, residual_block *b, residual_domain domain, size_t from,
                      size_t count)
{
	size_t stride = residual_stride(residual_rows(shared, domain));
	if (shared->planned == shared->rows) {
		make_planned(out, stride, shared, b, from, count);
		return;
	}
	if (domain == RESIDUAL_PLANNED) {
		residual_range rows = { shared->planned_rows, 0, shared->planned };
		make_listed(out, stride, shared, b, &rows, from, count);
		return;
	}
	for (size_t first = 0; first < shared->rows; first += TILE) {
		residual_range rows = { NULL, first, least(TILE, shared->rows - first) };
		make_listed(out + first, stride, shared, b, &rows, from, count);
	}
}

/* As make_free(), of any block. */
static void make_some(double *out, residual_shared *shared, residual_block *b, residual_domain domain, size_t from,
                      size_t count)
{
	if (b->kind != RESIDUAL_ABSORBED) {
		make_free(out, shared, b, domain, from, count);
		return;
	}
	bool direct = domain == residual_all(shared);
	size_t stride = residual_stride(shared->rows), own = residual_stride(shared->planned);
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *values = direct ? out : base_arena_take(shared->scratch, count, stride * sizeof *values);
	make_free(values, shared, raw_of(b), residual_all(shared), from, count);
	for (size_t j = 0; j < count; j++) {
		double *f = values + j * stride;
		residual_absorb(f, shared->scratch, b->absorption->labels, b->absorption->count);
		for (size_t i = 0; i < shared->planned && !direct; i++)
			out[j * own + i] = f[shared->planned_rows[i]];
	}
	base_arena_back(shared->scratch, mark);
}

/* Adds functions from, ... with these values to the lengths of a block, and sets their sums. */
static void measure(residual_sample *s, const double *values, size_t from, size_t count, size_t rows)
{
	for (size_t j = 0; j < count; j++) {
		double squares;
		residual_moments(&s->sums[from + j], &squares, values + j * residual_stride(rows), rows);
		s->t += squares;
		s->t2 += squares * squares;
	}
}

static void start_measuring(residual_sample *s, residual_shared *shared, size_t size)
{
	s->sums = base_arena_take(shared->keep, size, sizeof *s->sums);
	s->t = s->t2 = 0;
}

/* Factors of products are read by many blocks: their values are kept. */
static void fill_factors(residual_shared *shared, residual_block *b)
{
	for (size_t k = 0; k < 3 && raw_of(b)->factors[k] != NULL; k++)
		residual_fill(shared, raw_of(b)->factors[k], RESIDUAL_PLANNED);
}

void residual_fill(residual_shared *shared, residual_block *b, residual_domain domain)
{
	residual_sample *s = &b->in[domain];
	size_t rows = residual_rows(shared, domain), stride = residual_stride(rows);
	if (s->values != NULL)
		return;
	residual_prepare(shared, &b, 1);
	fill_factors(shared, b);
	s->values = base_arena_take(shared->keep, b->size, stride * sizeof *s->values);
	s->functions = base_arena_take(shared->keep, b->size, sizeof *s->functions);
	start_measuring(s, shared, b->size);
	for (size_t from = 0; from < b->size; from += AT_ONCE) {
		size_t count = least(AT_ONCE, b->size - from);
		make_some(s->values + from * stride, shared, b, domain, from, count);
		measure(s, s->values + from * stride, from, count, rows);
	}
	for (size_t j = 0; j < b->size; j++)
		s->functions[j] = s->values + j * stride;
}

static void copy_single(float *restrict out, const double *restrict values, size_t count, size_t rows)
{
	size_t stride = residual_stride(rows);
	for (size_t j = 0; j < count; j++)
		for (size_t i = 0; i < rows; i++)
			out[j * stride + i] = (float)values[j * stride + i];
}

const float *residual_single(residual_shared *shared, residual_block *b)
{
	residual_sample *s = &b->in[RESIDUAL_PLANNED];
	size_t rows = shared->planned, stride = residual_stride(rows);
	if (s->single != NULL)
		return s->single;
	s->single = base_arena_take(shared->keep, b->size, stride * sizeof *s->single);
	if (s->values != NULL) {
		copy_single(s->single, s->values, b->size, rows);
		return s->single;
	}
	fill_factors(shared, b);
	start_measuring(s, shared, b->size);
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *values = base_arena_take(shared->scratch, AT_ONCE, stride * sizeof *values);
	for (size_t from = 0; from < b->size; from += AT_ONCE) {
		size_t count = least(AT_ONCE, b->size - from);
		make_some(values, shared, b, RESIDUAL_PLANNED, from, count);
		measure(s, values, from, count, rows);
		copy_single(s->single + from * stride, values, count, rows);
	}
	base_arena_back(shared->scratch, mark);
	return s->single;
}

/* -------------------------------------------------------------------------------------------------------- products */

/* Lengths of absorbed functions over all rows. */
static void measure_all(residual_shared *shared, residual_block *b)
{
	residual_sample *s = &b->in[RESIDUAL_ALL];
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *values = base_arena_take(shared->scratch, shared->rows, sizeof *values);
	start_measuring(s, shared, b->size);
	for (size_t j = 0; j < b->size; j++) {
		make_some(values, shared, b, RESIDUAL_ALL, j, 1);
		measure(s, values, j, 1, shared->rows);
	}
	base_arena_back(shared->scratch, mark);
}

static void add_products(double *out, residual_shared *shared, residual_block *b, const double *rest,
                         const residual_range *rows)
{
	base_arena_mark mark = base_arena_here(shared->scratch);
	size_t stride = residual_stride(rows->count);
	double *values = base_arena_take(shared->scratch, b->size, stride * sizeof *values);
	double *products = base_arena_take(shared->scratch, b->size, sizeof *products);
	const double **functions = base_arena_take(shared->scratch, b->size, sizeof *functions), *g = rest + rows->first;
	for (size_t j = 0; j < b->size; j++)
		functions[j] = values + j * stride;
	residual_make_raw(values, stride, shared, b, rows, 0, b->size);
	residual_products(products, 1, functions, b->size, &g, 1, rows->count);
	for (size_t j = 0; j < b->size; j++)
		out[j] += products[j];
	base_arena_back(shared->scratch, mark);
}

void residual_sum_products(double *out, residual_shared *shared, residual_block *const *blocks, size_t count,
                           const double *rest)
{
	double sum, squares, *at = out;
	residual_moments(&sum, &squares, rest, shared->rows);
	for (size_t k = 0; k < count; at += blocks[k++]->size)
		memset(at, 0, blocks[k]->size * sizeof *at);
	for (size_t first = 0; first < shared->rows; first += TILE) {
		residual_range rows = { NULL, first, least(TILE, shared->rows - first) };
		at = out;
		for (size_t k = 0; k < count; at += blocks[k++]->size)
			add_products(at, shared, raw_of(blocks[k]), rest, &rows);
	}
	at = out;
	for (size_t k = 0; k < count; at += blocks[k++]->size) {
		const residual_block *raw = raw_of(blocks[k]);
		for (size_t j = 0; j < raw->size; j++)
			at[j] = (at[j] - raw->shifts[j] * sum) * raw->scales[j];
		if (raw != blocks[k] && blocks[k]->in[RESIDUAL_ALL].t == 0)
			measure_all(shared, blocks[k]);
	}
}
