/* Failures of the system's calls on purpose. The executable is linked with --wrap for open, read, pread, write, fsync and
 * rename, so every such call of the static library passes here; those of other libraries do not. */
#ifndef FAULTS_IO_H
#define FAULTS_IO_H

#include "mixmi.h"

/* What happens to a call. */
typedef enum io_fault {
	IO_SHORT,     /* a read or write does one byte; what is no read or write goes well */
	IO_INTERRUPT, /* EINTR, once; a rename, which knows no such thing, goes well */
	IO_FULL,      /* ENOSPC */
	IO_BROKEN,    /* EIO */
	IO_FAULTS
} io_fault;

/* Does the work under test. */
typedef mixmi_status io_scenario(void *context);

/* Looks at what the work has left; NULL: as it must be, else what is wrong. */
typedef const char *io_check(void *context, mixmi_status status);

/* Runs the scenario with its first call hit, then its second, ... until none is left, for every kind of fault. After a short
 * or interrupted call the work must succeed, after others it may fail with MIXMI_ERROR_IO, and `check` must be content.
 * Fails the cmocka test otherwise, and returns the number of calls. `reset` comes before every run. */
size_t io_run(const char *name, void (*reset)(void *context), io_scenario *scenario, io_check *check, void *context);

#endif
