/* Events that tests/reproduce.sh can trigger inside the program of `make reproduce`, once it has added HOOK_AFTER records
 * to its checkpoint:
 *   HOOK_SIGNAL=N    it receives that signal
 *   HOOK_GATE=FIFO   it waits for ever once the FIFO has been opened for reading
 * The linker redirects calls of checkpoint_add() to this file (--wrap). */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "checkpoint.h"

bool __real_checkpoint_add(checkpoint *c, const checkpoint_record *record);
bool __wrap_checkpoint_add(checkpoint *c, const checkpoint_record *record);

/* A shell starts its background jobs with SIGINT ignored, and the program would keep that setting. */
__attribute__((constructor)) static void hear_signals(void)
{
	if (getenv("HOOK_SIGNAL") != NULL)
		signal(SIGINT, SIG_DFL);
}

static void act(void)
{
	const char *number = getenv("HOOK_SIGNAL"), *gate = getenv("HOOK_GATE");
	if (number != NULL)
		raise(atoi(number));
	if (gate != NULL && open(gate, O_WRONLY) >= 0)
		for (;;)
			pause();
}

bool __wrap_checkpoint_add(checkpoint *c, const checkpoint_record *record)
{
	static int added;
	const char *after = getenv("HOOK_AFTER");
	bool done = __real_checkpoint_add(c, record);
	if (after != NULL && __atomic_add_fetch(&added, 1, __ATOMIC_RELAXED) == atoi(after))
		act();
	return done;
}
