/* Accuracy of estimators on mechanisms with known truth. Run with --help. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accuracy_report.h"

enum { METHODS = 16, MECHANISMS = 128, SIZES = 16 };

static const char usage[] =
	"accuracy: mean squared error of estimators of I(X;Y|Z) on mechanisms with known truth\n"
	"\n"
	"    accuracy                                        everything (minutes)\n"
	"    accuracy --method robust,paper --mechanism I,II --n 100,300\n"
	"    accuracy --score                                the 20 cells of the paper's experiments\n"
	"    accuracy --read experiments/accuracy.csv --score\n"
	"\n"
	"  --method LIST     presets and estimators, with options: paper,ms,ms:neighbours=7\n"
	"                    (robust where there is one, paper, ms, miic, mixed-ksg)\n"
	"  --mechanism LIST  names (all; --list shows them)\n"
	"  --n LIST          numbers of rows (100,300,1000,3000; VI always at 2000 unless given)\n"
	"  --draws N         data sets each (100)\n"
	"  --seed N          (20210401)\n"
	"  --threads N       0: as many as there are cores (0); results do not depend on it\n"
	"  --times           also milliseconds an estimate\n"
	"  --score           the 20 cells and how methods stand against the best peer, and fixed targets\n"
	"  --csv FILE        write the figures\n"
	"  --update FILE     write them into a file that may have others\n"
	"  --page FILE       write a Markdown page, of all that the file of --csv or --update has then\n"
	"  --read FILE       read figures instead of drawing anything\n"
	"  --quiet           no progress on stderr\n"
	"  --list            the mechanisms\n";

typedef struct settings {
	accuracy_method methods[METHODS];
	size_t method_count;
	const mechanism *mechanisms[MECHANISMS];
	size_t mechanism_count;
	size_t sizes[SIZES];
	size_t size_count;
	size_t draws;
	uint64_t seed;
	int threads;
	bool times, score, quiet;
	const char *csv, *update, *page, *read;
} settings;

static _Noreturn void fail(const char *what, const char *which)
{
	fprintf(stderr, "accuracy: %s: %s\n", what, which);
	exit(1);
}

static uint64_t parse_number(const char *text, uint64_t least, uint64_t most)
{
	char *end;
	unsigned long long value = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end != '\0' || value < least || value > most)
		fail("not a number that can be used", text);
	return value;
}

static void add_method(settings *s, const char *text)
{
	if (s->method_count == METHODS)
		fail("too many methods", text);
	if (strlen(text) >= ACCURACY_NAME)
		fail("too long", text);
	if (accuracy_method_parse(&s->methods[s->method_count++], text) != MIXMI_OK)
		fail(text, mixmi_error_message());
}

static void add_mechanism(settings *s, const char *text)
{
	const mechanism *m = suite_find(text);
	if (m == NULL)
		fail("no such mechanism (--list shows them)", text);
	if (s->mechanism_count == MECHANISMS)
		fail("too many mechanisms", text);
	s->mechanisms[s->mechanism_count++] = m;
}

static void add_size(settings *s, const char *text)
{
	if (s->size_count == SIZES)
		fail("too many numbers of rows", text);
	s->sizes[s->size_count++] = (size_t)parse_number(text, 2, 100000000);
}

static void for_each(settings *s, char *list, void (*add)(settings *, const char *))
{
	char *rest = NULL;
	for (char *item = strtok_r(list, ",", &rest); item != NULL; item = strtok_r(NULL, ",", &rest))
		add(s, item);
}

static void list_mechanisms(void)
{
	for (size_t i = 0; suite_at(i) != NULL; i++) {
		const mechanism *m = suite_at(i);
		printf("%-14s %9.7f  %-8s %s (%s)\n", m->name, m->truth, m->discrete, m->what, suite_truth_source(m->name));
	}
}

/* Methods that the library at hand has; `robust` is newer than this program. */
static void fill_in_defaults(settings *s)
{
	accuracy_method probe;
	if (s->method_count == 0) {
		if (accuracy_method_parse(&probe, "robust") == MIXMI_OK)
			add_method(s, "robust");
		accuracy_method_clear(&probe);
		add_method(s, "paper");
		add_method(s, "ms");
		add_method(s, "miic");
		add_method(s, "mixed-ksg");
	}
	for (size_t i = 0; s->mechanism_count == i && suite_at(i) != NULL; i++)
		add_mechanism(s, suite_at(i)->name);
	if (s->threads == 0)
		s->threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
}

static void parse(settings *s, int argc, char **argv)
{
	static const struct option options[] = {
		{ "method", 1, NULL, 'm' }, { "mechanism", 1, NULL, 'e' }, { "n", 1, NULL, 'n' },     { "draws", 1, NULL, 'd' },
		{ "seed", 1, NULL, 's' },   { "threads", 1, NULL, 't' },   { "times", 0, NULL, 'T' }, { "score", 0, NULL, 'S' },
		{ "csv", 1, NULL, 'c' },    { "update", 1, NULL, 'u' },    { "page", 1, NULL, 'p' },  { "read", 1, NULL, 'r' },
		{ "quiet", 0, NULL, 'q' },  { "list", 0, NULL, 'l' },      { "help", 0, NULL, 'h' },  { NULL, 0, NULL, 0 },
	};
	*s = (settings){ .draws = 100, .seed = 20210401, .quiet = !isatty(STDERR_FILENO) };
	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) {
		switch (c) {
		case 'm':
			for_each(s, optarg, add_method);
			break;
		case 'e':
			for_each(s, optarg, add_mechanism);
			break;
		case 'n':
			for_each(s, optarg, add_size);
			break;
		case 'd':
			s->draws = (size_t)parse_number(optarg, 1, 1000000);
			break;
		case 's':
			s->seed = parse_number(optarg, 0, UINT64_MAX);
			break;
		case 't':
			s->threads = (int)parse_number(optarg, 0, 1024);
			break;
		case 'T':
			s->times = true;
			break;
		case 'S':
			s->score = true;
			break;
		case 'c':
			s->csv = optarg;
			break;
		case 'u':
			s->update = optarg;
			break;
		case 'p':
			s->page = optarg;
			break;
		case 'r':
			s->read = optarg;
			break;
		case 'q':
			s->quiet = true;
			break;
		case 'l':
			list_mechanisms();
			exit(0);
		case 'h':
			fputs(usage, stdout);
			exit(0);
		default:
			fputs(usage, stderr);
			exit(1);
		}
	}
	if (optind < argc)
		fail("what is this", argv[optind]);
}

static void run_cell(accuracy_table *table, const settings *s, const mechanism *m, size_t rows)
{
	accuracy_row lines[METHODS];
	if (!s->quiet)
		fprintf(stderr, "\r%-14s n = %-6zu", m->name, rows);
	if (accuracy_run(lines, m, rows, s->methods, s->method_count, s->draws, s->seed, s->threads) != MIXMI_OK)
		exit(1);
	for (size_t i = 0; i < s->method_count; i++)
		if (!accuracy_put(table, &lines[i]))
			fail("out of memory", m->name);
}

static void run_suite(accuracy_table *table, const settings *s)
{
	static const size_t usual[] = { 100, 300, 1000, 3000 }, six[] = { 2000 };
	for (size_t i = 0; i < s->mechanism_count; i++) {
		const mechanism *m = s->mechanisms[i];
		bool is_six = strncmp(m->name, "VI-", 3) == 0;
		const size_t *sizes = s->size_count > 0 ? s->sizes : is_six ? six : usual;
		size_t count = s->size_count > 0 ? s->size_count : is_six ? 1 : 4;
		for (size_t j = 0; j < count; j++)
			run_cell(table, s, m, sizes[j]);
	}
}

static void run_score(accuracy_table *table, const settings *s)
{
	const char *name;
	size_t rows;
	for (size_t i = 0; accuracy_score_cell(&name, &rows, i); i++)
		run_cell(table, s, suite_find(name), rows);
	for (size_t i = 0; accuracy_target_cell(&name, &rows, i); i++)
		if (accuracy_find(table, name, rows, s->methods[0].name) == NULL)
			run_cell(table, s, suite_find(name), rows);
}

/* Puts what was computed into what the file has. */
static bool update_file(const accuracy_table *table, const char *path)
{
	accuracy_table whole;
	if (!accuracy_read(&whole, path, true))
		return false;
	bool good = true;
	for (size_t i = 0; good && i < table->count; i++)
		good = accuracy_put(&whole, &table->rows[i]);
	good = good && accuracy_write(&whole, path);
	accuracy_free(&whole);
	return good;
}

/* Shows what the file that was written has, if one was, so that page and file cannot differ. */
static bool write_page(const settings *s, const accuracy_table *table)
{
	const char *path = s->csv != NULL ? s->csv : s->update;
	accuracy_table written = { NULL, 0 };
	if (path != NULL && !accuracy_read(&written, path, false))
		return false;
	FILE *file = fopen(s->page, "w");
	if (file != NULL)
		accuracy_print_page(file, path != NULL ? &written : table);
	bool good = file != NULL && ferror(file) == 0;
	if ((file != NULL && fclose(file) != 0) || !good) {
		perror(s->page);
		good = false;
	}
	accuracy_free(&written);
	return good;
}

int main(int argc, char **argv)
{
	settings s;
	accuracy_table table = { NULL, 0 };
	parse(&s, argc, argv);
	if (s.read != NULL) {
		if (!accuracy_read(&table, s.read, false))
			return 1;
	} else {
		fill_in_defaults(&s);
		if (s.score)
			run_score(&table, &s);
		else
			run_suite(&table, &s);
		if (!s.quiet)
			fprintf(stderr, "\r%-40s\r", "");
	}
	if (s.score) {
		accuracy_print_score(stdout, &table);
		fputc('\n', stdout);
		accuracy_print_targets(stdout, &table);
	} else if (s.read == NULL || s.page == NULL) {
		accuracy_print(stdout, &table, s.times);
	}
	bool good = (s.csv == NULL || accuracy_write(&table, s.csv)) &&
	            (s.update == NULL || update_file(&table, s.update)) && (s.page == NULL || write_page(&s, &table));
	accuracy_free(&table);
	for (size_t i = 0; i < s.method_count; i++)
		accuracy_method_clear(&s.methods[i]);
	return good ? 0 : 1;
}
