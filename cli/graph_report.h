/* A learnt graph with additions of the command: the text and JSON written by `mixmi graph`. */
#ifndef CLI_GRAPH_REPORT_H
#define CLI_GRAPH_REPORT_H

#include "args.h"
#include "text.h"

/* The learnt graph, and the true graph for comparison. */
typedef struct cli_graph_report {
	const cli_args *args;
	const mixmi_table *table;
	const size_t *columns; /* of the table: the nodes */
	size_t count;
	const mixmi_graph *graph;
	mixmi_graph_info info;
	const mixmi_graph *truth; /* NULL: none */
	const char *truth_file;
	const char *against; /* what of the graph in the file is compared: "cpdag", "pag" or the "graph" itself */
	mixmi_comparison comparison;
} cli_graph_report;

/* Prints the graph in a format of mixmi_graph_write(). Text and JSON include the comparison, and JSON the keys that
 * every answer of the command has. Returns an exit code; if it is not 0, the message has been printed. */
int cli_graph_report_print(const cli_graph_report *report, const char *format, FILE *stream);

/* Adds the comparison as one line, for formats that cannot include it. */
void cli_graph_report_add_note(cli_text *out, const cli_graph_report *report);

#endif
