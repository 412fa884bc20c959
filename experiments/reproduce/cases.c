#include "cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanisms.h"

static void two_gaussians(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
}

static void gaussian_fork(double *row, draw *d)
{
	row[2] = draw_normal(d);
	row[0] = row[2] + draw_normal(d);
	row[1] = row[2] + draw_normal(d);
}

static void counts_chain(double *row, draw *d)
{
	mechanism_find("IV")->draw_row(row, d);
}

static void two_discrete(double *row, draw *d)
{
	row[0] = (double)draw_below(d, 4);
	row[1] = draw_binomial(d, 3, 0.3);
}

static void two_mixtures(double *row, draw *d)
{
	for (size_t j = 0; j < 2; j++)
		row[j] = draw_uniform(d) < 0.4 ? 0 : draw_uniform(d) < 0.2 ? 1 : draw_normal(d);
}

/* Both margins are uniform, and only squares of one colour have points. */
static void checkerboard(double *row, draw *d)
{
	double field_x = (double)draw_below(d, 4), field_y = 2 * (double)draw_below(d, 2) + fmod(field_x, 2);
	row[0] = field_x + draw_uniform(d);
	row[1] = field_y + draw_uniform(d);
}

static void correlated(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = 0.6 * row[0] + 0.8 * draw_normal(d);
}

static void log_normal(double *row, draw *d)
{
	correlated(row, d);
	row[0] = exp(row[0]);
	row[1] = exp(row[1]);
}

/* A heavier tail: the standard deviation of the logarithm is 2. */
static void log_normal_2(double *row, draw *d)
{
	correlated(row, d);
	row[0] = exp(2 * row[0]);
	row[1] = exp(2 * row[1]);
}

#define GAUSSIAN 0.22314355131420976 /* -ln(1 - 0.6^2) / 2 */
#define LN_2 0.69314718055994531

const data_case *case_find(const char *name)
{
	static const data_case cases[] = {
		{ "two-gaussians", "independent Gaussians", "nn", 0, 0, two_gaussians },
		{ "gaussian-fork", "X = Z + noise, Y = Z + noise", "nnn", 0, 0, gaussian_fork },
		{ "counts-chain", "Experiment IV", "ndd", 0, 0, counts_chain },
		{ "two-discrete", "uniform on 4 values, binomial", "dd", 0, 0, two_discrete },
		{ "two-mixtures", "atoms at 0 and 1, else Gaussian", "nn", 0, 0, two_mixtures },
		{ "checkerboard", "4 x 4 fields, uniform margins", "nn", LN_2, 0, checkerboard },
		{ "gaussian", "Gaussian pair, correlation 0.6", "nn", GAUSSIAN, 0, correlated },
		{ "outlier", "the same with one x at 1e6", "nn", GAUSSIAN, 1e6, correlated },
		{ "log-normal", "the same through exp(v)", "nn", GAUSSIAN, 0, log_normal },
		{ "log-normal-2", "the same through exp(2 v)", "nn", GAUSSIAN, 0, log_normal_2 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		if (strcmp(cases[i].name, name) == 0)
			return &cases[i];
	return NULL;
}

mixmi_status case_table(mixmi_table **out, const data_case *c, size_t rows, uint64_t seed, uint64_t number)
{
	static const char *const names[CASE_COLUMNS] = { "x", "y", "z" };
	mixmi_status status = mixmi_table_new(out, rows);
	if (status != MIXMI_OK)
		return status;
	double *values = malloc(CASE_COLUMNS * rows * sizeof *values + 1);
	if (values == NULL)
		status = MIXMI_ERROR_MEMORY;
	draw d;
	draw_init(&d, seed, c->name, number);
	for (size_t i = 0; status == MIXMI_OK && i < rows; i++) {
		double row[MECHANISM_COLUMNS] = { 0 };
		c->draw_row(row, &d);
		if (i == 0 && c->outlier != 0)
			row[0] = c->outlier;
		for (size_t j = 0; j < CASE_COLUMNS; j++)
			values[j * rows + i] = row[j];
	}
	for (size_t j = 0; status == MIXMI_OK && c->types[j] != '\0'; j++) {
		mixmi_type type = c->types[j] == 'd' ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		status = mixmi_table_add_values(*out, names[j], type, values + j * rows, NULL);
	}
	free(values);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}
