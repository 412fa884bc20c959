/* Progress of long work and its cancelling from the keyboard. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP ask the running work to stop, and cli_progress() can be given to the library. Work
 * that does not notice within a second, such as waiting for a pipe, is ended with the same message and exit code. */
void cli_progress_start(void);

/* A mixmi_progress: shows one line on a terminal once the work has taken a second; false once a signal has come. */
bool cli_progress(void *context, const char *stage, double done);

/* True once a signal has asked to stop. */
bool cli_progress_cancelled(void);

/* Names a file that must not outlive such an end; NULL: none any more. */
void cli_progress_guard(const char *temporary);

/* Takes the line off the terminal, if there is one. */
void cli_progress_clear(void);

#endif
