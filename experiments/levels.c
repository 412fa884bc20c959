/* Levels and power of independence tests on the cases of lib/levels.h. Run with --help. */
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "levels_report.h"
#include "lines.h"

enum { TESTS = 16 };

static const char usage[] =
	"levels: how often independence tests reject, on nulls and on alternatives\n"
	"\n"
	"    levels --tests residual,rcot --only 'ordinal*,weak*' --n 300 --draws 200\n"
	"    levels --csv experiments/levels.csv --page experiments/LEVELS.md      what `make levels` does\n"
	"    levels --tails --tests residual --draws 100000                            small p-values under cheap nulls\n"
	"    levels --read experiments/levels.csv --summary\n"
	"\n"
	"  --tests LIST    tests, with options: residual,rcot:features=200; pearson is a yardstick "
	"(residual,rcot,rcit,chi2,miic)\n"
	"  --n LIST        numbers of rows (100,300,1000)\n"
	"  --draws LIST    data sets each, one number for every --n; the last holds for the rest (100)\n"
	"  --only LIST     names of cases, with * and ? (all)\n"
	"  --class LIST    classes, such as additive,interaction (all)\n"
	"  --holdout       the hold-out set instead of the suite\n"
	"  --seed N        (20261116)\n"
	"  --threads N     0: as many as there are cores (0); figures do not depend on it\n"
	"  --csv FILE      add to this file after every case; what it has with as many draws is not run again\n"
	"  --renew         with --csv: what the file has is run again if its first 5 data sets give other p-values now\n"
	"  --page FILE     write a Markdown page, of all that the file of --csv has then\n"
	"  --read FILE     show the figures of a file instead of drawing anything\n"
	"  --summary       by class instead of by case\n"
	"  --tails         shares of p at most .05, .01, .001 and .0001; without --only for nulls with at most 1 Z at n = "
	"200\n"
	"  --times         also milliseconds a question\n"
	"  --list          the cases\n";

typedef struct settings {
	ask_test tests[TESTS];
	size_t test_count;
	argument_sizes sizes, draws;
	const char *only, *classes;
	bool holdout, summary, tails, times, quiet, renew;
	uint64_t seed;
	int threads;
	const char *csv, *page, *read;
} settings;

static void add_test(void *context, const char *text)
{
	settings *s = context;
	if (s->test_count == TESTS)
		argument_fail("too many tests", text);
	if (strlen(text) >= ASK_NAME)
		argument_fail("too long", text);
	if (ask_test_parse(&s->tests[s->test_count++], text) != MIXMI_OK)
		argument_fail(text, mixmi_error_message());
}

static const level_case *case_at(const settings *s, size_t index)
{
	return s->holdout ? level_holdout_at(index) : level_at(index);
}

static bool wanted(const settings *s, const level_case *c)
{
	if (s->tails && s->only == NULL && (!level_is_null(c) || strlen(c->types) > 3))
		return false;
	return argument_match(s->only, c->name) && argument_match(s->classes, level_class_name(c->class));
}

static void list_cases(const settings *s)
{
	for (size_t i = 0; case_at(s, i) != NULL; i++) {
		const level_case *c = case_at(s, i);
		if (wanted(s, c))
			printf("%-20s %-12s %-10s %s\n", c->name, level_class_name(c->class), c->types, c->what);
	}
}

static void fill_in_defaults(settings *s)
{
	if (s->test_count == 0)
		argument_each("residual,rcot,rcit,chi2,miic", add_test, s);
	argument_usual_sizes(&s->sizes, s->tails ? "200" : "100,300,1000");
	argument_usual_sizes(&s->draws, "100");
	while (s->draws.count < s->sizes.count) {
		s->draws.values[s->draws.count] = s->draws.values[s->draws.count - 1];
		s->draws.count++;
	}
	s->threads = argument_threads(s->threads);
}

static const struct option options[] = {
	{ "tests", 1, NULL, 't' }, { "n", 1, NULL, 'n' },       { "draws", 1, NULL, 'd' }, { "only", 1, NULL, 'o' },
	{ "class", 1, NULL, 'C' }, { "holdout", 0, NULL, 'H' }, { "seed", 1, NULL, 's' },  { "threads", 1, NULL, 'j' },
	{ "csv", 1, NULL, 'c' },   { "page", 1, NULL, 'p' },    { "read", 1, NULL, 'r' },  { "summary", 0, NULL, 'S' },
	{ "tails", 0, NULL, 'T' }, { "times", 0, NULL, 'm' },   { "list", 0, NULL, 'l' },  { "help", 0, NULL, 'h' },
	{ "renew", 0, NULL, 'R' }, { NULL, 0, NULL, 0 },
};

static bool set_value(settings *s, int option, const char *value)
{
	switch (option) {
	case 't':
		argument_each(value, add_test, s);
		return true;
	case 'n':
		argument_each(value, argument_add_size, &s->sizes);
		return true;
	case 'd':
		argument_each(value, argument_add_size, &s->draws);
		return true;
	case 's':
		s->seed = argument_number(value, 0, UINT64_MAX);
		return true;
	case 'j':
		s->threads = (int)argument_number(value, 0, 1024);
		return true;
	default:
		return false;
	}
}

static bool set_text(settings *s, int option, const char *value)
{
	const char **place = option == 'o'   ? &s->only
	                     : option == 'C' ? &s->classes
	                     : option == 'c' ? &s->csv
	                     : option == 'p' ? &s->page
	                     : option == 'r' ? &s->read
	                                     : NULL;
	if (place != NULL)
		*place = value;
	return place != NULL;
}

static bool set_switch(settings *s, int option)
{
	bool *place = option == 'H'   ? &s->holdout
	              : option == 'S' ? &s->summary
	              : option == 'T' ? &s->tails
	              : option == 'm' ? &s->times
	              : option == 'R' ? &s->renew
	                              : NULL;
	if (place != NULL)
		*place = true;
	return place != NULL;
}

static void parse(settings *s, int argc, char **argv)
{
	bool list = false;
	*s = (settings){ .seed = 20261116,
		             .quiet = !isatty(STDERR_FILENO),
		             .sizes = { 10, 10000000, { 0 }, 0 },
		             .draws = { 1, 10000000, { 0 }, 0 } };
	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
		list = list || c == 'l';
		if (c == 'h') {
			fputs(usage, stdout);
			exit(0);
		}
		if (c != 'l' && !set_value(s, c, optarg) && !set_text(s, c, optarg) && !set_switch(s, c)) {
			fputs(usage, stderr);
			exit(1);
		}
	}
	if (optind < argc)
		argument_fail("what is this", argv[optind]);
	if (list) {
		list_cases(s);
		exit(0);
	}
}

/* Whether the first draws of a line still give the recorded p-values; a file has nine digits of them. */
static bool is_current(const settings *s, const level_figure *f, const level_case *c, const ask_test *test)
{
	level_figure again;
	size_t draws = f->draws < LEVEL_QUICK ? f->draws : LEVEL_QUICK;
	if (level_measure(&again, c, f->rows, test, 1, draws, s->seed, s->threads) != MIXMI_OK)
		exit(1);
	return fabs(again.quick - f->quick) <= 1e-7 * (1 + fabs(f->quick));
}

/* The tests whose cell the table lacks, or has from other code. */
static size_t missing_tests(ask_test *out, const settings *s, const level_figures *table, const level_case *c,
                            size_t rows, size_t draws)
{
	size_t count = 0;
	for (size_t i = 0; i < s->test_count; i++) {
		const level_figure *f = level_figure_find(table, c->name, rows, s->tests[i].name);
		if (!ask_test_can(&s->tests[i], level_shape(c), c->types))
			continue;
		if (f == NULL || f->draws < draws || (s->renew && !is_current(s, f, c, &s->tests[i])))
			out[count++] = s->tests[i];
	}
	return count;
}

static void run_cell(level_figures *table, const settings *s, const level_case *c, size_t rows, size_t draws)
{
	ask_test tests[TESTS];
	level_figure lines[TESTS];
	size_t count = missing_tests(tests, s, table, c, rows, draws);
	if (count == 0)
		return;
	if (!s->quiet)
		fprintf(stderr, "\r%-20s n = %-8zu", c->name, rows);
	if (level_measure(lines, c, rows, tests, count, draws, s->seed, s->threads) != MIXMI_OK)
		exit(1);
	for (size_t i = 0; i < count; i++)
		if (!level_figure_put(table, &lines[i]))
			argument_fail("out of memory", c->name);
	if (s->csv != NULL && !level_figures_write(table, s->csv))
		exit(1);
}

static void run_all(level_figures *table, const settings *s)
{
	for (size_t i = 0; case_at(s, i) != NULL; i++) {
		const level_case *c = case_at(s, i);
		if (!wanted(s, c))
			continue;
		for (size_t j = 0; j < s->sizes.count; j++)
			if (c->rows == 0 || j == 0)
				run_cell(table, s, c, c->rows > 0 ? c->rows : s->sizes.values[j], s->draws.values[j]);
	}
	if (!s->quiet)
		fprintf(stderr, "\r%-40s\r", "");
}

static void show(const settings *s, const level_figures *table)
{
	if (s->tails)
		level_print_tails(stdout, table);
	else if (s->summary)
		level_print_summary(stdout, table);
	else if (s->page == NULL)
		level_print(stdout, table, s->times);
}

static void print_page(FILE *file, const void *table)
{
	level_print_page(file, table);
}

int main(int argc, char **argv)
{
	settings s;
	argument_program = "levels";
	level_figures table = { NULL, 0 };
	parse(&s, argc, argv);
	const char *path = s.read != NULL ? s.read : s.csv;
	if (path != NULL && !level_figures_read(&table, path, s.read == NULL))
		return 1;
	if (s.read == NULL) {
		fill_in_defaults(&s);
		run_all(&table, &s);
	}
	show(&s, &table);
	bool good = s.page == NULL || lines_write(s.page, print_page, &table);
	level_figures_free(&table);
	for (size_t i = 0; i < s.test_count; i++)
		ask_test_clear(&s.tests[i]);
	return good ? 0 : 1;
}
