/* Graphs of series, PCMCI+ (Runge 2020): nodes are columns at the present time and at earlier ones, x and x@1, x@2, ... Only edges into
 * the present are searched, and stand for all times. First every column gets candidates for its lagged parents; then PC-stable over
 * the present runs with the candidates of both ends in every conditioning set (momentary conditional independence), so that what
 * a series has from its own past does not look like dependence. */
#ifndef GRAPH_SERIES_H
#define GRAPH_SERIES_H

#include "graph/search/search.h"

/* Which node is which column at which time. */
struct graph_series {
	size_t lags; /* greatest lag of an edge; nodes go back twice as far, for the parents of those */
	size_t *lag; /* [nodes] */
	size_t *now; /* [nodes] the same column at the present */
	size_t *
		before; /* [nodes * (2 lags + 1)] of a node of the present: the same column so many steps earlier; SIZE_MAX: none */
};

/* Of the nodes of a search, which are `columns` of a table that data_table_lag() made with twice as many lags. To be cleared in any
 * case. False: out of memory. */
bool graph_series_init(graph_series *series, const mixmi_table *table, const size_t *columns, size_t nodes,
                       size_t lags);
void graph_series_clear(graph_series *series);

/* Nothing acts on the past, a column that never changes is an effect of no other, and what is known of two columns holds for all lags
 * (an edge that is required: for the present). False: out of memory. */
bool graph_series_rules(graph_rules *rules, const graph_series *series, bool same_time);

/* Skeleton, directions, and the conditioning sets with all that was in them. */
mixmi_status graph_series_run(graph_search *search);

/* The set of a question with the candidates of both ends, ascending; *count of them. NULL: out of memory. The caller frees it. */
size_t *graph_series_given(size_t *count, const graph_search *search, size_t a, size_t b, const size_t *given,
                           size_t given_count);

/* Was the pair asked about with these candidates? Else the first stage separated it. */
bool graph_series_asks(const graph_search *search, size_t a, size_t b);

/* Is it open whether c is a common effect of a and b? The past is a cause. */
bool graph_series_open(const graph_search *search, size_t a, size_t b, size_t c);

/* The graph without nodes that are too early for edges and in no conditioning set, and with the lags of the others. Node i is column
 * columns[i] of the table; the first `given` of them stay. Takes the graph over; NULL: out of memory. */
mixmi_graph *graph_series_trim(mixmi_graph *graph, const mixmi_table *table, const size_t *columns, size_t given,
                               size_t lags);

#endif
