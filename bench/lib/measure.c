/* Measuring and recording. Records are lines of JSON, appended to the file that the environment variable BENCH_JSON names;
 * scripts/bench.sh makes one document of them. */
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ROUNDS = 64 };

static const char *bench_name = "";

_Noreturn void measure_fail(const char *why)
{
	fprintf(stderr, "bench: %s\n", why);
	exit(1);
}

bool measure_quick(void)
{
	const char *quick = getenv("QUICK");
	return quick != NULL && *quick != '\0' && strcmp(quick, "0") != 0;
}

int measure_threads(void)
{
	return sysconf(_SC_NPROCESSORS_ONLN) > 1 ? 2 : 1;
}

double measure_memory(void)
{
	long pages = 0;
	FILE *statm = fopen("/proc/self/statm", "r");
	if (statm == NULL)
		return 0;
	if (fscanf(statm, "%*s %ld", &pages) != 1)
		pages = 0;
	fclose(statm);
	return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* ------------------------------------------------------------------------------------------------ timing */

static double seconds(measure_clock which)
{
	struct timespec now;
	clock_gettime(which == MEASURE_WALL ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds of one unit of a side, from `calls` calls. */
static double time_side(const measure_side *side, size_t calls, measure_clock clock)
{
	double start = seconds(clock);
	for (size_t i = 0; i < calls; i++)
		side->work(side->context);
	return (seconds(clock) - start) / ((double)calls * (side->units > 0 ? side->units : 1));
}

/* Calls that take long enough to be timed. The first call, which warms up, is not counted. */
static size_t calls_needed(const measure_side *side)
{
	const double long_enough = 0.02;
	side->work(side->context);
	double start = seconds(MEASURE_CPU);
	side->work(side->context);
	double once = seconds(MEASURE_CPU) - start;
	return once >= long_enough ? 1 : (size_t)ceil(long_enough / fmax(once, 1e-6));
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static measure_spread spread_of(double *values, size_t count)
{
	qsort(values, count, sizeof *values, compare_doubles);
	double median = count % 2 ? values[count / 2] : 0.5 * (values[count / 2 - 1] + values[count / 2]);
	return (measure_spread){ median, values[count / 4], values[count - 1 - count / 4] };
}

/* ---------------------------------------------------------------------------------------------- printing */

static bool meets(double ratio, measure_goal goal, double bound)
{
	return goal == MEASURE_AT_LEAST ? ratio >= bound : ratio <= bound;
}

/* Seconds, or seconds a unit, in a unit that suits. */
static const char *in_unit(char *text, size_t size, double value)
{
	static const struct {
		double least, factor;
		const char *unit;
	} units[] = { { 1, 1, "s" }, { 1e-3, 1e3, "ms" }, { 1e-6, 1e6, "us" }, { 0, 1e9, "ns" } };
	size_t i = 0;
	while (value < units[i].least)
		i++;
	snprintf(text, size, "%.3g %s", value * units[i].factor, units[i].unit);
	return text;
}

static const char *short_ratio(char *text, size_t size, double ratio)
{
	snprintf(text, size, ratio >= 100 ? "%.0f" : "%.3g", ratio);
	return text;
}

static void print_goal(double ratio, measure_goal goal, double bound)
{
	if (goal == MEASURE_NO_GOAL)
		printf("\n");
	else
		printf("   %s %g: %s\n", goal == MEASURE_AT_LEAST ? ">=" : "<=", bound,
		       meets(ratio, goal, bound) ? "met" : "NOT MET");
	fflush(stdout);
}

/* Texts of the benchmarks are plain: no character of theirs needs escaping but these. */
static void write_string(FILE *out, const char *name, const char *text)
{
	fprintf(out, "\"%s\": \"", name);
	for (; *text != '\0'; text++)
		fprintf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
	fprintf(out, "\"");
}

static void write_spread(FILE *out, const char *name, measure_spread s)
{
	fprintf(out, ", \"%s\": {\"median\": %.6g, \"lower_quartile\": %.6g, \"upper_quartile\": %.6g}", name, s.median,
	        s.low, s.high);
}

static FILE *begin_record(const char *what, const char *subject, const char *yardstick)
{
	const char *path = getenv("BENCH_JSON");
	FILE *out = path != NULL && *path != '\0' ? fopen(path, "a") : NULL;
	if (out == NULL)
		return NULL;
	fprintf(out, "{");
	write_string(out, "bench", bench_name);
	fprintf(out, ", ");
	write_string(out, "what", what);
	fprintf(out, ", ");
	write_string(out, "subject", subject);
	fprintf(out, ", ");
	write_string(out, "yardstick", yardstick);
	return out;
}

static void end_record(FILE *out, double ratio, measure_goal goal, double bound)
{
	if (goal != MEASURE_NO_GOAL)
		fprintf(out, ", \"goal\": \"%s %g\", \"met\": %s", goal == MEASURE_AT_LEAST ? ">=" : "<=", bound,
		        meets(ratio, goal, bound) ? "true" : "false");
	fprintf(out, "}\n");
	fclose(out);
}

void measure_begin(const char *bench, const char *title)
{
	bench_name = bench;
	printf("\n%s: %s\n%-46s %10s %10s %9s (quartiles)\n", bench, title, "", "subject", "yardstick", "ratio");
}

/* -------------------------------------------------------------------------------------------- comparing */

static size_t rounds_of(const measure_figure *figure)
{
	size_t rounds = figure->rounds > 0 ? figure->rounds : 9;
	if (measure_quick() && rounds > 3)
		rounds = 3;
	return rounds < MOST_ROUNDS ? rounds : MOST_ROUNDS;
}

double measure_compare(const measure_figure *f)
{
	double subject[MOST_ROUNDS], yardstick[MOST_ROUNDS], ratio[MOST_ROUNDS];
	size_t rounds = rounds_of(f), subject_calls = calls_needed(&f->subject);
	size_t yardstick_calls = calls_needed(&f->yardstick);
	for (size_t i = 0; i < rounds; i++) {
		yardstick[i] = time_side(&f->yardstick, yardstick_calls, f->clock);
		subject[i] = time_side(&f->subject, subject_calls, f->clock);
		ratio[i] = f->speed_up ? yardstick[i] / subject[i] : subject[i] / yardstick[i];
	}
	measure_spread s = spread_of(subject, rounds), y = spread_of(yardstick, rounds), r = spread_of(ratio, rounds);
	char a[32], b[32], median[32], low[32], high[32];
	printf("%-46s %10s %10s %9s (%s .. %s)", f->what, in_unit(a, sizeof a, s.median), in_unit(b, sizeof b, y.median),
	       short_ratio(median, sizeof median, r.median), short_ratio(low, sizeof low, r.low),
	       short_ratio(high, sizeof high, r.high));
	print_goal(r.median, f->goal, f->bound);
	FILE *out = begin_record(f->what, f->subject.name, f->yardstick.name);
	if (out != NULL) {
		fprintf(out, ", \"clock\": \"%s\", \"rounds\": %zu", f->clock == MEASURE_WALL ? "wall" : "cpu", rounds);
		fprintf(out, ", \"ratio_is\": \"%s\"", f->speed_up ? "yardstick / subject" : "subject / yardstick");
		write_spread(out, "subject_seconds", s);
		write_spread(out, "yardstick_seconds", y);
		write_spread(out, "ratio", r);
		end_record(out, r.median, f->goal, f->bound);
	}
	return r.median;
}

void measure_note(const char *what, const char *subject_name, double subject, const char *yardstick_name,
                  double yardstick, const char *unit, measure_goal goal, double bound)
{
	double ratio = subject / yardstick;
	char a[48], b[48];
	snprintf(a, sizeof a, "%.4g %s", subject, unit);
	snprintf(b, sizeof b, "%.4g %s", yardstick, unit);
	printf("%-46s %10s %10s %9.3g", what, a, b, ratio);
	print_goal(ratio, goal, bound);
	FILE *out = begin_record(what, subject_name, yardstick_name);
	if (out == NULL)
		return;
	fprintf(out, ", \"unit\": \"%s\", \"subject_value\": %.6g, \"yardstick_value\": %.6g", unit, subject, yardstick);
	fprintf(out, ", \"ratio_is\": \"subject / yardstick\", \"ratio\": %.6g", ratio);
	end_record(out, ratio, goal, bound);
}
