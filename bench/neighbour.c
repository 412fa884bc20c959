/* Nearest-neighbour counting against a plain search through all pairs, one thread each, on the same data: I(X;Y|Z) by
 * `ms` with k = 10 for 10,000 rows of Gaussians with one Z, then ours alone for 100,000 and 1,000,000 rows.
 * Usage: neighbour [ROWS] */
#include "neighbour/neighbour.h"

#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "draw.h"

enum { X, Z, Y, COLUMNS, K = 10 };

/* Seconds of this thread alone, so that other work on the machine does not count, or of the wall. */
static double now(clockid_t clock_id)
{
	struct timespec t;
	clock_gettime(clock_id, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Row by row: a chain X -> Z -> Y with a link from X to Y. */
static double *draw_rows(size_t rows)
{
	double *points = malloc(rows * COLUMNS * sizeof *points);
	draw d;
	draw_init(&d, 1, "bench neighbour", rows);
	for (size_t i = 0; points != NULL && i < rows; i++) {
		double *p = points + i * COLUMNS;
		p[X] = draw_normal(&d);
		p[Z] = 0.7 * p[X] + draw_normal(&d);
		p[Y] = 0.5 * p[X] - 0.6 * p[Z] + draw_normal(&d);
	}
	return points;
}

/* ------------------------------------------------------------------------------------------- the plain way */

/* Maximum norm over columns first .. end-1 of two rows. */
static double distance(const double *a, const double *b, size_t first, size_t end)
{
	double most = 0;
	for (size_t j = first; j < end; j++) {
		double d = fabs(a[j] - b[j]);
		most = d > most ? d : most;
	}
	return most;
}

/* The k-th smallest of the distances, the row's own 0 left out: a sorted list of the nearest so far. */
static double kth_distance(const double *distances, size_t rows, size_t self)
{
	double nearest[K];
	size_t count = 0;
	for (size_t i = 0; i < rows; i++) {
		if (i == self || (count == K && distances[i] >= nearest[K - 1]))
			continue;
		size_t place = count < K ? count++ : K - 1;
		for (; place > 0 && nearest[place - 1] > distances[i]; place--)
			nearest[place] = nearest[place - 1];
		nearest[place] = distances[i];
	}
	return nearest[K - 1];
}

/* Other rows within the radius of row i in columns first .. end-1. */
static int count_within(const double *points, size_t rows, size_t i, size_t first, size_t end, double radius)
{
	int count = -1;
	for (size_t j = 0; j < rows; j++)
		count += distance(points + i * COLUMNS, points + j * COLUMNS, first, end) <= radius;
	return count;
}

static double brute_force(const double *points, size_t rows)
{
	double *distances = malloc(rows * sizeof *distances), sum = 0;
	if (distances == NULL)
		exit(1);
	for (size_t i = 0; i < rows; i++) {
		for (size_t j = 0; j < rows; j++)
			distances[j] = distance(points + i * COLUMNS, points + j * COLUMNS, X, COLUMNS);
		double radius = kth_distance(distances, rows, i);
		sum += gsl_sf_psi_int(count_within(points, rows, i, X, COLUMNS, radius)) -
		       gsl_sf_psi_int(count_within(points, rows, i, X, Y, radius)) -
		       gsl_sf_psi_int(count_within(points, rows, i, Z, COLUMNS, radius)) +
		       gsl_sf_psi_int(count_within(points, rows, i, Z, Y, radius));
	}
	free(distances);
	return fmax(0, sum / (double)rows);
}

/* -------------------------------------------------------------------------------------------------- ours */

static void check(mixmi_status status)
{
	if (status == MIXMI_OK)
		return;
	fprintf(stderr, "%s\n", mixmi_error_message());
	exit((int)status);
}

/* The table is what every question of a user shares: it is not timed. */
static mixmi_table *make_table(const double *points, size_t rows)
{
	static const char *const names[COLUMNS] = { "x", "z", "y" };
	double *column = malloc(rows * sizeof *column);
	if (column == NULL)
		exit(1);
	mixmi_table *table;
	check(mixmi_table_new(&table, rows));
	for (size_t j = 0; j < COLUMNS; j++) {
		for (size_t i = 0; i < rows; i++)
			column[i] = points[i * COLUMNS + j];
		check(mixmi_table_add_values(table, names[j], MIXMI_NUMERIC, column, NULL));
	}
	free(column);
	return table;
}

/* Least seconds of several tries, of this thread where there is only one. */
static double time_of(double *result, const double *points, size_t rows, int64_t threads)
{
	const size_t columns[COLUMNS] = { X, Z, Y };
	mixmi_question question = { &columns[X], 1, &columns[Y], 1, &columns[Z], 1 };
	mixmi_table *table = make_table(points, rows);
	mixmi_options options;
	mixmi_options_init(&options);
	options.neighbours = K;
	options.threads = threads;
	clockid_t clock_id = threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
	double least = INFINITY;
	for (int i = 0; i < (rows > 10000 ? 2 : 20); i++) {
		mixmi_value value;
		double start = now(clock_id);
		check(neighbour_estimate(&value, NEIGHBOUR_MS, table, &question, &options));
		least = fmin(least, now(clock_id) - start);
		*result = value.estimate;
	}
	mixmi_table_free(table);
	return least;
}

static int compare(size_t rows)
{
	double *points = draw_rows(rows), ours;
	if (points == NULL)
		return 1;
	double seconds = time_of(&ours, points, rows, 1), start = now(CLOCK_THREAD_CPUTIME_ID);
	double brute = brute_force(points, rows), brute_seconds = now(CLOCK_THREAD_CPUTIME_ID) - start;
	printf("%zu rows: tree %.4f s, all pairs %.3f s, ratio %.1f\n", rows, seconds, brute_seconds,
	       brute_seconds / seconds);
	printf("estimates %.12f and %.12f\n", ours, brute);
	free(points);
	return fabs(ours - brute) <= 1e-9 ? 0 : 1;
}

int main(int count, char **arguments)
{
	if (compare(count > 1 ? (size_t)atol(arguments[1]) : 10000) != 0)
		return 1;
	for (size_t rows = 100000; count < 2 && rows <= 1000000; rows *= 10) {
		double *points = draw_rows(rows), result;
		if (points == NULL)
			return 1;
		printf("%zu rows: tree %.2f s with 1 thread", rows, time_of(&result, points, rows, 1));
		printf(", %.2f s with 2\n", time_of(&result, points, rows, 2));
		free(points);
	}
	return 0;
}
