/*
 * Penalised least squares: coefficients c minimise |y - B c|^2 + lambda c' P c, so c = A^-1 B'y with A = B'B + lambda P. The
 * effective number of parameters is the trace of A^-1 B'B, and the leverage of a row b is b A^-1 b'. lambda minimises the
 * generalised cross-validation error n |y - B c|^2 / (n - 1.2 freedom)^2 over a fixed list, in which it has one minimum as a rule.
 * Sums run in the order of rows in one thread: the same bits for the same rows. O(rows active^2) with 4 functions active a
 * curve and 16 a surface, and O(functions^3) for each lambda.
 */
#include "dependence/smooth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "dependence/equations.h"

enum { CURVE_ROWS = 20000, SURFACE_ROWS = 8000, EVEN_ROWS = 4000 };

static const double penalties[] = { 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e5 };

enum { PENALTIES = sizeof penalties / sizeof penalties[0], FIRST_TRIED = 3 };

/* All functions of a regression, term by term. */
typedef struct design {
	const dependence_term *terms;
	size_t count;
	dependence_basis first[DEPENDENCE_MOST_TERMS], second[DEPENDENCE_MOST_TERMS];
	size_t start[DEPENDENCE_MOST_TERMS + 1]; /* number of each term's first function */
	bool surfaces;
} design;

/* The functions that are not 0 in a row, by ascending numbers. */
typedef struct sparse_row {
	size_t count;
	uint32_t *numbers;
	double *values;
} sparse_row;

/* Rows are needed twice, for fitting and for predicting: where they are few enough they are kept in between. */
typedef struct row_store {
	bool keeps;
	size_t width; /* functions that a row has at most */
	size_t *counts;
	uint32_t *numbers; /* [rows][width]; one row if nothing is kept */
	double *values;
} row_store;

/* Of curves, and of the two sides of a surface: one or two of them can be afforded finer along the second. */
static size_t intervals_for(size_t rows, size_t terms, bool surface, bool second)
{
	if (surface && second && terms <= 2)
		return rows < 500 ? 3 : rows < 1500 ? 6 : rows < 5000 ? 10 : 16;
	if (surface)
		return rows < 1500 ? 1 : 2;
	double root = sqrt((double)rows);
	double wanted =
		terms > 1 ? fmin(0.4 * root, 10) : fmax(rows < 200 ? 0 : fmin(2.2 * root, 38), fmin(1.2 * root, 64));
	return (size_t)fmax(2, wanted);
}

static bool design_init(design *d, const dependence_term *terms, size_t count, size_t rows, size_t fitted)
{
	memset(d, 0, sizeof *d);
	d->terms = terms;
	bool done = true;
	for (; done && d->count < count; d->count++) {
		const dependence_term *t = &terms[d->count];
		bool surface = t->second != NULL;
		size_t intervals = intervals_for(fitted, count, surface, false);
		size_t across = intervals_for(fitted, count, surface, true);
		done = dependence_basis_init(&d->first[d->count], t->first, rows, intervals) &&
		       (!surface || dependence_basis_init(&d->second[d->count], t->second, rows, across));
		size_t functions = d->first[d->count].functions * (surface ? d->second[d->count].functions : 1);
		d->start[d->count + 1] = d->start[d->count] + functions;
		d->surfaces = d->surfaces || surface;
	}
	return done;
}

static void design_clear(design *d)
{
	for (size_t j = 0; j < d->count; j++) {
		dependence_basis_clear(&d->first[j]);
		dependence_basis_clear(&d->second[j]);
	}
}

static bool row_store_init(row_store *s, const design *d, size_t rows)
{
	const size_t most = (size_t)1 << 19; /* 6 MB */
	*s = (row_store){ 0 };
	for (size_t j = 0; j < d->count; j++)
		s->width += d->terms[j].second != NULL ? DEPENDENCE_ORDER * DEPENDENCE_ORDER : DEPENDENCE_ORDER;
	s->keeps = rows <= most / (s->width > 0 ? s->width : 1);
	size_t kept = s->keeps ? rows : 1;
	s->counts = base_array(kept, sizeof *s->counts);
	s->numbers = base_array(kept, s->width * sizeof *s->numbers);
	s->values = base_array(kept, s->width * sizeof *s->values);
	return s->counts != NULL && s->numbers != NULL && s->values != NULL;
}

static void row_store_clear(row_store *s)
{
	free(s->counts);
	free(s->numbers);
	free(s->values);
}

static sparse_row row_at(const row_store *s, size_t index)
{
	size_t place = s->keeps ? index : 0;
	return (sparse_row){ s->counts[place], s->numbers + place * s->width, s->values + place * s->width };
}

static void add_surface(sparse_row *row, const design *d, size_t term, size_t index)
{
	uint32_t a[DEPENDENCE_ORDER], b[DEPENDENCE_ORDER];
	double x[DEPENDENCE_ORDER], y[DEPENDENCE_ORDER];
	size_t as = dependence_basis_at(a, x, &d->first[term], d->terms[term].first, index);
	size_t bs = dependence_basis_at(b, y, &d->second[term], d->terms[term].second, index);
	for (size_t i = 0; i < as; i++)
		for (size_t j = 0; j < bs; j++) {
			row->numbers[row->count] = (uint32_t)(d->start[term] + a[i] * d->second[term].functions + b[j]);
			row->values[row->count++] = x[i] * y[j];
		}
}

/* Finds the functions of a row. */
static sparse_row design_row(row_store *s, const design *d, size_t index)
{
	sparse_row found = row_at(s, index), *row = &found;
	row->count = 0;
	for (size_t j = 0; j < d->count; j++) {
		if (d->terms[j].second != NULL) {
			add_surface(row, d, j, index);
			continue;
		}
		uint32_t *numbers = row->numbers + row->count;
		size_t active = dependence_basis_at(numbers, row->values + row->count, &d->first[j], d->terms[j].first, index);
		for (size_t k = 0; k < active; k++)
			numbers[k] += (uint32_t)d->start[j];
		row->count += active;
	}
	s->counts[s->keeps ? index : 0] = row->count;
	return found;
}

/* Curves pay for their roughness, in the unit of their rows a spline; surfaces and atoms are drawn to 0. */
static void set_penalty(dependence_equations *e, const design *d)
{
	for (size_t j = 0; j < d->count; j++) {
		size_t drawn = d->start[j];
		double weight = e->rows / (double)(d->start[j + 1] - d->start[j]);
		if (d->terms[j].second == NULL) {
			dependence_basis_roughness(e->penalty, e->size, d->start[j], &d->first[j],
			                           e->rows / fmax(1, (double)d->first[j].splines));
			drawn += d->first[j].splines;
			weight = 1;
		}
		for (size_t k = drawn; k < d->start[j + 1]; k++)
			e->penalty[k * (e->size + 1)] += 0.1 * weight;
	}
}

/* Walks down the list from its middle to the least error. */
static void choose_penalty(dependence_equations *e)
{
	size_t best = FIRST_TRIED, last = FIRST_TRIED;
	double least = dependence_equations_solve(e, penalties[best]);
	for (int step = -1; step <= 1 && best == FIRST_TRIED; step += 2)
		for (size_t next = best + (size_t)step; next < PENALTIES; next += (size_t)step) {
			double error = dependence_equations_solve(e, penalties[last = next]);
			if (!(error < least))
				break;
			least = error;
			best = next;
		}
	if (last != best)
		dependence_equations_solve(e, penalties[best]);
}

static double leverage(const dependence_equations *e, const sparse_row *row)
{
	double sum = 0;
	for (size_t a = 0; a < row->count; a++) {
		const double *line = e->inverse + row->numbers[a] * e->size;
		double inner = 0;
		for (size_t b = 0; b < row->count; b++)
			inner += line[row->numbers[b]] * row->values[b];
		sum += inner * row->values[a];
	}
	return sum < 0 ? 0 : sum < 0.99 ? sum : 0.99;
}

/* On many rows leverages are so small, and of surfaces so much work, that the mean stands for all of them. */
static bool weighs_evenly(const dependence_equations *e, const design *d)
{
	return d->surfaces || e->rows > EVEN_ROWS;
}

static void predict(dependence_smooth *out, const dependence_equations *e, const design *d, row_store *store,
                    const double *response, const bool *used, size_t rows, size_t stride)
{
	double error = 0, before = 0, count = 0, mean = fmin(e->freedom / e->rows, 0.99);
	bool even = weighs_evenly(e, d);
	for (size_t i = 0, seen = 0; i < rows; i++) {
		out->residuals[i] = 0;
		if (out->predicted != NULL)
			out->predicted[i] = 0;
		if (!used[i])
			continue;
		bool fitted = seen++ % stride == 0;
		sparse_row row = fitted && store->keeps ? row_at(store, i) : design_row(store, d, i);
		double r = response[i], h = !fitted ? 0 : even ? mean : leverage(e, &row);
		for (size_t k = 0; k < row.count; k++)
			r -= e->solution[row.numbers[k]] * row.values[k];
		out->residuals[i] = r / sqrt(1 - h);
		if (out->predicted != NULL)
			out->predicted[i] = response[i] - r;
		error += r * r / ((1 - h) * (1 - h));
		before += response[i] * response[i];
		count += 1;
	}
	out->error = error / fmax(count, 1);
	out->before = before / fmax(count, 1);
}

bool dependence_smooth_fit(dependence_smooth *out, const double *response, const bool *used,
                           const dependence_term *terms, size_t term_count, size_t rows)
{
	design d;
	row_store store = { 0 };
	dependence_equations e = { 0 };
	size_t count = 0, seen = 0, most = terms[0].second != NULL ? SURFACE_ROWS : CURVE_ROWS;
	for (size_t i = 0; i < rows; i++)
		count += used[i];
	size_t stride = count > most ? (count + most - 1) / most : 1;
	bool done = design_init(&d, terms, term_count, rows, (count + stride - 1) / stride) &&
	            row_store_init(&store, &d, rows) && dependence_equations_init(&e, d.start[d.count]);
	for (size_t i = 0; done && i < rows; i++) {
		if (!used[i] || seen++ % stride != 0)
			continue;
		sparse_row row = design_row(&store, &d, i);
		dependence_equations_add(&e, row.numbers, row.values, row.count, response[i]);
	}
	if (done) {
		set_penalty(&e, &d);
		choose_penalty(&e);
		if (!weighs_evenly(&e, &d)) /* leverages are read off it */
			dependence_equations_invert(&e);
		predict(out, &e, &d, &store, response, used, rows, stride);
		out->freedom = e.freedom;
	}
	dependence_equations_clear(&e);
	row_store_clear(&store);
	design_clear(&d);
	return done;
}
