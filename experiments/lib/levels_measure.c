/* Draws run in parallel; their p-values are stored one by one and counted in the order of their numbers. */
#include "levels_measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"

double level_error(double rate, size_t draws)
{
	return draws > 0 ? sqrt(rate * (1 - rate) / (double)draws) : NAN;
}

/* State shared by all threads of a run. */
typedef struct run {
	const level_case *c;
	size_t rows, draws, count;
	const ask_test *tests;
	uint64_t seed;
	ask_verdict *verdicts; /* [test][draw] */
	double *seconds;
} run;

static mixmi_status run_draw(const void *context, size_t number)
{
	const run *r = context;
	level_draw d;
	mixmi_table *table;
	mixmi_status status = level_table(&table, &d, r->c, r->rows, r->seed, number);
	for (size_t i = 0; status == MIXMI_OK && i < r->count; i++) {
		size_t place = i * r->draws + number;
		if (!ask_test_can(&r->tests[i], level_shape(r->c), r->c->types))
			continue;
		double start = lines_seconds();
		status = ask_verdict_of(&r->verdicts[place], &r->tests[i], table, level_shape(r->c));
		r->seconds[place] = lines_seconds() - start;
		if (status != MIXMI_OK)
			fprintf(stderr, "%s, %zu rows, draw %zu, %s: %s\n", r->c->name, r->rows, number, r->tests[i].name,
			        mixmi_error_message());
	}
	mixmi_table_free(table);
	return status;
}

static bool rejects(const ask_verdict *v, bool has_p, double alpha)
{
	return has_p ? v->p <= alpha : v->dependent;
}

static double rate(const run *r, size_t test, double alpha)
{
	size_t count = 0;
	for (size_t i = 0; i < r->draws; i++)
		count += rejects(&r->verdicts[test * r->draws + i], r->tests[test].has_p, alpha);
	return (double)count / (double)r->draws;
}

static level_figure summarise(const run *r, size_t test)
{
	level_figure line = { .rows = r->rows };
	const ask_test *t = &r->tests[test];
	snprintf(line.name, sizeof line.name, "%s", r->c->name);
	snprintf(line.test, sizeof line.test, "%s", t->name);
	if (!ask_test_can(t, level_shape(r->c), r->c->types))
		return line;
	line.draws = r->draws;
	line.at_05 = rate(r, test, 0.05);
	line.at_01 = rate(r, test, 0.01);
	line.at_001 = rate(r, test, 0.001);
	line.at_0001 = rate(r, test, 0.0001);
	for (size_t i = 0; i < r->draws; i++) {
		const ask_verdict *v = &r->verdicts[test * r->draws + i];
		line.undecided += (double)v->undecided / (double)r->draws;
		line.seconds += r->seconds[test * r->draws + i] / (double)r->draws;
		if (i < LEVEL_QUICK)
			line.quick += isnan(v->p) ? v->dependent : v->p;
	}
	return line;
}

mixmi_status level_measure(level_figure *out, const level_case *c, size_t rows, const ask_test *tests, size_t count,
                           size_t draws, uint64_t seed, int threads)
{
	run r = { c, rows, draws, count, tests, seed, NULL, NULL };
	mixmi_status result = MIXMI_OK;
	r.verdicts = calloc(count * draws + 1, sizeof *r.verdicts);
	r.seconds = calloc(count * draws + 1, sizeof *r.seconds);
	if (r.verdicts == NULL || r.seconds == NULL)
		result = MIXMI_ERROR_MEMORY;
	if (result == MIXMI_OK) {
		result = lines_draws(draws, threads, run_draw, &r);
		for (size_t i = 0; i < count; i++)
			out[i] = summarise(&r, i);
	}
	free(r.verdicts);
	free(r.seconds);
	return result;
}

/* --------------------------------------------------------------------------------------------------------- tables */

static level_figure *find(const level_figures *table, const char *name, size_t rows, const char *test)
{
	for (size_t i = 0; i < table->count; i++) {
		level_figure *line = &table->lines[i];
		if (line->rows == rows && strcmp(line->name, name) == 0 && strcmp(line->test, test) == 0)
			return line;
	}
	return NULL;
}

const level_figure *level_figure_find(const level_figures *table, const char *name, size_t rows, const char *test)
{
	return find(table, name, rows, test);
}

bool level_figure_put(level_figures *table, const level_figure *line)
{
	level_figure *place = find(table, line->name, line->rows, line->test);
	if (place == NULL) {
		level_figure *larger = realloc(table->lines, (table->count + 1) * sizeof *larger);
		if (larger == NULL)
			return false;
		table->lines = larger;
		place = &table->lines[table->count++];
	}
	*place = *line;
	return true;
}

void level_figures_free(level_figures *table)
{
	free(table->lines);
	*table = (level_figures){ NULL, 0 };
}

static const char heading[] = "case,n,test,draws,at_05,at_01,at_001,at_0001,undecided,quick,seconds\n";

static bool read_line(level_figure *f, const char *text)
{
	int end = 0;
	*f = (level_figure){ 0 };
	int fields =
		sscanf(text, "%63[^,],%zu,%63[^,],%zu,%lf,%lf,%lf,%lf,%lf,%lf,%lf%n", f->name, &f->rows, f->test, &f->draws,
	           &f->at_05, &f->at_01, &f->at_001, &f->at_0001, &f->undecided, &f->quick, &f->seconds, &end);
	return fields == 11 && strcmp(text + end, "\n") == 0;
}

static bool take_line(void *context, const char *text, size_t number)
{
	level_figure line;
	if (number == 1)
		return strcmp(text, heading) == 0;
	return read_line(&line, text) && level_figure_put(context, &line);
}

bool level_figures_read(level_figures *out, const char *path, bool may_lack)
{
	*out = (level_figures){ NULL, 0 };
	bool good = lines_read(path, "levels", may_lack, take_line, out);
	if (!good)
		level_figures_free(out);
	return good;
}

static void print_lines(FILE *file, const void *context)
{
	const level_figures *table = context;
	fputs(heading, file);
	for (size_t i = 0; i < table->count; i++) {
		const level_figure *f = &table->lines[i];
		if (f->draws > 0)
			fprintf(file, "%s,%zu,%s,%zu,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.3g\n", f->name, f->rows, f->test, f->draws,
			        f->at_05, f->at_01, f->at_001, f->at_0001, f->undecided, f->quick, f->seconds);
	}
}

bool level_figures_write(const level_figures *table, const char *path)
{
	return lines_write(path, print_lines, table);
}
