/* Residuals as columns: entropies from spacings against closed forms, the information of a regression, and what a residual keeps. */
#include "unit.h"

#include "estimate/grid.h"
#include "estimate/residual.h"
#include "test/remember.h"

enum { ROWS = 400 };

/* --------------------------------------------------------------------------------------------------- spacings */

/* Mean log density of a sample, computed through a column. */
static double mean_log_density(double *values, size_t rows)
{
	data_column column;
	double *logs = malloc(rows * sizeof *logs), sum = 0;
	assert_ok(data_column_from_values(&column, "v", MIXMI_NUMERIC, "", values, rows));
	assert_true(estimate_log_densities(logs, column.codes, column.values, column.distinct, NULL, rows,
	                                   estimate_reach(rows), ESTIMATE_SAMPLE));
	for (size_t i = 0; i < rows; i++)
		sum += logs[i];
	free(logs);
	data_column_clear(&column);
	return sum / (double)rows;
}

static void entropies_come_near_their_closed_forms(void **state)
{
	(void)state;
	enum { MANY = 4000 };
	static double values[MANY];
	uint64_t seed = 21;
	for (size_t i = 0; i < MANY; i++)
		values[i] = 3 * test_normal(&seed);
	assert_close(-mean_log_density(values, MANY), 0.5 * log(2 * 3.14159265358979 * exp(1) * 9), 0.05);
	for (size_t i = 0; i < MANY; i++)
		values[i] = 5 * test_uniform(&seed);
	assert_close(-mean_log_density(values, MANY), log(5), 0.03);
	for (size_t i = 0; i < MANY; i++)
		values[i] = -log(test_uniform(&seed));
	assert_close(-mean_log_density(values, MANY), 1, 0.06);
}

/* --------------------------------------------------------------------------------------------------- residuals */

/* y = 0.8 x + 0.6 noise, with `zeros` of the rows at 0 in y. */
static void make_pair(data_column *x, data_column *y, double zeros, double noise, uint64_t seed)
{
	double xs[ROWS], ys[ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		xs[i] = test_normal(&seed);
		ys[i] = 10 + 0.8 * xs[i] + noise * test_normal(&seed);
		ys[i] = test_uniform(&seed) < zeros ? 0 : ys[i];
	}
	assert_ok(data_column_from_values(x, "x", MIXMI_NUMERIC, "", xs, ROWS));
	assert_ok(data_column_from_values(y, "y", MIXMI_NUMERIC, "", ys, ROWS));
}

/* y regressed on x, with cached functions or without. */
static void residual_by(estimate_residual *out, const data_column *x, const data_column *y, test_memory *memory)
{
	static const size_t predictor = 0;
	static uint64_t keys[ROWS];
	data_column columns[2] = { *x, *y };
	const mixmi_table table = { .rows = ROWS, .column_count = 2, .columns = columns };
	for (size_t i = 0; i < ROWS; i++)
		keys[i] = i;
	const estimate_regression regression = { &table, 1, &predictor, 1, true, keys, 5, memory };
	assert_true(estimate_residual_init(out, &regression, NULL));
}

static void residual_of_y(estimate_residual *out, const data_column *x, const data_column *y)
{
	residual_by(out, x, y, NULL);
}

static void a_residual_tells_what_was_predicted(void **state)
{
	(void)state;
	double sum = 0;
	for (uint64_t seed = 1; seed <= 10; seed++) {
		data_column x, y;
		estimate_residual residual;
		make_pair(&x, &y, 0, 0.6, seed);
		residual_of_y(&residual, &x, &y);
		assert_true(residual.exists && residual.saved > 0.2);
		sum += residual.information / 10;
		estimate_residual_clear(&residual);
		data_column_clear(&x);
		data_column_clear(&y);
	}
	print_message("information %.4f, truth 0.5108\n", sum);
	assert_close(sum, 0.5108, 0.05); /* the mean of ten has a standard error of 0.011 */
}

static void an_independent_column_has_no_information(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		data_column x, y, other, unused;
		estimate_residual residual;
		make_pair(&x, &unused, 0, 0.6, seed);
		make_pair(&other, &y, 0, 0.6, seed + 100);
		residual_of_y(&residual, &x, &y);
		assert_false(residual.exists);
		estimate_residual_clear(&residual);
		data_column_clear(&x);
		data_column_clear(&y);
		data_column_clear(&other);
		data_column_clear(&unused);
	}
}

static size_t count_atoms(uint32_t *marks, const data_column *column)
{
	size_t atoms, ordered;
	estimate_find_atoms(marks, &atoms, &ordered, column, 5);
	return atoms;
}

static void point_masses_stay_point_masses(void **state)
{
	(void)state;
	data_column x, y;
	estimate_residual residual;
	static uint32_t before[ROWS], after[ROWS];
	make_pair(&x, &y, 0.3, 0.6, 3);
	residual_of_y(&residual, &x, &y);
	assert_true(residual.exists);
	assert_true(count_atoms(before, &y) == 1 && count_atoms(after, &residual.column) == 1);
	for (size_t i = 0; i < ROWS; i++)
		assert_true((before[y.codes[i]] == 0) == (after[residual.column.codes[i]] == 0));
	estimate_residual_clear(&residual);
	data_column_clear(&x);
	data_column_clear(&y);
}

/* The rows are then in another order, and functions come from another column with the same ties, here none or those of rounding. */
static void functions_of_ranks_are_shared_without_a_change(void **state)
{
	(void)state;
	test_memory *memory = test_memory_new(NULL, (size_t)1 << 28);
	assert_non_null(memory);
	for (uint64_t seed = 1; seed <= 12; seed++) {
		data_column x, y;
		estimate_residual alone, shared;
		make_pair(&x, &y, seed % 2 == 0 ? 0.3 : 0, 0.6, seed);
		if (seed % 3 == 0) /* ties in the predictor */
			for (size_t i = 0; i < ROWS; i++) {
				x.counts[x.codes[i]]--;
				x.codes[i] -= x.codes[i] % 2;
				x.counts[x.codes[i]]++;
			}
		residual_by(&alone, &x, &y, NULL);
		residual_by(&shared, &x, &y, memory);
		assert_true(alone.exists && shared.exists && alone.column.distinct == shared.column.distinct);
		assert_memory_equal(alone.column.values, shared.column.values, alone.column.distinct * sizeof(double));
		assert_memory_equal(alone.column.codes, shared.column.codes, ROWS * sizeof(uint32_t));
		assert_close(alone.information, shared.information, 1e-12);
		estimate_residual_clear(&alone);
		estimate_residual_clear(&shared);
		data_column_clear(&x);
		data_column_clear(&y);
	}
	test_memory_free(memory);
}

/* With ranks, a row has at most the information of which row it is. */
static void information_is_bounded_by_the_rows(void **state)
{
	(void)state;
	data_column x, y;
	estimate_residual residual;
	make_pair(&x, &y, 0, 0, 3);
	residual_of_y(&residual, &x, &y);
	assert_true(residual.exists && residual.information > log(ROWS) - 1 && residual.information <= log(ROWS) + 1e-9);
	estimate_residual_clear(&residual);
	data_column_clear(&x);
	data_column_clear(&y);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entropies_come_near_their_closed_forms),
		cmocka_unit_test(a_residual_tells_what_was_predicted),
		cmocka_unit_test(an_independent_column_has_no_information),
		cmocka_unit_test(point_masses_stay_point_masses),
		cmocka_unit_test(functions_of_ranks_are_shared_without_a_change),
		cmocka_unit_test(information_is_bounded_by_the_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
