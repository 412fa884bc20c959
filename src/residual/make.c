#include "residual/make.h"

#include <math.h>
#include <string.h>

#include "residual/linear.h"
#include "residual/surface.h"
#include "residual/waves.h"

static bool is_planned(const residual_shared *shared, const residual_range *rows)
{
	return rows->list != NULL || shared->planned == shared->rows;
}

/* Scores of all rows: they are read many times, and values in the order of rows are near each other. */
const double *residual_scores(residual_shared *shared, residual_basis *basis)
{
	if (basis->scores != NULL)
		return basis->scores;
	const question_values *c = basis->column;
	double *scores = base_arena_take(shared->keep, c->rows, sizeof *scores);
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *of_level = base_arena_take(shared->scratch, c->levels, sizeof *of_level);
	question_scores(of_level, c);
	for (size_t k = 0; k < c->levels; k++)
		basis->largest = fmax(basis->largest, fabs(of_level[k]));
	for (size_t i = 0; i < c->rows; i++)
		scores[i] = of_level[c->codes[i]];
	base_arena_back(shared->scratch, mark);
	basis->scores = scores;
	return scores;
}

static void read_scores(double *out, residual_shared *shared, residual_basis *basis, const residual_range *rows)
{
	const double *scores = residual_scores(shared, basis);
	for (size_t i = 0; i < rows->count; i++)
		out[i] = scores[residual_row(rows, i)];
}

static void read_places(double *out, residual_shared *shared, residual_basis *basis, const residual_range *rows)
{
	const question_values *c = basis->column;
	if (c->levels == c->rows) { /* no ties */
		for (size_t i = 0; i < rows->count; i++)
			out[i] = (2 * (double)c->codes[residual_row(rows, i)] + 1 - (double)c->rows) / (2 * (double)c->rows);
		return;
	}
	if (basis->places == NULL) {
		basis->places = base_arena_take(shared->keep, c->levels, sizeof *basis->places);
		question_places(basis->places, c);
	}
	for (size_t i = 0; i < rows->count; i++)
		out[i] = basis->places[c->codes[residual_row(rows, i)]];
}

static void read_numbers(double *out, const residual_basis *basis, const residual_range *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		out[i] = basis->numbers[residual_row(rows, i)];
}

static void raw_power(double *out, residual_shared *shared, const residual_block *b, const residual_range *rows)
{
	read_scores(out, shared, b->of[0], rows);
	for (size_t i = 0; i < rows->count && b->kind == RESIDUAL_SQUARE; i++)
		out[i] *= out[i];
}

static void read_angles(double *u, residual_shared *shared, const residual_block *b, const residual_range *rows)
{
	if (b->kind == RESIDUAL_PLACE_WAVES) {
		read_places(u, shared, b->of[0], rows);
		return;
	}
	read_scores(u, shared, b->of[0], rows);
	for (size_t i = 0; i < rows->count; i++)
		u[i] /= 2 * b->of[0]->largest;
}

/* Cosines and sines are kept for the rows that were read last, which the next blocks with the same angle read too. */
static const residual_turned *turned(residual_shared *shared, const residual_block *b, const residual_range *rows)
{
	residual_turned *t = &b->angle->turned[is_planned(shared, rows)];
	if (t->count == rows->count && t->first == rows->first)
		return t;
	if (t->room < rows->count) {
		t->c = base_arena_take(shared->keep, rows->count, 2 * sizeof *t->c);
		t->s = t->c + rows->count;
		t->room = rows->count;
	}
	base_arena_mark mark = base_arena_here(shared->scratch);
	double *u = base_arena_take(shared->scratch, rows->count, sizeof *u);
	read_angles(u, shared, b, rows);
	residual_turns(t->c, t->s, u, rows->count);
	t->first = rows->first;
	t->count = rows->count;
	base_arena_back(shared->scratch, mark);
	return t;
}

static void raw_indicators(double *out, size_t stride, const residual_block *b, const residual_range *rows, size_t from,
                           size_t count)
{
	const uint32_t *codes = b->kind == RESIDUAL_LEAVES ? b->leaves : b->of[0]->column->codes;
	double levels = b->kind == RESIDUAL_LEAVES ? (double)b->size : (double)b->of[0]->column->levels;
	double one = sqrt(levels);
	for (size_t j = 0; j < count; j++)
		memset(out + j * stride, 0, rows->count * sizeof *out);
	for (size_t i = 0; i < rows->count; i++) {
		size_t code = codes[residual_row(rows, i)];
		if (code >= from && code < from + count)
			out[(code - from) * stride + i] = one;
	}
}

/* The functions of a factor: as they are kept for planned rows, or for the tile that was made last. */
static const double *factor(residual_shared *shared, residual_block *f, const residual_range *rows)
{
	if (is_planned(shared, rows))
		return f->in[RESIDUAL_PLANNED].values;
	residual_tile *t = &f->tile;
	if (t->count == rows->count && t->first == rows->first)
		return t->values;
	if (t->room < rows->count) {
		t->values = base_arena_take(shared->keep, f->size, residual_stride(rows->count) * sizeof *t->values);
		t->room = rows->count;
	}
	residual_make(t->values, residual_stride(rows->count), shared, f, rows);
	t->first = rows->first;
	t->count = rows->count;
	return t->values;
}

/* The last factor's functions change fastest. */
static void raw_products(double *out, size_t stride, residual_shared *shared, const residual_block *b,
                         const residual_range *rows, size_t from, size_t count)
{
	bool three = b->factors[2] != NULL;
	size_t third = three ? b->factors[2]->size : 1, second = b->factors[1]->size, n = rows->count;
	size_t own = residual_stride(n);
	const double *f = factor(shared, b->factors[0], rows), *g = factor(shared, b->factors[1], rows);
	const double *h = three ? factor(shared, b->factors[2], rows) : NULL;
	for (size_t j = from; j < from + count; j++, out += stride) {
		const double *a = f + j / (second * third) * own, *c = g + j / third % second * own;
		residual_multiply(out, a, c, n);
		if (three)
			residual_multiply(out, out, h + j % third * own, n);
	}
}

static void raw_levels(double *out, size_t stride, residual_shared *shared, const residual_block *b,
                       const residual_range *rows, size_t from, size_t count)
{
	const double *slope = b->kind == RESIDUAL_SLOPES ? factor(shared, b->factors[0], rows) : NULL;
	for (size_t j = 0; j < count; j++)
		memset(out + j * stride, 0, rows->count * sizeof *out);
	for (size_t i = 0; i < rows->count; i++) {
		size_t code = b->of[0]->column->codes[residual_row(rows, i)];
		if (code >= from && code < from + count)
			out[(code - from) * stride + i] = slope != NULL ? slope[i] : 1;
	}
}

void residual_make_raw(double *out, size_t stride, residual_shared *shared, residual_block *b,
                       const residual_range *rows, size_t from, size_t count)
{
	const residual_turned *t;
	switch (b->kind) {
	case RESIDUAL_NUMBERS:
		read_numbers(out, b->of[0], rows);
		break;
	case RESIDUAL_SCORE:
	case RESIDUAL_SQUARE:
		raw_power(out, shared, b, rows);
		break;
	case RESIDUAL_SCORE_WAVES:
	case RESIDUAL_PLACE_WAVES:
		t = turned(shared, b, rows);
		residual_waves(out, stride, shared->scratch, t->c, t->s, rows->count, b->first + from,
		               b->first + from + count - 1);
		break;
	case RESIDUAL_SURFACE:
		residual_surface_read(out, stride, shared, b->surface, rows, b->first + from, count);
		break;
	case RESIDUAL_PRODUCTS:
		raw_products(out, stride, shared, b, rows, from, count);
		break;
	case RESIDUAL_INDICATORS:
	case RESIDUAL_LEAVES:
		raw_indicators(out, stride, b, rows, from, count);
		break;
	default:
		raw_levels(out, stride, shared, b, rows, from, count);
	}
}

bool residual_is_orthonormal(const residual_block *b)
{
	return b->kind == RESIDUAL_PLACE_WAVES && b->of[0]->column->levels == b->of[0]->column->rows;
}

/* Effects and slopes of levels stay as they are; products, surfaces and indicators are centred; others are standardised. */
bool residual_is_centred(const residual_block *b)
{
	return b->kind != RESIDUAL_EFFECTS && b->kind != RESIDUAL_SLOPES && !residual_is_orthonormal(b);
}

bool residual_is_standardised(const residual_block *b)
{
	return residual_is_centred(b) && b->kind != RESIDUAL_PRODUCTS && b->kind != RESIDUAL_SURFACE &&
	       b->kind != RESIDUAL_INDICATORS && b->kind != RESIDUAL_LEAVES;
}

void residual_make(double *out, size_t stride, residual_shared *shared, residual_block *b, const residual_range *rows)
{
	residual_make_raw(out, stride, shared, b, rows, 0, b->size);
	for (size_t j = 0; j < b->size; j++, out += stride)
		residual_rescale(out, b->shifts[j], b->scales[j], rows->count);
}
