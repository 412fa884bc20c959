/* Runs every experiment of the paper and of its supplement, and some beyond, and writes a CSV file for each.
 * scripts/reproduce.sh draws the figures and the report from these. Sees only mixmi.h of the library. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reproduce/files.h"
#include "reproduce/method.h"
#include "reproduce/progress.h"

enum { EXIT_USAGE = 2, EXIT_STOPPED = 130, PATH = 4096 };

static const char help[] =
	"reproduce: runs the experiments of the paper and writes their results as CSV files.\n"
	"\n"
	"  --out DIR             where to write (default: experiments/results, or build/reproduce with --quick)\n"
	"  --quick               fewer rows and draws: a few minutes\n"
	"  --only NAME[,NAME]    only these experiments, see --list\n"
	"  --threads N           default: as many as the machine has; does not change the results\n"
	"  --seed N              of all data and methods (default 1)\n"
	"  --default-draws N     most draws of a cell for the default test (default 40)\n"
	"  --restart             throw away the checkpoint of another run\n"
	"  --list                the experiments with their cells, draws and rough cost, and nothing else\n"
	"  --help                this text\n"
	"\n"
	"Finished parts are kept in DIR/checkpoint. When the program is stopped or killed, the same command goes on from\n"
	"there and writes the same files, byte for byte; only times.csv is measured. Exit status: 0 done, 1 failed,\n"
	"2 wrong usage, 130 stopped by a signal.\n";

typedef struct arguments {
	settings settings;
	const char *out;
	const char *only;
	int threads;
	bool restart, list, help;
} arguments;

static bool bad_usage(const char *format, const char *what)
{
	fprintf(stderr, "reproduce: ");
	fprintf(stderr, format, what);
	fprintf(stderr, " (see --help)\n");
	return false;
}

static bool read_number(uint64_t *out, const char *option, const char *text, uint64_t least, uint64_t most)
{
	char *end;
	errno = 0;
	unsigned long long value = strtoull(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value < least || value > most)
		return bad_usage("'%s' is not a number that this option takes", text) && option != NULL;
	*out = value;
	return true;
}

static bool check_names(const char *only)
{
	for (const char *item = only;; item++) {
		size_t length = strcspn(item, ",");
		char name[64];
		snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), item);
		if (kind_find(name) == NULL)
			return bad_usage("there is no experiment '%s'", name);
		item += length;
		if (*item == '\0')
			return true;
	}
}

/* An option with a value; false if it is unknown or the value is invalid. */
static bool read_valued(arguments *a, const char *option, const char *value)
{
	uint64_t number = 0;
	if (strcmp(option, "--out") == 0) {
		a->out = value;
		return value[0] != '\0' || bad_usage("%s needs a directory", option);
	}
	if (strcmp(option, "--only") == 0) {
		a->only = value;
		return check_names(value);
	}
	if (strcmp(option, "--seed") == 0)
		return read_number(&a->settings.seed, option, value, 0, UINT32_MAX);
	if (strcmp(option, "--threads") == 0) {
		bool good = read_number(&number, option, value, 1, 1024);
		a->threads = (int)number;
		return good;
	}
	bool good = read_number(&number, option, value, 1, 1000000);
	a->settings.default_draws = number;
	return good;
}

static bool read_arguments(arguments *a, int argc, char **argv)
{
	static const char *const valued[] = { "--out", "--only", "--seed", "--threads", "--default-draws" };
	*a = (arguments){ .settings = { .seed = 1, .default_draws = 40 }, .threads = omp_get_num_procs() };
	for (int i = 1; i < argc; i++) {
		bool takes_value = false;
		for (size_t j = 0; j < sizeof valued / sizeof valued[0]; j++)
			takes_value = takes_value || strcmp(argv[i], valued[j]) == 0;
		if (takes_value && i + 1 == argc)
			return bad_usage("%s needs a value", argv[i]);
		if (takes_value) {
			if (!read_valued(a, argv[i], argv[i + 1]))
				return false;
			i++;
		} else if (strcmp(argv[i], "--quick") == 0) {
			a->settings.quick = true;
		} else if (strcmp(argv[i], "--restart") == 0) {
			a->restart = true;
		} else if (strcmp(argv[i], "--list") == 0) {
			a->list = true;
		} else if (strcmp(argv[i], "--help") == 0) {
			a->help = true;
		} else {
			return bad_usage("unknown option '%s'", argv[i]);
		}
	}
	if (a->out == NULL)
		a->out = a->settings.quick ? "build/reproduce" : "experiments/results";
	return true;
}

static void print_list(const plan *p)
{
	printf("%-12s %6s %8s %14s\n", "experiment", "cells", "draws", "core seconds");
	for (size_t k = 0; kind_at(k) != NULL; k++) {
		size_t cells = 0, draws = 0;
		double seconds = 0;
		for (size_t i = 0; i < p->count; i++)
			if (p->cells[i].kind == kind_at(k)) {
				cells++;
				draws += p->cells[i].draws;
				seconds += p->cells[i].seconds * (double)p->cells[i].draws;
			}
		if (cells > 0)
			printf("%-12s %6zu %8zu %14.0f  %s\n", kind_at(k)->name, cells, draws, seconds, kind_at(k)->what);
	}
}

/* ------------------------------------------------------------------------------------------- identity of a run */

/* Hash of the program including the library: results of two builds are never mixed. 0 if it cannot be read. */
static uint64_t program_hash(void)
{
	FILE *file = fopen("/proc/self/exe", "rb");
	if (file == NULL)
		return 0;
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	unsigned char block[16384];
	for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
		for (size_t i = 0; i < got; i++)
			hash = (hash ^ block[i]) * UINT64_C(0x100000001b3);
	fclose(file);
	return hash;
}

static void identify(char *text, size_t size, const settings *s)
{
	snprintf(text, size,
	         "mixmi-reproduce-1 version=%s program=%016" PRIx64 " size=%s seed=%" PRIu64 " default-draws=%zu",
	         mixmi_version(), program_hash(), s->quick ? "quick" : "full", s->seed, s->default_draws);
}

/* ------------------------------------------------------------------------------------------------------ a run */

/* mkdir -p */
static bool make_directory(const char *path)
{
	char part[PATH];
	if (strlen(path) >= sizeof part)
		return false;
	for (size_t i = 1; i <= strlen(path); i++)
		if (path[i] == '/' || path[i] == '\0') {
			snprintf(part, sizeof part, "%.*s", (int)i, path);
			if (mkdir(part, 0777) != 0 && errno != EEXIST)
				return false;
		}
	return true;
}

static checkpoint *open_checkpoint(results *r, const arguments *a, const char *path, const char *identity)
{
	checkpoint *c;
	const char *message;
	size_t damaged;
	switch (checkpoint_open(&c, path, identity, a->restart, results_take, r, &damaged, &message)) {
	case CHECKPOINT_OK:
		if (damaged > 0)
			fprintf(stderr, "reproduce: %s: %zu damaged lines; their parts are computed again\n", path, damaged);
		return c;
	case CHECKPOINT_OTHER:
		fprintf(stderr,
		        "reproduce: %s is of another run:\n  there: %s\n  here:  %s\n"
		        "Give --restart (make reproduce RESTART=1) to throw it away, or another --out.\n",
		        path, message, identity);
		return NULL;
	case CHECKPOINT_BUSY:
		fprintf(stderr, "reproduce: another run is writing to %s\n", path);
		return NULL;
	default:
		fprintf(stderr, "reproduce: %s\n", message);
		return NULL;
	}
}

static int finish(const results *r, const arguments *a, const char *path, const run_facts *facts)
{
	if (!files_write(r, a->out) || !files_write_facts(r, a->out, facts))
		return EXIT_FAILURE;
	if (a->only == NULL) /* with --only, a later run may still use it */
		(void)unlink(path);
	printf("reproduce: results are in %s\n", a->out);
	return EXIT_SUCCESS;
}

static int run_plan(const plan *p, const arguments *a, const char *command)
{
	char path[PATH], identity[256];
	if (!make_directory(a->out) || snprintf(path, sizeof path, "%s/checkpoint", a->out) >= (int)sizeof path) {
		fprintf(stderr, "reproduce: cannot make %s: %s\n", a->out, strerror(errno));
		return EXIT_FAILURE;
	}
	identify(identity, sizeof identity, &a->settings);
	results r;
	if (!results_make(&r, p)) {
		fprintf(stderr, "reproduce: out of memory\n");
		return EXIT_FAILURE;
	}
	int code = EXIT_FAILURE;
	checkpoint *c = open_checkpoint(&r, a, path, identity);
	if (c != NULL) {
		const run_facts facts = { command, identity, &a->settings, a->threads };
		run_status status = run_all(&r, c, a->settings.seed, a->threads);
		if (status == RUN_DONE)
			code = finish(&r, a, path, &facts);
		if (status == RUN_STOPPED) {
			fprintf(stderr, "reproduce: stopped; what is done is in %s, and the same command resumes\n", path);
			code = EXIT_STOPPED;
		}
	}
	checkpoint_close(c);
	results_free(&r);
	return code;
}

/* The command line, for RUN.txt. */
static void join(char *text, size_t size, int argc, char **argv)
{
	size_t used = 0;
	text[0] = '\0';
	for (int i = 0; i < argc && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : " ", argv[i]);
}

int main(int argc, char **argv)
{
	arguments a;
	if (!read_arguments(&a, argc, argv))
		return EXIT_USAGE;
	if (a.help) {
		fputs(help, stdout);
		return EXIT_SUCCESS;
	}
	plan p;
	if (!plan_make(&p, &a.settings, a.only)) {
		fprintf(stderr, "reproduce: out of memory\n");
		return EXIT_FAILURE;
	}
	char command[1024];
	join(command, sizeof command, argc, argv);
	int code = EXIT_SUCCESS;
	if (a.list)
		print_list(&p);
	else
		code = run_plan(&p, &a, command);
	plan_free(&p);
	return code;
}
