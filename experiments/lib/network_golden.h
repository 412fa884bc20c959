/* The networks under tests/golden/graphs: data, true graph, and the graph that MIIC found. */
#ifndef EXPERIMENTS_NETWORK_GOLDEN_H
#define EXPERIMENTS_NETWORK_GOLDEN_H

#include "mixmi.h"

typedef struct golden_network {
	mixmi_table *table;
	mixmi_graph *truth; /* directed */
	mixmi_graph *miic;  /* edges that MIIC marks both ways are undirected here */
} golden_network;

/* Reads FOLDER/NAME.csv.gz, NAME.truth.json and NAME.miic.csv; a failure says which on stderr. */
bool golden_read(golden_network *out, const char *folder, const char *name);
void golden_free(golden_network *network);

#endif
