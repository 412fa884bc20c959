/* Tests are listed in the order of their first line in the table, cases in the order of the suite. Limits of a null at .01 and
 * .05: .02 and .07 if the effect of Z can be learnt column by column; .05 and .15 for interactions, .03 and .10 from
 * n = 3000 on. */
#include "levels_report.h"

#include <math.h>
#include <string.h>

enum { TESTS = 16, SIZES = 16 };

typedef struct contents {
	const char *tests[TESTS];
	size_t test_count;
	size_t sizes[SIZES]; /* ascending */
	size_t size_count;
} contents;

static void add_test(contents *c, const char *test)
{
	for (size_t i = 0; i < c->test_count; i++)
		if (strcmp(c->tests[i], test) == 0)
			return;
	if (c->test_count < TESTS)
		c->tests[c->test_count++] = test;
}

static void add_size(contents *c, size_t rows)
{
	size_t place = 0;
	while (place < c->size_count && c->sizes[place] < rows)
		place++;
	if (c->size_count == SIZES || (place < c->size_count && c->sizes[place] == rows))
		return;
	memmove(&c->sizes[place + 1], &c->sizes[place], (c->size_count - place) * sizeof c->sizes[0]);
	c->sizes[place] = rows;
	c->size_count++;
}

static contents list_contents(const level_figures *table)
{
	contents c = { .test_count = 0, .size_count = 0 };
	for (size_t i = 0; i < table->count; i++) {
		add_test(&c, table->lines[i].test);
		add_size(&c, table->lines[i].rows);
	}
	return c;
}

static const level_case *any_at(size_t index)
{
	size_t length = 0;
	while (level_at(length) != NULL)
		length++;
	return index < length ? level_at(index) : level_holdout_at(index - length);
}

static const level_figure *figure(const level_figures *table, const char *name, size_t rows, const char *test)
{
	const level_figure *f = level_figure_find(table, name, rows, test);
	return f != NULL && f->draws > 0 ? f : NULL;
}

static bool has_cell(const level_figures *table, const contents *c, const char *name, size_t rows)
{
	for (size_t i = 0; i < c->test_count; i++)
		if (figure(table, name, rows, c->tests[i]) != NULL)
			return true;
	return false;
}

static void limits_of(double *at_01, double *at_05, const level_case *c, size_t rows)
{
	bool interaction = c->class == LEVEL_INTERACTION, many = rows >= 3000;
	*at_01 = interaction ? (many ? 0.03 : 0.05) : 0.02;
	*at_05 = interaction ? (many ? 0.10 : 0.15) : 0.07;
}

/* Two standard errors at the limit itself, so that a rate of 0 by chance does not narrow the band. */
static bool within(double rate, double limit, size_t draws)
{
	return rate <= limit + 2 * level_error(limit, draws);
}

bool level_within_limit(const level_case *c, const level_figure *f)
{
	double at_01, at_05;
	limits_of(&at_01, &at_05, c, f->rows);
	return within(f->at_01, at_01, f->draws) && within(f->at_05, at_05, f->draws);
}

/* ---------------------------------------------------------------------------------------------------------- plain */

static void print_cell(FILE *file, const level_figure *f, bool times)
{
	if (f == NULL)
		fprintf(file, " | %11s", "");
	else
		fprintf(file, " | %5.3f %5.3f", f->at_01, f->at_05);
	if (times && f != NULL)
		fprintf(file, " %8.2f", 1e3 * f->seconds);
	else if (times)
		fprintf(file, " %8s", "");
}

void level_print(FILE *file, const level_figures *table, bool times)
{
	contents c = list_contents(table);
	fprintf(file, "%-20s %6s", "case", "n");
	for (size_t i = 0; i < c.test_count; i++)
		fprintf(file, " | %-*s", times ? 20 : 11, c.tests[i]);
	fputc('\n', file);
	for (size_t i = 0; any_at(i) != NULL; i++)
		for (size_t j = 0; j < c.size_count; j++) {
			const char *name = any_at(i)->name;
			if (!has_cell(table, &c, name, c.sizes[j]))
				continue;
			fprintf(file, "%-20s %6zu", name, c.sizes[j]);
			for (size_t k = 0; k < c.test_count; k++)
				print_cell(file, figure(table, name, c.sizes[j], c.tests[k]), times);
			fputc('\n', file);
		}
}

static void print_tail(FILE *file, double rate, size_t draws)
{
	fprintf(file, " %9.6f (%.6f)", rate, level_error(rate, draws));
}

void level_print_tails(FILE *file, const level_figures *table)
{
	fprintf(file, "%-20s %6s %-10s %8s  %-20s %-20s %-20s %-20s\n", "case", "n", "test", "draws", "p <= .05",
	        "p <= .01", "p <= .001", "p <= .0001");
	for (size_t i = 0; i < table->count; i++) {
		const level_figure *f = &table->lines[i];
		fprintf(file, "%-20s %6zu %-10s %8zu", f->name, f->rows, f->test, f->draws);
		print_tail(file, f->at_05, f->draws);
		print_tail(file, f->at_01, f->draws);
		print_tail(file, f->at_001, f->draws);
		print_tail(file, f->at_0001, f->draws);
		fputc('\n', file);
	}
}

/* -------------------------------------------------------------------------------------------------------- summary */

typedef struct sum {
	size_t cells, within;
	double worst_01, worst_05, power_01, power_05, undecided, seconds;
} sum;

static sum sum_up(const level_figures *table, level_class class, bool holdout, size_t rows, const char *test)
{
	sum s = { 0 };
	for (size_t i = 0; (holdout ? level_holdout_at(i) : level_at(i)) != NULL; i++) {
		const level_case *c = holdout ? level_holdout_at(i) : level_at(i);
		const level_figure *f = c->class == class ? figure(table, c->name, rows, test) : NULL;
		if (f == NULL)
			continue;
		s.cells++;
		s.within += level_within_limit(c, f);
		s.worst_01 = fmax(s.worst_01, f->at_01);
		s.worst_05 = fmax(s.worst_05, f->at_05);
		s.power_01 += f->at_01;
		s.power_05 += f->at_05;
		s.undecided += f->undecided;
		s.seconds += f->seconds;
	}
	return s;
}

static void print_sum(FILE *file, const sum *s, level_class class, size_t rows, const char *test)
{
	double n = (double)s->cells;
	fprintf(file, "| %s | %zu | %s | %zu |", level_class_name(class), rows, test, s->cells);
	if (class < LEVEL_WEAK)
		fprintf(file, " %zu | %.3f / %.3f |", s->cells - s->within, s->worst_01, s->worst_05);
	else
		fputs(" | |", file);
	fprintf(file, " %.3f / %.3f | %.3f | %.2f |\n", s->power_01 / n, s->power_05 / n, s->undecided / n,
	        1e3 * s->seconds / n);
}

static void print_part_summary(FILE *file, const level_figures *table, const contents *c, bool holdout)
{
	fputs("| class | n | test | cases | above their limit | worst at .01 / .05 | mean at .01 / .05 | undecided | ms |\n"
	      "|---|---|---|---|---|---|---|---|---|\n",
	      file);
	for (int class = 0; class < LEVEL_CLASSES; class ++)
		for (size_t j = 0; j < c->size_count; j++)
			for (size_t k = 0; k < c->test_count; k++) {
				sum s = sum_up(table, (level_class) class, holdout, c->sizes[j], c->tests[k]);
				if (s.cells > 0)
					print_sum(file, &s, (level_class) class, c->sizes[j], c->tests[k]);
			}
}

static bool has_holdout(const level_figures *table)
{
	for (size_t i = 0; i < table->count; i++)
		if (strncmp(table->lines[i].name, "h-", 2) == 0)
			return true;
	return false;
}

void level_print_summary(FILE *file, const level_figures *table)
{
	contents c = list_contents(table);
	print_part_summary(file, table, &c, false);
	if (!has_holdout(table))
		return;
	fputs("\nThe hold-out set:\n\n", file);
	print_part_summary(file, table, &c, true);
}

/* ------------------------------------------------------------------------------------------------------- the page */

static void print_page_line(FILE *file, const level_figures *table, const contents *c, const level_case *l, size_t rows)
{
	fprintf(file, "| %s | %zu |", l->name, rows);
	for (size_t k = 0; k < c->test_count; k++) {
		const level_figure *f = figure(table, l->name, rows, c->tests[k]);
		const char *mark = f != NULL && level_is_null(l) && !level_within_limit(l, f) ? "**" : "";
		if (f == NULL)
			fputs(" |", file);
		else
			fprintf(file, " %s%.3f / %.3f%s |", mark, f->at_01, f->at_05, mark);
	}
	fputc('\n', file);
}

static void print_figures(FILE *file, const level_figures *table, const contents *c)
{
	fputs("| case | n |", file);
	for (size_t k = 0; k < c->test_count; k++)
		fprintf(file, " %s |", c->tests[k]);
	fputs("\n|---|---|", file);
	for (size_t k = 0; k < c->test_count; k++)
		fputs("---|", file);
	fputc('\n', file);
	for (size_t i = 0; any_at(i) != NULL; i++)
		for (size_t j = 0; j < c->size_count; j++)
			if (has_cell(table, c, any_at(i)->name, c->sizes[j]))
				print_page_line(file, table, c, any_at(i), c->sizes[j]);
}

static void print_cases(FILE *file)
{
	fputs("| name | class | types | what |\n|---|---|---|---|\n", file);
	for (size_t i = 0; any_at(i) != NULL; i++) {
		const level_case *c = any_at(i);
		fprintf(file, "| %s | %s | %s | %s |\n", c->name, level_class_name(c->class), c->types, c->what);
	}
}

void level_print_page(FILE *file, const level_figures *table)
{
	contents c = list_contents(table);
	size_t draws = table->count > 0 ? table->lines[0].draws : 0;
	fputs(
		"# Levels and power of the tests\n\n"
		"How often tests reject, on data where X and Y are independent given Z by construction (nulls) and on data\n"
		"where they are not (alternatives). This page and `levels.csv` are written by `make levels`. To look at "
		"less:\n\n"
		"    cmake --build build --target experiment_levels\n"
		"    build/experiments/levels --tests residual,rcot --only 'ordinal*' --n 300 --draws 200\n"
		"    build/experiments/levels --help\n\n"
		"- A data set is a function of seed, case and number, so the same code gives the same figures.\n"
		"- `levels.csv`: case, n (rows), test, draws, shares of draws with p at most .05, .01, .001 and .0001 (of a\n"
		"  test without p-values: with its decision), share of \"undecided\", sum of p over the first 5 draws, and\n"
		"  seconds of CPU per question (of residual without the estimate that follows). What a test cannot be asked "
		"has no "
		"line.\n"
		"- A null is above its limit where it is rejected more often than .02 at .01 or .07 at .05, for interactions\n"
		"  .05 or .15 (from n = 3000 on .03 or .10), by more than two standard errors.\n"
		"- `pearson` is the t test of a correlation: a yardstick where dependence is linear and there is no Z.\n\n",
		file);
	fprintf(file, "The standard error of a rate r is sqrt(r (1 - r) / draws); the first line has %zu draws.\n\n",
	        draws);
	fputs("## By class\n\n", file);
	level_print_summary(file, table);
	fputs("\n## Every case\n\nRejections at .01 / .05; bold: a null above its limit.\n\n", file);
	print_figures(file, table, &c);
	fputs("\n## Cases\n\nTypes of x, y, z1, ...: n numeric, d discrete, t and T texts.\n\n", file);
	print_cases(file);
}
