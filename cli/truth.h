/* The true graph for `mixmi graph --truth`. */
#ifndef CLI_TRUTH_H
#define CLI_TRUTH_H

#include "args.h"

/* The learnt graph to compare with. */
typedef struct cli_truth_nodes {
	const cli_args *args;
	const mixmi_table *table;
	const size_t *columns; /* of the table: the nodes of the learnt graph */
	size_t count;
	const mixmi_knowledge *knowledge; /* NULL: none */
} cli_truth_nodes;

/* Reads the true graph and converts it to one over exactly these nodes: the part that data can identify. *against
 * becomes "cpdag" (of a DAG), "pag" (of a DAG, with latent variables) or "graph" (the graph itself). Columns of the
 * table that the search omits by default (constants, identifiers, repetitions) are ignored, and columns that the file
 * does not name have no edges; a note says so. A node that is not a column of the table is an error, unless latent
 * variables are allowed. */
int cli_truth_read(mixmi_graph **out, const char **against, const char *path, const cli_truth_nodes *nodes);

#endif
