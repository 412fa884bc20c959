/* Sketches: functions of the set of rows, whatever the parts and their order; states that are damaged, foreign or repeated are
 * errors; answers from counts equal those of the same method in memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

enum { ROWS = 6000, COLUMNS = 6 };

static const char *const names[COLUMNS] = { "wide", "count", "zeros", "label", "many", "rounded" };
static double numbers[COLUMNS][ROWS];
static char texts[1100][8];
static const char *labels[1100];

static uint64_t state;

static double uniform(void)
{
	state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t h = state;
	h = (h ^ h >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	h = (h ^ h >> 27) * UINT64_C(0x94D049BB133111EB);
	return (double)((h ^ h >> 31) >> 11) * 0x1p-53 + 0x1p-54;
}

static double normal(void)
{
	double u = uniform(), v = uniform();
	return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

static int fill(void **unused)
{
	(void)unused;
	state = 7;
	for (size_t i = 0; i < 1100; i++) {
		snprintf(texts[i], sizeof texts[i], "t%zu", i);
		labels[i] = texts[i];
	}
	for (size_t i = 0; i < ROWS; i++) {
		double x = normal(), e = normal();
		numbers[0][i] = exp(3 * x);
		numbers[1][i] = floor(exp(.8 * e + .1 * x));
		numbers[2][i] = uniform() < .5 ? 0 : x + .2 * e;
		numbers[3][i] = floor(4 * uniform() * uniform()) + (x > 1) + (e > 1.5);
		numbers[4][i] = floor(1000 * uniform());
		numbers[5][i] = uniform() < .03 ? NAN : floor(3 * (.05 * x + e)) / 4;
	}
	return 0;
}

/* The rows from, from + step, ... as a table. */
static mixmi_table *table_of(size_t from, size_t to, size_t step)
{
	mixmi_table *table;
	size_t rows = (to - from + step - 1) / step;
	double *v = malloc((rows + 1) * sizeof *v);
	int64_t *codes = malloc((rows + 1) * sizeof *codes);
	assert_int_equal(mixmi_table_new(&table, rows), MIXMI_OK);
	for (size_t j = 0; j < COLUMNS; j++) {
		for (size_t i = 0; i < rows; i++) {
			v[i] = numbers[j][from + i * step];
			codes[i] = (int64_t)(isnan(v[i]) ? 0 : v[i]);
		}
		if (j == 3 || j == 4)
			assert_int_equal(mixmi_table_add_codes(table, names[j], codes, labels, 1100, NULL), MIXMI_OK);
		else
			assert_int_equal(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, v, NULL), MIXMI_OK);
	}
	free(v);
	free(codes);
	return table;
}

static mixmi_options *sampled(const char *sample)
{
	mixmi_options *options;
	assert_int_equal(mixmi_options_new(&options), MIXMI_OK);
	assert_int_equal(mixmi_options_set(options, "sample", sample), MIXMI_OK);
	assert_int_equal(mixmi_options_set(options, "memory", "400"), MIXMI_OK);
	return options;
}

/* Row numbers are those of the whole, so parts have the identities of the whole: one row at a time where rows are not next to each other. */
static mixmi_sketch *sketch_of(size_t from, size_t to, const char *sample)
{
	mixmi_table *table = table_of(from, to, 1);
	mixmi_options *options = sampled(sample);
	mixmi_sketch *sketch;
	assert_int_equal(mixmi_sketch_table(&sketch, table, "whole", from, NULL, options), MIXMI_OK);
	mixmi_options_free(options);
	mixmi_table_free(table);
	return sketch;
}

static void assert_same(mixmi_sketch *a, mixmi_sketch *b)
{
	void *x, *y;
	size_t nx, ny;
	assert_int_equal(mixmi_sketch_bytes(&x, &nx, a), MIXMI_OK);
	assert_int_equal(mixmi_sketch_bytes(&y, &ny, b), MIXMI_OK);
	assert_int_equal(nx, ny);
	assert_memory_equal(x, y, nx);
	mixmi_free(x);
	mixmi_free(y);
}

static mixmi_sketch *merged(size_t parts, bool reversed, bool through_bytes, const char *sample)
{
	mixmi_sketch *all = NULL;
	for (size_t k = 0; k < parts; k++) {
		size_t p = reversed ? parts - 1 - k : k;
		/* of unequal sizes */
		mixmi_sketch *one =
			sketch_of(ROWS * p * p / (parts * parts), ROWS * (p + 1) * (p + 1) / (parts * parts), sample);
		if (through_bytes) {
			void *bytes;
			size_t length;
			assert_int_equal(mixmi_sketch_bytes(&bytes, &length, one), MIXMI_OK);
			mixmi_sketch_free(one);
			assert_int_equal(mixmi_sketch_from_bytes(&one, bytes, length), MIXMI_OK);
			mixmi_free(bytes);
		}
		if (all == NULL) {
			all = one;
			continue;
		}
		assert_int_equal(mixmi_sketch_merge(all, one), MIXMI_OK);
		mixmi_sketch_free(one);
	}
	return all;
}

static void test_bytes_do_not_depend_on_the_split(void **unused)
{
	(void)unused;
	static const char *const samples[] = { "500", "20000" };
	for (size_t s = 0; s < 2; s++) {
		mixmi_sketch *whole = sketch_of(0, ROWS, samples[s]);
		static const size_t parts[] = { 1, 2, 4, 13, 64 };
		for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++)
			for (int way = 0; way < 3; way++) {
				mixmi_sketch *all = merged(parts[k], way == 1, way == 2, samples[s]);
				assert_same(whole, all);
				mixmi_sketch_free(all);
			}
		mixmi_sketch_free(whole);
	}
}

static void test_a_sketch_comes_back_from_its_bytes(void **unused)
{
	(void)unused;
	mixmi_sketch *whole = sketch_of(0, ROWS, "700"), *again;
	void *bytes;
	size_t length;
	assert_int_equal(mixmi_sketch_bytes(&bytes, &length, whole), MIXMI_OK);
	assert_int_equal(mixmi_sketch_from_bytes(&again, bytes, length), MIXMI_OK);
	assert_int_equal(mixmi_sketch_rows(again), ROWS);
	assert_same(whole, again);
	mixmi_free(bytes);
	mixmi_sketch_free(whole);
	mixmi_sketch_free(again);
}

static void test_damaged_states_are_errors(void **unused)
{
	(void)unused;
	mixmi_sketch *whole = sketch_of(0, 500, "50"), *again;
	unsigned char *bytes;
	size_t length;
	assert_int_equal(mixmi_sketch_bytes((void **)&bytes, &length, whole), MIXMI_OK);
	state = 5;
	for (int k = 0; k < 300; k++) {
		size_t at = (size_t)(uniform() * (double)length);
		unsigned char bit = (unsigned char)(1u << (unsigned)(uniform() * 8));
		bytes[at] ^= bit;
		if (at < 56 || at >= 64) /* the last bytes of the header mean nothing, but the checksum has them too */
			assert_int_equal(mixmi_sketch_from_bytes(&again, bytes, length), MIXMI_ERROR_DATA);
		bytes[at] ^= bit;
		assert_int_equal(mixmi_sketch_from_bytes(&again, bytes, at), MIXMI_ERROR_DATA);
		assert_null(again);
	}
	assert_int_equal(mixmi_sketch_from_bytes(&again, "id,x\n1,2\n", 9), MIXMI_ERROR_DATA);
	assert_non_null(strstr(mixmi_error_message(), "no state"));
	mixmi_free(bytes);
	mixmi_sketch_free(whole);
}

static void test_foreign_and_repeated_states_are_errors(void **unused)
{
	(void)unused;
	mixmi_sketch *whole = sketch_of(0, 500, "50"), *again = sketch_of(0, 500, "50"), *other;
	assert_int_equal(mixmi_sketch_merge(whole, again), MIXMI_ERROR_DATA);
	assert_non_null(strstr(mixmi_error_message(), "twice"));
	mixmi_sketch_free(whole);
	mixmi_table *table;
	double v[3] = { 1, 2, 3 };
	assert_int_equal(mixmi_table_new(&table, 3), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "wide", MIXMI_NUMERIC, v, NULL), MIXMI_OK);
	assert_int_equal(mixmi_sketch_table(&other, table, "other", 0, NULL, NULL), MIXMI_OK);
	assert_int_equal(mixmi_sketch_merge(again, other), MIXMI_ERROR_DATA);
	assert_non_null(strstr(mixmi_error_message(), "different columns"));
	mixmi_table_free(table);
	mixmi_sketch_free(again);
	mixmi_sketch_free(other);
}

static void test_keys_identify_rows_in_any_order(void **unused)
{
	(void)unused;
	mixmi_sketch *out[2];
	double key[400], v[400];
	for (int reversed = 0; reversed < 2; reversed++) {
		mixmi_table *table;
		mixmi_options *options = sampled("64");
		for (size_t i = 0; i < 400; i++) {
			size_t row = reversed ? 399 - i : i;
			key[i] = (double)row;
			v[i] = numbers[0][row];
		}
		assert_int_equal(mixmi_table_new(&table, 400), MIXMI_OK);
		assert_int_equal(mixmi_table_add_values(table, "id", MIXMI_NUMERIC, key, NULL), MIXMI_OK);
		assert_int_equal(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, v, NULL), MIXMI_OK);
		assert_int_equal(mixmi_sketch_table(&out[reversed], table, NULL, 0, "id", options), MIXMI_OK);
		mixmi_table_free(table);
		mixmi_options_free(options);
	}
	assert_same(out[0], out[1]);
	mixmi_sketch_free(out[0]);
	mixmi_sketch_free(out[1]);
}

static void test_repeated_keys_are_an_error_or_clusters(void **unused)
{
	(void)unused;
	mixmi_table *table, *sample;
	mixmi_sketch *sketch;
	mixmi_options *options = sampled("100");
	double key[400], v[400];
	for (size_t i = 0; i < 400; i++) {
		key[i] = (double)(i / 4);
		v[i] = numbers[0][i];
	}
	assert_int_equal(mixmi_table_new(&table, 400), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "id", MIXMI_NUMERIC, key, NULL), MIXMI_OK);
	assert_int_equal(mixmi_table_add_values(table, "v", MIXMI_NUMERIC, v, NULL), MIXMI_OK);
	assert_int_equal(mixmi_sketch_table(&sketch, table, NULL, 0, "id", options), MIXMI_ERROR_DATA);
	assert_int_equal(mixmi_options_set(options, "cluster", "id"), MIXMI_OK);
	assert_int_equal(mixmi_sketch_table(&sketch, table, NULL, 0, NULL, options), MIXMI_OK);
	assert_int_equal(mixmi_sketch_to_table(&sample, sketch), MIXMI_OK);
	assert_int_equal(mixmi_table_clusters(sample), 25); /* whole clusters of four */
	assert_int_equal(mixmi_table_rows(sample), 100);
	mixmi_table_free(table);
	mixmi_table_free(sample);
	mixmi_options_free(options);
}

/* The answer of memory to a question of two columns, and that of counts. */
static void ask_both(mixmi_answer out[2], const mixmi_table *whole, const mixmi_table *sample, size_t x, size_t y)
{
	const mixmi_question q = { &x, 1, &y, 1, NULL, 0 };
	assert_int_equal(mixmi_test(&out[0], sizeof *out, NULL, whole, &q, NULL), MIXMI_OK);
	assert_int_equal(mixmi_test(&out[1], sizeof *out, NULL, sample, &q, NULL), MIXMI_OK);
	assert_int_equal(out[0].rows, out[1].rows);
	assert_int_equal(out[0].rows_dropped, out[1].rows_dropped);
	assert_int_equal(out[0].verdict, out[1].verdict);
}

static void test_answers_from_counts_equal_those_of_memory(void **unused)
{
	(void)unused;
	mixmi_table *whole = table_of(0, ROWS, 1), *sample;
	mixmi_answer a[2];
	assert_int_equal(mixmi_sketch_to_table(&sample, merged(7, true, true, "3000")), MIXMI_OK);
	assert_int_equal(mixmi_table_rows(sample), 3000);
	assert_int_equal(mixmi_table_population(sample), ROWS);
	/* of the others ranks are known to a 256th, and densities from the sample */
	for (size_t x = 0; x < COLUMNS; x++)
		for (size_t y = x + 1; y < COLUMNS; y++) {
			if (x == 4 || y == 4) /* more labels than places */
				continue;
			ask_both(a, whole, sample, x, y);
			assert_true(fabs(log(a[0].p / a[1].p)) < .02 * (1 - log(a[0].p)));
			assert_true(fabs(a[0].estimate - a[1].estimate) <= 1.5 * a[0].standard_error);
		}
	/* columns of at most 256 values: the counts are the column, and of at most 48 also its grid */
	static const size_t few[] = { 1, 3, 5 };
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < i; k++) {
			ask_both(a, whole, sample, few[k], few[i]);
			assert_true(fabs(log(a[0].p / a[1].p)) <= 1e-9 * (1 - log(a[0].p)));
		}
	ask_both(a, whole, sample, 1, 3);
	assert_true(a[0].estimate > .01 && fabs(a[0].estimate - a[1].estimate) <= 1e-9 * a[0].estimate);
	assert_true(fabs(a[0].upper - a[1].upper) <= 1e-9 * a[0].upper);
	mixmi_table_free(whole);
	mixmi_table_free(sample);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bytes_do_not_depend_on_the_split),
		cmocka_unit_test(test_a_sketch_comes_back_from_its_bytes),
		cmocka_unit_test(test_damaged_states_are_errors),
		cmocka_unit_test(test_foreign_and_repeated_states_are_errors),
		cmocka_unit_test(test_keys_identify_rows_in_any_order),
		cmocka_unit_test(test_repeated_keys_are_an_error_or_clusters),
		cmocka_unit_test(test_answers_from_counts_equal_those_of_memory),
	};
	return cmocka_run_group_tests(tests, fill, NULL);
}
