/* Sums over rows that do not depend on order, on the width of vector instructions, or on merging equal rows. */
#include "base/exact.h"
#include "question/counted.h"
#include "tables.h"

static void fill_fixed(double *values, size_t count, uint64_t *seed)
{
	for (size_t i = 0; i < count; i++)
		values[i] = base_fix(3 * test_normal(seed));
}

static void swap_rows(double *values, size_t columns, size_t rows, size_t a, size_t b)
{
	for (size_t j = 0; j < columns; j++) {
		double kept = values[j * rows + a];
		values[j * rows + a] = values[j * rows + b];
		values[j * rows + b] = kept;
	}
}

static void sums_do_not_depend_on_the_order_of_rows(void **state)
{
	(void)state;
	enum { COLUMNS = 7 };
	const size_t sizes[] = { 1, 2, 255, 1000, 4097, 30000 };
	uint64_t seed = 1;
	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
		size_t rows = sizes[s];
		double *values = malloc(COLUMNS * rows * sizeof *values), before[COLUMNS * COLUMNS], after[COLUMNS * COLUMNS];
		fill_fixed(values, COLUMNS * rows, &seed);
		double total = base_total(values, rows);
		assert_true(base_products(before, values, COLUMNS, values, COLUMNS, rows, true));
		for (size_t i = 0; i < rows; i++)
			swap_rows(values, COLUMNS, rows, i, test_below(&seed, rows));
		assert_true(base_products(after, values, COLUMNS, values, COLUMNS, rows, false));
		assert_true(total == base_total(values, rows));
		for (size_t k = 0; k < COLUMNS * COLUMNS; k++) {
			assert_true(before[k] == after[k]);
			assert_true(after[k] == base_dot(values + k / COLUMNS * rows, values + k % COLUMNS * rows, rows));
		}
		long double sum = 0;
		for (size_t i = 0; i < rows; i++)
			sum += (long double)values[i] * values[rows + i];
		assert_close(after[1], (double)sum, 1e-9);
		free(values);
	}
}

/* Entries with counts against the rows that they represent. */
static void counted_sums_are_those_of_the_rows_one_by_one(void **state)
{
	(void)state;
	enum { COLUMNS = 3, ENTRIES = 40 };
	double values[COLUMNS * ENTRIES], counted[COLUMNS * COLUMNS], apart[COLUMNS * COLUMNS];
	uint32_t times[ENTRIES];
	size_t rows = 0;
	uint64_t seed = 3;
	fill_fixed(values, COLUMNS * ENTRIES, &seed);
	for (size_t i = 0; i < ENTRIES; i++)
		rows += times[i] = 1 + (uint32_t)test_below(&seed, i % 7 == 0 ? 20000 : 30);
	double *all = malloc(COLUMNS * rows * sizeof *all);
	for (size_t j = 0; j < COLUMNS; j++)
		for (size_t i = 0, row = 0; i < ENTRIES; i++)
			for (uint32_t t = 0; t < times[i]; t++)
				all[j * rows + row++] = values[j * ENTRIES + i];
	assert_true(question_counted_total(values, times, ENTRIES) == base_total(all, rows));
	for (int symmetric = 0; symmetric < 2; symmetric++) {
		assert_true(question_counted_products(counted, values, COLUMNS, values, COLUMNS, times, ENTRIES, symmetric));
		assert_true(base_products(apart, all, COLUMNS, all, COLUMNS, rows, symmetric));
		for (size_t k = 0; k < COLUMNS * COLUMNS; k++)
			assert_true(counted[k] == apart[k]);
	}
	assert_true(question_counted_standardise(values, times, ENTRIES) == base_standardise(all, rows));
	for (size_t i = 0, row = 0; i < ENTRIES; row += times[i++])
		assert_true(values[i] == all[row]);
	free(all);
}

/* With and without AVX2: plain loops give the expected values. */
static void sums_of_four_rows_at_a_time_are_those_of_plain_loops(void **state)
{
	(void)state;
	enum { MOST = 37 };
	uint64_t seed = 9;
	for (size_t rows = 1; rows <= MOST; rows++) {
		double a[MOST], b[MOST], sum = 0, dot = 0, rounded = 0, squares = 0, got[2];
		fill_fixed(a, rows, &seed);
		fill_fixed(b, rows, &seed);
		for (size_t i = 0; i < rows; i++) {
			double t = base_round(0x1p-4 * a[i] * b[i]);
			sum += a[i];
			dot += a[i] * b[i];
			rounded += t;
			squares += t * t;
		}
		assert_true(base_total(a, rows) == sum && base_dot(a, b, rows) == dot);
		for (size_t i = 0; i < rows; i++)
			b[i] *= 0x1p-4;
		base_product_sums(&got[0], &got[1], a, b, rows);
		assert_true(got[0] == rounded && got[1] == squares);
		double powers[2] = { 0, 0 };
		for (size_t i = 0; i < rows; i++) {
			double square = base_round_coarsely(a[i] * a[i]);
			powers[0] += square;
			powers[1] += base_round_coarsely(square * a[i]);
		}
		base_power_sums(&got[0], &got[1], a, rows);
		assert_true(got[0] == powers[0] && got[1] == powers[1]);
		for (size_t i = 0; i < rows; i++)
			b[i] = 7 * test_normal(&seed);
		memcpy(a, b, rows * sizeof *a);
		base_fix_all(a, rows);
		for (size_t i = 0; i < rows; i++)
			assert_true(a[i] == base_fix(b[i]));
	}
}

static void standardising_gives_mean_0_and_variance_1(void **state)
{
	(void)state;
	enum { ROWS = 500 };
	double values[ROWS], constant[ROWS];
	uint64_t seed = 2;
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = 5 + 2 * test_normal(&seed);
		constant[i] = 3;
	}
	assert_close(base_standardise(values, ROWS), 2, 0.2);
	assert_close(base_total(values, ROWS), 0, 0.01);
	assert_close(base_dot(values, values, ROWS), ROWS, 0.01);
	assert_true(base_standardise(constant, ROWS) == 0 && constant[7] == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_do_not_depend_on_the_order_of_rows),
		cmocka_unit_test(sums_of_four_rows_at_a_time_are_those_of_plain_loops),
		cmocka_unit_test(counted_sums_are_those_of_the_rows_one_by_one),
		cmocka_unit_test(standardising_gives_mean_0_and_variance_1),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
