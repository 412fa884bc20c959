/* Orders of columns and of rows that depend only on the data. */
#ifndef GRAPH_ROW_ORDER_H
#define GRAPH_ROW_ORDER_H

#include <stdbool.h>

#include "data/table.h"

/* order[i] becomes the place in columns[count] of the column at position i. The result depends neither on the order of
 * rows, nor on names of columns, nor on the order of columns that differ in their content or in their relation to the
 * others. Returns false if memory runs out. Cost: O(rows columns). */
bool graph_column_order(size_t *order, const mixmi_table *table, const size_t *columns, size_t count);

/* order[i] becomes the row at position i. The result depends neither on the order of rows in the table, nor on names of
 * columns, nor on the order of columns that differ in their content or in their relation to the others. Rows that are
 * equal in all of `columns` are interchangeable. Returns false if memory runs out. Cost: O(rows columns). */
bool graph_row_order(uint32_t *order, const mixmi_table *table, const size_t *columns, size_t count);

/* Changes an order of rows, as above, so that the rows of a cluster are consecutive, with clusters in an order that
 * depends on their content. (*starts)[i], [clusters + 1], is the start of cluster i. The caller frees *starts. Returns
 * false if memory runs out. */
bool graph_cluster_order(uint32_t *order, size_t **starts, const mixmi_table *table, const size_t *columns,
                         size_t count);

#endif
