/* A learnt graph with what the command knows about it: the text and JSON that `mixmi graph` writes. */
#ifndef CLI_GRAPH_REPORT_H
#define CLI_GRAPH_REPORT_H

#include "args.h"
#include "text.h"

/* What was learnt, and the true graph it is compared with. */
typedef struct cli_graph_report {
	const cli_args *args;
	const mixmi_table *table;
	const size_t *columns; /* of the table: the nodes */
	size_t count;
	const mixmi_graph *graph;
	mixmi_graph_info info;
	const mixmi_graph *truth; /* NULL: none */
	const char *truth_file;
	const char *against; /* what of the graph in the file that is: "cpdag", "pag" or the "graph" itself */
	mixmi_comparison comparison;
} cli_graph_report;

/* Prints the graph in a format of mixmi_graph_write(); text and JSON have the comparison too, and JSON what every answer of
 * the command has. Returns an exit code and has printed the message if it is not 0. */
int cli_graph_report_print(const cli_graph_report *report, const char *format, FILE *stream);

/* Adds the comparison as one line, for formats that have no place for it. */
void cli_graph_report_add_note(cli_text *out, const cli_graph_report *report);

#endif
