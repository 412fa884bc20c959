/* Progress reports. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include "base/options.h"

/* Calls the progress callback, if there is one. Returns false if it asks to stop. Only for the calling thread. */
static inline bool base_progress(const mixmi_options *options, const char *stage, uint64_t done, uint64_t total)
{
	if (options->progress == NULL)
		return true;
	const mixmi_progress progress = { .stage = stage, .unit = "", .done = done, .total = total };
	return options->progress(options->progress_context, &progress);
}

/* The same if only the completed share in [0, 1] is known, or nothing (negative). */
static inline bool base_progress_share(const mixmi_options *options, const char *stage, double share)
{
	const double whole = 1e6;
	return base_progress(options, stage, share < 0 ? 0 : (uint64_t)(share * whole), share < 0 ? 0 : (uint64_t)whole);
}

#endif
