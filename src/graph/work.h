/* Long work in parallel, with progress and cancelling: many pieces that do not depend on each other, in any order. */
#ifndef GRAPH_WORK_H
#define GRAPH_WORK_H

#include <stdatomic.h>

#include "mixmi.h"

/* One for a whole search, shared by its threads. Only the thread that called the library speaks to the callback. */
typedef struct graph_watch {
	mixmi_progress_function *progress; /* NULL: none */
	void *progress_context;
	atomic_bool cancelled; /* nothing more is to be asked */
	atomic_bool failed;    /* an error ended the work */
	atomic_ullong tests;   /* for showing */
	atomic_size_t done;    /* pieces of the present stage */
	size_t total;
	char stage[64];   /* such as "level 2" */
	const char *unit; /* what the pieces are, such as "pairs" */
} graph_watch;

/* Who does a piece. */
typedef struct graph_worker {
	graph_watch *watch;
	bool is_caller; /* the thread that called the library */
} graph_worker;

/* Does piece `index`. The first status other than MIXMI_OK, in the order of pieces, is that of the whole. */
typedef mixmi_status graph_piece(void *context, size_t index, graph_worker *worker);

/* Threads to use: what the options say, or what the machine has. */
int graph_threads(const mixmi_options *options);

/* Tells the callback where the work is, if the worker may. True to go on. */
bool graph_work_goes_on(graph_worker *worker);

/* Does pieces 0 .. count-1 under the name of a stage. After cancelling, pieces that have not begun are left out; those
 * that have begun see it from graph_work_goes_on(). */
mixmi_status graph_work_parallel(graph_watch *watch, size_t count, int threads, graph_piece *piece, void *context);

/* The same within a piece of other work, in this thread, without a stage of its own. */
mixmi_status graph_work_inside(graph_worker *worker, size_t count, graph_piece *piece, void *context);

/* A progress callback for what a worker calls; `context` is the graph_worker. */
bool graph_work_progress(void *context, const mixmi_progress *progress);

#endif
