/* Starts a program with posix_spawnp(): no shell sees a name, no handler or lock of the caller is in the way, and as all
 * three streams are files, neither side can block or be hit by SIGPIPE. The program holds one end of a pipe: the other end
 * tells at once when it is gone, and between the signs of its end the callback is asked whether to go on. */
#include "plot/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/progress.h"

extern char **environ;

/* In a process group of its own, so that what the program starts can be ended with it. */
static int spawn_with(pid_t *child, const char *const *arguments, const posix_spawn_file_actions_t *actions)
{
	posix_spawnattr_t attributes;
	int failed = posix_spawnattr_init(&attributes);
	if (failed != 0)
		return failed;
	failed = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	if (failed == 0) /* the cast is safe: the strings are only copied into the child */
		failed = posix_spawnp(child, arguments[0], actions, &attributes, (char *const *)arguments, environ);
	posix_spawnattr_destroy(&attributes);
	return failed;
}

/* The three streams, and then the end of the pipe as descriptor 3: whatever was there is closed in the child, or is a
 * stream that has been put in its place by then. */
static int spawn(pid_t *child, const char *const *arguments, const int streams[3], int leash)
{
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	for (int i = 0; i < 3 && failed == 0; i++)
		failed = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
	if (failed == 0)
		failed = posix_spawn_file_actions_adddup2(&actions, leash, 3);
	if (failed == 0)
		failed = spawn_with(child, arguments, &actions);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

static bool goes_on(const mixmi_options *options)
{
	return options == NULL || base_progress(options, "drawing", 0, 0);
}

/* Waits for the child. False: the callback asked to stop. *code is the exit code; in a
 * program that ignores SIGCHLD it is lost and given as 0: look at what the child wrote. The pipe may stay open after the
 * child's end, if it has left something behind; hence the limit of time, which only sets how often is looked. */
static bool wait_for(int *code, pid_t child, int leash, const mixmi_options *options)
{
	enum { LOOK = 50 }; /* milliseconds */
	struct pollfd end = { .fd = leash, .events = POLLIN };
	int state = 0;
	for (;;) {
		pid_t got = waitpid(child, &state, WNOHANG);
		if (got == child || (got < 0 && errno != EINTR)) {
			*code = got < 0 ? 0 : WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
			return true;
		}
		if (!goes_on(options))
			return false;
		if (end.revents != 0) /* the pipe's end comes before the child's */
			end.fd = -1;
		(void)poll(&end, 1, end.fd < 0 ? 1 : LOOK);
	}
}

static void end_group(pid_t child)
{
	(void)kill(-child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		continue;
}

static mixmi_status watch(output_process *out, pid_t child, int leash, const mixmi_options *options)
{
	enum { NOT_FOUND = 127 }; /* what a spawn that only notices in the child exits with */
	if (!wait_for(&out->code, child, leash, options)) {
		end_group(child);
		return base_error(MIXMI_ERROR_CANCELLED, "cancelled while drawing");
	}
	out->found = out->code != NOT_FOUND;
	return MIXMI_OK;
}

static mixmi_status cannot_run(const char *program, int reason)
{
	if (reason == ENOMEM)
		return base_error_memory();
	if (reason == ENOENT || reason == EACCES || reason == ENOTDIR)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_IO, "cannot run %s: %s", program, strerror(reason));
}

mixmi_status output_process_run(output_process *out, const char *const *arguments, const int streams[3],
                                const mixmi_options *options)
{
	int leash[2];
	pid_t child = 0;
	*out = (output_process){ 0 };
	if (pipe(leash) != 0)
		return cannot_run(arguments[0], errno);
	(void)fcntl(leash[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(leash[1], F_SETFD, FD_CLOEXEC);
	int failed = spawn(&child, arguments, streams, leash[1]);
	close(leash[1]);
	mixmi_status status = failed == 0 ? watch(out, child, leash[0], options) : cannot_run(arguments[0], failed);
	close(leash[0]);
	return status;
}
