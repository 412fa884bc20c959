/* Loading of shared libraries by dlopen(). Invariant: after base_library_load() either every symbol has an address or none
 * has. Names are looked up in the library itself and what it needs (RTLD_LOCAL), so nothing of it can replace a function
 * of the program. */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

/* ISO C has no conversion from the pointer that dlsym() gives to one to a function; POSIX says that the bytes are the
 * same. */
static base_function *as_function(void *address)
{
	base_function *function;
	memcpy(&function, &address, sizeof function);
	return function;
}

static bool find_all(base_symbol *symbols, int count, void *library)
{
	bool all = true;
	for (int i = 0; i < count; i++) {
		symbols[i].address = as_function(dlsym(library, symbols[i].name));
		all = all && symbols[i].address != NULL;
	}
	return all;
}

bool base_library_load(base_symbol *symbols, int count, const char *const *names)
{
	for (; *names != NULL; names++) {
		void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
		if (library != NULL && find_all(symbols, count, library))
			return true;
		if (library != NULL)
			dlclose(library);
	}
	for (int i = 0; i < count; i++)
		symbols[i].address = NULL;
	return false;
}
