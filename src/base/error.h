/* Errors: a status code for the program and a one-line message per thread for the user. */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "mixmi.h"

/* Sets the calling thread's message and returns `status`, so that a failing function can `return base_error(...)`. */
mixmi_status base_error(mixmi_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "place: " before the message of a status that says what is wrong with data; other messages stay, and all if there is no place. Returns `status`. */
mixmi_status base_error_in(mixmi_status status, const char *place);

/* Sets the message for a failed allocation. It allocates nothing itself. */
mixmi_status base_error_memory(void);

#endif
