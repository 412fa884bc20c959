/* How often mixmi check rejects the true graph of random mixed networks, and whether it finds a removed or an added edge. Run
 * with --help. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "random_network.h"

static const char usage[] =
	"graph_checks: mixmi check on random mixed networks of 8 to 15 nodes: the true graph, one strong edge removed, one "
	"added\n"
	"\n"
	"  --networks N   networks; seven families of mechanisms take turns, and 300, 1000 and 3000 rows (300)\n"
	"  --all          test all pairs, not the local Markov property\n"
	"  --seed N       (33)\n"
	"  --csv FILE     write a line per network\n"
	"  --page FILE    write the summary as a Markdown page; without it to standard output\n";

enum { SIZES = 3 };
static const size_t sizes[SIZES] = { 300, 1000, 3000 };
static const double level = 0.05;        /* that the graph's p-value is compared with */
static const double strong_share = 0.15; /* of the child's latent variance: a strong edge */

typedef struct settings {
	size_t networks;
	uint64_t seed;
	bool all;
	const char *csv, *page;
	mixmi_options *options;
} settings;

/* Counts at one number of rows. */
typedef struct tally {
	size_t networks, rejected;             /* true graphs */
	size_t removed, flagged, first, among; /* a strong edge taken out: p at most .05; named first; named at all */
	size_t added, unsupported, least,
		in_true; /* an edge put in: without support; with the least; of true edges without support */
	size_t true_edges;
} tally;

static void must(mixmi_status status)
{
	if (status != MIXMI_OK)
		argument_fail("the library", mixmi_error_message());
}

/* ------------------------------------------------------------------------------------------------------ graphs */

typedef struct edge {
	size_t from, to; /* nodes of the network */
} edge;

static mixmi_graph *make_graph(const random_network *net, const edge *without, const edge *with)
{
	const char *names[NETWORK_NODES];
	char texts[NETWORK_NODES][8];
	mixmi_graph *graph;
	for (size_t i = 0; i < net->count; i++) {
		snprintf(texts[i], sizeof texts[i], "v%zu", net->nodes[i].column);
		names[i] = texts[i];
	}
	must(mixmi_graph_new(&graph, names, net->count));
	for (size_t i = 0; i < net->count; i++)
		for (size_t k = 0; k < net->nodes[i].parent_count; k++)
			if (without == NULL || without->to != i || without->from != net->nodes[i].parents[k])
				must(mixmi_graph_join(graph, net->nodes[i].parents[k], i, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	if (with != NULL)
		must(mixmi_graph_join(graph, with->from, with->to, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	return graph;
}

/* The edge with the largest share of its child's latent variance; false if even that is weak. */
static bool find_strongest(edge *out, const random_network *net)
{
	double largest = 0;
	for (size_t i = 0; i < net->count; i++) {
		const network_node *node = &net->nodes[i];
		double squares = 0;
		for (size_t k = 0; k < node->parent_count; k++)
			squares += node->weights[k] * node->weights[k];
		for (size_t k = 0; k < node->parent_count; k++) {
			double share = node->share * node->weights[k] * node->weights[k] / squares;
			if (share > largest) {
				largest = share;
				*out = (edge){ node->parents[k], i };
			}
		}
	}
	return largest >= strong_share;
}

static bool is_joined(const random_network *net, size_t from, size_t to)
{
	for (size_t k = 0; k < net->nodes[to].parent_count; k++)
		if (net->nodes[to].parents[k] == from)
			return true;
	return false;
}

static edge draw_addition(const random_network *net, uint64_t seed, uint64_t number)
{
	draw d;
	edge e = { 0, 0 };
	draw_init(&d, seed, "added edge", number);
	do {
		e.to = 1 + (size_t)draw_below(&d, net->count - 1);
		e.from = (size_t)draw_below(&d, e.to);
	} while (is_joined(net, e.from, e.to));
	return e;
}

/* ------------------------------------------------------------------------------------------------------- checks */

static bool is_pair(const mixmi_claim *claim, const edge *e)
{
	return (claim->a == e->from && claim->b[0] == e->to) || (claim->a == e->to && claim->b[0] == e->from);
}

/* Position of the pair in a list, from 1; 0 if absent. */
static size_t place_of(const mixmi_check *check, mixmi_check_list list, const edge *e)
{
	mixmi_claim claim;
	for (size_t i = 0; mixmi_check_at(&claim, sizeof claim, check, list, i) == MIXMI_OK; i++)
		if (is_pair(&claim, e))
			return i + 1;
	return 0;
}

static mixmi_check *check(mixmi_check_info *info, const settings *s, const mixmi_table *table, mixmi_graph *graph)
{
	mixmi_check *out;
	must(mixmi_graph_check(&out, table, graph, s->all, 0, s->options));
	mixmi_check_describe(info, sizeof *info, out);
	mixmi_graph_free(graph);
	return out;
}

static void check_true(tally *t, FILE *csv, const settings *s, const mixmi_table *table, const random_network *net)
{
	mixmi_check_info info;
	mixmi_check *found = check(&info, s, table, make_graph(net, NULL, NULL));
	t->networks++;
	t->rejected += info.p <= level ? 1 : 0;
	t->true_edges += info.edges;
	t->in_true += info.unsupported;
	if (csv != NULL)
		fprintf(csv, ",%zu,%g", info.claims, info.p);
	mixmi_check_free(found);
}

static void check_removed(tally *t, FILE *csv, const settings *s, const mixmi_table *table, const random_network *net)
{
	mixmi_check_info info;
	edge e = { 0, 0 };
	if (!find_strongest(&e, net)) {
		if (csv != NULL)
			fputs(",,", csv);
		return;
	}
	mixmi_check *found = check(&info, s, table, make_graph(net, &e, NULL));
	size_t place = place_of(found, MIXMI_MISSING, &e);
	t->removed++;
	t->flagged += info.p <= level ? 1 : 0;
	t->first += place == 1 ? 1 : 0;
	t->among += place > 0 ? 1 : 0;
	if (csv != NULL)
		fprintf(csv, ",%g,%zu", info.p, place);
	mixmi_check_free(found);
}

static void check_added(tally *t, FILE *csv, const settings *s, const mixmi_table *table, const random_network *net,
                        size_t number)
{
	mixmi_check_info info;
	edge e = draw_addition(net, s->seed, number);
	mixmi_check *found = check(&info, s, table, make_graph(net, NULL, &e));
	size_t place = place_of(found, MIXMI_EDGES, &e);
	t->added++;
	t->unsupported += place > 0 && place <= info.unsupported ? 1 : 0;
	t->least += place == 1 ? 1 : 0;
	if (csv != NULL)
		fprintf(csv, ",%zu,%zu\n", place, info.unsupported);
	mixmi_check_free(found);
}

static void run_one(tally tallies[SIZES], FILE *csv, const settings *s, size_t number)
{
	random_network net;
	mixmi_table *table;
	size_t size = number % SIZES, nodes = 8 + number / SIZES % 8, family = number / (8 * SIZES) % NETWORK_FAMILIES;
	network_random(&net, nodes, (network_kind)family, s->seed, number);
	must(network_sample(&table, &net, sizes[size], s->seed, number));
	if (csv != NULL)
		fprintf(csv, "%zu,%s,%zu,%zu", number, network_family_name((network_kind)family), nodes, sizes[size]);
	check_true(&tallies[size], csv, s, table, &net);
	check_removed(&tallies[size], csv, s, table, &net);
	check_added(&tallies[size], csv, s, table, &net, number);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------------------- summary */

static double share(size_t part, size_t whole)
{
	return whole > 0 ? (double)part / (double)whole : (double)NAN;
}

static void print_page(FILE *page, const tally tallies[SIZES], const settings *s)
{
	fprintf(
		page,
		"# Checks of graphs\n\n"
		"`mixmi check` on %zu random mixed networks of 8 to 15 nodes (`make check-graphs`, seed %llu, %s). Shares of "
		"networks. A strong edge has at least %g of its child's latent variance; the strongest of a network is "
		"removed. "
		"An added edge joins a random pair.\n\n"
		"| | n = 300 | n = 1000 | n = 3000 |\n|---|---|---|---|\n",
		s->networks, (unsigned long long)s->seed, s->all ? "all pairs" : "local Markov property", strong_share);
	const char *const what[] = { "networks",
		                         "true graph rejected at .05",
		                         "networks with a strong edge",
		                         "strong edge removed: graph rejected at .05",
		                         "... and this edge named first",
		                         "... or named at all",
		                         "edge added: reported without support",
		                         "... as the one with least support",
		                         "true edges reported without support" };
	for (size_t row = 0; row < sizeof what / sizeof *what; row++) {
		fprintf(page, "| %s |", what[row]);
		for (size_t i = 0; i < SIZES; i++) {
			const tally *t = &tallies[i];
			const double cells[] = { (double)t->networks,
				                     share(t->rejected, t->networks),
				                     (double)t->removed,
				                     share(t->flagged, t->removed),
				                     share(t->first, t->removed),
				                     share(t->among, t->removed),
				                     share(t->unsupported, t->added),
				                     share(t->least, t->added),
				                     share(t->in_true, t->true_edges) };
			fprintf(page, " %.3g |", cells[row]);
		}
		fputc('\n', page);
	}
}

static void take_arguments(settings *s, int argc, char **argv)
{
	static const struct option options[] = { { "networks", 1, NULL, 'N' }, { "all", 0, NULL, 'a' },
		                                     { "seed", 1, NULL, 's' },     { "csv", 1, NULL, 'c' },
		                                     { "page", 1, NULL, 'p' },     { "help", 0, NULL, 'h' },
		                                     { NULL, 0, NULL, 0 } };
	int option;
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'N')
			s->networks = (size_t)argument_number(optarg, 1, 1000000);
		else if (option == 's')
			s->seed = argument_number(optarg, 0, UINT64_MAX);
		else if (option == 'a')
			s->all = true;
		else if (option == 'c')
			s->csv = optarg;
		else if (option == 'p')
			s->page = optarg;
		else {
			fputs(usage, option == 'h' ? stdout : stderr);
			exit(option == 'h' ? 0 : 1);
		}
	}
}

int main(int argc, char **argv)
{
	settings s = { .networks = 300, .seed = 33 };
	tally tallies[SIZES] = { { 0 } };
	argument_program = "graph_checks";
	must(mixmi_options_new(&s.options));
	must(mixmi_options_set(s.options, "threads", "1"));
	take_arguments(&s, argc, argv);
	FILE *csv = s.csv != NULL ? fopen(s.csv, "w") : NULL, *page = s.page != NULL ? fopen(s.page, "w") : stdout;
	if ((s.csv != NULL && csv == NULL) || page == NULL)
		argument_fail(s.csv != NULL && csv == NULL ? s.csv : s.page, "cannot be written");
	if (csv != NULL)
		fputs("network,family,nodes,rows,claims,p,p_removed,place_removed,place_added,unsupported\n", csv);
	for (size_t i = 0; i < s.networks; i++)
		run_one(tallies, csv, &s, i);
	print_page(page, tallies, &s);
	mixmi_options_free(s.options);
	bool failed = fclose(page) != 0;
	failed |= csv != NULL && fclose(csv) != 0;
	return failed ? 1 : 0;
}
