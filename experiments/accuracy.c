/* Accuracy of estimators on mechanisms with known truth. Run with --help. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accuracy_report.h"
#include "accuracy_summary.h"
#include "arguments.h"
#include "lines.h"

enum { METHODS = 16, SIZES = 16 };

static const char usage[] =
	"accuracy: mean squared error of estimators of I(X;Y|Z) on mechanisms with known truth\n"
	"\n"
	"    accuracy                                        everything (minutes)\n"
	"    accuracy --method default,paper --mechanism I,II --n 100,300\n"
	"    accuracy --score                                the 20 cells of the paper's experiments\n"
	"    accuracy --read experiments/accuracy.csv --score\n"
	"    accuracy --n 300,1000,5000,30000 --intervals --update figures.csv --resume --summary\n"
	"\n"
	"  --method LIST     presets and estimators, with options: paper,ms,ms:neighbours=7 (also --methods)\n"
	"                    (default, paper, ms, miic, mixed-ksg)\n"
	"  --mechanism LIST  names, with * and ? (all; --list shows them; also --only)\n"
	"  --holdout         the hold-out set instead of the suite\n"
	"  --n LIST          numbers of rows (100,300,1000,3000; VI always at 2000 unless given)\n"
	"  --draws N         data sets each (100)\n"
	"  --seed N          (20210401)\n"
	"  --threads N       0: as many as there are cores (0); results do not depend on it\n"
	"  --times           also milliseconds an estimate\n"
	"  --intervals       also coverage and width of the .95 interval, of methods that have one\n"
	"  --summary         by number of rows: against the best peer, ranks, zeros, intervals\n"
	"  --score           the 20 cells and how methods stand against the best peer, and fixed targets\n"
	"  --csv FILE        write the figures\n"
	"  --update FILE     write them into a file that may have others, after every cell\n"
	"  --resume          with --update: do not run what the file has with as many draws\n"
	"  --page FILE       write a Markdown page, of all that the file of --csv or --update has then\n"
	"  --read FILE       read figures instead of drawing anything\n"
	"  --quiet           no progress on stderr\n"
	"  --list            the mechanisms\n";

typedef struct settings {
	accuracy_method methods[METHODS];
	size_t method_count;
	const char *only;
	size_t sizes[SIZES];
	size_t size_count;
	size_t draws;
	uint64_t seed;
	int threads;
	bool times, score, quiet, holdout, intervals, resume, summary;
	const char *csv, *update, *page, *read;
} settings;

static void add_method(void *context, const char *text)
{
	settings *s = context;
	if (s->method_count == METHODS)
		argument_fail("too many methods", text);
	if (strlen(text) >= ACCURACY_NAME)
		argument_fail("too long", text);
	if (accuracy_method_parse(&s->methods[s->method_count++], text) != MIXMI_OK)
		argument_fail(text, mixmi_error_message());
}

static void add_size(void *context, const char *text)
{
	settings *s = context;
	if (s->size_count == SIZES)
		argument_fail("too many numbers of rows", text);
	s->sizes[s->size_count++] = (size_t)argument_number(text, 2, 100000000);
}

static const mechanism *mechanism_of(const settings *s, size_t index)
{
	return s->holdout ? suite_holdout_at(index) : suite_at(index);
}

static void check_pattern(void *context, const char *pattern)
{
	for (size_t i = 0; mechanism_of(context, i) != NULL; i++)
		if (argument_match(pattern, mechanism_of(context, i)->name))
			return;
	argument_fail("no such mechanism (--list shows them)", pattern);
}

static void list_mechanisms(const settings *s)
{
	for (size_t i = 0; mechanism_of(s, i) != NULL; i++) {
		const mechanism *m = mechanism_of(s, i);
		printf("%-16s %9.7f  %-8s %s (%s)\n", m->name, m->truth, m->discrete, m->what, suite_truth_source(m->name));
	}
}

/* Methods of the library at hand; `default` is newer than some of them. */
static void fill_in_defaults(settings *s)
{
	accuracy_method probe;
	if (s->method_count == 0) {
		if (accuracy_method_parse(&probe, "default") == MIXMI_OK)
			add_method(s, "default");
		accuracy_method_clear(&probe);
		argument_each("paper,ms,miic,mixed-ksg", add_method, s);
	}
	for (size_t i = 0; s->intervals && i < s->method_count; i++)
		if (s->methods[i].histogram)
			(void)mixmi_options_set(s->methods[i].options, "confidence", "0.95");
	if (s->only != NULL)
		argument_each(s->only, check_pattern, s);
	if (s->threads == 0)
		s->threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
}

static const struct option options[] = {
	{ "method", 1, NULL, 'm' }, { "methods", 1, NULL, 'm' }, { "mechanism", 1, NULL, 'e' },
	{ "only", 1, NULL, 'e' },   { "n", 1, NULL, 'n' },       { "draws", 1, NULL, 'd' },
	{ "seed", 1, NULL, 's' },   { "threads", 1, NULL, 't' }, { "times", 0, NULL, 'T' },
	{ "score", 0, NULL, 'S' },  { "csv", 1, NULL, 'c' },     { "update", 1, NULL, 'u' },
	{ "page", 1, NULL, 'p' },   { "read", 1, NULL, 'r' },    { "quiet", 0, NULL, 'q' },
	{ "list", 0, NULL, 'l' },   { "holdout", 0, NULL, 'H' }, { "intervals", 0, NULL, 'I' },
	{ "resume", 0, NULL, 'R' }, { "summary", 0, NULL, 'Y' }, { "help", 0, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

static bool set_number(settings *s, int option, const char *value)
{
	if (option == 'm')
		argument_each(value, add_method, s);
	else if (option == 'n')
		argument_each(value, add_size, s);
	else if (option == 'd')
		s->draws = (size_t)argument_number(value, 1, 1000000);
	else if (option == 's')
		s->seed = argument_number(value, 0, UINT64_MAX);
	else if (option == 't')
		s->threads = (int)argument_number(value, 0, 1024);
	else
		return false;
	return true;
}

static const char **text_of(settings *s, int option)
{
	switch (option) {
	case 'e':
		return &s->only;
	case 'c':
		return &s->csv;
	case 'u':
		return &s->update;
	case 'p':
		return &s->page;
	case 'r':
		return &s->read;
	default:
		return NULL;
	}
}

static bool *switch_of(settings *s, int option)
{
	switch (option) {
	case 'T':
		return &s->times;
	case 'S':
		return &s->score;
	case 'q':
		return &s->quiet;
	case 'H':
		return &s->holdout;
	case 'I':
		return &s->intervals;
	case 'R':
		return &s->resume;
	case 'Y':
		return &s->summary;
	default:
		return NULL;
	}
}

static void set_option(settings *s, int option, const char *value)
{
	if (set_number(s, option, value))
		return;
	if (text_of(s, option) != NULL) {
		*text_of(s, option) = value;
	} else if (switch_of(s, option) != NULL) {
		*switch_of(s, option) = true;
	} else {
		fputs(usage, option == 'h' ? stdout : stderr);
		exit(option == 'h' ? 0 : 1);
	}
}

static void parse(settings *s, int argc, char **argv)
{
	bool list = false;
	*s = (settings){ .draws = 100, .seed = 20210401, .quiet = !isatty(STDERR_FILENO) };
	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
		if (c == 'l')
			list = true;
		else
			set_option(s, c, optarg);
	}
	if (optind < argc)
		argument_fail("what is this", argv[optind]);
	if (list) {
		list_mechanisms(s);
		exit(0);
	}
}

/* What is computed, and what the file of --update already has. */
typedef struct results {
	accuracy_table table, file;
} results;

/* The methods that are to be run in this cell. */
static size_t missing_methods(accuracy_method *out, const results *r, const settings *s, const mechanism *m,
                              size_t rows)
{
	size_t count = 0;
	for (size_t i = 0; i < s->method_count; i++) {
		const accuracy_row *row = accuracy_find(&r->file, m->name, rows, s->methods[i].name);
		if (!s->resume || row == NULL || row->draws < s->draws)
			out[count++] = s->methods[i];
	}
	return count;
}

static void run_cell(results *r, const settings *s, const mechanism *m, size_t rows)
{
	accuracy_row lines[METHODS];
	accuracy_method methods[METHODS];
	size_t count = missing_methods(methods, r, s, m, rows);
	if (count == 0)
		return;
	if (!s->quiet)
		fprintf(stderr, "\r%-16s n = %-8zu", m->name, rows);
	if (accuracy_run(lines, m, rows, methods, count, s->draws, s->seed, s->threads) != MIXMI_OK)
		exit(1);
	for (size_t i = 0; i < count; i++)
		if (!accuracy_put(&r->table, &lines[i]) || !accuracy_put(&r->file, &lines[i]))
			argument_fail("out of memory", m->name);
	if (s->update != NULL && !accuracy_write(&r->file, s->update))
		exit(1);
}

static void run_suite(results *r, const settings *s)
{
	static const size_t usual[] = { 100, 300, 1000, 3000 }, six[] = { 2000 };
	for (size_t i = 0; mechanism_of(s, i) != NULL; i++) {
		const mechanism *m = mechanism_of(s, i);
		bool is_six = strncmp(m->name, "VI-", 3) == 0;
		const size_t *sizes = s->size_count > 0 ? s->sizes : is_six ? six : usual;
		size_t count = s->size_count > 0 ? s->size_count : is_six ? 1 : 4;
		for (size_t j = 0; argument_match(s->only, m->name) && j < count; j++)
			run_cell(r, s, m, sizes[j]);
	}
}

static void run_score(results *r, const settings *s)
{
	const char *name;
	size_t rows;
	for (size_t i = 0; accuracy_score_cell(&name, &rows, i); i++)
		run_cell(r, s, suite_find(name), rows);
	for (size_t i = 0; accuracy_target_cell(&name, &rows, i); i++)
		if (accuracy_find(&r->table, name, rows, s->methods[0].name) == NULL)
			run_cell(r, s, suite_find(name), rows);
}

static void run(results *r, settings *s)
{
	fill_in_defaults(s);
	if (s->score)
		run_score(r, s);
	else
		run_suite(r, s);
	if (!s->quiet)
		fprintf(stderr, "\r%-40s\r", "");
}

static void show(const settings *s, const accuracy_table *table)
{
	if (s->score) {
		accuracy_print_score(stdout, table);
		fputc('\n', stdout);
		accuracy_print_targets(stdout, table);
	} else if (s->summary) {
		accuracy_print_summary(stdout, table);
		fputc('\n', stdout);
		accuracy_print_spread(stdout, table);
	} else if (s->read == NULL || s->page == NULL) {
		accuracy_print(stdout, table, s->times);
	}
}

static void print_page(FILE *file, const void *table)
{
	accuracy_print_page(file, table);
}

/* Prints the file that was written, if any, so that page and file cannot differ. */
static bool write_page(const settings *s, const accuracy_table *table)
{
	const char *path = s->csv != NULL ? s->csv : s->update;
	accuracy_table written = { NULL, 0 };
	if (path != NULL && !accuracy_read(&written, path, false))
		return false;
	bool good = lines_write(s->page, print_page, path != NULL ? &written : table);
	accuracy_free(&written);
	return good;
}

int main(int argc, char **argv)
{
	settings s;
	results r = { { NULL, 0 }, { NULL, 0 } };
	argument_program = "accuracy";
	parse(&s, argc, argv);
	if (s.update != NULL && !accuracy_read(&r.file, s.update, true))
		return 1;
	if (s.read != NULL && !accuracy_read(&r.table, s.read, false))
		return 1;
	if (s.read == NULL)
		run(&r, &s);
	show(&s, s.summary && s.update != NULL ? &r.file : &r.table);
	bool good = (s.csv == NULL || accuracy_write(&r.table, s.csv)) && (s.page == NULL || write_page(&s, &r.table));
	accuracy_free(&r.table);
	accuracy_free(&r.file);
	for (size_t i = 0; i < s.method_count; i++)
		accuracy_method_clear(&s.methods[i]);
	return good ? 0 : 1;
}
