/* How cost grows with the number of conditioning columns: I(X;Y|Z1..Zk) of two Gaussians and k discrete columns, as ratios
 * to k = 1 in the same run, with the peak memory of the process so far. Argument: rows (1000). */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "draw.h"
#include "mixmi.h"

enum { COLUMNS = 14, REPEATS = 9 };

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static mixmi_table *make_table(size_t rows)
{
	mixmi_table *table;
	double *values = malloc(rows * sizeof *values);
	if (values == NULL || mixmi_table_new(&table, rows) != MIXMI_OK)
		exit(1);
	draw d;
	draw_init(&d, 1, "conditioning", 0);
	for (size_t j = 0; j < COLUMNS; j++) {
		char name[8];
		snprintf(name, sizeof name, "c%02zu", j);
		for (size_t i = 0; i < rows; i++)
			values[i] = j < 2 ? draw_normal(&d) : draw_binomial(&d, 3, 0.5);
		if (mixmi_table_add_values(table, name, j < 2 ? MIXMI_NUMERIC : MIXMI_DISCRETE, values, NULL) != MIXMI_OK)
			exit(1);
	}
	free(values);
	return table;
}

/* Least time of several estimates with the first `count` conditioning columns. */
static double time_estimate(const mixmi_table *table, size_t count)
{
	size_t columns[COLUMNS];
	for (size_t j = 0; j < COLUMNS; j++)
		columns[j] = j;
	double least = 1e9;
	for (int i = 0; i < REPEATS; i++) {
		mixmi_cmi cmi;
		double start = seconds();
		if (mixmi_estimate_cmi(&cmi, NULL, table, columns, 1, columns + 1, 1, columns + 2, count, NULL) != MIXMI_OK)
			exit(1);
		double taken = seconds() - start;
		least = taken < least ? taken : least;
	}
	return least;
}

int main(int argc, char **argv)
{
	size_t rows = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1000;
	mixmi_table *table = make_table(rows);
	time_estimate(table, 1); /* starts the threads */
	double one = time_estimate(table, 1);
	printf("%zu rows\n Z  ratio to one Z  milliseconds  peak MB\n", rows);
	for (size_t count = 0; count <= COLUMNS - 2; count++) {
		struct rusage usage;
		double taken = time_estimate(table, count);
		getrusage(RUSAGE_SELF, &usage);
		printf("%2zu %15.2f %13.3f %8.1f\n", count, taken / one, 1e3 * taken, (double)usage.ru_maxrss / 1024);
	}
	mixmi_table_free(table);
	return 0;
}
