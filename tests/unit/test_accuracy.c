/* The accuracy suite: its measures, its files, and the frozen table on the first draws of the small data sets.
 * tests/long/test_accuracy.c covers the whole table. */
#include "accuracy_summary.h"
#include "frozen.h"

#include <unistd.h>

static void no_quick_figure_is_worse_than_recorded(void **state)
{
	(void)state;
	frozen_check(300, 0);
}

/* So that re-recording cannot silently drop a mechanism, a size or a peer. */
static void the_frozen_table_has_every_cell(void **state)
{
	(void)state;
	static const size_t usual[] = { 100, 300, 1000, 3000 };
	static const char *const methods[] = { "paper", "ms", "miic", "mixed-ksg" };
	accuracy_table table;
	assert_true(accuracy_read(&table, frozen_path, false));
	for (size_t i = 0; suite_at(i) != NULL && suite_is_first(suite_at(i)->name); i++) {
		const mechanism *m = suite_at(i);
		bool six = strncmp(m->name, "VI-", 3) == 0, has_z = strlen(m->discrete) > 2;
		for (size_t j = 0; j < (six ? 1 : 4); j++)
			for (size_t k = 0; k < (has_z ? 3 : 4); k++) {
				const accuracy_row *row = accuracy_find(&table, m->name, six ? 2000 : usual[j], methods[k]);
				if (row == NULL)
					fail_msg("%s lacks %s, n = %zu, %s", frozen_path, m->name, six ? 2000 : usual[j], methods[k]);
				assert_true(row->draws >= 100);
				assert_close(row->truth, m->truth, 1e-8);
			}
	}
	accuracy_free(&table);
}

/* A histogram with one bin per column finds nothing: it must fall outside the band. */
static void a_worse_method_is_noticed(void **state)
{
	(void)state;
	accuracy_table table;
	assert_true(accuracy_read(&table, frozen_path, false));
	const accuracy_row *row = accuracy_find(&table, "I", 300, "paper");
	assert_non_null(row);
	assert_true(frozen_holds(row, "paper", ACCURACY_QUICK));
	assert_false(frozen_holds(row, "paper:k-max=1", ACCURACY_QUICK));
	accuracy_free(&table);
}

static void figures_are_those_of_the_estimates(void **state)
{
	(void)state;
	enum { DRAWS = 12 };
	const mechanism *m = suite_find("V");
	accuracy_method methods[2];
	accuracy_row rows[2];
	assert_ok(accuracy_method_parse(&methods[0], "paper"));
	assert_ok(accuracy_method_parse(&methods[1], "ms:neighbours=5"));
	assert_ok(accuracy_run(rows, m, 80, methods, 2, DRAWS, 3, 1));
	assert_true(isnan(rows[0].covered) && isnan(rows[0].width)); /* nobody asked for intervals */
	double square[DRAWS], mean = 0, mse = 0, quick = 0, spread = 0;
	for (uint64_t i = 0; i < DRAWS; i++) {
		mixmi_table *table;
		mixmi_answer cmi;
		mixmi_options options;
		init_options(&options);
		assert_ok(mixmi_options_set(&options, "preset", "paper"));
		assert_ok(mechanism_table(&table, m, 80, 3, i));
		assert_ok(mechanism_estimate(&cmi, m, table, &options));
		mixmi_table_free(table);
		square[i] = (cmi.estimate - m->truth) * (cmi.estimate - m->truth);
		mean += cmi.estimate / DRAWS;
		mse += square[i] / DRAWS;
		quick += i < ACCURACY_QUICK ? square[i] / ACCURACY_QUICK : 0;
	}
	for (size_t i = 0; i < DRAWS; i++)
		spread += (square[i] - mse) * (square[i] - mse);
	assert_close(rows[0].mean, mean, 1e-12);
	assert_close(rows[0].bias, mean - m->truth, 1e-12);
	assert_close(rows[0].mse, mse, 1e-12);
	assert_close(rows[0].quick_mse, quick, 1e-12);
	assert_close(rows[0].se, sqrt(spread / (DRAWS - 1) / DRAWS), 1e-12);
	assert_close(rows[0].sd * rows[0].sd * (DRAWS - 1) / DRAWS, mse - rows[0].bias * rows[0].bias, 1e-12);
	assert_true(rows[0].zeros == 0);
	assert_string_equal(rows[1].method, "ms:neighbours=5");
	assert_true(rows[1].mse > 0 && rows[1].mse != rows[0].mse);
	accuracy_method_clear(&methods[0]);
	accuracy_method_clear(&methods[1]);
}

/* Zeros and intervals for a null and for a dependence, compared with the estimates themselves. */
static void zeros_and_intervals_are_counted(void **state)
{
	(void)state;
	enum { DRAWS = 12 };
	const mechanism *m = suite_find("strong");
	accuracy_method method;
	accuracy_row row;
	assert_ok(accuracy_method_parse(&method, "robust:confidence=0.95"));
	assert_true(method.histogram);
	assert_ok(accuracy_run(&row, m, 200, &method, 1, DRAWS, 5, 1));
	double covered = 0, width = 0;
	for (uint64_t i = 0; i < DRAWS; i++) {
		mixmi_table *table;
		mixmi_answer cmi;
		assert_ok(mechanism_table(&table, m, 200, 5, i));
		assert_ok(mechanism_estimate(&cmi, m, table, method.options));
		mixmi_table_free(table);
		covered += (cmi.lower <= m->truth && m->truth <= cmi.upper) / (double)DRAWS;
		width += (cmi.upper - cmi.lower) / DRAWS;
	}
	assert_close(row.covered, covered, 1e-12);
	assert_close(row.width, width, 1e-12);
	assert_true(row.zeros == 0 && row.sd > 0);
	assert_close(accuracy_ideal_width(&row), 3.919928 * row.sd, 1e-6);
	assert_ok(accuracy_run(&row, suite_find("independent"), 200, &method, 1, DRAWS, 5, 1));
	assert_true(row.zeros > 0.5);
	accuracy_method_clear(&method);
}

/* miic does not accept a vector as X: it has no line, and the other methods still run. */
static void a_question_that_a_method_refuses_has_no_line(void **state)
{
	(void)state;
	accuracy_method methods[2];
	accuracy_row rows[2];
	assert_ok(accuracy_method_parse(&methods[0], "miic"));
	assert_ok(accuracy_method_parse(&methods[1], "ksg"));
	assert_ok(accuracy_run(rows, suite_find("x-2"), 60, methods, 2, 4, 1, 1));
	assert_int_equal(rows[0].draws, 0);
	assert_int_equal(rows[1].draws, 4);
	accuracy_method_clear(&methods[0]);
	accuracy_method_clear(&methods[1]);
}

/* Two mechanisms, three methods, by hand: RMSE .1, .2, .4 and .2, .1, .1. */
static void the_summary_counts_cells_and_ranks(void **state)
{
	(void)state;
	accuracy_table table = { NULL, 0 };
	const accuracy_row rows[] = {
		{ .mechanism = "I",
		  .rows = 300,
		  .method = "default",
		  .draws = 9,
		  .truth = 0.2,
		  .mse = 0.01,
		  .zeros = 0.25,
		  .covered = 0.8,
		  .width = 2,
		  .sd = 0.1 },
		{ .mechanism = "I", .rows = 300, .method = "ms", .draws = 9, .truth = 0.2, .mse = 0.04, .covered = NAN },
		{ .mechanism = "I", .rows = 300, .method = "ksg", .draws = 9, .truth = 0.2, .mse = 0.16, .covered = NAN },
		{ .mechanism = "chain", .rows = 300, .method = "default", .draws = 9, .mse = 0.04, .zeros = 0.5, .covered = 1 },
		{ .mechanism = "chain", .rows = 300, .method = "ms", .draws = 9, .mse = 0.01, .covered = NAN },
		{ .mechanism = "chain", .rows = 300, .method = "ksg", .draws = 9, .mse = 0.01, .covered = NAN },
		{ .mechanism = "h-disc", .rows = 300, .method = "default", .draws = 9, .mse = 0.01, .covered = NAN },
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
		assert_true(accuracy_put(&table, &rows[i]));
	accuracy_summary s = accuracy_sum_up(&table, "default", 300, false);
	assert_true(s.cells == 2 && s.above == 1 && s.best == 1 && s.rank == 2);
	assert_true(s.null_cells == 1 && s.null_zeros == 0.5 && s.other_zeros == 0.25);
	assert_true(s.intervals == 1 && s.uncovered == 1 && s.wide == 1 && s.coverage == 0.8);
	s = accuracy_sum_up(&table, "ms", 300, false);
	assert_true(s.cells == 2 && s.best == 0 && s.rank == 1.5);
	assert_true(accuracy_sum_up(&table, "default", 300, true).cells == 0); /* no peer in that cell */
	assert_true(accuracy_is_rival("ms:neighbours=5") && !accuracy_is_rival("default") && !accuracy_is_rival("m"));
	accuracy_free(&table);
}

static void threads_change_no_bit(void **state)
{
	(void)state;
	const mechanism *m = suite_find("given-3");
	accuracy_method methods[3];
	accuracy_row one[3], four[3];
	assert_ok(accuracy_method_parse(&methods[0], "paper"));
	assert_ok(accuracy_method_parse(&methods[1], "miic"));
	assert_ok(accuracy_method_parse(&methods[2], "mixed-ksg"));
	assert_ok(accuracy_run(one, m, 60, methods, 3, 15, 1, 1));
	assert_ok(accuracy_run(four, m, 60, methods, 3, 15, 1, 4));
	for (size_t i = 0; i < 3; i++) {
		assert_true(one[i].mean == four[i].mean && one[i].mse == four[i].mse && one[i].se == four[i].se);
		assert_int_equal(one[i].draws, i == 2 ? 0 : 15); /* mixed-ksg takes no Z */
		accuracy_method_clear(&methods[i]);
	}
}

static void unknown_methods_and_options_are_named(void **state)
{
	(void)state;
	accuracy_method m;
	assert_fails(accuracy_method_parse(&m, ":"), MIXMI_ERROR_USAGE, "preset");
	assert_fails(accuracy_method_parse(&m, "best"), MIXMI_ERROR_USAGE, "best");
	assert_fails(accuracy_method_parse(&m, "ms:bones=3"), MIXMI_ERROR_USAGE, "bones");
	assert_fails(accuracy_method_parse(&m, "ms:neighbours=none"), MIXMI_ERROR_USAGE, "none");
}

static void tables_come_back_from_their_files(void **state)
{
	(void)state;
	char path[] = "/tmp/mixmi-accuracy-XXXXXX";
	int descriptor = mkstemp(path);
	assert_true(descriptor >= 0);
	close(descriptor);
	accuracy_table table = { NULL, 0 }, back;
	const accuracy_row rows[] = {
		{ "V", 300, "paper", 100, 1.25, 1.5, 0.25, 0.0625, 0.5, 0.125, 0.25, 0, 0.5, 0.25, 0.75, 2 },
		{ "I", 300, "ms", 100, 1.25, 1.5, 0.25, 0.0625, 0.5, 0.125, 0.25, 0, 0.5, 0.25, 0.75, 2 },
		{ "I", 100, "ms", 100, 1.25, 1.5, 0.25, 0.0625, 0.5, 0.125, 0.25, 0, 0.5, 0.25, 0.75, 2 },
		{ "I", 300, "ms", 50, 1.25, 1.75, 0.5, 0.25, 0.5, 0.125, 0.25, 0, 0.5, 0.25, 0.75,
		  2 },                                                            /* in place of the second */
		{ "V", 300, "mixed-ksg", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, /* not written */
	};
	for (size_t i = 0; i < 5; i++)
		assert_true(accuracy_put(&table, &rows[i]));
	assert_true(accuracy_write(&table, path));
	assert_true(accuracy_read(&back, path, false));
	assert_int_equal(back.count, 3);
	assert_memory_equal(&back.rows[0], &rows[2], sizeof rows[2]);
	assert_memory_equal(&back.rows[1], &rows[3], sizeof rows[3]);
	assert_memory_equal(&back.rows[2], &rows[0], sizeof rows[0]);
	accuracy_free(&back);
	accuracy_free(&table);
	FILE *file = fopen(path, "a");
	assert_non_null(file);
	fputs("I,100,ms,many,0,0,0,0,0,0,0,0,0,0,0\n", file);
	assert_int_equal(fclose(file), 0);
	assert_false(accuracy_read(&back, path, false));
	assert_int_equal(unlink(path), 0);
	assert_false(accuracy_read(&back, path, false));
	assert_true(accuracy_read(&back, path, true));
	assert_int_equal(back.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_quick_figure_is_worse_than_recorded),
		cmocka_unit_test(the_frozen_table_has_every_cell),
		cmocka_unit_test(a_worse_method_is_noticed),
		cmocka_unit_test(figures_are_those_of_the_estimates),
		cmocka_unit_test(zeros_and_intervals_are_counted),
		cmocka_unit_test(a_question_that_a_method_refuses_has_no_line),
		cmocka_unit_test(the_summary_counts_cells_and_ranks),
		cmocka_unit_test(threads_change_no_bit),
		cmocka_unit_test(unknown_methods_and_options_are_named),
		cmocka_unit_test(tables_come_back_from_their_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
