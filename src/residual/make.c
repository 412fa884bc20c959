/* Values of the functions of a block. A function is that of all rows: its ranks, mean, size and level means are, also
 * where only planned rows are read. */
#include <math.h>
#include <string.h>

#include "residual/absorb.h"
#include "residual/blocks.h"
#include "residual/constants.h"
#include "residual/features.h"
#include "residual/linear.h"
#include "residual/waves.h"

enum { TILE = 1024 }; /* rows that are made at once where values are not kept */

static const double least_sum = 1e-300; /* divides sums of scores that are all 0 */

/* Rows `first`, ..., first + count - 1 of all, or of a list. */
typedef struct range {
	const uint32_t *list;
	size_t first, count;
} range;

static size_t row_at(const range *r, size_t i)
{
	return r->list != NULL ? r->list[r->first + i] : r->first + i;
}

static range all_rows(const residual_shared *shared)
{
	return (range){ NULL, 0, shared->rows };
}

static const double *places_of(residual_shared *shared, residual_basis *basis)
{
	if (basis->places == NULL) {
		basis->places = base_arena_take(shared->keep, basis->column->levels, sizeof *basis->places);
		question_places(basis->places, basis->column);
	}
	return basis->places;
}

static const double *scores_of(residual_shared *shared, residual_basis *basis)
{
	if (basis->scores == NULL) {
		basis->scores = base_arena_take(shared->keep, basis->column->levels, sizeof *basis->scores);
		question_scores(basis->scores, basis->column);
		for (size_t k = 0; k < basis->column->levels; k++)
			basis->largest = fmax(basis->largest, fabs(basis->scores[k]));
	}
	return basis->scores;
}

static void read_levels(double *out, const double *of_level, const question_values *column, const range *rows)
{
	if (rows->list == NULL)
		for (size_t i = 0; i < rows->count; i++)
			out[i] = of_level[column->codes[rows->first + i]];
	else
		for (size_t i = 0; i < rows->count; i++)
			out[i] = of_level[column->codes[row_at(rows, i)]];
}

static void raw_power(double *out, residual_shared *shared, const residual_block *b, const range *rows)
{
	read_levels(out, scores_of(shared, b->of[0]), b->of[0]->column, rows);
	for (size_t i = 0; i < rows->count && b->kind == RESIDUAL_SQUARE; i++)
		out[i] *= out[i];
}

static void raw_column_waves(double *out, residual_shared *shared, const residual_block *b, const range *rows)
{
	double *u = base_arena_take(shared->scratch, rows->count, sizeof *u);
	bool by_score = b->kind == RESIDUAL_SCORE_WAVES;
	const double *of_level = by_score ? scores_of(shared, b->of[0]) : places_of(shared, b->of[0]);
	read_levels(u, of_level, b->of[0]->column, rows);
	for (size_t i = 0; i < rows->count && by_score; i++)
		u[i] /= 2 * b->of[0]->largest;
	residual_waves(out, shared->scratch, u, rows->count, b->first, b->last);
}

/* The sum or difference of two scores. */
static void raw_sum(double *out, residual_shared *shared, const residual_block *b, const range *rows)
{
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *other = base_arena_take(shared->scratch, rows->count, sizeof *other);
	read_levels(out, scores_of(shared, b->of[0]), b->of[0]->column, rows);
	read_levels(other, scores_of(shared, b->of[1]), b->of[1]->column, rows);
	for (size_t i = 0; i < rows->count; i++)
		out[i] += b->sign * other[i];
	base_arena_back(shared->scratch, mark);
}

static double largest_sum(residual_shared *shared, const residual_block *b)
{
	range rows = all_rows(shared);
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *sum = base_arena_take(shared->scratch, shared->rows, sizeof *sum), largest = 0;
	raw_sum(sum, shared, b, &rows);
	for (size_t i = 0; i < shared->rows; i++)
		largest = fmax(largest, fabs(sum[i]));
	base_arena_back(shared->scratch, mark);
	return fmax(largest, least_sum);
}

static void raw_sum_waves(double *out, residual_shared *shared, residual_block *b, const range *rows)
{
	double *u = base_arena_take(shared->scratch, rows->count, sizeof *u);
	if (b->largest == 0)
		b->largest = largest_sum(shared, b);
	raw_sum(u, shared, b, rows);
	for (size_t i = 0; i < rows->count; i++)
		u[i] /= 2 * b->largest;
	residual_waves(out, shared->scratch, u, rows->count, b->first, b->last);
}

static void raw_indicators(double *out, const residual_block *b, const range *rows)
{
	const uint32_t *codes = b->kind == RESIDUAL_LEAVES ? b->leaves : b->of[0]->column->codes;
	double levels = b->kind == RESIDUAL_LEAVES ? (double)b->size : (double)b->of[0]->column->levels;
	memset(out, 0, b->size * rows->count * sizeof *out);
	for (size_t i = 0; i < rows->count; i++) {
		size_t code = codes[row_at(rows, i)];
		if (code < b->size)
			out[code * rows->count + i] = sqrt(levels);
	}
}

static void make(double *out, residual_shared *shared, residual_block *b, const range *rows);

/* The functions of a factor, where they are kept or made. */
static const double *factor(residual_shared *shared, const residual_block *f, const range *rows)
{
	const residual_sample *planned = &f->in[RESIDUAL_PLANNED];
	if (planned->values != NULL && rows->count == shared->planned &&
	    (rows->list != NULL || shared->planned == shared->rows))
		return planned->values;
	double *values = base_arena_take(shared->scratch, f->size, rows->count * sizeof *values);
	make(values, shared, (residual_block *)f, rows);
	return values;
}

/* The last factor's functions change fastest. */
static void raw_products(double *out, residual_shared *shared, const residual_block *b, const range *rows)
{
	bool three = b->factors[2] != NULL;
	size_t third = three ? b->factors[2]->size : 1, second = b->factors[1]->size, n = rows->count;
	const double *f = factor(shared, b->factors[0], rows), *g = factor(shared, b->factors[1], rows);
	const double *h = three ? factor(shared, b->factors[2], rows) : NULL;
	for (size_t j = 0; j < b->size; j++, out += n) {
		const double *a = f + j / (second * third) * n, *c = g + j / third % second * n;
		for (size_t i = 0; i < n; i++)
			out[i] = a[i] * c[i];
		for (size_t i = 0; i < n && three; i++)
			out[i] *= h[j % third * n + i];
	}
}

static void raw_levels(double *out, residual_shared *shared, const residual_block *b, const range *rows)
{
	const double *slope = b->kind == RESIDUAL_SLOPES ? factor(shared, b->factors[0], rows) : NULL;
	memset(out, 0, b->size * rows->count * sizeof *out);
	for (size_t i = 0; i < rows->count; i++)
		out[b->of[0]->column->codes[row_at(rows, i)] * rows->count + i] = slope != NULL ? slope[i] : 1;
}

static void make_raw(double *out, residual_shared *shared, residual_block *b, const range *rows)
{
	switch (b->kind) {
	case RESIDUAL_SCORE:
	case RESIDUAL_SQUARE:
		raw_power(out, shared, b, rows);
		break;
	case RESIDUAL_SCORE_WAVES:
	case RESIDUAL_PLACE_WAVES:
		raw_column_waves(out, shared, b, rows);
		break;
	case RESIDUAL_SUM_WAVES:
		raw_sum_waves(out, shared, b, rows);
		break;
	case RESIDUAL_PRODUCTS:
		raw_products(out, shared, b, rows);
		break;
	case RESIDUAL_INDICATORS:
	case RESIDUAL_LEAVES:
		raw_indicators(out, b, rows);
		break;
	default:
		raw_levels(out, shared, b, rows);
	}
}

/* Effects and slopes of levels stay as they are; products and indicators are centred; others are standardised. */
static bool is_centred(const residual_block *b)
{
	return b->kind != RESIDUAL_EFFECTS && b->kind != RESIDUAL_SLOPES;
}

static bool is_standardised(const residual_block *b)
{
	return is_centred(b) && b->kind != RESIDUAL_PRODUCTS && b->kind != RESIDUAL_INDICATORS &&
	       b->kind != RESIDUAL_LEAVES;
}

static void centre(double *values, size_t rows)
{
	double sum, squares;
	residual_moments(&sum, &squares, values, rows);
	double mean = sum / (double)rows;
	for (size_t i = 0; i < rows; i++)
		values[i] -= mean;
}

/* Sums of functions and of their squares over all rows, tile by tile. */
static void add_up(double *sums, double *squares, residual_shared *shared, residual_block *b)
{
	for (size_t first = 0; first < shared->rows; first += TILE) {
		range rows = { NULL, first, shared->rows - first < TILE ? shared->rows - first : TILE };
		base_arena_mark mark = base_arena_here(shared->scratch);
		double *values = base_arena_take(shared->scratch, b->size, rows.count * sizeof *values);
		make_raw(values, shared, b, &rows);
		for (size_t j = 0; j < b->size; j++) {
			double sum, square;
			residual_moments(&sum, &square, values + j * rows.count, rows.count);
			sums[j] += sum;
			squares[j] += square;
		}
		base_arena_back(shared->scratch, mark);
	}
}

/* Sets what is subtracted from functions and what they are divided by, from all rows. */
static void set_constants(residual_shared *shared, residual_block *b)
{
	double rows = (double)shared->rows;
	b->shifts = base_arena_take_zero(shared->keep, b->size, sizeof *b->shifts);
	b->scales = base_arena_take_zero(shared->keep, b->size, sizeof *b->scales);
	if (is_centred(b))
		add_up(b->shifts, b->scales, shared, b);
	for (size_t j = 0; j < b->size; j++) {
		b->shifts[j] /= rows;
		double size = sqrt(fmax(b->scales[j] / rows - b->shifts[j] * b->shifts[j], 0));
		b->scales[j] = is_standardised(b) && size > question_no_size ? size : 1;
	}
}

static void make_absorbed(double *out, residual_shared *shared, const residual_block *b, const range *rows)
{
	const residual_absorption *a = b->absorption;
	range all = all_rows(shared);
	bool direct = rows->count == shared->rows;
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *values = direct ? out : base_arena_take(shared->scratch, b->size, shared->rows * sizeof *values);
	make(values, shared, (residual_block *)b->factors[0], &all);
	for (size_t j = 0; j < b->size; j++) {
		residual_absorb(values + j * shared->rows, shared->scratch, a->labels, a->count);
		for (size_t i = 0; i < rows->count && !direct; i++)
			out[j * rows->count + i] = values[j * shared->rows + row_at(rows, i)];
	}
	base_arena_back(shared->scratch, mark);
}

/* The functions of a block in some rows, into out[size][rows->count]. */
static void make(double *out, residual_shared *shared, residual_block *b, const range *rows)
{
	if (b->kind == RESIDUAL_ABSORBED) {
		make_absorbed(out, shared, b, rows);
		return;
	}
	base_arena_mark mark = base_arena_here(shared->scratch);
	bool planned = shared->planned < shared->rows;
	if (planned && b->shifts == NULL)
		set_constants(shared, b);
	make_raw(out, shared, b, rows);
	base_arena_back(shared->scratch, mark);
	for (size_t j = 0; j < b->size; j++, out += rows->count) {
		for (size_t i = 0; i < rows->count && planned; i++)
			out[i] = (out[i] - b->shifts[j]) / b->scales[j];
		if (!planned && is_standardised(b))
			residual_standardise(out, rows->count);
		else if (!planned && is_centred(b))
			centre(out, rows->count);
	}
}

size_t residual_rows(const residual_shared *shared, residual_domain domain)
{
	return domain == RESIDUAL_PLANNED ? shared->planned : shared->rows;
}

residual_domain residual_all(const residual_shared *shared)
{
	return shared->planned < shared->rows ? RESIDUAL_ALL : RESIDUAL_PLANNED;
}

static range rows_of(const residual_shared *shared, residual_domain domain)
{
	bool listed = domain == RESIDUAL_PLANNED && shared->planned < shared->rows;
	return (range){ listed ? shared->planned_rows : NULL, 0, residual_rows(shared, domain) };
}

/* Adds functions with these values to the lengths of a block, and sets their sums. */
static void measure(residual_sample *s, base_arena *arena, const double *values, size_t size, size_t rows)
{
	s->sums = base_arena_take(arena, size, sizeof *s->sums);
	for (size_t j = 0; j < size; j++) {
		double squares;
		residual_moments(&s->sums[j], &squares, values + j * rows, rows);
		s->t += squares;
		s->t2 += squares * squares;
	}
}

/* Factors of products are read by many blocks: their values are kept. */
static void fill_factors(residual_shared *shared, const residual_block *b)
{
	const residual_block *made_of = b->kind == RESIDUAL_ABSORBED ? b->factors[0] : b;
	for (size_t k = 0; k < 3 && made_of->factors[k] != NULL; k++)
		residual_fill(shared, (residual_block *)made_of->factors[k], RESIDUAL_PLANNED);
}

void residual_fill(residual_shared *shared, residual_block *b, residual_domain domain)
{
	residual_sample *s = &b->in[domain];
	if (s->values != NULL)
		return;
	fill_factors(shared, b);
	range rows = rows_of(shared, domain);
	s->values = base_arena_take(shared->keep, b->size, rows.count * sizeof *s->values);
	s->functions = base_arena_take(shared->keep, b->size, sizeof *s->functions);
	make(s->values, shared, b, &rows);
	for (size_t j = 0; j < b->size; j++)
		s->functions[j] = s->values + j * rows.count;
	s->t = s->t2 = 0;
	measure(s, shared->keep, s->values, b->size, rows.count);
}

const float *residual_single(residual_shared *shared, residual_block *b)
{
	residual_sample *s = &b->in[RESIDUAL_PLANNED];
	if (s->single != NULL)
		return s->single;
	fill_factors(shared, b);
	range rows = rows_of(shared, RESIDUAL_PLANNED);
	s->single = base_arena_take(shared->keep, b->size, rows.count * sizeof *s->single);
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *values = s->values;
	if (values == NULL) {
		values = base_arena_take(shared->scratch, b->size, rows.count * sizeof *values);
		make(values, shared, b, &rows);
		measure(s, shared->keep, values, b->size, rows.count);
	}
	for (size_t i = 0; i < b->size * rows.count; i++)
		s->single[i] = (float)values[i];
	base_arena_back(shared->scratch, mark);
	return s->single;
}

/* Products of some rows of a block with `rest`, added to out; with their lengths, if these are asked for. */
static void add_products(double *out, double *lengths, residual_shared *shared, residual_block *b, const double *rest,
                         const range *rows)
{
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *values = base_arena_take(shared->scratch, b->size, rows->count * sizeof *values);
	make(values, shared, b, rows);
	for (size_t j = 0; j < b->size; j++) {
		const double *f = values + j * rows->count, *g = rest + rows->first;
		double product, sum, squares;
		residual_products(&product, 1, &f, 1, &g, 1, rows->count);
		out[j] += product;
		if (lengths != NULL) {
			residual_moments(&sum, &squares, f, rows->count);
			lengths[j] += squares;
		}
	}
	base_arena_back(shared->scratch, mark);
}

void residual_sum_products(double *out, residual_shared *shared, residual_block *b, const double *rest)
{
	residual_sample *s = &b->in[RESIDUAL_ALL];
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *lengths = s->t == 0 ? base_arena_take_zero(shared->scratch, b->size, sizeof *lengths) : NULL;
	size_t tile = b->kind == RESIDUAL_ABSORBED ? shared->rows : TILE; /* level means are those of all rows */
	memset(out, 0, b->size * sizeof *out);
	for (size_t first = 0; first < shared->rows; first += tile)
		add_products(out, lengths, shared, b, rest,
		             &(range){ NULL, first, shared->rows - first < tile ? shared->rows - first : tile });
	for (size_t j = 0; j < b->size && lengths != NULL; j++) {
		s->t += lengths[j];
		s->t2 += lengths[j] * lengths[j];
	}
	base_arena_back(shared->scratch, mark);
}

residual_block *residual_leaves(base_arena *arena, const residual_functions *given, const uint32_t *leaves,
                                size_t count)
{
	residual_block *b = base_arena_take(arena, 2, sizeof *b);
	b[0] = (residual_block){ .kind = RESIDUAL_LEAVES,
		                     .leaves = leaves,
		                     .id = SIZE_MAX,
		                     .size = count,
		                     .cost = SIZE_MAX,
		                     .start = residual_start / (double)given->shared->planned };
	b[1] = b[0];
	b[1].kind = RESIDUAL_ABSORBED;
	b[1].factors[0] = &b[0];
	b[1].absorption = given->absorption;
	return given->absorption != NULL ? &b[1] : &b[0];
}

static const double *gram_of(residual_shared *shared, residual_domain domain, residual_block *a,
                             const residual_block *b)
{
	residual_sample *s = &a->in[domain];
	for (const residual_gram *g = s->grams; g != NULL; g = g->next)
		if (g->with == b)
			return g->products;
	residual_gram *g = base_arena_take(shared->keep, 1, sizeof *g);
	double *products = base_arena_take(shared->keep, a->size, b->size * sizeof *products);
	residual_products(products, b->size, s->functions, a->size, b->in[domain].functions, b->size,
	                  residual_rows(shared, domain));
	*g = (residual_gram){ b, products, s->grams };
	s->grams = g;
	return products;
}

void residual_gram_write(double *out, size_t stride, residual_shared *shared, residual_domain domain, residual_block *a,
                         residual_block *b)
{
	bool as_kept = a->id >= b->id;
	const double *products = as_kept ? gram_of(shared, domain, a, b) : gram_of(shared, domain, b, a);
	for (size_t i = 0; i < a->size; i++)
		for (size_t j = 0; j < b->size; j++)
			out[i * stride + j] = as_kept ? products[i * b->size + j] : products[j * a->size + i];
}
