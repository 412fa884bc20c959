/* Progress: a bar with the remaining time on a terminal, otherwise an occasional plain line; and Ctrl-C. */
#ifndef REPRODUCE_PROGRESS_H
#define REPRODUCE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Starts the clock and handles SIGINT, SIGTERM and SIGHUP. `before` is the share done by an earlier run. */
void progress_start(double before);

/* Reports that a share of the work (0 to 1) is done and what was done last. Not thread-safe. */
void progress_show(double done, size_t parts, size_t all_parts, const char *what);

/* Removes the bar. */
void progress_end(void);

/* Whether the user asked to stop. A second signal ends the program at once. */
bool progress_stopped(void);

/* Seconds since an arbitrary time in the past. */
double progress_clock(void);

#endif
