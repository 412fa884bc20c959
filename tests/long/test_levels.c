/* The permutation test keeps its level: rates of false rejections over 1000 draws of five nulls, and power on a collider
 * no lower than that of chi2. Bounds: 0.02 at alpha 0.01, 0.065 at 0.05 (the standard errors are 0.003 and 0.007). */
#include <omp.h>

#include "../unit/unit.h"
#include "draw.h"

enum { DRAWS = 1000, MAX_COLUMNS = 3 };

typedef void row_function(double *row, draw *d);

static void two_gaussians(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
}

static void experiment_4(double *row, draw *d)
{
	row[0] = draw_exponential(d, 0.5);
	row[2] = draw_poisson(d, row[0]);
	row[1] = draw_binomial(d, (uint64_t)row[2], 0.5);
}

static void gaussian_fork(double *row, draw *d)
{
	row[2] = draw_normal(d);
	row[0] = row[2] + draw_normal(d);
	row[1] = row[2] + draw_normal(d);
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

static void gaussian_collider(double *row, draw *d)
{
	row[0] = draw_normal(d);
	row[1] = draw_normal(d);
	row[2] = row[0] + row[1] + draw_normal(d);
}

typedef struct setting {
	const char *name;
	row_function *draw_row;
	const char *types; /* n or d for each column: X, Y and perhaps Z */
} setting;

static const setting nulls[] = {
	{ "two Gaussians", two_gaussians, "nn" },  { "Experiment IV", experiment_4, "ndd" },
	{ "Gaussian fork", gaussian_fork, "nnn" }, { "two discrete", two_discrete, "dd" },
	{ "two mixtures", two_mixtures, "nn" },
};
static const setting collider = { "Gaussian collider", gaussian_collider, "nnn" };

static mixmi_table *draw_table(const setting *s, size_t rows, uint64_t number)
{
	static const char *const names[] = { "x", "y", "z" };
	size_t columns = strlen(s->types);
	double *values = malloc(rows * MAX_COLUMNS * sizeof *values);
	mixmi_table *table = NULL;
	draw d;
	draw_init(&d, 7, s->name, number);
	for (size_t i = 0; i < rows; i++) {
		double row[MAX_COLUMNS];
		s->draw_row(row, &d);
		for (size_t j = 0; j < columns; j++)
			values[j * rows + i] = row[j];
	}
	mixmi_status status = mixmi_table_new(&table, rows);
	for (size_t j = 0; j < columns && status == MIXMI_OK; j++)
		status = mixmi_table_add_values(table, names[j], s->types[j] == 'd' ? MIXMI_DISCRETE : MIXMI_NUMERIC,
		                                values + j * rows, NULL);
	free(values);
	return table;
}

/* Shares of draws with p <= 0.01 and p <= 0.05. */
static void rejections(double rates[2], const setting *s, size_t rows, const char *test, int draws)
{
	int at_1 = 0, at_5 = 0, failed = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : at_1, at_5, failed)
	for (int number = 0; number < draws; number++) {
		static const size_t x = 0, y = 1, z = 2;
		const mixmi_question question = { &x, 1, &y, 1, &z, strlen(s->types) > 2 };
		mixmi_table *table = draw_table(s, rows, (uint64_t)number);
		mixmi_options options;
		mixmi_answer answer;
		mixmi_options_init(&options);
		failed += mixmi_options_set(&options, "test", test) != MIXMI_OK;
		failed += mixmi_test(&answer, NULL, table, &question, &options) != MIXMI_OK;
		at_1 += answer.p <= 0.01;
		at_5 += answer.p <= 0.05;
		mixmi_table_free(table);
	}
	assert_int_equal(failed, 0);
	rates[0] = (double)at_1 / draws;
	rates[1] = (double)at_5 / draws;
	print_message("%-17s n = %4zu, %s, %d draws: %.3f at 0.01, %.3f at 0.05\n", s->name, rows, test, draws, rates[0],
	              rates[1]);
}

static void keeps_its_level(size_t rows)
{
	for (size_t i = 0; i < sizeof nulls / sizeof nulls[0]; i++) {
		double rates[2];
		rejections(rates, &nulls[i], rows, "perm", DRAWS);
		assert_true(rates[0] <= 0.02 && rates[1] <= 0.065);
	}
}

static void keeps_its_level_at_300_rows(void **state)
{
	(void)state;
	keeps_its_level(300);
}

static void keeps_its_level_at_1000_rows(void **state)
{
	(void)state;
	keeps_its_level(1000);
}

static void is_no_weaker_than_chi2_on_a_collider(void **state)
{
	(void)state;
	double perm[2], chi2[2];
	rejections(perm, &collider, 300, "perm", 200);
	rejections(chi2, &collider, 300, "chi2", 200);
	assert_true(perm[0] >= chi2[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_its_level_at_300_rows),
		cmocka_unit_test(keeps_its_level_at_1000_rows),
		cmocka_unit_test(is_no_weaker_than_chi2_on_a_collider),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
