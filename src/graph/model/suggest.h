/* Columns that are probably roots: nothing else in a table can cause them. */
#ifndef GRAPH_SUGGEST_H
#define GRAPH_SUGGEST_H

#include "data/table.h"

/* Why a column is suggested as a root; NULL: it is not. */
const char *graph_suggests_root(const data_column *column);

/* The same by its name alone. */
bool graph_named_like_root(const char *name);

#endif
