/* Shared libraries that are loaded when they are first needed, so that unused ones cost no address space, start-up time
 * or threads. A library stays loaded until the process ends. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>

#include "base/platform.h"

/* A function to load: its name and its address. */
typedef struct base_symbol {
	const char *name;
	base_function *address; /* NULL until it is loaded */
} base_symbol;

/* Loads the first library in `names` (terminated by NULL) that exists and has all `count` functions, and stores their
 * addresses. Returns false if there is none; all addresses are then NULL. Must not be called from two threads for the
 * same symbols. */
bool base_library_load(base_symbol *symbols, int count, const char *const *names);

#endif
