/* Nearest-neighbour counting against a plain search through all pairs, one thread each, on the same data: I(X;Y|Z) by
 * `ms` with k = 10 for Gaussians with one Z, and how the cost of a row grows. Both must give the same estimate. */
#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw.h"
#include "measure.h"
#include "mixmi.h"

enum { X, Z, Y, COLUMNS, K = 10 };

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
	if (status != MIXMI_OK)
		measure_fail(mixmi_error_message());
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

typedef struct neighbour_job {
	const double *points;
	size_t rows;
	mixmi_table *table;
	double result;
} neighbour_job;

static void run_tree(void *context)
{
	neighbour_job *job = context;
	const size_t columns[COLUMNS] = { X, Z, Y };
	mixmi_question question = { &columns[X], 1, &columns[Y], 1, &columns[Z], 1 };
	mixmi_options *options;
	check(mixmi_options_new(&options));
	check(mixmi_options_set(options, "estimator", "ms"));
	check(mixmi_options_set_number(options, "neighbours", K));
	check(mixmi_options_set(options, "threads", "1"));
	mixmi_answer answer;
	check(mixmi_estimate(&answer, sizeof answer, NULL, job->table, &question, options));
	mixmi_options_free(options);
	job->result = answer.estimate;
}

static void run_all_pairs(void *context)
{
	neighbour_job *job = context;
	job->result = brute_force(job->points, job->rows);
}

static neighbour_job new_job(size_t rows)
{
	double *points = draw_rows(rows);
	if (points == NULL)
		measure_fail("out of memory");
	return (neighbour_job){ points, rows, make_table(points, rows), NAN };
}

static void free_job(neighbour_job *job)
{
	free((double *)job->points);
	mixmi_table_free(job->table);
}

int main(void)
{
	neighbour_job base = new_job(measure_quick() ? 3000 : 10000), plain = base;
	char what[64];
	measure_begin("neighbour", "counting neighbours against all pairs, times as fast; then the cost of a row");
	snprintf(what, sizeof what, "ms with one Z, n = %zu", base.rows);
	measure_compare(&(measure_figure){ .what = what,
	                                   .subject = { "mixmi", run_tree, &base, 1 },
	                                   .yardstick = { "all pairs", run_all_pairs, &plain, 1 },
	                                   .clock = MEASURE_CPU,
	                                   .speed_up = true,
	                                   .rounds = 3 });
	if (!(fabs(base.result - plain.result) <= 1e-9))
		measure_fail("neighbour: the estimates differ");
	for (size_t rows = 100000; rows <= (measure_quick() ? 100000 : 1000000); rows *= 10) {
		neighbour_job large = new_job(rows);
		snprintf(what, sizeof what, "ms with one Z, a row at n = %zu", rows);
		measure_compare(&(measure_figure){ .what = what,
		                                   .subject = { "mixmi", run_tree, &large, (double)rows },
		                                   .yardstick = { "mixmi at fewer rows", run_tree, &base, (double)base.rows },
		                                   .clock = MEASURE_CPU,
		                                   .rounds = 2 });
		free_job(&large);
	}
	free_job(&base);
	return 0;
}
