/* Values at planned rows are kept from choosing the points; those at other rows are made tile by tile, and the tile that
 * was made last is kept, as several blocks read it. */
#include "residual/surface.h"

#include <math.h>

#include "base/memory.h"
#include "base/wide.h"
#include "residual/constants.h"
#include "residual/linear.h"

static const double different_labels = 2; /* squared distance: that of two independent normal scores on average */

struct residual_surface {
	residual_basis *const *bases; /* [columns] */
	size_t columns, count;
	uint32_t points[RESIDUAL_MOST_POINTS]; /* rows */
	double roots[RESIDUAL_MOST_POINTS];    /* of what the points before leave of each */
	double *triangle;                      /* [count][RESIDUAL_MOST_POINTS] functions before, at each point */
	double *values;                        /* [count][residual_stride(planned rows)] */
	residual_tile tile;
	residual_block *blocks;
	residual_surface *next;
};

static void add_squares(double *out, residual_shared *shared, residual_basis *basis, size_t point,
                        const residual_range *rows)
{
	const uint32_t *codes = basis->column->codes;
	if (basis->column->labels) {
		for (size_t i = 0; i < rows->count; i++)
			out[i] += codes[residual_row(rows, i)] != codes[point] ? different_labels : 0;
		return;
	}
	const double *scores = residual_scores(shared, basis);
	for (size_t i = 0; i < rows->count; i++) {
		double gap = scores[residual_row(rows, i)] - scores[point];
		out[i] += gap * gap;
	}
}

/* (1 + r) exp(-r): the exponential of r / 32, which is below 1, by its series to the 16th power, squared five times. */
BASE_BOTH void decay_both(double *r, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		double x = r[i] * (-1.0 / 32), e = 1;
		for (int k = 16; k > 0; k--)
			e = 1 + e * x * (1.0 / k);
		for (int k = 0; k < 5; k++)
			e *= e;
		r[i] = (1 + r[i]) * e;
	}
}

BASE_TWICE_VOID(decay, (double *r, size_t count), (r, count))

/* Covariances of rows with a point, over columns each of which counts the same. */
static void covariances(double *out, residual_shared *shared, const residual_surface *s, size_t point,
                        const residual_range *rows)
{
	for (size_t i = 0; i < rows->count; i++)
		out[i] = 0;
	for (size_t j = 0; j < s->columns; j++)
		add_squares(out, shared, s->bases[j], point, rows);
	for (size_t i = 0; i < rows->count; i++)
		out[i] = sqrt(3 * out[i] / (double)s->columns);
	decay(out, rows->count);
}

/* Function k at some rows, where values[k][stride] are those before. */
static void make_function(double *values, size_t stride, residual_shared *shared, const residual_surface *s, size_t k,
                          const residual_range *rows)
{
	const double *before[RESIDUAL_MOST_POINTS];
	double *out = values + k * stride;
	covariances(out, shared, s, s->points[k], rows);
	for (size_t j = 0; j < k; j++)
		before[j] = values + j * stride;
	residual_subtract(&out, 1, before, s->triangle + k * RESIDUAL_MOST_POINTS, k, rows->count);
	residual_rescale(out, 0, 1 / s->roots[k], rows->count);
}

/* The first of the rows of which least is explained. */
static size_t next_point(const double *left, size_t rows)
{
	double most = 0;
	size_t at = 0;
	for (size_t i = 0; i < rows; i++)
		most = left[i] > most ? left[i] : most;
	while (left[at] < most - question_margin)
		at++;
	return at;
}

static void choose_points(residual_shared *shared, residual_surface *s, size_t most)
{
	base_arena_mark mark = base_arena_here(shared->scratch);
	size_t rows = shared->planned, stride = residual_stride(rows);
	double *left = base_arena_take(shared->scratch, rows, sizeof *left);
	residual_range all = { shared->planned_rows, 0, rows };
	for (size_t i = 0; i < rows; i++)
		left[i] = 1;
	for (; s->count < most; s->count++) {
		size_t at = next_point(left, rows), k = s->count;
		if (left[at] <= residual_least_left)
			break;
		s->points[k] = shared->planned_rows[at];
		s->roots[k] = sqrt(left[at]);
		for (size_t j = 0; j < k; j++)
			s->triangle[k * RESIDUAL_MOST_POINTS + j] = s->values[j * stride + at];
		make_function(s->values, stride, shared, s, k, &all);
		for (size_t i = 0; i < rows; i++)
			left[i] -= s->values[k * stride + i] * s->values[k * stride + i];
	}
	base_arena_back(shared->scratch, mark);
}

static bool same_bases(const residual_surface *s, residual_basis *const *bases, size_t count)
{
	bool same = s->columns == count;
	for (size_t j = 0; same && j < count; j++)
		same = s->bases[j] == bases[j];
	return same;
}

residual_surface *residual_surface_of(residual_shared *shared, residual_basis *const *bases, size_t count)
{
	for (residual_surface *s = shared->surfaces; s != NULL; s = s->next)
		if (same_bases(s, bases, count))
			return s;
	size_t most = shared->rows / RESIDUAL_ROWS_OF_POINT;
	most = most < RESIDUAL_MOST_POINTS ? most : RESIDUAL_MOST_POINTS;
	residual_surface *s = base_arena_take_zero(shared->keep, 1, sizeof *s);
	residual_basis **own = base_arena_take(shared->keep, count, sizeof *own);
	for (size_t j = 0; j < count; j++)
		own[j] = bases[j];
	s->bases = own;
	s->columns = count;
	s->triangle = base_arena_take(shared->keep, most, RESIDUAL_MOST_POINTS * sizeof *s->triangle);
	s->values = base_arena_take(shared->keep, most, residual_stride(shared->planned) * sizeof *s->values);
	s->next = shared->surfaces;
	shared->surfaces = s;
	choose_points(shared, s, most);
	return s;
}

size_t residual_surface_size(const residual_surface *s)
{
	return s->count;
}

residual_block **residual_surface_blocks(residual_surface *s)
{
	return &s->blocks;
}

/* All functions in a tile of rows that are not planned. */
static const double *tile(residual_shared *shared, residual_surface *s, const residual_range *rows)
{
	residual_tile *t = &s->tile;
	if (t->count == rows->count && t->first == rows->first)
		return t->values;
	if (t->room < rows->count) {
		t->values = base_arena_take(shared->keep, s->count, residual_stride(rows->count) * sizeof *t->values);
		t->room = rows->count;
	}
	for (size_t k = 0; k < s->count; k++)
		make_function(t->values, residual_stride(rows->count), shared, s, k, rows);
	t->first = rows->first;
	t->count = rows->count;
	return t->values;
}

void residual_surface_read(double *out, size_t stride, residual_shared *shared, residual_surface *s,
                           const residual_range *rows, size_t from, size_t count)
{
	bool kept = rows->list != NULL || shared->planned == shared->rows;
	const double *values = kept ? s->values + rows->first : tile(shared, s, rows);
	size_t own = residual_stride(kept ? shared->planned : rows->count);
	for (size_t j = 0; j < count; j++)
		base_copy(out + j * stride, values + (from + j) * own, rows->count * sizeof *out);
}
