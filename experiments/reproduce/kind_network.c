/* The causal network: skeletons by PC-stable against the true edges, which network.h has as a list "from,to,type".
 * The method suzuki-numbers is suzuki with B and C taken as numbers, which is what the paper's JIC seems to have
 * done. */
#include <string.h>

#include "cell.h"
#include "method.h"
#include "network.h"
#include "summary.h"

enum { NODES = 7, EDGES = 7, PRECISION = 0, RECALL, F1, TESTS, FIRST_EDGE, VALUES = FIRST_EDGE + EDGES };

/* Names of nodes are the single letters A to G. */
typedef struct edge_list {
	char ends[EDGES][2];
} edge_list;

static edge_list true_edges(void)
{
	edge_list list = { 0 };
	const char *line = strchr(network_edges, '\n') + 1;
	for (size_t i = 0; i < EDGES; i++, line = strchr(line, '\n') + 1) {
		list.ends[i][0] = line[0];
		list.ends[i][1] = line[2];
	}
	return list;
}

static bool same_edge(const char ends[2], char a, char b)
{
	return (ends[0] == a && ends[1] == b) || (ends[0] == b && ends[1] == a);
}

static mixmi_status score(double *values, const mixmi_graph *graph)
{
	const edge_list truth = true_edges();
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < VALUES; i++)
		values[i] = 0;
	double found = 0;
	for (size_t e = 0; e < info.edges; e++) {
		mixmi_edge edge;
		mixmi_status status = mixmi_graph_edge(&edge, sizeof edge, graph, e);
		if (status != MIXMI_OK)
			return status;
		mixmi_type type;
		char a = mixmi_graph_node(graph, edge.from, &type)[0], b = mixmi_graph_node(graph, edge.to, &type)[0];
		for (size_t i = 0; i < EDGES; i++)
			if (same_edge(truth.ends[i], a, b)) {
				values[FIRST_EDGE + i] = 1;
				found++;
			}
	}
	values[PRECISION] = info.edges == 0 ? 1 : found / (double)info.edges;
	values[RECALL] = found / EDGES;
	values[F1] = 2 * found / ((double)info.edges + EDGES);
	values[TESTS] = (double)info.tests;
	return MIXMI_OK;
}

static mixmi_status run(double *values, const cell *c, uint64_t seed, uint64_t number)
{
	mixmi_options *options;
	mixmi_table *table;
	mixmi_graph *graph;
	bool numbers = strcmp(c->method, "suzuki-numbers") == 0;
	mixmi_status status = method_test(&options, numbers ? "suzuki" : c->method, seed, number);
	if (status == MIXMI_OK)
		status = (numbers ? network_table_numbers : network_table)(&table, c->rows, seed, cell_number(c, number));
	if (status != MIXMI_OK) {
		mixmi_options_free(options);
		return status;
	}
	status = mixmi_graph_learn(&graph, table, NULL, 0, NULL, options);
	if (status == MIXMI_OK)
		status = score(values, graph);
	mixmi_graph_free(graph);
	mixmi_table_free(table);
	mixmi_options_free(options);
	return status;
}

static void write_row(FILE *file, const cell *c, const double *values)
{
	fprintf(file, "%zu,%s,%zu", c->rows, c->method, c->draws);
	for (size_t i = PRECISION; i <= F1; i++)
		summary_write_pair(file, summary_of(values + i, c->draws, VALUES));
	for (size_t i = TESTS; i < VALUES; i++)
		summary_write(file, summary_of(values + i, c->draws, VALUES).mean);
	fputc('\n', file);
}

/* The last columns are the shares of graphs with each true edge, in the order of network_edges. */
const kind kind_network = {
	.name = "network",
	.what = "skeleton of the causal network",
	.header = "n,test,draws,precision,precision_se,recall,recall_se,f1,f1_se,tests,B-C,B-D,C-E,C-F,D-F,E-G,A-G",
	.values = VALUES,
	.run = run,
	.write = write_row
};
