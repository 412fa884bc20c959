/* Graphs of time series by PCMCI+ (Runge 2020). Nodes are columns at the present and at earlier times: x, x@1, x@2, ... Only edges into the
 * present are searched; they stand for all times. The first stage finds candidates for the lagged parents of every column. The second is
 * PC-stable with the candidates of the ends in every conditioning set (momentary conditional independence), so that autocorrelation does
 * not look like dependence. */
#ifndef GRAPH_SERIES_H
#define GRAPH_SERIES_H

#include "graph/search/lags.h"

/* The nodes of a search are `columns` of a table that data_table_lag() made with twice as many lags. `published` is set before. Clear it also after an
 * error. False: out of memory. */
bool graph_series_init(graph_series *series, const mixmi_table *table, const size_t *columns, size_t nodes,
                       size_t lags);
void graph_series_clear(graph_series *series);

/* Adds to the rules: no effect on the past; no effect on columns that are constant over time. Knowledge about two columns applies to all
 * lags, a required edge to the present only. False: out of memory. */
bool graph_series_rules(graph_rules *rules, const graph_series *series, bool same_time);

/* Finds skeleton, directions and complete conditioning sets. */
mixmi_status graph_series_run(graph_search *search);

/* Removes nodes that are too early for edges and in no conditioning set, and sets the lags of the others. Node i is column columns[i] of the
 * table; the first `given` nodes are kept. Takes ownership of the graph; NULL: out of memory. */
mixmi_graph *graph_series_trim(mixmi_graph *graph, const mixmi_table *table, const size_t *columns, size_t given,
                               size_t lags);

#endif
