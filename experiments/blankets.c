/* Markov blankets by the local search and from the graph of all columns, on random networks. Run with --help. */
#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "lines.h"
#include "network_score.h"
#include "random_network.h"

static const char usage[] =
	"blankets: Markov blankets of targets in random networks, by mixmi blanket and from graphs of all columns\n"
	"\n"
	"    blankets --csv experiments/blankets.csv --page experiments/BLANKETS.md      what `make blankets` does\n"
	"    blankets --networks 7 --nodes 20 --n 300\n"
	"\n"
	"  --networks N   networks; seven families of mechanisms take turns (100)\n"
	"  --targets N    targets in each, spread over its columns (3)\n"
	"  --nodes N      (50)\n"
	"  --n N          rows (1000)\n"
	"  --by WAY       blanket, graph (of all columns, by the default search) or pc-stable; again for another (all "
	"three)\n"
	"  --options TEXT options of the library with commas between ('')\n"
	"  --seed N       (4099)\n"
	"  --threads N    networks at the same time, 0: as many as there are cores (0)\n"
	"  --csv FILE     add to this file after every network; what it has is not run again\n"
	"  --page FILE    write a Markdown page, of all that the file of --csv has then\n";

/* How a blanket is found: by the local search, or from a graph of all columns. */
typedef enum way { BLANKET, GRAPH, PC_STABLE, WAYS } way;
static const char *const way_names[WAYS] = { "blanket", "graph", "pc-stable" };

typedef struct settings {
	size_t networks, targets, nodes, rows;
	uint64_t seed;
	int threads;
	const char *csv, *page;
	const char *options;
	bool wanted[WAYS];
	score_configuration configurations[WAYS];
} settings;

static void configure(settings *s)
{
	for (way w = 0; w < WAYS; w++) {
		char text[SCORE_NAME];
		bool joined = w == PC_STABLE && s->options[0] != '\0';
		int length = snprintf(text, sizeof text, "%s%s%s", s->options, joined ? "," : "",
		                      w == PC_STABLE ? "search=pc-stable" : "");
		if (length >= (int)sizeof text || score_configure(&s->configurations[w], text) != MIXMI_OK)
			argument_fail(s->options, "no options");
	}
}

static void want(settings *s, const char *name)
{
	for (way w = 0; w < WAYS; w++)
		if (strcmp(name, way_names[w]) == 0) {
			s->wanted[w] = true;
			return;
		}
	argument_fail(name, "no way to find a blanket");
}

static bool set(settings *s, int option, const char *value)
{
	size_t *number = option == 'N'   ? &s->networks
	                 : option == 't' ? &s->targets
	                 : option == 'k' ? &s->nodes
	                 : option == 'n' ? &s->rows
	                                 : NULL;
	const char **text = option == 'c' ? &s->csv : option == 'p' ? &s->page : option == 'o' ? &s->options : NULL;
	if (number != NULL)
		*number = (size_t)argument_number(value, option == 'n' ? 20 : 1, option == 'k' ? NETWORK_NODES : 1000000);
	else if (text != NULL)
		*text = value;
	else if (option == 's')
		s->seed = argument_number(value, 0, UINT64_MAX);
	else if (option == 'j')
		s->threads = (int)argument_number(value, 0, 1024);
	else if (option == 'b')
		want(s, value);
	else
		return false;
	return true;
}

static void parse(settings *s, int argc, char **argv)
{
	static const struct option options[] = {
		{ "networks", 1, NULL, 'N' }, { "targets", 1, NULL, 't' }, { "nodes", 1, NULL, 'k' },   { "n", 1, NULL, 'n' },
		{ "options", 1, NULL, 'o' },  { "seed", 1, NULL, 's' },    { "threads", 1, NULL, 'j' }, { "csv", 1, NULL, 'c' },
		{ "page", 1, NULL, 'p' },     { "by", 1, NULL, 'b' },      { "help", 0, NULL, 'h' },    { NULL, 0, NULL, 0 },
	};
	*s = (settings){ .networks = 100, .targets = 3, .nodes = 50, .rows = 1000, .seed = 4099, .options = "" };
	for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
		if (!set(s, c, optarg)) {
			fputs(usage, c == 'h' ? stdout : stderr);
			exit(c == 'h' ? 0 : 1);
		}
	if (optind < argc)
		argument_fail("what is this", argv[optind]);
	s->threads = argument_threads(s->threads);
	bool some = s->wanted[BLANKET] || s->wanted[GRAPH] || s->wanted[PC_STABLE];
	for (way w = 0; w < WAYS; w++)
		s->wanted[w] = s->wanted[w] || !some;
	configure(s);
}

/* --------------------------------------------------------------------------------------------------------- blankets */

/* The parents of each column, in the graph or in the network. */
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

/* Adds precision, recall and F1 of one blanket to a line; if both are empty all are 1. */
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
	mixmi_status status = mixmi_blanket(&choice, data, target, NULL, 0, s->configurations[BLANKET].options);
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

static mixmi_status learn(arrows *out, score *line, const mixmi_table *data, const score_configuration *configuration)
{
	mixmi_graph *graph;
	mixmi_graph_info info;
	double start = lines_seconds();
	mixmi_status status = mixmi_graph_learn(&graph, data, NULL, 0, NULL, configuration->options);
	if (status != MIXMI_OK)
		return status;
	line->seconds = lines_seconds() - start;
	mixmi_graph_describe(&info, sizeof info, graph);
	line->tests = (double)info.tests;
	learnt_arrows(out, graph);
	mixmi_graph_free(graph);
	return MIXMI_OK;
}

/* One method on one network. */
static mixmi_status measure(score *line, way by, const random_network *network, const mixmi_table *data, size_t number,
                            const settings *s)
{
	arrows truth, learnt;
	bool real[NETWORK_NODES], found[NETWORK_NODES];
	true_arrows(&truth, network);
	mixmi_status status = by != BLANKET ? learn(&learnt, line, data, &s->configurations[by]) : MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < s->targets; i++) {
		size_t target = (i * s->nodes / s->targets + number) % s->nodes;
		blanket_of(real, &truth, target);
		if (by == BLANKET)
			status = ask_blanket(found, line, data, target, s);
		else
			blanket_of(found, &learnt, target);
		add_figures(line, found, real, s->nodes);
	}
	divide(line, (double)s->targets);
	return status;
}

/* ------------------------------------------------------------------------------------------------------------- the run */

static void keep(score_table *table, const settings *s, const score *line)
{
#pragma omp critical
	if (!score_put(table, line) || (s->csv != NULL && !score_write(table, s->csv)))
		argument_fail("cannot be kept", line->network);
}

static bool present(const score_table *table, const score *like)
{
	bool found;
#pragma omp critical
	found = score_find(table, like->network, like->rows, like->configuration) != NULL;
	return found;
}

static void run(score_table *table, const settings *s, size_t number)
{
	network_kind family = (network_kind)(number % NETWORK_FAMILIES);
	random_network network;
	mixmi_table *data;
	network_random(&network, s->nodes, family, s->seed, number);
	if (network_sample(&data, &network, s->rows, s->seed, number) != MIXMI_OK)
		argument_fail(network_family_name(family), mixmi_error_message());
	for (way by = 0; by < WAYS; by++) {
		score line = { .nodes = s->nodes, .rows = s->rows };
		snprintf(line.network, SCORE_NAME, "%s-%zu.%zu", network_family_name(family), s->nodes, number + 1);
		snprintf(line.configuration, SCORE_NAME, "%s", way_names[by]);
		if (!s->wanted[by] || present(table, &line))
			continue;
		if (measure(&line, by, &network, data, number, s) != MIXMI_OK)
			argument_fail(line.network, mixmi_error_message());
		keep(table, s, &line);
	}
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
	      "Written by `make figures MEASURE=1`, and on more and larger networks by `make blankets`. `blanket` is "
	      "`mixmi blanket` of a target; `graph` and `pc-stable` are the\n"
	      "Markov blanket that a graph of all columns gives it, by the default search and by `--search pc-stable`:\n"
	      "its neighbours, and the other parents of its children. Precision, recall and F1 are means over targets,\n"
	      "and 1 where a blanket is rightly empty; tests and seconds of CPU are for one target and for the whole\n"
	      "graph. The seed of `make blankets` (4099) took part in no choice of the search.\n\n",
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
	for (way by = 0; by < WAYS; by++)
		score_configuration_clear(&s.configurations[by]);
	return good ? 0 : 1;
}
