/* What an estimate costs: against the textbook version of the same method in the same process, and how that grows with
 * rows. Preset paper, one thread. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "mechanisms.h"
#include "tables.h"
#include "textbook.h"

/* ------------------------------------------------------------------------------------------ against textbook */

typedef struct plain_data {
	double *values;
	bool discrete[MECHANISM_COLUMNS];
	size_t rows, columns;
} plain_data;

static void run_textbook(void *context)
{
	const plain_data *data = context;
	textbook_result result;
	if (!textbook_estimate(&result, data->values, data->discrete, data->rows, data->columns))
		measure_fail("textbook: out of memory");
}

static plain_data plain_of(const mechanism *m, const mixmi_table *table)
{
	plain_data data = { .rows = mixmi_table_rows(table), .columns = strlen(m->discrete) };
	data.values = malloc(data.rows * data.columns * sizeof *data.values);
	if (data.values == NULL)
		measure_fail("out of memory");
	for (size_t j = 0; j < data.columns; j++) {
		data.discrete[j] = m->discrete[j] == 'd';
		for (size_t i = 0; i < data.rows; i++)
			data.values[j * data.rows + i] = mixmi_table_value(table, j, i);
	}
	return data;
}

static mixmi_table *draw_table(const mechanism *m, size_t rows)
{
	mixmi_table *table;
	if (mechanism_table(&table, m, rows, 1, 0) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	return table;
}

static void compare_with_textbook(const char *name)
{
	const mechanism *m = mechanism_find(name);
	mixmi_table *table = draw_table(m, 1000);
	plain_data data = plain_of(m, table);
	tables_question question = { table, strlen(m->discrete) - 2, tables_options() };
	char what[64];
	snprintf(what, sizeof what, "experiment %s, n = 1000", name);
	measure_compare(&(measure_figure){ .what = what,
	                                   .subject = { "mixmi", tables_estimate, &question, 1 },
	                                   .yardstick = { "textbook", run_textbook, &data, 1 },
	                                   .clock = MEASURE_CPU,
	                                   .speed_up = true,
	                                   .rounds = 3,
	                                   .goal = MEASURE_AT_LEAST,
	                                   .bound = 100 });
	free(data.values);
	mixmi_table_free(table);
}

/* ----------------------------------------------------------------------------------------------------- growth */

static void show_growth(const char *name, const char *kind, size_t most)
{
	const mechanism *m = mechanism_find(name);
	const size_t base = 10000;
	tables_question small = { draw_table(m, base), strlen(m->discrete) - 2, tables_options() };
	for (size_t rows = 1000; rows <= most; rows *= 10) {
		if (rows == base)
			continue;
		tables_question question = { draw_table(m, rows), small.given, tables_options() };
		char what[64];
		snprintf(what, sizeof what, "%s, a row at n = %zu", kind, rows);
		measure_compare(&(measure_figure){ .what = what,
		                                   .subject = { "mixmi", tables_estimate, &question, (double)rows },
		                                   .yardstick = { "mixmi at n = 10000", tables_estimate, &small, (double)base },
		                                   .clock = MEASURE_CPU,
		                                   .goal = rows > base ? MEASURE_AT_MOST : MEASURE_NO_GOAL,
		                                   .bound = 1.5 });
		mixmi_table_free((mixmi_table *)question.table);
	}
	mixmi_table_free((mixmi_table *)small.table);
}

int main(void)
{
	static const char *const names[] = { "I", "II", "III", "IV", "V", "VI-1" };
	measure_begin("estimate", "one estimate against the textbook version, times as fast");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		compare_with_textbook(names[i]);
	measure_begin("growth", "cost of a row against a row at n = 10,000");
	show_growth("I", "X, Y continuous", measure_quick() ? 100000 : 1000000);
	show_growth("V", "X, Y mixtures", measure_quick() ? 100000 : 1000000);
	return 0;
}
