/* Shared libraries that are loaded when they are first needed: what a program does not use costs it no address space, no
 * start-up time and no threads. A library stays loaded until the process ends. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>

#include "base/platform.h"

/* A function that is wanted: its name, and where its address goes. */
typedef struct base_symbol {
	const char *name;
	base_function *address; /* NULL until it is found */
} base_symbol;

/* Loads the first library of `names` (ended by NULL) that exists and has all `count` functions, and fills in their
 * addresses. False: there is none, and all addresses are NULL. Not to be called from two threads for the same symbols. */
bool base_library_load(base_symbol *symbols, int count, const char *const *names);

#endif
