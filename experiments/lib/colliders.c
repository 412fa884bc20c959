/* From the paper's text and docs/METHOD.md, section 4. Where both leave it open:
 *  - the second parameter of N(0, 0.1) and of N(mu, x) is a standard deviation, that of Exp(1 / sqrt 2) a rate, as in
 *    the language of the authors' code;
 *  - one distribution is picked for both X and Y, and a function for each of them from v, v^2, v^3 and tan (or tanh);
 *  - categories (signs, coins) are declared discrete; counts are numbers, in which the method finds the values that
 *    repeat, as the paper's algorithm does with every column (declared discrete, rare counts would each be a bin of
 *    their own);
 *  - "randomly assigned" values are drawn uniformly from the distinct values that the column has;
 *  - the last non-collider is X -> Y, X -> Z, so the pair that is independent is Y and Z given X. */
#include "colliders.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanisms.h"

static const double noise = 0.1, reassigned = 0.1;

static double apply(int function, double v, bool hyperbolic)
{
	switch (function) {
	case 0:
		return v;
	case 1:
		return v * v;
	case 2:
		return v * v * v;
	default:
		return hyperbolic ? tanh(v) : tan(v);
	}
}

static int pick_function(draw *d)
{
	return (int)draw_below(d, 4);
}

static double round_half_even(double v)
{
	return nearbyint(v); /* in the rounding mode that every C program starts in */
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Replaces a tenth of the rows by values drawn from those of the column. */
static void reassign(double *column, size_t rows, draw *d)
{
	double *values = malloc(rows * sizeof *values + 1);
	if (values == NULL)
		abort(); /* a data set that silently is another one would be worse */
	memcpy(values, column, rows * sizeof *values);
	qsort(values, rows, sizeof *values, compare_doubles);
	size_t distinct = 0;
	for (size_t i = 0; i < rows; i++)
		if (i == 0 || values[i] > values[i - 1])
			values[distinct++] = values[i];
	for (size_t i = 0; i < rows; i++)
		if (draw_uniform(d) < reassigned)
			column[i] = values[draw_below(d, distinct)];
	free(values);
}

/* ---------------------------------------------------------------------------------------------- colliders */

static void polynomial(double *columns[3], size_t rows, draw *d, const collider *c)
{
	bool uniform = draw_below(d, 2) == 1;
	int of_x = pick_function(d), of_y = pick_function(d);
	for (size_t i = 0; i < rows; i++) {
		double x = uniform ? 4 * draw_uniform(d) - 2 : draw_normal(d);
		double y = uniform ? 4 * draw_uniform(d) - 2 : draw_normal(d);
		columns[0][i] = x;
		columns[1][i] = y;
		columns[2][i] = apply(of_x, x, c->tanh) + apply(of_y, y, c->tanh) + noise * draw_normal(d);
	}
}

static double sign_of_product(double x, double y)
{
	double product = x * y;
	return product > 0 ? 1 : product < 0 ? -1 : 0;
}

static void sign_continuous(double *columns[3], size_t rows, draw *d, const collider *c)
{
	(void)c;
	for (size_t i = 0; i < rows; i++) {
		columns[0][i] = draw_normal(d);
		columns[1][i] = draw_normal(d);
		columns[2][i] = sign_of_product(columns[0][i], columns[1][i]) * draw_exponential(d, 1 / sqrt(2));
	}
}

static void sign_binary(double *columns[3], size_t rows, draw *d, const collider *c)
{
	(void)c;
	for (size_t i = 0; i < rows; i++) {
		columns[0][i] = draw_normal(d);
		columns[1][i] = draw_normal(d);
		columns[2][i] = sign_of_product(columns[0][i], columns[1][i]);
	}
	reassign(columns[2], rows, d);
}

static void modulo(double *columns[3], size_t rows, draw *d, const collider *c)
{
	(void)c;
	double lambda = 1 + (double)draw_below(d, 3);
	for (size_t i = 0; i < rows; i++) {
		double x = draw_normal(d), y = draw_poisson(d, lambda) + 1;
		columns[0][i] = x;
		columns[1][i] = y;
		columns[2][i] = round_half_even(x - y * floor(x / y));
	}
	reassign(columns[2], rows, d);
}

/* Coins X and Y; returns whether they differ. */
static bool coins(double *columns[3], size_t row, draw *d)
{
	columns[0][row] = (double)draw_below(d, 2);
	columns[1][row] = (double)draw_below(d, 2);
	return columns[0][row] != columns[1][row]; /* 0 and 1, so comparing is exact */
}

static void xor_scale(double *columns[3], size_t rows, draw *d, const collider *c)
{
	(void)c;
	for (size_t i = 0; i < rows; i++) {
		double factor = coins(columns, i, d) ? draw_poisson(d, 5) : 1;
		columns[2][i] = factor * noise * draw_normal(d);
	}
}

static void xor_shift(double *columns[3], size_t rows, draw *d, const collider *c)
{
	(void)c;
	for (size_t i = 0; i < rows; i++) {
		double shift = coins(columns, i, d) ? draw_poisson(d, 5) : 0;
		columns[2][i] = shift + noise * draw_normal(d);
	}
}

/* ------------------------------------------------------------------------------------------ non-colliders */

static void chain(double *columns[3], size_t rows, draw *d, const collider *c)
{
	int of_x = pick_function(d), of_z = pick_function(d);
	for (size_t i = 0; i < rows; i++) {
		columns[0][i] = draw_normal(d);
		columns[2][i] = apply(of_x, columns[0][i], c->tanh) + noise * draw_normal(d);
		columns[1][i] = apply(of_z, columns[2][i], c->tanh) + noise * draw_normal(d);
	}
}

static void fork_of(double *columns[3], size_t rows, draw *d, const collider *c)
{
	int to_x = pick_function(d), to_y = pick_function(d);
	for (size_t i = 0; i < rows; i++) {
		double z = draw_normal(d);
		columns[2][i] = z;
		columns[0][i] = apply(to_x, z, c->tanh) + noise * draw_normal(d);
		columns[1][i] = apply(to_y, z, c->tanh) + noise * draw_normal(d);
	}
}

static void counts_chain(double *columns[3], size_t rows, draw *d, const collider *c)
{
	(void)c;
	const mechanism *m = mechanism_find("IV");
	for (size_t i = 0; i < rows; i++) {
		double row[MECHANISM_COLUMNS];
		m->draw_row(row, d);
		for (size_t j = 0; j < 3; j++)
			columns[j][i] = row[j];
	}
}

/* X is the z of the question. Where it is 0, Z = mu without variance: a mixture column. */
static void uniform_fork(double *columns[3], size_t rows, draw *d, const collider *c)
{
	(void)c;
	const mechanism *m = mechanism_find("II");
	double mu = 8 * draw_uniform(d) - 4;
	for (size_t i = 0; i < rows; i++) {
		double row[MECHANISM_COLUMNS];
		m->draw_row(row, d);
		columns[2][i] = row[0];
		columns[0][i] = row[1];
		columns[1][i] = mu + row[0] * draw_normal(d);
	}
}

/* -------------------------------------------------------------------------------------------------- table */

static const collider colliders[] = {
	{ "polynomial-tan", "Z = f(X) + g(Y) + noise; powers or tan", "nnn", true, true, 1, false, polynomial },
	{ "polynomial-tanh", "Z = f(X) + g(Y) + noise; powers or tanh", "nnn", true, true, 1, true, polynomial },
	{ "sign-continuous", "Z = sign(XY) times an exponential", "nnn", true, true, 2, false, sign_continuous },
	{ "sign-binary", "Z = sign(XY), a tenth at random", "nnd", true, false, 3, false, sign_binary },
	{ "modulo", "Z = X mod Y rounded, a tenth at random", "nnn", true, false, 4, false, modulo },
	{ "xor-scale", "X xor Y sets the scale of Z", "ddn", true, false, 5, false, xor_scale },
	{ "xor-shift", "X xor Y shifts Z by a Poisson count", "ddn", true, false, 6, false, xor_shift },
	{ "chain-tan", "X -> Z -> Y; powers or tan", "nnn", false, true, 1, false, chain },
	{ "chain-tanh", "X -> Z -> Y; powers or tanh", "nnn", false, true, 1, true, chain },
	{ "fork-tan", "X <- Z -> Y; powers or tan", "nnn", false, true, 2, false, fork_of },
	{ "fork-tanh", "X <- Z -> Y; powers or tanh", "nnn", false, true, 2, true, fork_of },
	{ "counts-chain", "Experiment IV: exponential, Poisson, binomial", "ndd", false, false, 3, false, counts_chain },
	{ "uniform-fork", "Experiment II and N(mu, X) given X", "nnd", false, false, 4, false, uniform_fork },
};

enum { COLLIDERS = sizeof colliders / sizeof colliders[0] };

const collider *collider_at(size_t index)
{
	return index < COLLIDERS ? &colliders[index] : NULL;
}

const collider *collider_find(const char *name)
{
	for (size_t i = 0; i < COLLIDERS; i++)
		if (strcmp(colliders[i].name, name) == 0)
			return &colliders[i];
	return NULL;
}

mixmi_status collider_table(mixmi_table **out, const collider *c, size_t rows, uint64_t seed, uint64_t number)
{
	static const char *const names[3] = { "x", "y", "z" };
	mixmi_status status = mixmi_table_new(out, rows);
	if (status != MIXMI_OK)
		return status;
	double *values = malloc(3 * rows * sizeof *values + 1);
	if (values == NULL)
		status = MIXMI_ERROR_MEMORY;
	if (status == MIXMI_OK) {
		double *columns[3] = { values, values + rows, values + 2 * rows };
		draw d;
		draw_init(&d, seed, c->name, number);
		c->fill(columns, rows, &d, c);
		for (size_t j = 0; status == MIXMI_OK && j < 3; j++) {
			mixmi_type type = c->discrete[j] == 'd' ? MIXMI_DISCRETE : MIXMI_NUMERIC;
			status = mixmi_table_add_values(*out, names[j], type, columns[j], NULL);
		}
	}
	free(values);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}
