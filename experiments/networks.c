/* Graphs learnt from random mixed networks and from the golden ones, against the truth. Run with --help. */
#include <dirent.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "lines.h"
#include "network_golden.h"
#include "network_score.h"
#include "random_network.h"

enum { CONFIGURATIONS = 16, FILES = 256 };

static const char usage[] =
	"networks: graphs learnt from networks with a known truth\n"
	"\n"
	"    networks --options '' --options 'test=sc' --options 'test=chi2,alpha=.05' --nodes 8,20 --n 300,1000\n"
	"    networks --golden tests/golden/graphs --options 'test=sc'\n"
	"    networks --plan --seed 2029 --csv experiments/networks.csv --page experiments/NETWORKS.md   `make networks`\n"
	"\n"
	"  --options TEXT   a configuration: options of the library with commas between; '' are the defaults\n"
	"                   (the default, chi2, miic, rcot and sc)\n"
	"  --golden FOLDER  the networks of this folder instead of random ones, and what MIIC found\n"
	"  --only LIST      names of networks, with * and ? (all)\n"
	"  --plan           100 networks, each at one number of rows: fewer where nodes and rows are many (25 minutes of "
	"CPU)\n"
	"  --graphs N       random networks for each family, nodes and n (2)\n"
	"  --family LIST    linear, curved, counts, categories, switches, mixed, waves (all)\n"
	"  --nodes LIST     numbers of nodes (8,15,25,40)\n"
	"  --n LIST         numbers of rows (300,1000,3000)\n"
	"  --seed N         (14)\n"
	"  --threads N      networks at the same time, 0: as many as there are cores (0)\n"
	"  --csv FILE       add to this file after every network; what it has is not run again\n"
	"  --page FILE      write a Markdown page, of all that the file of --csv has then\n"
	"  --read FILE      show the figures of a file instead of learning anything\n";

typedef struct settings {
	score_configuration configurations[CONFIGURATIONS];
	size_t configuration_count;
	argument_sizes nodes, sizes;
	bool plan;
	size_t graphs;
	const char *golden, *only, *families, *csv, *page, *read;
	uint64_t seed;
	int threads;
} settings;

static void add_configuration(settings *s, const char *text)
{
	if (s->configuration_count == CONFIGURATIONS)
		argument_fail("too many configurations", text);
	if (strlen(text) >= SCORE_NAME)
		argument_fail("too long", text);
	if (score_configure(&s->configurations[s->configuration_count++], text) != MIXMI_OK)
		argument_fail(text, mixmi_error_message());
}

static void fill_in_defaults(settings *s)
{
	static const char *const usual[] = { "", "test=chi2", "test=miic", "test=rcot", "test=sc" };
	for (size_t i = 0; s->configuration_count == i && i < sizeof usual / sizeof usual[0]; i++)
		add_configuration(s, usual[i]);
	argument_usual_sizes(&s->nodes, "8,15,25,40");
	argument_usual_sizes(&s->sizes, "300,1000,3000");
	s->threads = argument_threads(s->threads);
}

static bool set_number(settings *s, int option, const char *value)
{
	if (option == 'o')
		add_configuration(s, value);
	else if (option == 'N')
		argument_each(value, argument_add_size, &s->nodes);
	else if (option == 'n')
		argument_each(value, argument_add_size, &s->sizes);
	else if (option == 'G')
		s->graphs = (size_t)argument_number(value, 1, 100000);
	else if (option == 's')
		s->seed = argument_number(value, 0, UINT64_MAX);
	else if (option == 'j')
		s->threads = (int)argument_number(value, 0, 1024);
	else if (option == 'P')
		s->plan = true;
	else
		return false;
	return true;
}

static bool set_text(settings *s, int option, const char *value)
{
	const char **place = option == 'g'   ? &s->golden
	                     : option == 'O' ? &s->only
	                     : option == 'f' ? &s->families
	                     : option == 'c' ? &s->csv
	                     : option == 'p' ? &s->page
	                     : option == 'r' ? &s->read
	                                     : NULL;
	if (place != NULL)
		*place = value;
	return place != NULL;
}

static void parse(settings *s, int argc, char **argv)
{
	static const struct option options[] = {
		{ "options", 1, NULL, 'o' }, { "golden", 1, NULL, 'g' }, { "only", 1, NULL, 'O' }, { "graphs", 1, NULL, 'G' },
		{ "family", 1, NULL, 'f' },  { "nodes", 1, NULL, 'N' },  { "n", 1, NULL, 'n' },    { "seed", 1, NULL, 's' },
		{ "threads", 1, NULL, 'j' }, { "csv", 1, NULL, 'c' },    { "page", 1, NULL, 'p' }, { "read", 1, NULL, 'r' },
		{ "plan", 0, NULL, 'P' },    { "help", 0, NULL, 'h' },   { NULL, 0, NULL, 0 },
	};
	*s = (settings){
		.graphs = 2, .seed = 14, .nodes = { 2, NETWORK_NODES, { 0 }, 0 }, .sizes = { 20, 10000000, { 0 }, 0 }
	};
	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
		if (!set_number(s, c, optarg) && !set_text(s, c, optarg)) {
			fputs(usage, c == 'h' ? stdout : stderr);
			exit(c == 'h' ? 0 : 1);
		}
	if (optind < argc)
		argument_fail("what is this", argv[optind]);
}

/* ------------------------------------------------------------------------------------------------------- learning */

/* A table to which threads add one at a time. */
static void keep(score_table *table, const settings *s, const score *lines, size_t count)
{
#pragma omp critical
	{
		for (size_t i = 0; i < count; i++)
			if (!score_put(table, &lines[i]))
				argument_fail("out of memory", lines[i].network);
		if (s->csv != NULL && count > 0 && !score_write(table, s->csv))
			exit(1);
	}
}

static bool present(const score_table *table, const score *like, const char *configuration)
{
	bool found;
#pragma omp critical
	found = score_find(table, like->network, like->rows, configuration) != NULL;
	return found;
}

/* All configurations on one network; `like` has its name and sizes. */
static void learn_all(score_table *table, const settings *s, const score *like, const mixmi_table *data,
                      const mixmi_graph *truth)
{
	for (size_t i = 0; i < s->configuration_count; i++) {
		score line = *like;
		if (present(table, like, s->configurations[i].name))
			continue;
		if (score_learn(&line, data, truth, &s->configurations[i]) != MIXMI_OK)
			argument_fail(like->network, mixmi_error_message());
		keep(table, s, &line, 1);
	}
}

/* One random network of the plan. */
typedef struct job {
	network_kind family;
	size_t nodes, rows, number;
} job;

static void run_random(score_table *table, const settings *s, const job *j)
{
	random_network network;
	mixmi_table *data = NULL;
	mixmi_graph *truth = NULL;
	uint64_t number = (uint64_t)j->family * 1000003 + j->nodes * 1009 + j->number;
	score like = { .nodes = j->nodes, .rows = j->rows };
	snprintf(like.network, sizeof like.network, "%s-%zu.%zu", network_family_name(j->family), j->nodes, j->number + 1);
	network_random(&network, j->nodes, j->family, s->seed, number);
	char *lines = network_lines(&network);
	if (lines == NULL || score_graph(&truth, lines) != MIXMI_OK ||
	    network_sample(&data, &network, j->rows, s->seed, number) != MIXMI_OK)
		argument_fail(like.network, mixmi_error_message());
	learn_all(table, s, &like, data, truth);
	free(lines);
	mixmi_table_free(data);
	mixmi_graph_free(truth);
}

/* The number of networks of the plan with these numbers of nodes and rows. Families take turns. */
typedef struct planned {
	size_t nodes, rows, networks;
} planned;

static const planned plan[] = {
	{ 8, 300, 16 },  { 8, 1000, 11 }, { 8, 3000, 8 },  { 15, 300, 15 }, { 15, 1000, 10 }, { 15, 3000, 5 },
	{ 25, 300, 12 }, { 25, 1000, 7 }, { 25, 3000, 2 }, { 40, 300, 10 }, { 40, 1000, 3 },  { 40, 3000, 1 },
};

static size_t planned_networks(void)
{
	size_t sum = 0;
	for (size_t i = 0; i < sizeof plan / sizeof plan[0]; i++)
		sum += plan[i].networks;
	return sum;
}

static job planned_at(size_t index)
{
	job j = { .family = (network_kind)(index % NETWORK_FAMILIES), .number = index };
	for (size_t i = 0; i < sizeof plan / sizeof plan[0]; i++) {
		j.nodes = plan[i].nodes;
		j.rows = plan[i].rows;
		if (index < plan[i].networks)
			break;
		index -= plan[i].networks;
	}
	return j;
}

static job job_at(const settings *s, size_t index)
{
	if (s->plan)
		return planned_at(index);
	job j = { .number = index % s->graphs };
	index /= s->graphs;
	j.rows = s->sizes.values[index % s->sizes.count];
	index /= s->sizes.count;
	j.nodes = s->nodes.values[index % s->nodes.count];
	j.family = (network_kind)(index / s->nodes.count);
	return j;
}

static void run_all_random(score_table *table, const settings *s)
{
	size_t count = s->plan ? planned_networks() : NETWORK_FAMILIES * s->nodes.count * s->sizes.count * s->graphs;
#pragma omp parallel for schedule(dynamic) num_threads(s->threads)
	for (size_t i = 0; i < count; i++) {
		job j = job_at(s, i);
		if (argument_match(s->families, network_family_name(j.family)))
			run_random(table, s, &j);
	}
}

/* --------------------------------------------------------------------------------------------------------- golden */

typedef struct names {
	char names[FILES][SCORE_NAME];
	size_t count;
} names;

static int compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void list_golden(names *out, const char *folder, const char *only)
{
	static const char end[] = ".csv.gz";
	DIR *directory = opendir(folder);
	if (directory == NULL)
		argument_fail("cannot be read", folder);
	out->count = 0;
	for (struct dirent *e; (e = readdir(directory)) != NULL && out->count < FILES;) {
		size_t length = strlen(e->d_name);
		if (length < sizeof end || length >= SCORE_NAME || strcmp(e->d_name + length - (sizeof end - 1), end) != 0)
			continue;
		char *name = out->names[out->count];
		snprintf(name, SCORE_NAME, "%.*s", (int)(length - (sizeof end - 1)), e->d_name);
		out->count += argument_match(only, name);
	}
	closedir(directory);
	qsort(out->names, out->count, sizeof out->names[0], compare_names);
}

static void run_golden(score_table *table, const settings *s, const char *name)
{
	golden_network g;
	if (!golden_read(&g, s->golden, name))
		exit(1);
	score like = { .nodes = mixmi_table_columns(g.table), .rows = mixmi_table_rows(g.table) }, miic;
	snprintf(like.network, sizeof like.network, "%s", name);
	miic = like;
	snprintf(miic.configuration, sizeof miic.configuration, "MIIC 2.0.3");
	if (score_compare(&miic, g.miic, g.truth) != MIXMI_OK)
		argument_fail(name, mixmi_error_message());
	keep(table, s, &miic, 1);
	learn_all(table, s, &like, g.table, g.truth);
	golden_free(&g);
}

static void run_all_golden(score_table *table, const settings *s)
{
	names *list = malloc(sizeof *list);
	if (list == NULL)
		argument_fail("out of memory", s->golden);
	list_golden(list, s->golden, s->only);
#pragma omp parallel for schedule(dynamic) num_threads(s->threads)
	for (size_t i = 0; i < list->count; i++)
		run_golden(table, s, list->names[i]);
	free(list);
}

static int compare_lines(const void *a, const void *b)
{
	const score *x = a, *y = b;
	int by_network = strcmp(x->network, y->network), by_name = strcmp(x->configuration, y->configuration);
	if (x->rows != y->rows)
		return x->rows < y->rows ? -1 : 1;
	if (x->nodes != y->nodes)
		return x->nodes < y->nodes ? -1 : 1;
	return by_network != 0 ? by_network : by_name;
}

static void print_page(FILE *file, const void *table)
{
	score_print_page(file, table);
}

int main(int argc, char **argv)
{
	settings s;
	score_table table = { NULL, 0 };
	argument_program = "networks";
	parse(&s, argc, argv);
	const char *path = s.read != NULL ? s.read : s.csv;
	if (path != NULL && !score_read(&table, path, s.read == NULL))
		return 1;
	if (s.read == NULL) {
		fill_in_defaults(&s);
		if (s.golden != NULL)
			run_all_golden(&table, &s);
		else
			run_all_random(&table, &s);
	}
	qsort(table.lines, table.count, sizeof *table.lines, compare_lines); /* the same for any number of threads */
	score_print(stdout, &table);
	bool good = score_save(&table, s.csv, s.page, print_page);
	score_free(&table);
	for (size_t i = 0; i < s.configuration_count; i++)
		score_configuration_clear(&s.configurations[i]);
	return good ? 0 : 1;
}
