/* What every unit test needs: cmocka with the headers it asks for, comparison of doubles, and a small generator. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/answer.h"
#include "base/method.h"
#include "mixmi.h"
#include "options.h"
#include "share.h"

#define assert_close(actual, expected, tolerance) assert_close_at((actual), (expected), (tolerance), __FILE__, __LINE__)
#define assert_ok(call) assert_status_at((call), MIXMI_OK, __FILE__, __LINE__)
#define assert_fails(call, status, part) assert_fails_at((call), (status), (part), __FILE__, __LINE__)

/* |actual - expected| <= tolerance; false for NaN. */
static inline void assert_close_at(double actual, double expected, double tolerance, const char *file, int line)
{
	if (fabs(actual - expected) <= tolerance)
		return;
	print_error("%.17g is not %.17g within %g\n", actual, expected, tolerance);
	_fail(file, line);
}

static inline void assert_status_at(mixmi_status status, mixmi_status expected, const char *file, int line)
{
	if (status == expected)
		return;
	print_error("status %d, not %d: %s\n", (int)status, (int)expected, mixmi_error_message());
	_fail(file, line);
}

/* The call failed with this status, and its message contains this text. */
static inline void assert_fails_at(mixmi_status status, mixmi_status expected, const char *part, const char *file,
                                   int line)
{
	assert_status_at(status, expected, file, line);
	if (strstr(mixmi_error_message(), part) != NULL)
		return;
	print_error("'%s' is not in the message '%s'\n", part, mixmi_error_message());
	_fail(file, line);
}

/* The presets, for what holds whichever is chosen. */
static const char *const preset_names[] = { "paper", "default" };
enum { PRESETS = sizeof preset_names / sizeof preset_names[0] };

static inline mixmi_options options_of(const char *preset)
{
	mixmi_options options;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "preset", preset));
	return options;
}

/* The published method, for tests of its own figures. */
static inline mixmi_options paper_options(void)
{
	return options_of("paper");
}

/* The estimate of sets of columns, from a table and from a histogram. */
static inline mixmi_status estimate_cmi(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                        const size_t *x, size_t x_count, const size_t *y, size_t y_count,
                                        const size_t *z, size_t z_count, const mixmi_options *options)
{
	const mixmi_question question = { x, x_count, y, y_count, z, z_count };
	return mixmi_estimate(out, sizeof *out, histogram, table, &question, options);
}

/* The same by another estimator. */
static inline mixmi_status estimate_by(mixmi_answer *out, const char *estimator, const mixmi_table *table,
                                       const mixmi_question *question, const mixmi_options *options)
{
	mixmi_options chosen;
	base_options_settle(&chosen, options);
	chosen.estimator = estimator;
	return mixmi_estimate(out, sizeof *out, NULL, table, question, &chosen);
}

static inline mixmi_status test_by(mixmi_answer *out, const char *test, const mixmi_table *table,
                                   const mixmi_question *question, const mixmi_options *options)
{
	mixmi_options chosen;
	base_options_settle(&chosen, options);
	chosen.test = test;
	return mixmi_test(out, sizeof *out, NULL, table, question, &chosen);
}

static inline mixmi_status histogram_cmi(mixmi_answer *out, const mixmi_histogram *histogram, const size_t *x,
                                         size_t x_count, const size_t *y, size_t y_count, const size_t *z,
                                         size_t z_count, const mixmi_options *options)
{
	const mixmi_question question = { x, x_count, y, y_count, z, z_count };
	return mixmi_histogram_cmi(out, sizeof *out, histogram, &question, options);
}

/* Questions as the calls for many of them take them. */
typedef struct flat_questions {
	size_t columns[512], ends[512];
	mixmi_questions asked;
} flat_questions;

static inline const mixmi_questions *flatten(flat_questions *flat, const mixmi_question *questions, size_t count)
{
	size_t used = 0;
	for (size_t i = 0; i < count; i++) {
		const mixmi_question *q = &questions[i];
		const size_t *const sets[] = { q->x, q->y, q->z }, counts[] = { q->x_count, q->y_count, q->z_count };
		for (size_t s = 0; s < 3; s++) {
			for (size_t k = 0; k < counts[s]; k++)
				flat->columns[used++] = sets[s][k];
			flat->ends[3 * i + s] = used;
		}
	}
	flat->asked = (mixmi_questions){ count, flat->columns, flat->ends };
	return &flat->asked;
}

/* What a callback gets, as a share. */
static inline double share_done(const mixmi_progress *progress)
{
	return progress->total > 0 ? (double)progress->done / (double)progress->total : -1;
}

/* A small generator for test data (splitmix64); tests print the seed that a failure came from. */
static inline uint64_t test_bits(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

static inline double test_uniform(uint64_t *state)
{
	return (double)(test_bits(state) >> 11) * 0x1p-53;
}

static inline size_t test_below(uint64_t *state, size_t count)
{
	return (size_t)(test_bits(state) % count);
}

static inline double test_normal(uint64_t *state)
{
	double radius = sqrt(-2 * log(1 - test_uniform(state)));
	return radius * cos(6.283185307179586 * test_uniform(state));
}

#endif
