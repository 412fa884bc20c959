/* The only parallel loop of the library. Pieces 0 .. count-1 are independent and write to separate memory, so the
 * answer is the same for any number of threads. They are assigned in ascending order to the next free thread. Only the
 * calling thread calls the progress callback. A nested loop runs in the thread of its piece. */
#ifndef BASE_WORK_H
#define BASE_WORK_H

#include <stdatomic.h>

#include "base/options.h"
#include "base/parcel.h"

/* ------------------------------------------------------------------------------------------------ the callback */

/* Limits the rate of progress callbacks to a few tens per second and remembers a request to cancel. It lives as long as
 * the library call. */
typedef struct base_watch {
	mixmi_progress_function *progress;
	void *context;
	bool refused;
	double allowance; /* calls that may be made immediately */
	double last;      /* time in seconds when the allowance was last increased */
} base_watch;

/* Installs a watch in the options of a call. Does nothing if there is no callback, or if the call is part of a larger
 * library call, which has a watch already. */
void base_watch_start(base_watch *watch, mixmi_options *options);

/* How a public call begins: base_options_settle(), then base_watch_start(). */
void base_watch_settle(base_watch *watch, mixmi_options *settled, const mixmi_options *given);

/* ------------------------------------------------------------------------------------------------- other processes */

/* How a loop is shared between processes that all run it (MPI ranks). The calling thread calls begin() and exchange()
 * once per loop in every process. Any thread may call take(), which assigns the next run of pieces to this process;
 * every piece is assigned to exactly one process, in ascending order, and *count is 0 when none is left. exchange()
 * sends all packed parcels to every process, one after the other, and gives all processes the same status: that of the
 * lowest failed piece (`failed`; SIZE_MAX: none), or else cancelled if any process was cancelled. */
typedef struct base_executor {
	void *self;
	size_t number, processes; /* of this process, from 0, and number of processes */
	void (*begin)(void *self, size_t pieces, int threads);
	void (*take)(void *self, size_t *first, size_t *count);
	void (*attend)(
		void *self); /* called now and then by the calling thread, so that other processes need not wait for it; may be
                * NULL */
	mixmi_status (*exchange)(void *self, base_parcel *all, const base_parcel *own, mixmi_status status, size_t failed);
} base_executor;

/* With a shared loop: packs the results of pieces in the process that did them and unpacks them in the others. The take
 * functions return false if memory runs out. The first two functions are for results of a whole process, such as sums,
 * and may be NULL. `context` is the context of the pieces. */
typedef struct base_outcome {
	void (*put_sums)(base_parcel *parcel, void *context);
	bool (*take_sums)(base_parcel *parcel, void *context);
	void (*put)(base_parcel *parcel, void *context, size_t index);
	bool (*take)(base_parcel *parcel, void *context, size_t index);
} base_outcome;

/* A synchronisation step outside a loop: sends each process's parcel to all, with the common status. `take` is called
 * for each other process's parcel, in order; NULL if nothing is packed. Without an executor, only returns `status`;
 * otherwise the own parcel is empty afterwards. */
mixmi_status base_work_agree(const base_executor *executor, mixmi_status status, base_parcel *own,
                             bool (*take)(base_parcel *parcel, void *context), void *context);

/* -------------------------------------------------------------------------------------------------------- the loop */

typedef struct base_work {
	const mixmi_options *options; /* threads and progress; may be NULL if `threads` is set and there is no progress to
                                * report */
	int threads;                  /* 0: as in the options */
	size_t count;                 /* number of pieces */
	size_t chunk;                 /* pieces that a thread takes at a time; 0: one */
	const char *stage;            /* passed to the callback; NULL: no progress is reported */
	const char *unit;             /* what the pieces are, such as "pairs"; NULL: not reported */
	double from, to;            /* share of the total work done before and after this loop; both 0: this loop is all of
                                * it */
	const atomic_ullong *tests; /* number of tests made so far, also reported; NULL: none */
	const atomic_ullong *expected; /* estimated total number of tests, also reported; NULL: none */
	size_t level;                  /* size of the conditioning sets, also reported */

	const base_executor *executor; /* shares the pieces with other processes; NULL: this process does all */
	const base_outcome *outcome;   /* used only with an executor */
} base_work;

/* The thread that does a piece. */
typedef struct base_worker {
	struct base_loop *loop;
	size_t thread;  /* below base_work_threads(): index of its scratch memory */
	bool is_caller; /* true in the thread that made the call */
	size_t index;   /* current piece */
} base_worker;

/* Does piece `index`. If pieces fail, the loop returns the status and message of the lowest one, for any number of
 * threads. */
typedef mixmi_status base_piece(void *context, size_t index, base_worker *worker);

/* Upper bound on the number of threads of a loop (the system may grant fewer): the number in the options or of the
 * machine, at most one per piece, and 1 within a piece of another loop. */
int base_work_threads(const base_work *work);

/* The number of threads in the options, or of the machine; 1 within a piece of a loop. */
int base_threads(const mixmi_options *options);

/* False in the other threads of a loop, which must not call the user's callback. */
bool base_work_in_callers_thread(void);

/* Runs the loop. Returns MIXMI_ERROR_CANCELLED if the callback asked to stop. Pieces that have not started are then
 * skipped, and running ones can check base_work_goes_on(). */
mixmi_status base_work_run(const base_work *work, base_piece *piece, void *context);

/* Runs a loop within a piece of another loop, in the same thread, as part of that piece. */
mixmi_status base_work_inside(base_worker *worker, size_t count, base_piece *piece, void *context);

/* Returns false if the callback asked to stop or a lower piece has failed. Calls the progress callback if this worker
 * may. Long pieces should call this now and then. */
bool base_work_goes_on(base_worker *worker);

/* True if the whole loop was cancelled; not if only a lower piece has failed. */
bool base_work_cancelled(const base_worker *worker);

/* Options for library calls within a piece: one thread, and this worker instead of the callback. */
mixmi_options base_work_options(base_worker *worker, const mixmi_options *options);

#endif
