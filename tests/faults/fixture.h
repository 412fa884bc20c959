/* What the tests of failing allocations ask about: a small table of all kinds of columns, its histogram and a file. Everything is
 * made before any allocation fails. */
#ifndef FAULTS_FIXTURE_H
#define FAULTS_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "faults/faults.h"
#include "unit/unit.h"

enum { ROWS = 120, COLUMNS = 3 };

/* A numeric column with an atom, a numeric one that depends on it, and a discrete one, with holes in two of them. */
static inline mixmi_status small_table(mixmi_table **out)
{
	static const char *const colours[] = { "red", "green", "blue" };
	double x[ROWS], y[ROWS];
	int64_t z[ROWS];
	uint8_t missing[ROWS];
	for (int i = 0; i < ROWS; i++) {
		x[i] = i % 6 == 0 ? 1 : i * 0.37 - (i % 7);
		y[i] = x[i] * x[i] + (i % 5);
		z[i] = i % 3;
		missing[i] = i % 40 == 7;
	}
	mixmi_status status = mixmi_table_new(out, ROWS);
	if (status != MIXMI_OK) {
		FAULTS_CHECK(*out == NULL);
		return status;
	}
	status = mixmi_table_add_values(*out, "x", MIXMI_NUMERIC, x, missing);
	if (status == MIXMI_OK)
		status = mixmi_table_add_values(*out, "y", MIXMI_NUMERIC, y, NULL);
	if (status == MIXMI_OK)
		status = mixmi_table_add_codes(*out, "z", z, colours, 3, missing);
	if (status != MIXMI_OK) {
		mixmi_table_free(*out);
		*out = NULL;
	}
	return status;
}

static inline mixmi_options options_with_threads(int64_t threads)
{
	mixmi_options options;
	init_options(&options);
	options.threads = threads;
	return options;
}

static const size_t all_columns[COLUMNS] = { 0, 1, 2 };

/* What faults_run() gets as a context: all that a scenario may need, made before any failure. */
typedef struct fixture {
	mixmi_options options;
	mixmi_table *table;
	mixmi_histogram *histogram;
	char *json;
	char path[64];
	double answers[4]; /* of runs that ended well, by question */
	bool answered[4];
} fixture;

/* A failure that nobody reports must not change an answer. */
static inline void check_answer(fixture *f, size_t question, double answer)
{
	if (!f->answered[question])
		f->answers[question] = answer;
	f->answered[question] = true;
	FAULTS_CHECK(answer == f->answers[question] || (isnan(answer) && isnan(f->answers[question])));
}

static inline void setup_fixture(fixture *f, int64_t threads)
{
	memset(f, 0, sizeof *f);
	f->options = options_with_threads(threads);
	assert_int_equal(small_table(&f->table), MIXMI_OK);
	assert_int_equal(mixmi_histogram_fit(&f->histogram, f->table, all_columns, COLUMNS, &f->options), MIXMI_OK);
	assert_int_equal(mixmi_histogram_to_json(&f->json, f->histogram), MIXMI_OK);
}

static inline void clear_fixture(fixture *f)
{
	mixmi_free(f->json);
	mixmi_histogram_free(f->histogram);
	mixmi_table_free(f->table);
	if (f->path[0] != '\0')
		unlink(f->path);
}

static inline void run_with_fixture(const char *name, faults_scenario *scenario, int64_t threads)
{
	fixture f;
	setup_fixture(&f, threads);
	size_t allocations = faults_run(name, scenario, &f);
	clear_fixture(&f);
	assert_true(allocations > 0);
}

#endif
