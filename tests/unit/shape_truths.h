/* Mechanisms whose shape is known by construction, for tests of the word. */
#ifndef TESTS_SHAPE_TRUTHS_H
#define TESTS_SHAPE_TRUTHS_H

#include "tables.h"

/* One row: x, y and, where the mechanism has one, z. */
typedef struct shape_row {
	double x, y, z;
} shape_row;

static const double shape_pi = 3.14159265358979323846;

typedef enum shape_z { NO_Z, NUMERIC_Z, DISCRETE_Z } shape_z;

typedef struct shape_truth {
	const char *name;
	shape_row (*draw)(uint64_t *seed);
	shape_z z;
	mixmi_shape shape;
	int along_y;
} shape_truth;

static inline double uniform_in(uint64_t *seed, double from, double to)
{
	return from + (to - from) * test_uniform(seed);
}

static inline double shape_exponential(uint64_t *seed)
{
	return -log1p(-test_uniform(seed));
}

/* One draw of `rows` rows as a table with the columns x, y and perhaps z. */
static inline mixmi_table *shape_table(const shape_truth *truth, size_t rows, uint64_t seed)
{
	double *values = malloc(3 * rows * sizeof *values);
	mixmi_table *table;
	assert_non_null(values);
	for (size_t i = 0; i < rows; i++) {
		shape_row row = truth->draw(&seed);
		values[i] = row.x;
		values[rows + i] = row.y;
		values[2 * rows + i] = row.z;
	}
	assert_ok(mixmi_table_new(&table, rows));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, values, NULL));
	assert_ok(mixmi_table_add_values(table, "y", MIXMI_NUMERIC, values + rows, NULL));
	if (truth->z != NO_Z)
		assert_ok(mixmi_table_add_values(table, "z", truth->z == DISCRETE_Z ? MIXMI_DISCRETE : MIXMI_NUMERIC,
		                                 values + 2 * rows, NULL));
	free(values);
	return table;
}

static inline mixmi_profile shape_profile(const mixmi_table *table)
{
	static const size_t x = 0, y = 1, z = 2;
	const mixmi_question question = { &x, 1, &y, 1, &z, mixmi_table_columns(table) - 2 };
	mixmi_profile profile;
	assert_ok(mixmi_profile_of(&profile, sizeof profile, table, &question));
	return profile;
}

/* Draws whose word is right, of `draws` of `rows` rows; wrong words are printed. */
static inline size_t shape_hits(const shape_truth *truth, size_t draws, size_t rows, uint64_t seed)
{
	size_t hits = 0;
	for (size_t i = 0; i < draws; i++) {
		mixmi_table *table = shape_table(truth, rows, seed + 1000003 * i);
		mixmi_profile p = shape_profile(table);
		bool right = p.shape == (int32_t)truth->shape && p.along_y == truth->along_y;
		hits += right;
		if (!right)
			print_message("%s, draw %zu: %s%s near %g\n", truth->name, i, p.word, p.along_y ? " along y" : "", p.where);
		mixmi_table_free(table);
	}
	return hits;
}

#endif
