/* The direction of a dependence: does one go up with the other, or down? */
#ifndef GRAPH_SIGN_H
#define GRAPH_SIGN_H

#include "graph/search.h"

/* Spearman's rank correlation of two columns within cells of others, pooled over the cells: sum of products over the root of
 * the sums of squares of ranks that are centred in each cell. Numeric columns of Z are cut into equally full bins, as many as
 * leave about 20 rows a cell; a discrete X or Y that is a text has no order: NaN. NaN also where nothing varies. *out is set
 * unless memory is out (false). O(rows log rows). */
bool graph_sign(double *out, const mixmi_table *table, size_t x, size_t y, const size_t *z, size_t z_count);

/* Fills in the signs of all edges, and which separations are doubtful. */
mixmi_status graph_finish_evidence(graph_search *search);

#endif
