/* Files of figures, line by line, and the draws from which the figures are computed. */
#ifndef EXPERIMENTS_LINES_H
#define EXPERIMENTS_LINES_H

#include <stdio.h>

#include "mixmi.h"

/* Passes every line to `take`, the heading as number 1; false ends it with a message that calls the file a table of `what`.
 * A file that does not exist reads as empty if `may_lack`. */
typedef bool line_taker(void *context, const char *line, size_t number);
bool lines_read(const char *path, const char *what, bool may_lack, line_taker *take, void *context);

/* Replaces the file at once or not at all. */
typedef void line_printer(FILE *file, const void *context);
bool lines_write(const char *path, line_printer *print, const void *context);

/* Runs `one` for every draw, in parallel; returns the status of a failure, if any. */
typedef mixmi_status draw_runner(const void *context, size_t number);
mixmi_status lines_draws(size_t draws, int threads, draw_runner *one, const void *context);

/* CPU time of the calling thread. */
double lines_seconds(void);

#endif
