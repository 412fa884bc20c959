/* Loads shared libraries. Invariant: after base_library_load(), either every symbol has an address or none has. */
#include "base/library.h"

static bool find_all(base_symbol *symbols, int count, void *library)
{
	bool all = true;
	for (int i = 0; i < count; i++) {
		symbols[i].address = base_shared_find(library, symbols[i].name);
		all = all && symbols[i].address != NULL;
	}
	return all;
}

bool base_library_load(base_symbol *symbols, int count, const char *const *names)
{
	for (; *names != NULL; names++) {
		void *library = base_shared_open(*names);
		if (library != NULL && find_all(symbols, count, library))
			return true;
		if (library != NULL)
			base_shared_close(library);
	}
	for (int i = 0; i < count; i++)
		symbols[i].address = NULL;
	return false;
}
