/* Errors: a status for the program, one line per thread for the person. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "mixmi.h"

/* Sets the calling thread's message and returns `status`, so that a failing function reads `return base_error(...)`. */
mixmi_status base_error(mixmi_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The message for a failed allocation; allocates nothing itself. */
mixmi_status base_error_memory(void);

#endif
