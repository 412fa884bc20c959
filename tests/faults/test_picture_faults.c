/* Every allocation fails in turn while pictures are drawn: no crash, no leak, MIXMI_ERROR_MEMORY, and an existing picture
 * stays. Allocations inside librsvg are not made to fail. */
#include "faults/faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { ROWS = 40 };

static char picture[64];

typedef struct fixture {
	mixmi_table *table;
	mixmi_histogram *one, *two, *three;
	mixmi_answers *all, *against;
} fixture;

static const size_t columns[] = { 0, 1, 2 };

static int set_up(void **state)
{
	static fixture f;
	double x[ROWS];
	int64_t y[ROWS], z[ROWS];
	const char *const labels[] = { "a", "b & c", "d" };
	for (int i = 0; i < ROWS; i++) {
		x[i] = i % 4 == 0 ? 0 : 1.5 * i;
		y[i] = i % 4 == 0 ? 0 : i < 20 ? 1 : 2;
		z[i] = i % 2;
	}
	bool done =
		mixmi_table_new(&f.table, ROWS) == MIXMI_OK &&
		mixmi_table_add_values(f.table, "x", MIXMI_NUMERIC, x, NULL) == MIXMI_OK &&
		mixmi_table_add_codes(f.table, "y", y, labels, 3, NULL) == MIXMI_OK &&
		mixmi_table_add_codes(f.table, "z", z, NULL, 0, NULL) == MIXMI_OK &&
		mixmi_histogram_fit(&f.one, f.table, columns, 1, NULL) == MIXMI_OK &&
		mixmi_histogram_fit(&f.two, f.table, columns, 2, NULL) == MIXMI_OK &&
		mixmi_histogram_fit(&f.three, f.table, columns, 3, NULL) == MIXMI_OK &&
		mixmi_pairs(&f.all, f.table, &(mixmi_pair_set){ 0 }, NULL) == MIXMI_OK &&
		mixmi_pairs(&f.against, f.table, &(mixmi_pair_set){ .targets = columns, .target_count = 1 }, NULL) == MIXMI_OK;
	*state = &f;
	return done ? 0 : -1;
}

static int tear_down(void **state)
{
	fixture *f = *state;
	mixmi_answers_free(f->all);
	mixmi_answers_free(f->against);
	mixmi_histogram_free(f->one);
	mixmi_histogram_free(f->two);
	mixmi_histogram_free(f->three);
	mixmi_table_free(f->table);
	return 0;
}

static mixmi_status plot_one(void *context)
{
	fixture *f = context;
	return mixmi_histogram_plot(f->one, f->table, NULL, picture);
}

static mixmi_status plot_two(void *context)
{
	fixture *f = context;
	return mixmi_histogram_plot(f->two, f->table, NULL, picture);
}

static mixmi_status plot_given(void *context)
{
	fixture *f = context;
	const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, 1 };
	return mixmi_question_plot(f->three, f->table, &question, NULL, picture);
}

static mixmi_status plot_all_pairs(void *context)
{
	fixture *f = context;
	return mixmi_answers_plot(f->all, f->table, NULL, picture);
}

static mixmi_status plot_against(void *context)
{
	fixture *f = context;
	return mixmi_answers_plot(f->against, f->table, NULL, picture);
}

static mixmi_status plot_columns(void *context)
{
	fixture *f = context;
	return mixmi_table_plot(f->table, NULL, picture);
}

static void pictures(void **state)
{
	static const struct {
		const char *name;
		faults_scenario *plot;
	} kinds[] = { { "one column", plot_one },     { "two columns", plot_two }, { "two given one", plot_given },
		          { "heat map", plot_all_pairs }, { "against", plot_against }, { "all columns", plot_columns } };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		assert_true(faults_run(kinds[i].name, kinds[i].plot, *state) > 0);
	unlink(picture);
}

int main(void)
{
	strcpy(picture, "/tmp/mixmi-faults-XXXXXX");
	int file = mkstemp(picture);
	if (file < 0)
		return 1;
	close(file);
	unlink(picture);
	strcat(picture, ".svg");
	const struct CMUnitTest tests[] = { cmocka_unit_test(pictures) };
	return cmocka_run_group_tests_name("picture faults", tests, set_up, tear_down);
}
