/*
 * The one parallel loop. Pieces 0 .. count-1 do not depend on each other and write to places of their own, so the answer is
 * the same for any number of threads; they are handed out in ascending order, to whoever is free. Only the thread that made
 * the call speaks to the progress callback, and a piece that is itself such a loop runs in its own thread alone.
 */
#ifndef BASE_WORK_H
#define BASE_WORK_H

#include <stdatomic.h>

#include "base/options.h"
#include "base/parcel.h"

/* ------------------------------------------------------------------------------------------------ the callback */

/* Between a call of the library and its callback: passes on at most some tens of calls a second, and remembers a no. It
 * lives as long as the call. */
typedef struct base_watch {
	mixmi_progress_function *progress;
	void *context;
	bool refused;
	double allowance; /* calls that may be made at once */
	double last;      /* seconds, when the allowance was last topped up */
} base_watch;

/* Puts a watch into the options that a call works with. Nothing changes where they have no callback, or where the call is
 * part of a larger one of the library, which watches already. */
void base_watch_start(base_watch *watch, mixmi_options *options);

/* How a public call begins: base_options_settle(), and the watch put in. */
void base_watch_settle(base_watch *watch, mixmi_options *settled, const mixmi_options *given);

/* ------------------------------------------------------------------------------------------------- other processes */

/*
 * How a loop is shared between processes that all run it (ranks of MPI). begin() and exchange() are called by the calling
 * thread, once a loop, in every process; take() by any thread: it gives the next run of pieces to this process, every piece
 * to exactly one process, in ascending order within it, and *count is 0 when none is left. exchange() brings every process
 * what all have packed, one parcel after the other, and makes the outcome common: of several failures that of the lowest
 * piece (`failed`; SIZE_MAX: none), else cancelled if any process was.
 */
typedef struct base_executor {
	void *self;
	size_t number, processes; /* of this process, from 0 */
	void (*begin)(void *self, size_t pieces, int threads);
	void (*take)(void *self, size_t *first, size_t *count);
	void (*attend)(
		void *self); /* now and then by the calling thread, so that others need not wait for it; NULL: no need */
	mixmi_status (*exchange)(void *self, base_parcel *all, const base_parcel *own, mixmi_status status, size_t failed);
} base_executor;

/* Where a loop is shared: what its pieces leave behind, put into a parcel in the process that did them and taken out in the
 * others. take functions return false for lack of memory. The first two are for what a process knows as a whole, such as
 * sums; they may be NULL. `context` is that of the pieces. */
typedef struct base_outcome {
	void (*put_sums)(base_parcel *parcel, void *context);
	bool (*take_sums)(base_parcel *parcel, void *context);
	void (*put)(base_parcel *parcel, void *context, size_t index);
	bool (*take)(base_parcel *parcel, void *context, size_t index);
} base_outcome;

/* A step that is no loop: what each process packed reaches all, with the common status. `take` is called for each of the other
 * processes' parcels in their order; NULL: nothing is packed. The own parcel is empty afterwards, but for lack of an executor:
 * then only `status` comes back. */
mixmi_status base_work_agree(const base_executor *executor, mixmi_status status, base_parcel *own,
                             bool (*take)(base_parcel *parcel, void *context), void *context);

/* -------------------------------------------------------------------------------------------------------- the loop */

typedef struct base_work {
	const mixmi_options *options; /* threads and progress; may be NULL where `threads` is set and nothing is reported */
	int threads;                  /* 0: as the options say */
	size_t count;                 /* pieces */
	size_t chunk;                 /* pieces that a thread takes at a time; 0: one */
	const char *stage;            /* passed to the callback; NULL: no progress is reported */
	const char *unit;             /* what the pieces are, such as "pairs"; NULL: not reported */
	double from, to;              /* of the whole, the share that is done before and after; both 0: all of it is here */
	const atomic_ullong *tests;   /* tests made so far, reported too; NULL: none */
	const atomic_ullong *expected; /* estimated number of tests in all, reported too; NULL: none */
	size_t level;                  /* size of the conditioning sets, reported too */

	const base_executor *executor; /* shares the pieces with other processes; NULL: the threads of this one do all */
	const base_outcome *outcome;   /* only with an executor */
} base_work;

/* Who does a piece. */
typedef struct base_worker {
	struct base_loop *loop;
	size_t thread;  /* below base_work_threads(): the number of its scratch memory */
	bool is_caller; /* the thread that made the call */
	size_t index;   /* the piece it is at */
} base_worker;

/* Does piece `index`. Of the statuses other than MIXMI_OK that of the lowest piece is that of the loop, whatever the
 * threads; its message too. */
typedef mixmi_status base_piece(void *context, size_t index, base_worker *worker);

/* Threads that a loop will use at most (fewer where the system does not grant them): what the options say or the machine has, no more than pieces, and 1 within a piece
 * of another loop. */
int base_work_threads(const base_work *work);

/* Threads as the options say, or as the machine has; 1 within a piece of a loop. */
int base_threads(const mixmi_options *options);

/* False in the other threads of a loop, where the caller's callback must not be called. */
bool base_work_in_callers_thread(void);

/* Runs the loop. MIXMI_ERROR_CANCELLED where the callback asked to stop; pieces that had not begun are then left out, and
 * those that had may see it from base_work_goes_on(). */
mixmi_status base_work_run(const base_work *work, base_piece *piece, void *context);

/* The same within a piece of another loop, in this thread, as part of that piece. */
mixmi_status base_work_inside(base_worker *worker, size_t count, base_piece *piece, void *context);

/* True to go on; false where the callback asked to stop or a lower piece has failed. Tells the callback where the work is, if
 * this worker may. For long pieces, now and then. */
bool base_work_goes_on(base_worker *worker);

/* True where the whole loop has been asked to stop, not where a lower piece has failed. */
bool base_work_cancelled(const base_worker *worker);

/* Options for what a piece asks of the library: no threads of its own, and this worker in place of the callback. */
mixmi_options base_work_options(base_worker *worker, const mixmi_options *options);

#endif
