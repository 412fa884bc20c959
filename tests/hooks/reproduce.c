/* What tests/reproduce.sh can make happen inside the program of `make reproduce`, when it has added as many records to its
 * checkpoint as HOOK_AFTER says:
 *   HOOK_SIGNAL=N    it gets that signal
 *   HOOK_GATE=FIFO   it waits for ever once somebody has opened the FIFO to read
 * The linker sends calls of checkpoint_add() here first (--wrap). */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "checkpoint.h"

bool __real_checkpoint_add(checkpoint *c, const checkpoint_record *record);
bool __wrap_checkpoint_add(checkpoint *c, const checkpoint_record *record);

/* A shell starts what runs in its background with SIGINT ignored, and the program would leave it so. */
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
