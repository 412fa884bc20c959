/* How far from the machine's limit: a fit and the preparation of a column against plain loops over as much memory. Counting is
 * the least that a joint histogram of given bins can cost; reading, the least that any look at the data can. One thread. */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"
#include "mechanisms.h"
#include "tables.h"

enum { COLUMNS = 3, BINS = 32 };

typedef struct stream {
	size_t rows;
	uint32_t *codes[COLUMNS]; /* below BINS */
	double *values;
	uint32_t counts[BINS * BINS * BINS];
	uint64_t sum;
} stream;

/* Adds up all codes: 12 bytes per row at the speed of memory. */
static void read_codes(void *context)
{
	stream *s = context;
	for (size_t j = 0; j < COLUMNS; j++) {
		uint64_t sum = 0;
		for (size_t i = 0; i < s->rows; i++)
			sum += s->codes[j][i];
		s->sum += sum;
	}
}

/* Counts the rows of every joint cell. */
static void count_codes(void *context)
{
	stream *s = context;
	const uint32_t *a = s->codes[0], *b = s->codes[1], *c = s->codes[2];
	for (size_t i = 0; i < s->rows; i++)
		s->counts[(a[i] * BINS + b[i]) * BINS + c[i]]++;
}

static void read_values(void *context)
{
	stream *s = context;
	double sums[4] = { 0 };
	for (size_t i = 0; i + 4 <= s->rows; i += 4)
		for (size_t lane = 0; lane < 4; lane++)
			sums[lane] += s->values[i + lane];
	s->sum += (uint64_t)(sums[0] + sums[1] + sums[2] + sums[3] != 0);
}

static stream *new_stream(const mixmi_table *table)
{
	stream *s = calloc(1, sizeof *s);
	if (s == NULL)
		measure_fail("out of memory");
	s->rows = mixmi_table_rows(table);
	s->values = malloc(s->rows * sizeof *s->values);
	for (size_t j = 0; j < COLUMNS; j++) {
		s->codes[j] = malloc(s->rows * sizeof *s->codes[j]);
		if (s->codes[j] == NULL || s->values == NULL)
			measure_fail("out of memory");
		/* bins of a plain grid over -4 .. 4, so that cells are as uneven as those of the data */
		for (size_t i = 0; i < s->rows; i++) {
			double v = mixmi_table_value(table, j, i);
			s->codes[j][i] = v <= -4 ? 0 : v >= 4 ? BINS - 1 : (uint32_t)((v + 4) / 8 * BINS);
			s->values[i] = v;
		}
	}
	for (size_t i = 0; i < s->rows; i++)
		s->values[i] = mixmi_table_value(table, 0, i);
	return s;
}

static void free_stream(stream *s)
{
	for (size_t j = 0; j < COLUMNS; j++)
		free(s->codes[j]);
	free(s->values);
	free(s);
}

/* Column preparation: sorting into distinct values and codes. */
static void prepare_column(void *context)
{
	const stream *s = context;
	mixmi_table *table;
	if (mixmi_table_new(&table, s->rows) != MIXMI_OK ||
	    mixmi_table_add_values(table, "x", MIXMI_NUMERIC, s->values, NULL) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	mixmi_table_free(table);
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void sort_plainly(void *context)
{
	const stream *s = context;
	double *copy = malloc(s->rows * sizeof *copy);
	if (copy == NULL)
		measure_fail("out of memory");
	for (size_t i = 0; i < s->rows; i++)
		copy[i] = s->values[i];
	qsort(copy, s->rows, sizeof *copy, compare_doubles);
	free(copy);
}

static void compare_side(const char *what, measure_side subject, measure_side yardstick, bool speed_up)
{
	measure_compare(&(measure_figure){ .what = what,
	                                   .subject = subject,
	                                   .yardstick = yardstick,
	                                   .clock = MEASURE_CPU,
	                                   .speed_up = speed_up,
	                                   .rounds = 7 });
}

int main(void)
{
	size_t rows = measure_quick() ? 1000000 : 10000000;
	const mechanism *m = mechanism_find("V");
	mixmi_table *table;
	if (mechanism_table(&table, m, rows, 1, 0) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	stream *s = new_stream(table);
	tables_question question = { table, 1, tables_options() };
	double n = (double)rows;
	measure_side fit = { "estimate, X, Y mixtures, Z discrete", tables_estimate, &question, n };
	measure_side reading = { "reading 12 bytes per row", read_codes, s, n };
	measure_side counting = { "counting 3 codes per row", count_codes, s, n };
	measure_side preparing = { "preparing a column", prepare_column, s, n };
	measure_side values = { "reading 8 bytes per row", read_values, s, n };
	char title[96];
	snprintf(title, sizeof title, "times the cost of plain loops over the same rows, n = %zu; a row", rows);
	measure_begin("limits", title);
	compare_side("counting 3 codes to reading 12 bytes", counting, reading, false);
	compare_side("estimate to counting 3 codes", fit, counting, false);
	compare_side("estimate to reading 12 bytes", fit, reading, false);
	compare_side("preparing a column to reading 8 bytes", preparing, values, false);
	compare_side("preparing a column, times as fast as qsort", preparing, (measure_side){ "qsort", sort_plainly, s, n },
	             true);
	free_stream(s);
	mixmi_table_free(table);
	return 0;
}
