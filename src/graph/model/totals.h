/* Columns that are nearly exact sums of others in their own units, such as total = inpatient + outpatient. */
#ifndef GRAPH_TOTALS_H
#define GRAPH_TOTALS_H

#include "graph/model/graph.h"
#include "graph/model/members.h"
#include "graph/model/rules.h"

/* Sums among the numeric columns of the members, by position in these, the parts in ascending order. No column is the total of two sums. A total that is a known root is
 * exchanged with a part that is none. The caller frees *out. O(columns^2 (rows + columns)). False: out of memory. */
bool graph_totals_find(graph_sum **out, size_t *count, const graph_members *all, const mixmi_table *table,
                       const graph_rules *rules);

#endif
