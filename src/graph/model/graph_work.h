/* Long computations of a search: base/work with progress of the search, where cancelling is not an error. */
#ifndef GRAPH_GRAPH_WORK_H
#define GRAPH_GRAPH_WORK_H

#include "base/work.h"

/* One per search, shared by its threads. */
typedef struct graph_watch {
	const mixmi_options *options;
	atomic_bool cancelled;  /* no further tests are to be made */
	atomic_ullong tests;    /* for progress reports */
	atomic_ullong expected; /* current estimate of the total number of tests, for progress reports */
	char stage[64];         /* such as "level 2" */
	size_t level;           /* size of the conditioning sets */
	const char *unit;       /* unit of the pieces, such as "pairs" */
	bool probes;            /* unanswered questions stay open and are not asked: see graph/rounds.h */
	atomic_size_t open;     /* pieces with such a question */
} graph_watch;

/* The thread that does a piece. */
typedef struct graph_worker {
	graph_watch *watch;
	base_worker *base;
	bool open; /* the piece has an open question */
} graph_worker;

/* Does piece `index`. The first status other than MIXMI_OK, in the order of pieces, is the status of the loop. */
typedef mixmi_status graph_piece(void *context, size_t index, graph_worker *worker);

/* Reports progress to the callback if the worker may. Returns true to continue. */
bool graph_work_goes_on(graph_worker *worker);

/* To be called when a test within a piece returned MIXMI_ERROR_CANCELLED. */
void graph_work_stopped(graph_worker *worker);

/* Does pieces 0 .. count-1 as a named stage. After cancelling, which is not an error, pieces that have not started are
 * skipped; running pieces can check graph_work_goes_on(). */
mixmi_status graph_work_parallel(graph_watch *watch, size_t count, graph_piece *piece, void *context);

/* The same for pieces that other processes may share, through the given executor, which may be NULL. The functions of
 * `outcome` get the context of the pieces. */
mixmi_status graph_work_shared(graph_watch *watch, size_t count, graph_piece *piece, const base_executor *executor,
                               const base_outcome *outcome, void *context);

/* The same within a piece of another loop, in this thread, without a separate stage. */
mixmi_status graph_work_inside(graph_worker *worker, size_t count, graph_piece *piece, void *context);

#endif
