/* Starts a program with posix_spawnp(): no shell sees a name, no handler or lock of the caller is in the way, and as all
 * three streams are files, neither side can block or be hit by SIGPIPE. */
#include "plot/process.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>

#include "base/error.h"

extern char **environ;

static int spawn(pid_t *child, const char *const *arguments, const int streams[3])
{
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	for (int i = 0; i < 3 && failed == 0; i++)
		failed = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
	if (failed == 0) /* the cast is safe: the strings are only copied into the child */
		failed = posix_spawnp(child, arguments[0], &actions, NULL, (char *const *)arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

/* Exit code of the child. In a program that ignores SIGCHLD it is lost and given as 0: look at what the child wrote. */
static int wait_for(pid_t child)
{
	int state;
	pid_t got;
	do
		got = waitpid(child, &state, 0);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return 0;
	return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

mixmi_status output_process_run(output_process *out, const char *const *arguments, int input, int output, int error)
{
	enum { NOT_FOUND = 127 }; /* what a spawn that only notices in the child exits with */
	*out = (output_process){ 0 };
	pid_t child = 0;
	int failed = spawn(&child, arguments, (const int[]){ input, output, error });
	if (failed == ENOMEM)
		return base_error_memory();
	if (failed == ENOENT || failed == EACCES || failed == ENOTDIR)
		return MIXMI_OK;
	if (failed != 0)
		return base_error(MIXMI_ERROR_IO, "cannot run %s: %s", arguments[0], strerror(failed));
	out->code = wait_for(child);
	out->found = out->code != NOT_FOUND;
	return MIXMI_OK;
}
