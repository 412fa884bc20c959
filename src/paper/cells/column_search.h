/* Greedy search over columns: in each round every column proposes its best change with the others fixed, and the one
 * that shortens the code most is accepted. The caller defines states and changes. */
#ifndef CELLS_COLUMN_SEARCH_H
#define CELLS_COLUMN_SEARCH_H

#include "mixmi.h"

typedef struct cells_column_search {
	size_t columns;
	size_t most_rounds;
	const mixmi_options *options; /* 0: as in the options; 1 for short searches, where starting threads takes longer */
	int threads;                  /* share of the total work before and after this search */
	double from, to;              /* of the whole work, the share that this search is */
	void *context;

	/* True if the column can change. */
	bool (*may_change)(const void *context, size_t column);

	/* Finds and stores the best change of a column with the others fixed. *change is the change of the code length in
	 * bits, negative if it becomes shorter. Columns propose in parallel. */
	mixmi_status (*propose)(void *context, size_t column, double *change);

	/* Makes the last proposed change of a column. */
	void (*accept)(void *context, size_t column);

	/* Called after each change; returning true ends the search. NULL: never. */
	bool (*is_over)(void *context);
} cells_column_search;

typedef struct cells_column_found {
	size_t rounds;
	bool converged; /* no column has a change that shortens the code */
} cells_column_found;

/* Smallest gain in bits: prevents endless loops caused by rounding. */
#define CELLS_LEAST_GAIN 1e-9

/* Runs the search. Ties go to the first column, so the result depends on the order of columns but not on the number of
 * threads. */
mixmi_status cells_column_search_run(cells_column_found *found, const cells_column_search *search);

#endif
