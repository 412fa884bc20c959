/* Progress of long work and its cancelling from the keyboard. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "mixmi.h"

/* From now on SIGINT, SIGTERM and SIGHUP ask the running work to stop, and cli_progress() can be given to the library. Work
 * that does not notice within a second, such as waiting for a pipe, is ended with the same message and exit code. */
void cli_progress_start(void);

/* The command has ended: a signal that comes now, as from a launcher of ranks that has seen another one fail, has nothing left to stop. */
void cli_progress_end(void);

/* A mixmi_progress_function: shows one line on a terminal once the work has taken a second, with a bar, the rate and the time left
 * where they are known; false once a signal has come. `context` is not used. */
bool cli_progress(void *context, const mixmi_progress *progress);

/* The same for a search, whose context is a pace that starts as zero: says in one line how far the stage is, how many of about how
 * many tests were made, and at which rate. */
typedef struct cli_pace {
	double since;             /* when tests were first reported */
	unsigned long long first; /* how many there were then */
} cli_pace;
bool cli_progress_search(void *context, const mixmi_progress *progress);

/* Seconds since some moment; for rates. */
double cli_progress_clock(void);

/* From now on, until it is called with false, work that was asked to stop is waited for as long as it takes, since it will
 * hand over what it has; a second signal ends it. */
void cli_progress_wait(bool wait);

/* Forgets that a signal has come, so that what is known can be written. */
void cli_progress_forgive(void);

/* True once a signal has asked to stop. */
bool cli_progress_cancelled(void);

/* Names a file that must not outlive such an end; NULL: none any more. */
void cli_progress_guard(const char *temporary);

/* Takes the line off the terminal, if there is one. */
void cli_progress_clear(void);

#endif
