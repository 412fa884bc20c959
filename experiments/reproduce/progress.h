/* How far the work is: a bar with the time left on a terminal, else a plain line now and then; and Ctrl-C. */
#ifndef REPRODUCE_PROGRESS_H
#define REPRODUCE_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Starts the clock and listens to SIGINT, SIGTERM and SIGHUP. `before` is the share that was done by an earlier run. */
void progress_start(double before);

/* Says that a share of the work (0 to 1) is done and what was done last. Not to be called by two threads at once. */
void progress_show(double done, size_t parts, size_t all_parts, const char *what);

/* Takes the bar away. */
void progress_end(void);

/* Whether someone asked to stop. A second signal ends the program at once. */
bool progress_stopped(void);

/* Seconds since some moment in the past. */
double progress_clock(void);

#endif
