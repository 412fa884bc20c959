/* Running another program without a shell. */
#ifndef PLOT_PROCESS_H
#define PLOT_PROCESS_H

#include <stdbool.h>

#include "mixmi.h"

typedef struct output_process {
	bool found; /* false: there is no such program; the rest then means nothing */
	int code;   /* exit code, or 128 + the signal that ended it */
} output_process;

/* Runs `arguments` (NULL at the end; the first is looked up in PATH) with the three descriptors, all above 2, as its
 * standard input, output and error, and waits for its end. A program that is missing or fails is no error here. If the
 * progress callback of `options` (NULL: none) asks to stop, the program and what it has started are killed:
 * MIXMI_ERROR_CANCELLED. */
mixmi_status output_process_run(output_process *out, const char *const *arguments, const int streams[3],
                                const mixmi_options *options);

#endif
