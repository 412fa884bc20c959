/*
 * Routes. Given Z, a column and its residual given Z tell the same, so I(X;Y|Z) = I(X';Y'|Z) for freed X', Y'. Freeing one side
 * from the other as well, Y'' = Y' - m(X', Z), the chain rule of entropies gives
 *
 *     I(X;Y|Z) = [h(Y') - h(Y'')] - I(Y';Z) + I(Y'';Z) + I(X';Y''|Z):
 *
 * entropies of single columns, which are estimated well however strong the dependence is, and what a grid shows of the rest.
 * Routes are compared by code length: what regressions save, parameters paid for, and what the grid saves. A column with
 * several others on its side is freed from those before it as well.
 */
#include "dependence/routes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/special.h"
#include "base/sum.h"
#include "dependence/freeing.h"

enum { MOST_ATOMS = 600, MOST_ATOMS_OF_SURFACE = 4 };

static const double clear = 0.25;    /* standard errors by which a route has to see more than one of a shorter code */
static const double least_saved = 4; /* nats in all, before a regression counts */

/* A form of the columns: residuals in place of some of them. */
typedef struct form {
	size_t count;
	mixmi_table table;           /* of columns that are borrowed from others */
	dependence_numbers *numbers; /* [count] */
	dependence_freed *freed;     /* [count] */
	size_t *columns;             /* [count] 0, 1, 2, ... */
	double saved;                /* nats a row by all regressions */
	double freedom;              /* effective number of parameters of the last freeing */
	double told, square;         /* mean over rows of what the last freeing told, and mean square */
} form;

static bool form_init(form *f, const mixmi_table *table, int64_t threshold)
{
	*f = (form){ .count = table->column_count, .table = { .rows = table->rows, .column_count = table->column_count } };
	f->table.columns = base_array_copy(table->columns, f->count, sizeof *table->columns);
	f->numbers = base_array_zero(f->count, sizeof *f->numbers);
	f->freed = base_array_zero(f->count, sizeof *f->freed);
	f->columns = base_array(f->count, sizeof *f->columns);
	bool done = f->table.columns != NULL && f->numbers != NULL && f->freed != NULL && f->columns != NULL;
	for (size_t j = 0; f->columns != NULL && j < f->count; j++)
		f->columns[j] = j;
	for (size_t j = 0; done && j < f->count; j++)
		done = dependence_numbers_init(&f->numbers[j], &table->columns[j], table->rows, threshold);
	return done;
}

static void form_clear(form *f)
{
	for (size_t j = 0; j < f->count; j++) {
		if (f->numbers != NULL)
			dependence_numbers_clear(&f->numbers[j]);
		if (f->freed != NULL)
			dependence_freed_clear(&f->freed[j]);
	}
	free(f->table.columns);
	free(f->numbers);
	free(f->freed);
	free(f->columns);
}

static bool add_term(dependence_term *list, size_t *count, const dependence_numbers *a, const dependence_numbers *b)
{
	size_t most = b != NULL ? MOST_ATOMS_OF_SURFACE : MOST_ATOMS;
	if (*count == DEPENDENCE_MOST_TERMS || a->atom_count > most || (b != NULL && b->atom_count > most))
		return false;
	list[(*count)++] = (dependence_term){ &a->predictor, b != NULL ? &b->predictor : NULL };
	return true;
}

/* Frees column j and puts the residual in its place. */
static bool free_one(form *to, const form *from, size_t j, dependence_terms *terms, int64_t threshold)
{
	dependence_freed *freed = &to->freed[j];
	terms->least = least_saved;
	bool done = dependence_free_column(freed, &from->table.columns[j], &from->numbers[j], terms, from->table.rows);
	if (done && freed->freed) {
		to->table.columns[j] = freed->column;
		to->saved += freed->saved;
		to->freedom += freed->freedom;
		dependence_numbers_clear(&to->numbers[j]);
		done = dependence_numbers_init(&to->numbers[j], &freed->column, from->table.rows, threshold);
	}
	return done;
}

/* Frees the columns of X and of Y from Z and from those before them on their side: curves of each, surfaces of each two. */
static bool free_from_z(form *f, const dependence_role *roles, int64_t threshold)
{
	bool done = true;
	for (size_t j = 0; done && j < f->count; j++) {
		if (roles[j] == DEPENDENCE_Z)
			continue;
		dependence_terms terms = { .curve_count = 0 };
		for (size_t i = 0; i < f->count; i++) {
			if (roles[i] != DEPENDENCE_Z && (roles[i] != roles[j] || i >= j))
				continue;
			add_term(terms.curves, &terms.curve_count, &f->numbers[i], NULL);
			add_term(terms.scales, &terms.scale_count, &f->numbers[i], NULL);
			for (size_t k = 0; k < i; k++)
				if (roles[k] == DEPENDENCE_Z || (roles[k] == roles[j] && k < j))
					add_term(terms.surfaces, &terms.surface_count, &f->numbers[i], &f->numbers[k]);
		}
		done = free_one(f, f, j, &terms, threshold);
	}
	return done;
}

/* Curves of the columns of the other side, and surfaces of these with each other, with Z and with those before it on its own
 * side. */
static void list_other_side(dependence_terms *terms, const form *f, const dependence_role *roles, size_t j)
{
	*terms = (dependence_terms){ .curve_count = 0 };
	for (size_t i = 0; i < f->count; i++) {
		if (roles[i] != roles[j] || i < j)
			add_term(terms->scales, &terms->scale_count, &f->numbers[i], NULL);
		if (roles[i] == DEPENDENCE_Z || roles[i] == roles[j])
			continue;
		add_term(terms->curves, &terms->curve_count, &f->numbers[i], NULL);
		for (size_t k = 0; k < f->count; k++)
			if (roles[k] == DEPENDENCE_Z || (roles[k] == roles[j] && k < j) || (roles[k] == roles[i] && k < i))
				add_term(terms->surfaces, &terms->surface_count, &f->numbers[i], &f->numbers[k]);
	}
}

/* Frees one side of `from` from the other. False: out of memory. */
static bool free_side(form *to, const form *from, const dependence_role *roles, dependence_role side, int64_t threshold)
{
	bool done = form_init(to, &from->table, threshold);
	size_t rows = from->table.rows;
	double *sum = base_array_zero(rows, sizeof *sum);
	done = done && sum != NULL;
	for (size_t j = 0; done && j < from->count; j++) {
		if (roles[j] != side)
			continue;
		dependence_terms terms;
		list_other_side(&terms, from, roles, j);
		done = free_one(to, from, j, &terms, threshold);
		for (size_t i = 0; done && to->freed[j].freed && i < rows; i++)
			sum[i] += to->freed[j].terms[i];
	}
	base_sum told = { 0, 0 }, square = { 0, 0 };
	for (size_t i = 0; done && i < rows; i++) {
		base_sum_add(&told, sum[i]);
		base_sum_add(&square, sum[i] * sum[i]);
	}
	to->told = base_sum_value(&told) / (double)rows;
	to->square = base_sum_value(&square) / (double)rows;
	free(sum);
	return done;
}

/* ---------------------------------------------------------------------------------------------- comparing */

static double corrected(const dependence_estimate *e)
{
	return e->supported ? fmax(0, e->plug_in - e->bias + e->cutting) : 0;
}

/* I(side;Z), of the columns in a form. */
static mixmi_status told_by_z(double *out, const form *f, const dependence_role *roles, dependence_role side,
                              const mixmi_options *options)
{
	dependence_attempt a;
	size_t *columns = base_array(f->count, sizeof *columns), count = 0;
	dependence_role *asked = base_array(f->count, sizeof *asked);
	mixmi_status status = columns != NULL && asked != NULL ? MIXMI_OK : base_error_memory();
	bool given = false;
	for (size_t j = 0; status == MIXMI_OK && j < f->count; j++) {
		if (roles[j] != side && roles[j] != DEPENDENCE_Z)
			continue;
		given = given || roles[j] == DEPENDENCE_Z;
		columns[count] = j;
		asked[count++] = roles[j] == DEPENDENCE_Z ? DEPENDENCE_Y : DEPENDENCE_X;
	}
	*out = 0;
	if (status == MIXMI_OK && given) {
		status = dependence_attempt_search(&a, &f->table, columns, asked, count, true, options);
		if (status == MIXMI_OK)
			status = dependence_attempt_estimate(&a, true, options);
		*out = status == MIXMI_OK ? corrected(&a.estimate) : 0;
		dependence_attempt_clear(&a);
	}
	free(columns);
	free(asked);
	return status;
}

/* What a route sees for certain: half of what it expects finer cuts to add may be wrong. */
static double seen_by(const dependence_estimate *e)
{
	return corrected(e) - (e->supported ? e->cutting / 2 : 0);
}

bool dependence_sees_more(const dependence_estimate *other, const dependence_estimate *present)
{
	return seen_by(other) > seen_by(present) + clear * present->standard_error;
}

/* Takes over an estimate by a shorter code; or by a longer one that sees clearly more, since no route sees more than there is. */
static bool takes_over(const dependence_estimate *present, const dependence_estimate *other, bool shorter)
{
	return shorter ? !dependence_sees_more(present, other) : dependence_sees_more(other, present);
}

/* How far apart routes are is what either may have missed. */
static void note_doubt(dependence_estimate *out, double other)
{
	double apart = fabs(corrected(out) - other);
	out->doubt = fmax(out->doubt, fmin(apart, 2.5 * out->standard_error));
}

static double code_of(const dependence_attempt *a, const form *f)
{
	return a->grid.bits - (double)a->ranks.rows * f->saved / BASE_LN2;
}

static mixmi_status look(dependence_attempt *a, const form *f, const dependence_role *roles,
                         const mixmi_options *options)
{
	mixmi_status status = dependence_attempt_search(a, &f->table, f->columns, roles, f->count, true, options);
	return status == MIXMI_OK ? dependence_attempt_estimate(a, true, options) : status;
}

/* Adds what freeing one side told to what the grid shows of the rest. */
static mixmi_status combine(dependence_estimate *out, const dependence_attempt *rest, const form *before,
                            const form *after, const dependence_role *roles, dependence_role side,
                            const mixmi_options *options)
{
	double by_z_before, by_z_after;
	mixmi_status status = told_by_z(&by_z_before, before, roles, side, options);
	if (status == MIXMI_OK)
		status = told_by_z(&by_z_after, after, roles, side, options);
	if (status != MIXMI_OK)
		return status;
	double rows = (double)after->table.rows;
	dependence_estimate e = rest->estimate;
	if (!e.supported && !dependence_estimate_even(&e, &rest->ranks))
		return base_error_memory();
	bool seen = e.supported;
	double variance = fmax(0, after->square - after->told * after->told) / rows;
	out->plug_in = after->told - by_z_before + by_z_after + (seen ? e.plug_in : 0);
	out->bias = seen ? e.bias : 0;
	out->cutting = seen ? e.cutting : 0;
	out->by_grid = seen ? e.plug_in - e.bias : 0;
	out->doubt = after->freedom / rows + (rest->estimate.supported ? e.doubt : 0);
	out->standard_error = sqrt(variance + (seen ? pow(e.standard_error, 2) : 0));
	out->supported = true;
	return MIXMI_OK;
}

/* Looks at what freeing one side leaves. */
static mixmi_status try_side(dependence_estimate *out, bool *changed, double *bits, const form *before, form *after,
                             const dependence_role *roles, dependence_role side, const mixmi_options *options)
{
	dependence_attempt rest;
	dependence_estimate e = *out;
	double present = corrected(out);
	bool seen = out->supported;
	mixmi_status status = look(&rest, after, roles, options);
	after->saved += before->saved;
	if (status == MIXMI_OK)
		status = combine(&e, &rest, before, after, roles, side, options);
	if (status == MIXMI_OK && takes_over(out, &e, code_of(&rest, after) < *bits)) {
		*bits = code_of(&rest, after);
		*out = e;
		*changed = true;
		if (seen)
			note_doubt(out, present);
	} else if (status == MIXMI_OK) {
		note_doubt(out, corrected(&e));
	}
	dependence_attempt_clear(&rest);
	return status;
}

/* Frees the side from the other of which more can be predicted; ties go to the one that comes first. */
static mixmi_status try_sides(dependence_estimate *out, bool *changed, double *bits, const form *f,
                              const dependence_role *roles, const mixmi_options *options)
{
	form by_side[2];
	memset(by_side, 0, sizeof by_side);
	dependence_role first = roles[0], sides[] = { first, first == DEPENDENCE_X ? DEPENDENCE_Y : DEPENDENCE_X };
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < 2; i++)
		if (!free_side(&by_side[i], f, roles, sides[i], options->atom_threshold))
			status = base_error_memory();
	size_t better = by_side[1].saved > by_side[0].saved;
	if (status == MIXMI_OK && by_side[better].saved > 0)
		status = try_side(out, changed, bits, f, &by_side[better], roles, sides[better], options);
	form_clear(&by_side[0]);
	form_clear(&by_side[1]);
	return status;
}

/* X and Y freed from Z and nothing else. */
static mixmi_status try_freed(dependence_estimate *out, bool *changed, double *bits, const form *f,
                              const dependence_role *roles, const mixmi_options *options)
{
	dependence_attempt freed;
	mixmi_status status = look(&freed, f, roles, options);
	freed.estimate.bound = out->bound;
	if (status == MIXMI_OK && out->supported && freed.estimate.supported)
		note_doubt(&freed.estimate, corrected(out));
	if (status == MIXMI_OK && code_of(&freed, f) < *bits) {
		*bits = code_of(&freed, f);
		*out = freed.estimate;
		*changed = true;
	}
	dependence_attempt_clear(&freed);
	return status;
}

mixmi_status dependence_choose_route(dependence_estimate *out, bool *changed, const dependence_attempt *plain,
                                     const mixmi_table *table, const dependence_role *roles,
                                     const mixmi_options *options)
{
	form f;
	mixmi_status status = MIXMI_OK;
	*out = plain->estimate;
	*changed = false;
	double bits = plain->grid.bits;
	if (!form_init(&f, table, options->atom_threshold) || !free_from_z(&f, roles, options->atom_threshold))
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = try_sides(out, changed, &bits, &f, roles, options);
	if (status == MIXMI_OK && f.saved > 0 && !*changed)
		status = try_freed(out, changed, &bits, &f, roles, options);
	form_clear(&f);
	return status;
}
