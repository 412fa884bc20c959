/* Long work of a search: base/work with what a search shows of itself, and cancelling that is no error. */
#ifndef GRAPH_GRAPH_WORK_H
#define GRAPH_GRAPH_WORK_H

#include "base/work.h"

/* One for a whole search, shared by its threads. */
typedef struct graph_watch {
	const mixmi_options *options;
	atomic_bool cancelled;  /* nothing more is to be asked */
	atomic_ullong tests;    /* for showing */
	atomic_ullong expected; /* tests to the end, as estimated at present, for showing */
	char stage[64];         /* such as "level 2" */
	size_t level;           /* size of the conditioning sets */
	const char *unit;       /* what the pieces are, such as "pairs" */
	bool probes;            /* a question that is not known is left open, and not asked: see graph/rounds.h */
	atomic_size_t open;     /* pieces with such a question */
} graph_watch;

/* Who does a piece. */
typedef struct graph_worker {
	graph_watch *watch;
	base_worker *base;
	bool open; /* the piece has come to a question that is left open */
} graph_worker;

/* Does piece `index`. The first status other than MIXMI_OK, in the order of pieces, is that of the whole. */
typedef mixmi_status graph_piece(void *context, size_t index, graph_worker *worker);

/* Tells the callback where the work is, if the worker may. True to go on. */
bool graph_work_goes_on(graph_worker *worker);

/* A test that was asked within a piece came back with MIXMI_ERROR_CANCELLED. */
void graph_work_stopped(graph_worker *worker);

/* Does pieces 0 .. count-1 under the name of a stage. After cancelling, which is no error, pieces that have not begun are
 * left out; those that have begun see it from graph_work_goes_on(). */
mixmi_status graph_work_parallel(graph_watch *watch, size_t count, graph_piece *piece, void *context);

/* The same where other processes may share the pieces: by the executor, which may be NULL, that is given. The functions of
 * `outcome` get the context of the pieces. */
mixmi_status graph_work_shared(graph_watch *watch, size_t count, graph_piece *piece, const base_executor *executor,
                               const base_outcome *outcome, void *context);

/* The same within a piece of other work, in this thread, without a stage of its own. */
mixmi_status graph_work_inside(graph_worker *worker, size_t count, graph_piece *piece, void *context);

#endif
