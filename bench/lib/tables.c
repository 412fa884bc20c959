/* Tables for the benchmarks. */
#include "tables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw.h"
#include "measure.h"

static void check(mixmi_status status)
{
	if (status != MIXMI_OK)
		measure_fail(mixmi_error_message());
}

static double *room(size_t count)
{
	double *values = malloc(count * sizeof *values + 1);
	if (values == NULL)
		measure_fail("out of memory");
	return values;
}

mixmi_options *tables_options_of(const char *preset, const char *name, const char *value)
{
	mixmi_options *options;
	check(mixmi_options_new(&options));
	if (preset != NULL)
		check(mixmi_options_set(options, "preset", preset));
	check(mixmi_options_set(options, "threads", "1"));
	if (name != NULL)
		check(mixmi_options_set(options, name, value));
	return options;
}

mixmi_options *tables_options(void)
{
	return tables_options_of("paper", NULL, NULL);
}

/* The question in numbers: column 0 and column 1 given those that follow. */
static mixmi_question asked_of(const tables_question *q)
{
	static const size_t columns[] = { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
		                              16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 };
	if (q->given + 2 > sizeof columns / sizeof columns[0])
		measure_fail("too many columns in a question");
	return (mixmi_question){ columns, 1, columns + 1, 1, columns + 2, q->given };
}

void tables_estimate(void *question)
{
	const tables_question *q = question;
	const mixmi_question asked = asked_of(q);
	mixmi_answer answer;
	check(mixmi_estimate(&answer, sizeof answer, NULL, q->table, &asked, q->options));
}

void tables_test(void *question)
{
	const tables_question *q = question;
	const mixmi_question asked = asked_of(q);
	mixmi_answer answer;
	check(mixmi_test(&answer, sizeof answer, NULL, q->table, &asked, q->options));
}

static void add_column(mixmi_table *table, const char *prefix, size_t number, mixmi_type type, const double *values)
{
	char name[32];
	snprintf(name, sizeof name, "%s%04zu", prefix, number);
	check(mixmi_table_add_values(table, name, type, values, NULL));
}

mixmi_table *tables_conditioning(size_t rows, size_t given)
{
	mixmi_table *table;
	double *values = room(rows);
	check(mixmi_table_new(&table, rows));
	draw d;
	draw_init(&d, 1, "conditioning", 0);
	for (size_t j = 0; j < given + 2; j++) {
		for (size_t i = 0; i < rows; i++)
			values[i] = j < 2 ? draw_normal(&d) : draw_binomial(&d, 3, 0.5);
		add_column(table, "c", j, j < 2 ? MIXMI_NUMERIC : MIXMI_DISCRETE, values);
	}
	free(values);
	return table;
}

mixmi_table *tables_target(size_t rows, size_t columns)
{
	mixmi_table *table;
	double *target = room(rows), *values = room(rows);
	check(mixmi_table_new(&table, rows));
	draw d;
	draw_init(&d, 1, "target", 0);
	for (size_t i = 0; i < rows; i++)
		target[i] = draw_normal(&d);
	add_column(table, "target", 0, MIXMI_NUMERIC, target);
	for (size_t j = 0; j < columns; j++) {
		double strength = draw_uniform(&d);
		for (size_t i = 0; i < rows; i++) {
			double v = strength * target[i] + draw_normal(&d);
			if (j % 4 == 1 && draw_uniform(&d) < 0.3)
				v = 0;
			else if (j % 4 == 2)
				v = draw_poisson(&d, exp(0.3 * v));
			else if (j % 4 == 3)
				v = nearbyint(3 * v);
			values[i] = v;
		}
		add_column(table, "x", j, MIXMI_NUMERIC, values);
	}
	free(target);
	free(values);
	return table;
}

/* Adds a parent's column, brought to unit variance, times a weight. */
static void add_parent(double *values, const double *parent, size_t rows, double weight)
{
	double mean = 0, square = 0;
	for (size_t i = 0; i < rows; i++) {
		mean += parent[i] / (double)rows;
		square += parent[i] * parent[i] / (double)rows;
	}
	double scale = weight / sqrt(fmax(square - mean * mean, 1e-9));
	for (size_t i = 0; i < rows; i++)
		values[i] += scale * (parent[i] - mean);
}

static double shape_value(double v, size_t kind, draw *d)
{
	switch (kind) {
	case 1:
		return fmax(-2, fmin(2, nearbyint(v)));
	case 2:
		return draw_uniform(d) < 0.3 ? 0 : v;
	case 3:
		return (v > 0) + (v > 1);
	default:
		return v;
	}
}

mixmi_table *tables_network(size_t rows, size_t columns)
{
	mixmi_table *table;
	double *all = room(rows * columns);
	check(mixmi_table_new(&table, rows));
	draw d;
	draw_init(&d, 1, "sparse network", columns);
	for (size_t j = 0; j < columns; j++) {
		double *values = all + j * rows;
		for (size_t i = 0; i < rows; i++)
			values[i] = draw_normal(&d);
		for (size_t parents = j > 0 ? draw_below(&d, 3) : 0; parents > 0; parents--) {
			double weight = (0.5 + 0.7 * draw_uniform(&d)) * (draw_below(&d, 2) == 0 ? 1 : -1);
			add_parent(values, all + draw_below(&d, j) * rows, rows, weight);
		}
		for (size_t i = 0; i < rows; i++)
			values[i] = shape_value(values[i], j % 4, &d);
		add_column(table, "v", j, j % 2 == 1 ? MIXMI_DISCRETE : MIXMI_NUMERIC, values);
	}
	free(all);
	return table;
}
