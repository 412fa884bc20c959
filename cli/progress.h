/* Progress of long computations, and cancelling them from the keyboard. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "mixmi.h"

/* From now on SIGINT, SIGTERM and SIGHUP ask the running work to stop, and cli_progress() can be passed to the library.
 * Work that does not react within a second, such as waiting for a pipe, is ended with the same message and exit
 * code. */
void cli_progress_start(void);

/* The command has ended: a later signal, for example from an MPI launcher after another rank failed, has nothing to
 * stop. */
void cli_progress_end(void);

/* A mixmi_progress_function: shows one line on a terminal once the work has taken a second, with a bar, the rate and
 * the remaining time if they are known; returns false after a signal. `context` is not used. */
bool cli_progress(void *context, const mixmi_progress *progress);

/* The same for a search, whose context is a zero-initialised pace: one line with the progress of the stage, the number
 * of tests made, their estimated total, and their rate. */
typedef struct cli_pace {
	double since;             /* time of the first report of tests */
	unsigned long long first; /* their number at that time */
} cli_pace;
bool cli_progress_search(void *context, const mixmi_progress *progress);

/* Says on a terminal how long a search will take, if that is long; returns false after a signal. */
bool cli_progress_foresee(double seconds);

/* Time in seconds, for rates. */
double cli_progress_clock(void);

/* Until called with false, work that was asked to stop is waited for without a limit, because it will return partial
 * results; a second signal ends it. */
void cli_progress_wait(bool wait);

/* Resets the cancelled state after a signal, so that partial results can be written. */
void cli_progress_forgive(void);

/* True after a signal has asked to stop. */
bool cli_progress_cancelled(void);

/* Names a temporary file to be removed if the process ends by a signal; NULL: none. */
void cli_progress_guard(const char *temporary);

/* Erases the progress line, if there is one. */
void cli_progress_clear(void);

#endif
