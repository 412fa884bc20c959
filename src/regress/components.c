/* The blocks of a regression, from Z and own ones, and their products. */
#include "regress/components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/constants.h"
#include "regress/parts.h"

/* ------------------------------------------------------------------------------------------------------- blocks */

bool regress_fit_add_component(regress_fit *f, regress_component c)
{
	c.place = SIZE_MAX;
	if (!base_grow((void **)&f->components, &f->component_room, f->component_count + 1, sizeof *f->components))
		return false;
	f->components[f->component_count++] = c;
	return true;
}

double regress_start_variance(const regress_fit *f)
{
	return regress_start / (double)f->rows;
}

/* The traces of effects of levels are sums of squared slopes. */
static regress_component level_component(const regress_fit *f, size_t slope)
{
	const regress_regressors *g = f->given;
	regress_component c = {
		.count = g->levels, .block = SIZE_MAX, .by_level = true, .slope = slope, .active = slope == 0
	};
	c.variance = regress_start_variance(f) * (double)g->levels;
	for (size_t l = 0; l < g->levels; l++) {
		double square = g->within[(l * g->slopes + slope) * g->slopes + slope];
		c.trace += square;
		c.squares += square * square;
	}
	return c;
}

static bool add_block(regress_fit *f, size_t block, bool active, double variance)
{
	const regress_block *b = &f->given->blocks[block];
	return regress_fit_add_component(f, (regress_component){ .values = b->values,
	                                                         .count = b->count,
	                                                         .block = block,
	                                                         .rivals = b->rivals,
	                                                         .active = active,
	                                                         .variance = b->cost == 0 ? INFINITY : variance,
	                                                         .trace = b->trace,
	                                                         .squares = b->squares });
}

static bool add_chosen(regress_fit *f, const regress_choice *choice)
{
	for (size_t k = 0; k < f->given->block_count; k++)
		for (size_t i = 0; i < choice->count; i++)
			if (f->given->blocks[k].identity == choice->identities[i] && !add_block(f, k, true, choice->variances[i]))
				return false;
	return true;
}

/* The simplest functions are in the model from the start; in a separable model only linear functions and indicators
 * of labels. */
static bool is_first(const regress_block *b, const regress_regressors *g)
{
	bool linear = b->factors[0] == NULL || b->factors[0] == b->factors[0]->source->parts;
	return b->cost <= REGRESS_SIMPLE && (linear || !g->separable);
}

/* Lists the blocks, and the levels, which are in the model from the start. */
static bool list_components(regress_fit *f, const regress_choice *choice)
{
	const regress_regressors *g = f->given;
	if (choice != NULL && !add_chosen(f, choice))
		return false;
	for (size_t k = 0; choice == NULL && k < g->block_count; k++)
		if (!add_block(f, k, is_first(&g->blocks[k], g), regress_start_variance(f)))
			return false;
	for (size_t s = 0; s < g->slopes; s++)
		if (!regress_fit_add_component(f, level_component(f, s)))
			return false;
	return true;
}

static void sum_levels(regress_fit *f)
{
	const regress_regressors *g = f->given;
	for (size_t s = 0; s < g->slopes; s++)
		for (size_t r = 0; r < f->responses; r++)
			for (size_t i = 0; i < f->rows; i++)
				f->level_sums[(g->level[i] * g->slopes + s) * f->responses + r] +=
					(double)g->slope[s * f->rows + i] * (double)f->y[r * f->rows + i];
}

static void copy_responses(regress_fit *f, const double *y)
{
	for (size_t i = 0; i < f->responses * f->rows; i++)
		f->y[i] = (float)y[i];
	for (size_t r = 0; r < f->responses; r++)
		f->squares[r] = base_dot(y + r * f->rows, y + r * f->rows, f->rows);
}

bool regress_fit_init(regress_fit *f, const regress_regressors *g, const double *y, size_t responses,
                      const regress_choice *choice)
{
	*f = (regress_fit){ .given = g, .rows = g->rows, .responses = responses };
	size_t levels = g->levels * g->slopes;
	f->y = base_array(responses, f->rows * sizeof *f->y);
	f->squares = base_array(responses, sizeof *f->squares);
	f->error = base_array(responses, sizeof *f->error);
	f->level_sums = base_array_zero(levels, responses * sizeof *f->level_sums);
	f->level_coefficients = base_array_zero(levels, responses * sizeof *f->level_coefficients);
	f->level_inverse = base_array_zero(levels, g->slopes * sizeof *f->level_inverse);
	bool done = f->y != NULL && f->squares != NULL && f->error != NULL && f->level_sums != NULL &&
	            f->level_coefficients != NULL && f->level_inverse != NULL && list_components(f, choice);
	if (done) {
		copy_responses(f, y);
		sum_levels(f);
	} else
		regress_fit_clear(f);
	return done;
}

void regress_fit_clear(regress_fit *f)
{
	for (size_t k = 0; k < f->owned_count; k++)
		free(f->owned[k]);
	free(f->owned);
	free(f->leaf);
	free(f->high);
	free(f->leaf_rows);
	free(f->y);
	free(f->squares);
	free(f->components);
	free(f->values);
	free(f->places);
	free(f->gram);
	free(f->sums);
	free(f->cross);
	free(f->level_sums);
	free(f->functions);
	free(f->factor);
	free(f->coefficients);
	free(f->level_inverse);
	free(f->level_coefficients);
	free(f->error);
	memset(f, 0, sizeof *f);
}

/* Sum of the functions' squared lengths, and of the squares of these lengths. False: out of memory. */
static bool measure(regress_component *c, size_t rows)
{
	bool done = true;
	for (size_t i = 0; done && i < c->count; i++) {
		const float *one = c->values + i * rows;
		double square = 0;
		done = base_products_single(&square, &one, 1, &one, 1, rows, false);
		c->trace += square;
		c->squares += square * square;
	}
	return done;
}

bool regress_fit_add(regress_fit *f, float *values, size_t count)
{
	regress_component c = {
		.values = values, .count = count, .block = SIZE_MAX, .variance = regress_start_variance(f)
	};
	if (!base_grow((void **)&f->owned, &f->owned_room, f->owned_count + 1, sizeof *f->owned)) {
		free(values);
		return false;
	}
	f->owned[f->owned_count++] = values;
	return measure(&c, f->rows) && regress_fit_add_component(f, c);
}

/* ---------------------------------------------------------------------------------------------------- admission */

/* Moves the first `count` entries to a larger array and frees the old one. */
static void *move(void *from, void *to, size_t count, size_t size)
{
	if (count > 0)
		memcpy(to, from, count * size);
	free(from);
	return to;
}

/* Allocates memory for `needed` functions. */
static bool reserve(regress_fit *f, size_t needed)
{
	if (needed <= f->room)
		return true;
	size_t room = needed + needed / 2, levels = f->given->levels * f->given->slopes, F = f->responses;
	const float **values = base_array(room, sizeof *values);
	size_t *places = base_array(room, sizeof *places);
	double *gram = base_array(room, room * sizeof *gram), *sums = base_array(room, F * sizeof *sums);
	double *cross = base_array(room, (levels + 1) * sizeof *cross);
	if (values == NULL || places == NULL || gram == NULL || sums == NULL || cross == NULL) {
		free(values);
		free(places);
		free(gram);
		free(sums);
		free(cross);
		return false;
	}
	for (size_t i = 0; i < f->admitted; i++)
		memcpy(gram + i * room, f->gram + i * f->room, f->admitted * sizeof *gram);
	free(f->gram);
	f->gram = gram;
	f->values = move(f->values, values, f->admitted, sizeof *values);
	f->places = move(f->places, places, f->admitted, sizeof *places);
	f->sums = move(f->sums, sums, f->admitted * F, sizeof *sums);
	f->cross = move(f->cross, cross, f->admitted * levels, sizeof *cross);
	f->room = room;
	return true;
}

static bool is_new(const regress_component *c)
{
	return c->active && !c->by_level && c->place == SIZE_MAX;
}

/* Counts the new functions, and computes the values and products of all functions of Z that are or were in the
 * model. */
static bool prepare_new(size_t *count, regress_fit *f)
{
	size_t blocks = 0, *list = base_array(f->component_count, sizeof *list);
	*count = 0;
	for (size_t k = 0; list != NULL && k < f->component_count; k++) {
		const regress_component *c = &f->components[k];
		*count += is_new(c) ? c->count : 0;
		if ((is_new(c) || c->place != SIZE_MAX) && c->block != SIZE_MAX)
			list[blocks++] = c->block;
	}
	bool done = list != NULL && (*count == 0 || regress_blocks_prepare(f->given, list, blocks));
	free(list);
	return done;
}

static void place_functions(regress_fit *f, regress_component *c)
{
	const regress_block *b = c->block != SIZE_MAX ? &f->given->blocks[c->block] : NULL;
	if (b != NULL) { /* its values may have been computed only now */
		c->values = b->values;
		c->trace = b->trace;
		c->squares = b->squares;
	}
	c->place = f->admitted;
	for (size_t i = 0; i < c->count; i++) {
		f->values[f->admitted] = c->leaves ? NULL : c->values + i * f->rows;
		f->places[f->admitted++] = b != NULL ? b->place + i : SIZE_MAX;
	}
}

/* Copies the products of functions of Z, which all regressions share. */
static bool read_products(regress_fit *f)
{
	size_t count = 0, *places = base_array(f->admitted, sizeof *places), *list = base_array(f->admitted, sizeof *list);
	double *read = base_array(f->admitted, f->admitted * sizeof *read);
	bool done = places != NULL && list != NULL && read != NULL;
	for (size_t i = 0; done && i < f->admitted; i++)
		if (f->places[i] != SIZE_MAX) {
			places[count] = f->places[i];
			list[count++] = i;
		}
	if (done)
		regress_products_read(read, count, f->given, places, count);
	for (size_t i = 0; done && i < count; i++)
		for (size_t j = 0; j < count; j++)
			f->gram[list[i] * f->room + list[j]] = read[i * count + j];
	free(places);
	free(list);
	free(read);
	return done;
}

/* Number of the first leaf among the functions; SIZE_MAX: there are none. */
static size_t place_of_leaves(const regress_fit *f)
{
	size_t place = 0;
	while (place < f->admitted && f->values[place] != NULL)
		place++;
	return place < f->admitted ? place : SIZE_MAX;
}

/* Products of the leaves with each other and with the new functions, or with all functions if the leaves are new. */
static void multiply_with_leaves(regress_fit *f, size_t old)
{
	size_t leaves = place_of_leaves(f);
	if (leaves == SIZE_MAX)
		return;
	for (size_t k = 0; k < f->leaf_count; k++)
		for (size_t l = 0; l <= k; l++)
			f->gram[(leaves + k) * f->room + leaves + l] = f->gram[(leaves + l) * f->room + leaves + k] =
				regress_leaves_product(f, k, l);
	for (size_t j = leaves < old ? old : 0; j < f->admitted; j++) {
		if (f->values[j] == NULL)
			continue;
		regress_leaves_multiply(f->gram + leaves * f->room + j, f->room, f, f->values[j]);
		for (size_t k = 0; k < f->leaf_count; k++)
			f->gram[j * f->room + leaves + k] = f->gram[(leaves + k) * f->room + j];
	}
}

/* Numbers of the functions with values from `from` to before `to`; `own`: only own functions. Returns how many. */
static size_t list_functions(size_t *list, const float **values, const regress_fit *f, size_t from, size_t to, bool own)
{
	size_t count = 0;
	for (size_t i = from; i < to; i++)
		if (f->values[i] != NULL && (!own || f->places[i] == SIZE_MAX)) {
			values[count] = f->values[i];
			list[count++] = i;
		}
	return count;
}

/* Products of the own functions from `from` to before `to` with all functions from `others` on. */
static bool multiply_own(regress_fit *f, size_t from, size_t to, size_t others)
{
	size_t *list = base_array(f->admitted, sizeof *list), *second = base_array(f->admitted, sizeof *second);
	const float **values = base_array(f->admitted, sizeof *values), **with = base_array(f->admitted, sizeof *with);
	bool done = list != NULL && second != NULL && values != NULL && with != NULL;
	size_t count = done ? list_functions(list, values, f, from, to, true) : 0;
	size_t all = done ? list_functions(second, with, f, others, f->admitted, false) : 0;
	double *products = base_array(count, all * sizeof *products);
	done = done && products != NULL &&
	       (count == 0 || base_products_single(products, values, count, with, all, f->rows, false));
	for (size_t k = 0; done && k < count; k++)
		for (size_t j = 0; j < all; j++)
			f->gram[list[k] * f->room + second[j]] = f->gram[second[j] * f->room + list[k]] = products[k * all + j];
	free(list);
	free(second);
	free(values);
	free(with);
	free(products);
	return done;
}

static bool multiply_responses(regress_fit *f, size_t old)
{
	size_t F = f->responses, leaves = place_of_leaves(f), *list = base_array(f->admitted, sizeof *list);
	const float **values = base_array(f->admitted, sizeof *values), **y = base_array(F, sizeof *y);
	double *sums = base_array(f->admitted, F * sizeof *sums);
	bool done = list != NULL && values != NULL && y != NULL && sums != NULL;
	size_t count = done ? list_functions(list, values, f, old, f->admitted, false) : 0;
	for (size_t r = 0; done && r < F; r++)
		y[r] = f->y + r * f->rows;
	done = done && base_products_single(sums, y, F, values, count, f->rows, false);
	for (size_t k = 0; done && k < count; k++)
		for (size_t r = 0; r < F; r++)
			f->sums[list[k] * F + r] = sums[r * count + k];
	for (size_t r = 0; done && leaves != SIZE_MAX && leaves >= old && r < F; r++)
		regress_leaves_multiply(f->sums + leaves * F + r, F, f, y[r]);
	free(list);
	free(values);
	free(y);
	free(sums);
	return done;
}

static double value_of(const regress_fit *f, size_t function, size_t row, size_t leaves)
{
	if (f->values[function] != NULL)
		return (double)f->values[function][row];
	return f->leaf[row] == function - leaves ? f->high[function - leaves] : f->low[function - leaves];
}

static void multiply_levels(regress_fit *f, size_t old)
{
	const regress_regressors *g = f->given;
	size_t levels = g->levels * g->slopes, leaves = place_of_leaves(f);
	for (size_t k = old; k < f->admitted && levels > 0; k++) {
		double *cross = f->cross + k * levels;
		memset(cross, 0, levels * sizeof *cross);
		for (size_t s = 0; s < g->slopes; s++)
			for (size_t i = 0; i < f->rows; i++)
				cross[g->level[i] * g->slopes + s] += (double)g->slope[s * f->rows + i] * value_of(f, k, i, leaves);
	}
}

bool regress_fit_admit(regress_fit *f)
{
	size_t count, old = f->admitted;
	if (!prepare_new(&count, f))
		return false;
	if (count == 0)
		return true;
	if (!reserve(f, old + count))
		return false;
	for (size_t k = 0; k < f->component_count; k++)
		if (is_new(&f->components[k]))
			place_functions(f, &f->components[k]);
	multiply_levels(f, old);
	multiply_with_leaves(f, old);
	return read_products(f) && multiply_own(f, 0, old, old) && multiply_own(f, old, f->admitted, 0) &&
	       multiply_responses(f, old);
}
