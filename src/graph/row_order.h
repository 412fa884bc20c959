/* Rows in an order that comes from the data alone. */
#ifndef GRAPH_ROW_ORDER_H
#define GRAPH_ROW_ORDER_H

#include <stdbool.h>

#include "data/table.h"

/* order[i] becomes the row in place i, whatever the order of rows in the table, the names of the columns, and the order of those columns
 * that differ in what they hold or in what they have to do with the others; rows that are the same in all of `columns` are
 * interchangeable. False: out of memory. Cost: O(rows columns). */
bool graph_row_order(uint32_t *order, const mixmi_table *table, const size_t *columns, size_t count);

#endif
