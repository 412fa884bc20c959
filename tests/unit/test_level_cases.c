/* The suite of nulls and alternatives for tests: its size, that draws are functions of their seeds, that nulls are nulls and
 * alternatives are not (by drawing Y again given Z, which the cases allow), what measures, and the frozen table. */
#include "levels_measure.h"
#include "levels_report.h"
#include "unit.h"

#include <omp.h>
#include <unistd.h>

static const char frozen_path[] = "experiments/levels.csv";
static const uint64_t frozen_seed = 20261116;

typedef const level_case *case_at(size_t index);

static size_t count_cases(case_at *at, bool null)
{
	size_t count = 0;
	for (size_t i = 0; at(i) != NULL; i++)
		count += level_is_null(at(i)) == null;
	return count;
}

static void the_suite_has_the_cases_that_it_promises(void **state)
{
	(void)state;
	assert_true(count_cases(level_at, true) >= 44 && count_cases(level_at, false) >= 28);
	assert_true(count_cases(level_holdout_at, true) >= 16 && count_cases(level_holdout_at, false) >= 10);
	for (size_t i = 0; level_at(i) != NULL; i++)
		assert_ptr_equal(level_find(level_at(i)->name), level_at(i)); /* so no name is there twice */
	for (size_t i = 0; level_holdout_at(i) != NULL; i++)
		assert_ptr_equal(level_find(level_holdout_at(i)->name), level_holdout_at(i));
	assert_null(level_find("no such case"));
}

/* With rho 0 and no row function of its own, Y is drawn from Z and noise alone. */
static void check_construction(const level_case *c)
{
	assert_in_range(strlen(c->types), 2, LEVEL_COLUMNS);
	if (level_is_null(c))
		assert_true(c->rho == 0 && c->row == NULL && c->rows == 0);
	else
		assert_true(c->rho != 0 || c->row != NULL);
}

static void nulls_are_nulls_by_construction(void **state)
{
	(void)state;
	for (size_t i = 0; level_at(i) != NULL; i++)
		check_construction(level_at(i));
	for (size_t i = 0; level_holdout_at(i) != NULL; i++)
		check_construction(level_holdout_at(i));
}

static bool same_values(const mixmi_table *a, const mixmi_table *b)
{
	for (size_t j = 0; j < mixmi_table_columns(a); j++)
		for (size_t i = 0; i < mixmi_table_rows(a); i++)
			if (mixmi_table_value(a, j, i) != mixmi_table_value(b, j, i))
				return false;
	return true;
}

static void check_draws(const level_case *c)
{
	mixmi_table *one, *again, *other;
	level_draw d;
	assert_ok(level_table(&one, &d, c, 60, 3, 7));
	assert_ok(level_table(&again, &d, c, 60, 3, 7));
	assert_ok(level_table(&other, &d, c, 60, 3, 8));
	assert_int_equal(mixmi_table_rows(one), 60);
	assert_int_equal(mixmi_table_columns(one), strlen(c->types));
	assert_true(same_values(one, again));
	assert_false(same_values(one, other));
	mixmi_table_free(one);
	mixmi_table_free(again);
	mixmi_table_free(other);
}

static void draws_are_functions_of_seed_and_number(void **state)
{
	(void)state;
	for (size_t i = 0; level_at(i) != NULL; i++)
		check_draws(level_at(i));
	for (size_t i = 0; level_holdout_at(i) != NULL; i++)
		check_draws(level_holdout_at(i));
}

/* So that a share of .94 is an R^2 of .94. Effects of codes and the mCMIkNN design are random once for all rows. */
static void signals_have_mean_0_and_variance_1(void **state)
{
	(void)state;
	enum { ROWS = 20000 };
	for (size_t i = 0; level_at(i) != NULL; i++) {
		const level_case *c = level_at(i);
		if (!level_is_null(c) || c->x.share == 0 || c->class == LEVEL_LEVELS || c->class == LEVEL_LABELS ||
		    c->class == LEVEL_GROUPS || c->class == LEVEL_SURFACES || c->class == LEVEL_NO_Z)
			continue;
		level_draw d;
		double mean = 0, square = 0;
		level_start(&d, c, ROWS, 1, 1);
		for (d.index = 0; d.index < ROWS; d.index++) {
			double z[LEVEL_COLUMNS];
			c->z(z, &d);
			double signal = c->x.signal(z, &d);
			mean += signal / ROWS;
			square += signal * signal / ROWS;
		}
		if (fabs(mean) > 0.04 || fabs(square - 1) > 0.13)
			fail_msg("%s: mean %.3f, mean square %.3f", c->name, mean, square);
	}
}

/* ----------------------------------------------------------------------------------------------------- the oracle */

enum { ORACLE_ROWS = 400, ORACLE_DRAWS = 100 };

/* Grows like a logarithm, so that heavy tails do not decide. */
static double tame(double v)
{
	return asinh(v);
}

/* Where the sum of products of X and Y lies among those of X and Y drawn again given Z, in standard deviations. */
static double oracle_z(const level_case *c)
{
	static double x[ORACLE_ROWS], z[ORACLE_ROWS][LEVEL_COLUMNS];
	level_draw d;
	double observed = 0, sum = 0, squares = 0, mean = 0;
	level_start(&d, c, ORACLE_ROWS, 11, 0);
	for (size_t i = 0; i < ORACLE_ROWS; i++) {
		level_next(z[i], &d);
		x[i] = tame(z[i][0]);
		mean += x[i] / ORACLE_ROWS;
	}
	for (size_t i = 0; i < ORACLE_ROWS; i++)
		observed += (x[i] - mean) * tame(z[i][1]);
	for (int r = 0; r < ORACLE_DRAWS; r++) {
		double again = 0;
		for (size_t i = 0; i < ORACLE_ROWS; i++)
			again += (x[i] - mean) * tame(level_response(z[i] + 2, &d));
		sum += again / ORACLE_DRAWS;
		squares += again * again / ORACLE_DRAWS;
	}
	return (observed - sum) / sqrt(squares - sum * sum);
}

/* 5 standard deviations of about 110 nulls: an error once in 10,000 suites. */
static void given_z_a_null_looks_like_y_drawn_again(void **state)
{
	(void)state;
	for (size_t i = 0; level_at(i) != NULL; i++)
		if (level_is_null(level_at(i)) && !(fabs(oracle_z(level_at(i))) < 5))
			fail_msg("%s: %.2f standard deviations from its null", level_at(i)->name, oracle_z(level_at(i)));
	for (size_t i = 0; level_holdout_at(i) != NULL; i++)
		if (level_is_null(level_holdout_at(i)) && !(fabs(oracle_z(level_holdout_at(i))) < 5))
			fail_msg("%s: %.2f standard deviations from its null", level_holdout_at(i)->name,
			         oracle_z(level_holdout_at(i)));
}

/* The same with correlated noises: the oracle sees it, so it would have seen a null that is none. */
static void given_z_an_alternative_does_not(void **state)
{
	(void)state;
	size_t checked = 0;
	for (size_t i = 0; level_at(i) != NULL; i++) {
		const level_case *c = level_at(i);
		if (level_is_null(c) || c->rho == 0 || c->class == LEVEL_WEAK)
			continue;
		checked++;
		if (!(oracle_z(c) > 2.5))
			fail_msg("%s: only %.2f standard deviations from independence", c->name, oracle_z(c));
	}
	assert_true(checked >= 10);
}

/* ------------------------------------------------------------------------------------------------------ measuring */

static void figures_are_those_of_the_answers(void **state)
{
	(void)state;
	enum { DRAWS = 12 };
	const level_case *c = level_find("left-linear-1");
	ask_test tests[3];
	level_figure one[3], four[3];
	assert_ok(ask_test_parse(&tests[0], "chi2"));
	assert_ok(ask_test_parse(&tests[1], "sc"));
	assert_ok(ask_test_parse(&tests[2], "pearson"));
	assert_ok(level_measure(one, c, 80, tests, 3, DRAWS, 5, 1));
	assert_ok(level_measure(four, c, 80, tests, 3, DRAWS, 5, 4));
	double at_05 = 0, at_01 = 0, decided = 0, quick = 0;
	for (uint64_t i = 0; i < DRAWS; i++) {
		const size_t columns[] = { 0, 1, 2 };
		const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, 1 };
		mixmi_table *table;
		mixmi_answer answer;
		level_draw d;
		assert_ok(level_table(&table, &d, c, 80, 5, i));
		assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &question, tests[0].options));
		at_05 += (answer.p <= 0.05) / (double)DRAWS;
		at_01 += (answer.p <= 0.01) / (double)DRAWS;
		quick += i < LEVEL_QUICK ? answer.p : 0;
		assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &question, tests[1].options));
		decided += (answer.verdict == MIXMI_DETECTED) / (double)DRAWS;
		mixmi_table_free(table);
	}
	assert_close(one[0].at_05, at_05, 1e-12);
	assert_close(one[0].at_01, at_01, 1e-12);
	assert_close(one[0].quick, quick, 1e-12);
	assert_close(one[1].at_01, decided, 1e-12);
	assert_int_equal(one[2].draws, 0); /* pearson takes no Z */
	for (int i = 0; i < 2; i++)
		assert_true(one[i].at_05 == four[i].at_05 && one[i].at_0001 == four[i].at_0001 &&
		            one[i].quick == four[i].quick);
	for (int i = 0; i < 3; i++)
		ask_test_clear(&tests[i]);
}

/* At n = 400 and r = .2 the t test rejects at .01 in .92 of data sets, and under the null in .01. */
static void the_yardstick_has_its_power_and_its_level(void **state)
{
	(void)state;
	ask_test pearson;
	level_figure f;
	assert_ok(ask_test_parse(&pearson, "pearson"));
	assert_ok(level_measure(&f, level_find("weak-400"), 400, &pearson, 1, 400, 1, omp_get_max_threads()));
	assert_in_range((size_t)(1000 * f.at_01), 870, 970);
	assert_ok(level_measure(&f, level_find("gaussian"), 100, &pearson, 1, 1000, 1, omp_get_max_threads()));
	assert_in_range((size_t)(1000 * f.at_05), 25, 78);
	ask_test_clear(&pearson);
}

/* rcit on fewer rows than it has features: no answer is no rejection. */
static void a_test_that_stays_undecided_is_counted(void **state)
{
	(void)state;
	ask_test rcit;
	level_figure f;
	assert_ok(ask_test_parse(&rcit, "rcit"));
	assert_ok(level_measure(&f, level_find("linear-5"), 12, &rcit, 1, 4, frozen_seed, 1));
	assert_true(f.undecided == 1 && f.at_05 == 0 && f.draws == 4);
	ask_test_clear(&rcit);
}

static void limits_are_those_of_the_class(void **state)
{
	(void)state;
	level_figure f = { .rows = 1000, .draws = 1000, .at_01 = 0.028, .at_05 = 0.08 };
	assert_true(level_within_limit(level_find("linear-3"), &f)); /* within two standard errors of .02 and .07 */
	f.at_01 = 0.04;
	assert_false(level_within_limit(level_find("linear-3"), &f));
	assert_true(level_within_limit(level_find("product"), &f));
	f.rows = 3000;
	f.at_05 = 0.13;
	assert_false(level_within_limit(level_find("product"), &f));
}

static void unknown_tests_and_options_are_named(void **state)
{
	(void)state;
	ask_test t;
	assert_fails(ask_test_parse(&t, "guess"), MIXMI_ERROR_USAGE, "guess");
	assert_fails(ask_test_parse(&t, "rcot:bones=3"), MIXMI_ERROR_USAGE, "bones");
}

static void tables_come_back_from_their_files(void **state)
{
	(void)state;
	char path[] = "/tmp/mixmi-levels-XXXXXX";
	int descriptor = mkstemp(path);
	assert_true(descriptor >= 0);
	close(descriptor);
	level_figures table = { NULL, 0 }, back;
	const level_figure lines[] = {
		{ "linear-1", 300, "residual", 100, 0.0625, 0.125, 0.25, 0.5, 0.75, 1.5, 0.5 },
		{ "linear-1", 300, "residual", 200, 0.5, 0.125, 0.25, 0.5, 0.75, 1.5, 0.5 }, /* in place of the first */
		{ "linear-1", 300, "pearson", 0, 0, 0, 0, 0, 0, 0, 0 },                      /* not written */
	};
	for (size_t i = 0; i < 3; i++)
		assert_true(level_figure_put(&table, &lines[i]));
	assert_true(level_figures_write(&table, path));
	assert_true(level_figures_read(&back, path, false));
	assert_int_equal(back.count, 1);
	assert_memory_equal(&back.lines[0], &lines[1], sizeof lines[1]);
	level_figures_free(&back);
	level_figures_free(&table);
	FILE *file = fopen(path, "a");
	assert_non_null(file);
	fputs("linear-1,many,scan,1,0,0,0,0,0,0,0\n", file);
	assert_int_equal(fclose(file), 0);
	assert_false(level_figures_read(&back, path, false));
	assert_int_equal(unlink(path), 0);
	assert_true(level_figures_read(&back, path, true));
	assert_int_equal(back.count, 0);
}

/* Every seventh line at n = 100 from its first draws: p-values must be those that were recorded. */
static void the_frozen_table_is_what_the_tests_give(void **state)
{
	(void)state;
	level_figures table;
	size_t checked = 0, other = 0;
	assert_true(level_figures_read(&table, frozen_path, false));
	for (size_t i = 0; i < table.count; i += 7) {
		const level_figure *f = &table.lines[i];
		ask_test test;
		level_figure now;
		if (f->rows != 100)
			continue;
		assert_ok(ask_test_parse(&test, f->test));
		assert_ok(level_measure(&now, level_find(f->name), f->rows, &test, 1, LEVEL_QUICK, frozen_seed,
		                        omp_get_max_threads()));
		ask_test_clear(&test);
		checked++;
		if (fabs(now.quick - f->quick) <= 1e-6)
			continue;
		print_error("%s, %s: sum of p %.9g, recorded %.9g\n", f->name, f->test, now.quick, f->quick);
		other++;
	}
	level_figures_free(&table);
	print_message("%zu figures of %s, %zu changed\n", checked, frozen_path, other);
	assert_true(checked > 0);
	assert_int_equal(other, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_suite_has_the_cases_that_it_promises),
		cmocka_unit_test(nulls_are_nulls_by_construction),
		cmocka_unit_test(draws_are_functions_of_seed_and_number),
		cmocka_unit_test(signals_have_mean_0_and_variance_1),
		cmocka_unit_test(given_z_a_null_looks_like_y_drawn_again),
		cmocka_unit_test(given_z_an_alternative_does_not),
		cmocka_unit_test(figures_are_those_of_the_answers),
		cmocka_unit_test(the_yardstick_has_its_power_and_its_level),
		cmocka_unit_test(a_test_that_stays_undecided_is_counted),
		cmocka_unit_test(limits_are_those_of_the_class),
		cmocka_unit_test(unknown_tests_and_options_are_named),
		cmocka_unit_test(tables_come_back_from_their_files),
		cmocka_unit_test(the_frozen_table_is_what_the_tests_give),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
