/* Greedy search over columns: in each round every column proposes its best change with the others held, and the one that
 * shortens the code most is made. What a column's state is, and what a change, is the caller's. */
#ifndef CELLS_COLUMN_SEARCH_H
#define CELLS_COLUMN_SEARCH_H

#include "mixmi.h"

typedef struct cells_column_search {
	size_t columns;
	size_t most_rounds;
	const mixmi_options *options; /* threads and progress */
	int threads;                  /* 0: as the options say; 1 for what is done before a second thread has woken up */
	double from, to;              /* of the whole work, the share that this search is */
	void *context;

	/* True if a column can change at all. */
	bool (*may_change)(const void *context, size_t column);

	/* Finds the best change of a column, with the others as they are: keeps it, and says by how many bits it lengthens the
	 * code (below 0: it shortens it). Columns propose in parallel. */
	mixmi_status (*propose)(void *context, size_t column, double *change);

	/* Makes the change that a column has proposed last. */
	void (*accept)(void *context, size_t column);

	/* Asked after each change; true ends the search. NULL: never. */
	bool (*is_over)(void *context);
} cells_column_search;

typedef struct cells_column_found {
	size_t rounds;
	bool converged; /* no column has a change left that shortens the code */
} cells_column_found;

/* A change counts as a gain from this many bits on: rounding alone must not go round in circles. */
#define CELLS_LEAST_GAIN 1e-9

/* Runs the search. Ties go to the first column, so the answer depends on the order of columns but not on threads. */
mixmi_status cells_column_search_run(cells_column_found *found, const cells_column_search *search);

#endif
