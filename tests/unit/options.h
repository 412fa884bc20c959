/* Options for tests. Tests look inside the library: they hold options by value and change fields as they like. The texts
 * belong to handles that live as long as the program. */
#ifndef TESTS_OPTIONS_H
#define TESTS_OPTIONS_H

#include <stdlib.h>

#include "base/options.h"

/* The handles made so far, of which each test program has its own list. */
typedef struct kept_options {
	mixmi_options **handles;
	size_t count;
} kept_options;

static inline kept_options *all_kept_options(void)
{
	static kept_options kept;
	return &kept;
}

static inline void free_kept_options(void)
{
	kept_options *kept = all_kept_options();
	for (size_t i = 0; i < kept->count; i++)
		mixmi_options_free(kept->handles[i]);
	free(kept->handles);
}

/* Defaults whose texts live on. */
static inline mixmi_options *keep_new_options(void)
{
	kept_options *kept = all_kept_options();
	if (kept->count == 0 && atexit(free_kept_options) != 0)
		abort();
	kept->handles = realloc(kept->handles, (kept->count + 1) * sizeof *kept->handles);
	if (kept->handles == NULL || mixmi_options_new(&kept->handles[kept->count]) != MIXMI_OK)
		abort();
	return kept->handles[kept->count++];
}

/* The defaults. May be called from several threads of a parallel loop. */
static inline void init_options(mixmi_options *options)
{
#pragma omp critical(init_options)
	*options = *keep_new_options();
}

#endif
