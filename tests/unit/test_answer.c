/* The default method's answer as a whole: densities against closed forms, what it must not depend on, and the histogram
 * that shows its grid. */
#include "answers.h"
#include "grid_bins.h"
#include "tables.h"

#include "answer/found.h"
#include "answer/gain.h"
#include "answer/spacing.h"

enum { ROWS = 1500 };

/* ------------------------------------------------------------------------------------------------------ spacings */

typedef struct drawn {
	double values[4 * ROWS];
	size_t rows;
	double out;
} drawn;

static mixmi_status mean_log_density(void *context, base_arena *arena)
{
	drawn *d = context;
	const question_values *column = question_values_of(arena, d->values, d->rows);
	double *value = base_arena_take(arena, column->levels, sizeof *value);
	double *log_density = base_arena_take(arena, column->levels, sizeof *log_density);
	for (size_t i = 0; i < d->rows; i++)
		value[column->codes[i]] = d->values[i];
	answer_spacing(log_density, arena, column, value, false);
	d->out = 0;
	for (size_t i = 0; i < d->rows; i++)
		d->out += log_density[column->codes[i]] / (double)d->rows;
	return MIXMI_OK;
}

static void entropies_from_spacings_come_near_their_closed_forms(void **state)
{
	(void)state;
	static drawn d = { .rows = 4 * ROWS };
	uint64_t seed = 21;
	for (size_t i = 0; i < d.rows; i++)
		d.values[i] = 3 * test_normal(&seed);
	in_arena(mean_log_density, &d);
	assert_close(-d.out, 0.5 * log(2 * 3.14159265358979 * exp(1) * 9), 0.03);
	for (size_t i = 0; i < d.rows; i++)
		d.values[i] = 5 * test_uniform(&seed);
	in_arena(mean_log_density, &d);
	assert_close(-d.out, log(5), 0.02);
	for (size_t i = 0; i < d.rows; i++)
		d.values[i] = -log(test_uniform(&seed));
	in_arena(mean_log_density, &d);
	assert_close(-d.out, 1, 0.04);
}

/* ------------------------------------------------------------------------------------------------------------ gains */

/* Of column 0 on column 1. */
static mixmi_status entropy_taken(void *context, base_arena *arena)
{
	drawn *d = context;
	const question_values *y = question_values_of(arena, d->values, d->rows);
	const question_values *x[] = { question_values_of(arena, d->values + d->rows, d->rows) };
	answer_gain gain = answer_gain_of(arena, base_arena_beside(arena), residual_shared_new(arena, d->rows), y, x, 1);
	d->out = gain.used ? gain.entropy : 0;
	assert_true(!gain.used || gain.residual == NULL || gain.residual->rows == d->rows);
	return MIXMI_OK;
}

static void a_regression_takes_the_entropy_that_it_explains(void **state)
{
	(void)state;
	static drawn d = { .rows = ROWS };
	uint64_t seed = 22;
	for (size_t i = 0; i < ROWS; i++) { /* location */
		d.values[ROWS + i] = test_normal(&seed);
		d.values[i] = 0.8 * d.values[ROWS + i] + 0.6 * test_normal(&seed);
	}
	in_arena(entropy_taken, &d);
	assert_close(d.out, -log(0.6), 0.06);
	for (size_t i = 0; i < ROWS; i++) /* nothing */
		d.values[i] = test_normal(&seed);
	in_arena(entropy_taken, &d);
	assert_close(d.out, 0, 0.01);
}

/* ---------------------------------------------------------------------------------------------------- whole answers */

static mixmi_answer ask(const mixmi_table *table, size_t x, size_t y, const size_t *z, size_t z_count,
                        mixmi_histogram **histogram)
{
	mixmi_answer answer;
	const mixmi_question question = { &x, 1, &y, 1, z, z_count };
	assert_ok(mixmi_test(&answer, sizeof answer, histogram, table, &question, NULL));
	return answer;
}

static void assert_same(const mixmi_answer *a, const mixmi_answer *b)
{
	assert_close(a->p, b->p, 1e-9 * b->p);
	assert_close(a->estimate, b->estimate, 1e-9);
	assert_close(a->lower, b->lower, 1e-9);
	assert_close(a->upper, b->upper, 1e-9);
}

/* x and y depend on each other given z, and on z. */
static void draw(double *values, size_t rows, uint64_t seed)
{
	for (size_t i = 0; i < rows; i++) {
		double z = test_normal(&seed), x = sin(2 * z) + test_normal(&seed);
		values[i] = x;
		values[rows + i] = z * z / 2 + 0.4 * x + test_normal(&seed);
		values[2 * rows + i] = z;
		values[3 * rows + i] = floor(5 * test_uniform(&seed));
	}
}

static void answers_do_not_depend_on_order_or_sign(void **state)
{
	(void)state;
	enum { N = 400 };
	static double values[4 * N], turned[4 * N];
	const size_t z[] = { 2, 3 }, z_back[] = { 3, 2 };
	for (uint64_t seed = 1; seed <= 4; seed++) {
		draw(values, N, seed);
		for (size_t j = 0; j < 4; j++)
			for (size_t i = 0; i < N; i++)
				turned[j * N + i] = (j < 3 ? -1 : 1) * values[j * N + (i * 7 + 3) % N];
		mixmi_table *table = numeric_table(values, N, 4), *other = numeric_table(turned, N, 4);
		mixmi_answer a = ask(table, 0, 1, z, 2, NULL), b = ask(other, 1, 0, z_back, 2, NULL);
		assert_true(a.p < 0.05);
		assert_same(&a, &b);
		a = ask(table, 0, 1, NULL, 0, NULL);
		b = ask(other, 1, 0, NULL, 0, NULL);
		assert_same(&a, &b);
		mixmi_table_free(table);
		mixmi_table_free(other);
	}
}

static void conditional_normal_columns_have_their_information(void **state)
{
	(void)state;
	static double values[4 * ROWS];
	const size_t z[] = { 2 };
	for (uint64_t seed = 1; seed <= 3; seed++) {
		draw(values, ROWS, seed);
		mixmi_table *table = numeric_table(values, ROWS, 4);
		mixmi_answer a = ask(table, 0, 1, z, 1, NULL);
		double truth = log(1 + 0.16) / 2;
		assert_true(a.lower > 0 && a.lower <= truth && truth <= a.upper);
		assert_close(a.estimate, truth, 0.04);
		mixmi_table_free(table);
	}
}

static void a_constant_shares_no_information(void **state)
{
	(void)state;
	double values[40];
	for (size_t i = 0; i < 40; i++)
		values[i] = i < 20 ? 3 : (double)i;
	mixmi_table *table = numeric_table(values, 20, 2);
	mixmi_answer a = ask(table, 0, 1, NULL, 0, NULL);
	assert_true(a.p == 1 && a.estimate == 0 && a.lower == 0 && a.upper == 0 && a.verdict == MIXMI_NOT_DETECTED);
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------------- the histogram */

/* Rows that the bins of a histogram assign to each of its cells are those that it says. */
static void assert_cells_hold_their_rows(const mixmi_histogram *histogram, const mixmi_table *table, size_t rows)
{
	mixmi_histogram_info info;
	uint32_t *bins = bins_of_rows(histogram, table);
	uint64_t all = 0;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	for (size_t c = 0; c < info.cells; c++) {
		mixmi_cell cell;
		uint64_t count = 0;
		assert_ok(mixmi_histogram_get_cell(&cell, sizeof cell, histogram, c));
		for (size_t i = 0; i < rows; i++)
			count += memcmp(bins + i * info.columns, cell.bins, info.columns * sizeof *bins) == 0;
		assert_int_equal(cell.count, count);
		all += count;
	}
	assert_int_equal(all, rows);
	free(bins);
}

static void the_histogram_shows_the_grid(void **state)
{
	(void)state;
	static double values[4 * ROWS];
	const size_t z[] = { 3 };
	for (uint64_t seed = 1; seed <= 3; seed++) {
		mixmi_histogram *histogram;
		draw(values, ROWS, seed);
		mixmi_table *table = numeric_table(values, ROWS, 4);
		mixmi_answer a = ask(table, 0, 1, z, 1, &histogram);
		assert_non_null(histogram);
		assert_cells_hold_their_rows(histogram, table, ROWS);
		assert_true(a.bins_x > 1 && a.bins_y > 1 && a.fitted > 0);
		mixmi_histogram_free(histogram);
		mixmi_table_free(table);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entropies_from_spacings_come_near_their_closed_forms),
		cmocka_unit_test(a_regression_takes_the_entropy_that_it_explains),
		cmocka_unit_test(answers_do_not_depend_on_order_or_sign),
		cmocka_unit_test(conditional_normal_columns_have_their_information),
		cmocka_unit_test(a_constant_shares_no_information),
		cmocka_unit_test(the_histogram_shows_the_grid),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
