/* Rows in an order that comes from the data alone. */
#ifndef GRAPH_ROW_ORDER_H
#define GRAPH_ROW_ORDER_H

#include <stdbool.h>

#include "data/table.h"

/* order[i] becomes the row in place i, whatever the order of rows in the table, the names of the columns, and the order of those columns
 * that differ in what they hold or in what they have to do with the others; rows that are the same in all of `columns` are
 * interchangeable. False: out of memory. Cost: O(rows columns). */
bool graph_row_order(uint32_t *order, const mixmi_table *table, const size_t *columns, size_t count);

/* Takes an order of rows, as above, to one in which the rows of a cluster stand together, clusters in an order that depends on what is in
 * them: (*starts)[i], [clusters + 1], is where the rows of cluster i start. The caller frees *starts. False: out of memory. */
bool graph_cluster_order(uint32_t *order, size_t **starts, const mixmi_table *table, const size_t *columns,
                         size_t count);

#endif
