/* Columns that are probably roots: nothing else in a table can cause them. */
#ifndef GRAPH_SUGGEST_H
#define GRAPH_SUGGEST_H

#include "data/table.h"
#include "graph/model/graph.h"

/* Why a column is suggested as a root; GRAPH_NO_ROOT: it is not. */
graph_suggestion_why graph_suggests_root(const data_column *column);

/* The same by its name alone. */
bool graph_named_like_root(const char *name);

#endif
