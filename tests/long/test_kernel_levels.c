/* Error rates of the kernel tests over 500 draws of n = 1000: false rejections at alpha 0.05 lie between 0.03 and 0.07
 * for Gaussian forks (the standard error is 0.01), and the linear collider is found in at least 95 of 100 draws. */
#include "../unit/unit.h"
#include "draw.h"

enum { DRAWS = 500, ROWS = 1000, COLUMNS = 3 };

typedef void row_function(double *row, draw *d);

static void fork_row(double *row, draw *d)
{
	row[2] = draw_normal(d);
	row[0] = row[2] + draw_normal(d);
	row[1] = row[2] + draw_normal(d);
}

static void collider_row(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
	row[2] = row[0] + row[1] + draw_normal(d);
}

static mixmi_table *draw_table(row_function *draw_row, const char *name, uint64_t number)
{
	static const char *const names[COLUMNS] = { "x", "y", "z" };
	double *values = malloc(ROWS * COLUMNS * sizeof *values), row[COLUMNS];
	mixmi_table *table = NULL;
	draw d;
	draw_init(&d, 11, name, number);
	for (size_t i = 0; i < ROWS; i++) {
		draw_row(row, &d);
		for (size_t j = 0; j < COLUMNS; j++)
			values[j * ROWS + i] = row[j];
	}
	mixmi_status status = mixmi_table_new(&table, ROWS);
	for (size_t j = 0; j < COLUMNS && status == MIXMI_OK; j++)
		status = mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, values + j * ROWS, NULL);
	free(values);
	return table;
}

static const char *const kernel_tests[] = { "rcit", "rcot" };

/* Share of draws in which X and Y given Z (or without Z) are found dependent at 0.05. */
static double rejections(row_function *draw_row, const char *name, size_t z_count, const char *method, int null)
{
	static const size_t x = 0, y = 1, z = 2;
	const mixmi_question question = { &x, 1, &y, 1, &z, z_count };
	int rejected = 0, failed = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : rejected, failed)
	for (int number = 0; number < DRAWS; number++) {
		mixmi_table *table = draw_table(draw_row, name, (uint64_t)number);
		mixmi_options options;
		mixmi_answer answer;
		init_options(&options);
		options.threads = 1;
		options.alpha = 0.05;
		options.null = null;
		options.seed = number;
		failed += test_by(&answer, method, table, &question, &options) != MIXMI_OK;
		rejected += answer.p <= options.alpha;
		mixmi_table_free(table);
	}
	assert_int_equal(failed, 0);
	static const char *const nulls[] = { "lpb", "gamma", "perm" };
	double rate = (double)rejected / DRAWS;
	print_message("%-8s %s Z, %s, %-5s: %.3f at 0.05\n", name, z_count > 0 ? "given" : "without", method, nulls[null],
	              rate);
	return rate;
}

static void forks_are_rejected_as_often_as_alpha_says(void **state)
{
	(void)state;
	for (size_t m = 0; m < 2; m++)
		for (int null = MIXMI_NULL_LPB; null <= MIXMI_NULL_PERM; null++) {
			double rate = rejections(fork_row, "fork", 1, kernel_tests[m], null);
			assert_true(rate >= 0.03 && rate <= 0.07);
		}
}

static void independent_columns_are_rejected_as_often_as_alpha_says(void **state)
{
	(void)state;
	for (int null = MIXMI_NULL_LPB; null <= MIXMI_NULL_PERM; null++) {
		double rate = rejections(collider_row, "collider", 0, "rcot", null);
		assert_true(rate >= 0.03 && rate <= 0.07);
	}
}

static void colliders_are_found(void **state)
{
	(void)state;
	for (size_t m = 0; m < 2; m++)
		for (int null = MIXMI_NULL_LPB; null <= MIXMI_NULL_PERM; null++)
			assert_true(rejections(collider_row, "collider", 1, kernel_tests[m], null) >= 0.95);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forks_are_rejected_as_often_as_alpha_says),
		cmocka_unit_test(independent_columns_are_rejected_as_often_as_alpha_says),
		cmocka_unit_test(colliders_are_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
