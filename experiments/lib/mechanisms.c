/* Experiments I to VI of Marx, Yang and van Leeuwen (SDM 2021), each as a function that draws one row. */
#include "mechanisms.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double gaussian_rho = 0.6, mixture_rho = 0.8, inflation = 0.15;

static void correlated_pair(double *row, draw *d, double rho)
{
	row[0] = draw_normal(d);
	row[1] = rho * row[0] + sqrt(1 - rho * rho) * draw_normal(d);
}

static void experiment_1(double *row, draw *d)
{
	correlated_pair(row, d, gaussian_rho);
}

static void experiment_2(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 5);
	row[1] = row[0] + 2 * draw_uniform(d);
}

static void experiment_3(double *row, draw *d)
{
	row[0] = draw_exponential(d, 1);
	row[1] = draw_uniform(d) < inflation ? 0 : draw_poisson(d, row[0]);
}

/* x, y, z of the chain X -> Z -> Y. */
static void experiment_4(double *row, draw *d)
{
	row[0] = draw_exponential(d, 0.5);
	row[2] = draw_poisson(d, row[0]);
	row[1] = draw_binomial(d, (uint64_t)row[2], 0.5);
}

static void experiment_5(double *row, draw *d)
{
	if (draw_uniform(d) < 0.5) {
		correlated_pair(row, d, mixture_rho);
	} else {
		row[0] = draw_uniform(d) < 0.5 ? 1 : -1;
		row[1] = draw_uniform(d) < 0.8 ? row[0] : -row[0];
	}
	row[2] = draw_binomial(d, 3, 0.2);
}

static void with_binomials(double *row, draw *d, size_t count)
{
	experiment_2(row, d);
	for (size_t i = 0; i < count; i++)
		row[2 + i] = draw_binomial(d, 3, 0.5);
}

static void experiment_6_1(double *row, draw *d)
{
	with_binomials(row, d, 1);
}

static void experiment_6_2(double *row, draw *d)
{
	with_binomials(row, d, 2);
}

static void experiment_6_3(double *row, draw *d)
{
	with_binomials(row, d, 3);
}

static void experiment_6_4(double *row, draw *d)
{
	with_binomials(row, d, 4);
}

static const mechanism mechanisms[] = {
	{ "I", "two Gaussians, correlation 0.6", "x,y", "nn", 0.22314355131420976, experiment_1 },
	{ "II", "discrete uniform X, Y uniform on [X, X+2]", "x,y", "dn", 1.0549201679861442, experiment_2 },
	{ "III", "exponential X, zero-inflated Poisson Y", "x,y", "nd", 0.2297760, experiment_3 },
	{ "IV", "chain X -> Z -> Y: exponential, Poisson, binomial", "x,y,z", "ndd", 0, experiment_4 },
	{ "V", "half Gaussian, half discrete pairs; Z independent", "x,y,z", "nnd", 1.0449324, experiment_5 },
	{ "VI-0", "as II", "x,y", "dn", 1.0549201679861442, experiment_2 },
	{ "VI-1", "as II with 1 irrelevant Z", "x,y,z1", "dnd", 1.0549201679861442, experiment_6_1 },
	{ "VI-2", "as II with 2 irrelevant Z", "x,y,z1,z2", "dndd", 1.0549201679861442, experiment_6_2 },
	{ "VI-3", "as II with 3 irrelevant Z", "x,y,z1,z2,z3", "dnddd", 1.0549201679861442, experiment_6_3 },
	{ "VI-4", "as II with 4 irrelevant Z", "x,y,z1,z2,z3,z4", "dndddd", 1.0549201679861442, experiment_6_4 },
};

enum { MECHANISMS = sizeof mechanisms / sizeof mechanisms[0] };

const mechanism *mechanism_at(size_t index)
{
	return index < MECHANISMS ? &mechanisms[index] : NULL;
}

const mechanism *mechanism_find(const char *name)
{
	for (size_t i = 0; i < MECHANISMS; i++)
		if (strcmp(mechanisms[i].name, name) == 0)
			return &mechanisms[i];
	return NULL;
}

mixmi_status mechanism_table(mixmi_table **out, const mechanism *m, size_t rows, uint64_t seed, uint64_t number)
{
	size_t columns = strlen(m->discrete);
	double *values = malloc(rows * columns * sizeof *values + 1);
	*out = NULL;
	if (values == NULL)
		return MIXMI_ERROR_MEMORY;
	draw d;
	draw_init(&d, seed, m->name, number);
	for (size_t i = 0; i < rows; i++) {
		double row[MECHANISM_COLUMNS];
		m->draw_row(row, &d);
		for (size_t j = 0; j < columns; j++)
			values[j * rows + i] = row[j];
	}
	mixmi_status status = ask_table(out, m->columns, m->discrete, values, rows);
	free(values);
	return status;
}

mixmi_status mechanism_estimate(mixmi_answer *out, const mechanism *m, const mixmi_table *table,
                                const mixmi_options *options)
{
	const size_t columns[MECHANISM_COLUMNS] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, strlen(m->discrete) - 2 };
	return mixmi_estimate(out, sizeof *out, NULL, table, &question, options);
}
