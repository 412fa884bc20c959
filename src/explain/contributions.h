/* What each cell of a grid adds to I(X;Y|Z). */
#ifndef EXPLAIN_CONTRIBUTIONS_H
#define EXPLAIN_CONTRIBUTIONS_H

#include "histogram/model.h"

typedef struct explain_cells {
	size_t count;
	mixmi_explained_cell *cells; /* [count] the largest contribution first */
	uint32_t *bins;              /* [count][columns] */
} explain_cells;

/* The cells of a histogram with their expectations; `places` are X, Y and Z as its columns. Sorting aside O(cells). */
mixmi_status explain_cells_init(explain_cells *cells, const mixmi_histogram *histogram, const mixmi_question *places);
void explain_cells_clear(explain_cells *cells);

#endif
