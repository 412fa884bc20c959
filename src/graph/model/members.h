/* The columns of a search, sorted by name, so that nothing depends on their order in the table. */
#ifndef GRAPH_MEMBERS_H
#define GRAPH_MEMBERS_H

#include "mixmi.h"

typedef struct graph_members {
	size_t count;
	size_t *columns;    /* [count] by node */
	const char **names; /* [count] by node */
	mixmi_type *types;  /* [count] by node */
	size_t *node_of;    /* [count] by position in the caller's list */
} graph_members;

/* `columns` NULL: the first `count` of the table. It is an error if there are fewer than two, if one is repeated or if
 * one has too few values. Must be cleared in any case. */
mixmi_status graph_members_init(graph_members *m, const mixmi_table *table, const size_t *columns, size_t count);
void graph_members_clear(graph_members *m);

#endif
