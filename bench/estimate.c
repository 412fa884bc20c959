/* What an estimate costs: against the textbook version of the same method in the same process, and how it grows with rows.
 * Figures are medians of repeated runs, with the least and the greatest. Argument: most rows (1000000). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mechanisms.h"
#include "textbook.h"

enum { REPEATS = 9 };

typedef struct timing {
	double median, least, greatest; /* seconds */
} timing;

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static timing summarise(double *taken, size_t count)
{
	qsort(taken, count, sizeof *taken, compare);
	return (timing){ taken[count / 2], taken[0], taken[count - 1] };
}

static mixmi_table *make_table(const mechanism *m, size_t rows)
{
	mixmi_table *table;
	if (mechanism_table(&table, m, rows, 1, 0) != MIXMI_OK) {
		fprintf(stderr, "%s\n", mixmi_error_message());
		exit(1);
	}
	return table;
}

static timing time_library(const mechanism *m, const mixmi_table *table)
{
	double taken[REPEATS];
	for (size_t i = 0; i < REPEATS; i++) {
		mixmi_cmi cmi;
		double start = seconds();
		if (mechanism_estimate(&cmi, m, table, NULL) != MIXMI_OK)
			exit(1);
		taken[i] = seconds() - start;
	}
	return summarise(taken, REPEATS);
}

static timing time_textbook(const mechanism *m, const mixmi_table *table)
{
	enum { FEWER = 3 };
	size_t rows = mixmi_table_rows(table), columns = strlen(m->discrete);
	double taken[FEWER], *values = malloc(rows * columns * sizeof *values);
	bool discrete[MECHANISM_COLUMNS];
	if (values == NULL)
		exit(1);
	for (size_t j = 0; j < columns; j++) {
		discrete[j] = m->discrete[j] == 'd';
		for (size_t i = 0; i < rows; i++)
			values[j * rows + i] = mixmi_table_value(table, j, i);
	}
	for (size_t i = 0; i < FEWER; i++) {
		textbook_result result;
		double start = seconds();
		if (!textbook_estimate(&result, values, discrete, rows, columns))
			exit(1);
		taken[i] = seconds() - start;
	}
	free(values);
	return summarise(taken, FEWER);
}

static void compare_with_textbook(void)
{
	static const char *const names[] = { "I", "II", "III", "IV", "V", "VI-1" };
	printf("1000 rows        textbook ms   mixmi ms (least .. greatest)    ratio\n");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		const mechanism *m = mechanism_find(names[i]);
		mixmi_table *table = make_table(m, 1000);
		timing plain = time_textbook(m, table), fast = time_library(m, table);
		printf("experiment %-5s %11.1f %10.3f (%5.3f .. %5.3f) %14.0f\n", names[i], 1e3 * plain.median,
		       1e3 * fast.median, 1e3 * fast.least, 1e3 * fast.greatest, plain.median / fast.median);
		mixmi_table_free(table);
	}
}

static void show_growth(size_t most)
{
	const mechanism *m = mechanism_find("V");
	double first = 0;
	printf("\nX, Y mixtures, Z discrete    ms (least .. greatest)        ns a row   to 10000 rows\n");
	for (size_t rows = 1000; rows <= most; rows *= 10) {
		mixmi_table *table = make_table(m, rows);
		timing t = time_library(m, table);
		double per_row = t.median / (double)rows;
		if (rows == 10000)
			first = per_row;
		printf("%10zu rows %18.3f (%.3f .. %.3f) %13.1f", rows, 1e3 * t.median, 1e3 * t.least, 1e3 * t.greatest,
		       1e9 * per_row);
		printf(first > 0 ? "%14.2f\n" : "             -\n", per_row / (first > 0 ? first : 1));
		mixmi_table_free(table);
	}
}

int main(int argc, char **argv)
{
	compare_with_textbook();
	show_growth(argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1000000);
	return 0;
}
