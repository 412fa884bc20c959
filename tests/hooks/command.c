/* Events that the tests of the command can trigger inside it. Linked into a second executable with the command's own objects,
 * in which the linker redirects calls of two functions to this file (--wrap):
 *   HOOK_STOP=TEXT   SIGTERM arrives when a progress report first contains TEXT; every report is made, as with HOOK_CLOCK
 *   HOOK_CLOCK=1     the clock advances by a quarter of a second with every reading, so that a report is always due
 * A signal thus arrives at a known point of the work, and a progress line is due, however fast the machine is. */
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "mixmi.h"

bool __real_cli_progress(void *context, const mixmi_progress *progress);
bool __wrap_cli_progress(void *context, const mixmi_progress *progress);
int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);

bool __wrap_cli_progress(void *context, const mixmi_progress *progress)
{
	static bool came; /* once: a second signal would end the program without its answer */
	const char *wanted = getenv("HOOK_STOP");
	if (!came && wanted != NULL && strstr(progress->stage, wanted) != NULL) {
		came = true;
		raise(SIGTERM);
	}
	return __real_cli_progress(context, progress);
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	static long quarters;
	if ((getenv("HOOK_CLOCK") == NULL && getenv("HOOK_STOP") == NULL) || clock != CLOCK_MONOTONIC)
		return __real_clock_gettime(clock, time);
	long now = __atomic_add_fetch(&quarters, 1, __ATOMIC_RELAXED);
	*time = (struct timespec){ .tv_sec = now / 4, .tv_nsec = now % 4 * 250000000 };
	return 0;
}
