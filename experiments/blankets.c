/* Markov blankets by the local search, against those that the graph of all columns has, on random networks. Run with --help. */
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "lines.h"
#include "network_score.h"
#include "random_network.h"

static const char usage[] =
	"blankets: Markov blankets of targets in random networks, by mixmi blanket and from the whole graph\n"
	"\n"
	"    blankets --csv experiments/blankets.csv --page experiments/BLANKETS.md      what `make blankets` does\n"
	"    blankets --networks 7 --nodes 20 --n 300\n"
	"\n"
	"  --networks N   networks; seven families of mechanisms take turns (100)\n"
	"  --targets N    targets in each, spread over its columns (3)\n"
	"  --nodes N      (50)\n"
	"  --n N          rows (1000)\n"
	"  --options TEXT options of the library with commas between ('')\n"
	"  --seed N       (2029)\n"
	"  --threads N    networks at the same time, 0: as many as there are cores (0)\n"
	"  --csv FILE     add to this file after every network; what it has is not run again\n"
	"  --page FILE    write a Markdown page, of all that the file of --csv has then\n";

typedef struct settings {
	size_t networks, targets, nodes, rows;
	uint64_t seed;
	int threads;
	const char *csv, *page;
	score_configuration configuration;
} settings;

static void configure(settings *s, const char *text)
{
	score_configuration_clear(&s->configuration);
	if (strlen(text) >= SCORE_NAME || score_configure(&s->configuration, text) != MIXMI_OK)
		argument_fail(text, "no options");
}

static bool set(settings *s, int option, const char *value)
{
	size_t *number = option == 'N'   ? &s->networks
	                 : option == 't' ? &s->targets
	                 : option == 'k' ? &s->nodes
	                 : option == 'n' ? &s->rows
	                                 : NULL;
	const char **text = option == 'c' ? &s->csv : option == 'p' ? &s->page : NULL;
	if (number != NULL)
		*number = (size_t)argument_number(value, option == 'n' ? 20 : 1, option == 'k' ? NETWORK_NODES : 1000000);
	else if (text != NULL)
		*text = value;
	else if (option == 's')
		s->seed = argument_number(value, 0, UINT64_MAX);
	else if (option == 'j')
		s->threads = (int)argument_number(value, 0, 1024);
	else if (option == 'o')
		configure(s, value);
	else
		return false;
	return true;
}

static void parse(settings *s, int argc, char **argv)
{
	static const struct option options[] = {
		{ "networks", 1, NULL, 'N' }, { "targets", 1, NULL, 't' }, { "nodes", 1, NULL, 'k' },   { "n", 1, NULL, 'n' },
		{ "options", 1, NULL, 'o' },  { "seed", 1, NULL, 's' },    { "threads", 1, NULL, 'j' }, { "csv", 1, NULL, 'c' },
		{ "page", 1, NULL, 'p' },     { "help", 0, NULL, 'h' },    { NULL, 0, NULL, 0 },
	};
	*s = (settings){ .networks = 100, .targets = 3, .nodes = 50, .rows = 1000, .seed = 2029 };
	configure(s, "");
	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
		if (!set(s, c, optarg)) {
			fputs(usage, c == 'h' ? stdout : stderr);
			exit(c == 'h' ? 0 : 1);
		}
	if (optind < argc)
		argument_fail("what is this", argv[optind]);
	s->threads = argument_threads(s->threads);
}

/* --------------------------------------------------------------------------------------------------------- blankets */

/* Which columns are parents of which; columns of the graph or of the network. */
typedef struct arrows {
	bool at[NETWORK_NODES][NETWORK_NODES];   /* from, to */
	bool next[NETWORK_NODES][NETWORK_NODES]; /* joined in any direction */
	size_t nodes;
} arrows;

static void draw_arrow(arrows *a, size_t from, size_t to, bool directed)
{
	a->at[from][to] = directed;
	a->next[from][to] = a->next[to][from] = true;
}

static void true_arrows(arrows *a, const random_network *network)
{
	*a = (arrows){ .nodes = network->count };
	for (size_t i = 0; i < network->count; i++)
		for (size_t j = 0; j < network->nodes[i].parent_count; j++)
			draw_arrow(a, network->nodes[network->nodes[i].parents[j]].column, network->nodes[i].column, true);
}

static void learnt_arrows(arrows *a, const mixmi_graph *graph)
{
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	*a = (arrows){ .nodes = info.nodes };
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge e;
		if (mixmi_graph_edge(&e, sizeof e, graph, i) == MIXMI_OK)
			draw_arrow(a, e.from, e.to, e.directed != 0);
	}
}

/* Neighbours, and other parents of children. */
static void blanket_of(bool *in, const arrows *a, size_t target)
{
	memset(in, 0, NETWORK_NODES * sizeof *in);
	for (size_t child = 0; child < a->nodes; child++) {
		in[child] = in[child] || a->next[target][child];
		for (size_t other = 0; a->at[target][child] && other < a->nodes; other++)
			in[other] = in[other] || a->at[other][child];
	}
	in[target] = false;
}

/* Adds precision, recall and F1 of one blanket to a line; where both are empty all are 1. */
static void add_figures(score *line, const bool *found, const bool *truth, size_t nodes)
{
	double common = 0, claimed = 0, real = 0;
	for (size_t i = 0; i < nodes; i++) {
		common += found[i] && truth[i];
		claimed += found[i];
		real += truth[i];
	}
	line->precision += claimed > 0 ? common / claimed : 1;
	line->recall += real > 0 ? common / real : 1;
	line->f1 += claimed + real > 0 ? 2 * common / (claimed + real) : 1;
}

static void divide(score *line, double targets)
{
	line->precision /= targets;
	line->recall /= targets;
	line->f1 /= targets;
	line->arrow_precision = line->arrow_recall = line->hamming = NAN;
}

static mixmi_status ask_blanket(bool *in, score *line, const mixmi_table *data, size_t target, const settings *s)
{
	mixmi_choice *choice;
	mixmi_choice_info info;
	double start = lines_seconds();
	mixmi_status status = mixmi_blanket(&choice, data, target, NULL, 0, s->configuration.options);
	if (status != MIXMI_OK)
		return status;
	line->seconds += (lines_seconds() - start) / (double)s->targets;
	mixmi_choice_describe(&info, sizeof info, choice);
	line->tests += (double)info.tests / (double)s->targets;
	memset(in, 0, NETWORK_NODES * sizeof *in);
	for (size_t i = 0; i < info.members; i++) {
		mixmi_chosen row;
		status = mixmi_choice_at(&row, sizeof row, choice, i);
		in[row.column] = true;
	}
	mixmi_choice_free(choice);
	return status;
}

static mixmi_status learn(arrows *out, score *line, const mixmi_table *data, const settings *s)
{
	mixmi_graph *graph;
	mixmi_graph_info info;
	double start = lines_seconds();
	mixmi_status status = mixmi_graph_learn(&graph, data, NULL, 0, NULL, s->configuration.options);
	if (status != MIXMI_OK)
		return status;
	line->seconds = lines_seconds() - start;
	mixmi_graph_describe(&info, sizeof info, graph);
	line->tests = (double)info.tests;
	learnt_arrows(out, graph);
	mixmi_graph_free(graph);
	return MIXMI_OK;
}

/* Both ways on one network: lines[0] by the graph, lines[1] by the local search. */
static mixmi_status measure(score lines[2], const random_network *network, const mixmi_table *data, size_t number,
                            const settings *s)
{
	arrows truth, learnt;
	bool real[NETWORK_NODES], found[NETWORK_NODES];
	true_arrows(&truth, network);
	mixmi_status status = learn(&learnt, &lines[0], data, s);
	for (size_t i = 0; status == MIXMI_OK && i < s->targets; i++) {
		size_t target = (i * s->nodes / s->targets + number) % s->nodes;
		blanket_of(real, &truth, target);
		blanket_of(found, &learnt, target);
		add_figures(&lines[0], found, real, s->nodes);
		status = ask_blanket(found, &lines[1], data, target, s);
		add_figures(&lines[1], found, real, s->nodes);
	}
	for (size_t i = 0; i < 2; i++)
		divide(&lines[i], (double)s->targets);
	return status;
}

/* ------------------------------------------------------------------------------------------------------------- the run */

static void keep(score_table *table, const settings *s, const score lines[2])
{
#pragma omp critical
	if (!score_put(table, &lines[0]) || !score_put(table, &lines[1]) || (s->csv != NULL && !score_write(table, s->csv)))
		argument_fail("cannot be kept", lines[0].network);
}

static bool present(const score_table *table, const score *like)
{
	bool found;
#pragma omp critical
	found = score_find(table, like->network, like->rows, "blanket") != NULL;
	return found;
}

static void run(score_table *table, const settings *s, size_t number)
{
	network_kind family = (network_kind)(number % NETWORK_FAMILIES);
	random_network network;
	mixmi_table *data;
	score lines[2] = { { .nodes = s->nodes, .rows = s->rows, .configuration = "graph" },
		               { .nodes = s->nodes, .rows = s->rows, .configuration = "blanket" } };
	for (size_t i = 0; i < 2; i++)
		snprintf(lines[i].network, SCORE_NAME, "%s-%zu.%zu", network_family_name(family), s->nodes, number + 1);
	if (present(table, &lines[0]))
		return;
	network_random(&network, s->nodes, family, s->seed, number);
	if (network_sample(&data, &network, s->rows, s->seed, number) != MIXMI_OK ||
	    measure(lines, &network, data, number, s) != MIXMI_OK)
		argument_fail(lines[0].network, mixmi_error_message());
	keep(table, s, lines);
	mixmi_table_free(data);
}

static int compare_lines(const void *a, const void *b)
{
	const score *x = a, *y = b;
	int by_network = strcmp(x->network, y->network);
	return by_network != 0 ? by_network : strcmp(x->configuration, y->configuration);
}

static void print_page(FILE *file, const void *table)
{
	fputs("# Markov blankets of random networks\n\n"
	      "Written by `make blankets`: 100 networks of 50 columns at n = 1000, three targets each. `blanket` is "
	      "`mixmi blanket`\n"
	      "of a target, `graph` the Markov blanket that the default graph of all columns gives it: its neighbours, and "
	      "the other\n"
	      "parents of its children. Precision, recall and F1 are means over targets; tests and seconds of CPU are for "
	      "one\n"
	      "target and for the whole graph. The seed (2029) took part in no choice of the search.\n\n",
	      file);
	score_print_blankets(file, table);
}

int main(int argc, char **argv)
{
	settings s;
	score_table table = { NULL, 0 };
	argument_program = "blankets";
	parse(&s, argc, argv);
	if (s.csv != NULL && !score_read(&table, s.csv, true))
		return 1;
#pragma omp parallel for schedule(dynamic) num_threads(s.threads)
	for (size_t i = 0; i < s.networks; i++)
		run(&table, &s, i);
	qsort(table.lines, table.count, sizeof *table.lines, compare_lines); /* the same for any number of threads */
	score_print_blankets(stdout, &table);
	bool good = score_save(&table, s.csv, s.page, print_page);
	score_free(&table);
	score_configuration_clear(&s.configuration);
	return good ? 0 : 1;
}
