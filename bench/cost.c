/* What the defaults cost with 0 to 3 Z: an estimate against one of preset paper, and a test against a default estimate, on
 * numeric, discrete and mixed columns that depend on each other given Z or do not. The processor's time, one thread.
 * Usage: cost [ROWS ...]      1000, 10,000, 100,000 and 1,000,000 rows by default, some three minutes */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw.h"
#include "measure.h"
#include "tables.h"

enum { GIVEN = 3, COLUMNS = GIVEN + 2 };

static const char *const kinds[] = { "numeric", "discrete", "mixed" };

static bool is_discrete(size_t kind, size_t column)
{
	return kind == 1 || (kind == 2 && column % 2 == 1);
}

/* Five values, or a number; a third of the mixed columns' numbers is 0. */
static double shape(double value, size_t kind, bool discrete, draw *d)
{
	if (discrete)
		return fmax(-2, fmin(2, nearbyint(value)));
	return kind == 2 && draw_uniform(d) < 0.33 ? 0 : value;
}

/* One row: Z normal, X and Y each the sum of half of every Z and noise, Y with 0.4 X where they depend on each other. */
static void draw_row(double row[COLUMNS], size_t kind, bool dependent, draw *d)
{
	double common = 0;
	for (size_t j = 2; j < COLUMNS; j++)
		common += 0.5 * (row[j] = draw_normal(d));
	row[0] = common + draw_normal(d);
	row[1] = common + draw_normal(d) + (dependent ? 0.4 * row[0] : 0);
	for (size_t j = 0; j < COLUMNS; j++)
		row[j] = shape(row[j], kind, is_discrete(kind, j), d);
}

static mixmi_table *make_table(size_t rows, size_t kind, bool dependent)
{
	mixmi_table *table;
	double *all = malloc(rows * COLUMNS * sizeof *all), row[COLUMNS];
	draw d;
	draw_init(&d, 1, kinds[kind], dependent);
	if (all == NULL || mixmi_table_new(&table, rows) != MIXMI_OK)
		measure_fail("out of memory");
	for (size_t i = 0; i < rows; i++) {
		draw_row(row, kind, dependent, &d);
		for (size_t j = 0; j < COLUMNS; j++)
			all[j * rows + i] = row[j];
	}
	for (size_t j = 0; j < COLUMNS; j++) {
		const char name[] = { (char)('a' + j), '\0' };
		mixmi_type type = is_discrete(kind, j) ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		if (mixmi_table_add_values(table, name, type, all + j * rows, NULL) != MIXMI_OK)
			measure_fail(mixmi_error_message());
	}
	free(all);
	return table;
}

/* The least of the bounds that holds at so many rows. */
static double bound_of_test(size_t rows)
{
	return rows <= 10000 ? 4 : rows <= 100000 ? 5 : 10;
}

static void compare_given(const mixmi_table *table, const char *name, size_t rows)
{
	const mixmi_options *defaults = tables_options_of(NULL, NULL, NULL), *paper = tables_options();
	for (size_t given = 0; given <= GIVEN; given++) {
		tables_question ours = { table, given, defaults }, theirs = { table, given, paper };
		measure_side estimate = { "default estimate", tables_estimate, &ours, 1 };
		measure_figure figure = { .clock = MEASURE_CPU, .rounds = rows > 10000 ? 1 : 3, .goal = MEASURE_AT_MOST };
		char what[96];
		figure.what = what;
		snprintf(what, sizeof what, "estimate, %s, %zu Z, n = %zu", name, given, rows);
		figure.subject = estimate;
		figure.yardstick = (measure_side){ "preset paper", tables_estimate, &theirs, 1 };
		figure.bound = 8;
		measure_compare(&figure);
		snprintf(what, sizeof what, "test, %s, %zu Z, n = %zu", name, given, rows);
		figure.subject = (measure_side){ "default test", tables_test, &ours, 1 };
		figure.yardstick = estimate;
		figure.bound = bound_of_test(rows);
		measure_compare(&figure);
	}
}

static void measure_rows(size_t rows)
{
	for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
		for (int dependent = 0; dependent < 2; dependent++) {
			char name[48];
			mixmi_table *table = make_table(rows, kind, dependent);
			snprintf(name, sizeof name, "%s, %s", kinds[kind], dependent ? "dependent" : "null");
			compare_given(table, name, rows);
			mixmi_table_free(table);
		}
}

int main(int count, char **arguments)
{
	static const size_t usual[] = { 1000, 10000, 100000, 1000000 };
	measure_begin("cost", "default estimate against preset paper, default test against a default estimate");
	for (int i = 1; i < count; i++)
		measure_rows(strtoull(arguments[i], NULL, 10));
	for (size_t i = 0; count < 2 && i < (measure_quick() ? 1 : sizeof usual / sizeof usual[0]); i++)
		measure_rows(usual[i]);
	return 0;
}
