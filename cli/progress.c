/* Progress line and signals. This is the only mutable state of the command: a signal handler has no other way to speak to
 * the callback. */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

static volatile sig_atomic_t stop_asked;
static const char *volatile guarded;

static struct {
	bool on_terminal;
	bool line_shown;
	double started;
	double shown; /* when the line was last drawn */
} state;

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void ask_stop(int signal_number)
{
	(void)signal_number;
	if (!stop_asked)
		alarm(1); /* once: impatience must not put it off */
	stop_asked = 1;
}

/* The work did not notice. Only calls that are safe in a signal handler. */
static void stop_now(int signal_number)
{
	static const char message[] = "\r\033[Kmixmi: cancelled\n";
	(void)signal_number;
	if (guarded != NULL)
		(void)unlink(guarded);
	size_t skip = state.line_shown ? 0 : 4;
	ssize_t written = write(STDERR_FILENO, message + skip, sizeof message - 1 - skip);
	(void)written; /* there is no one left to tell */
	_exit(CLI_LIMIT);
}

/* A signal that was ignored when we started, as under nohup, stays ignored. */
static void handle(int signal_number, void (*handler)(int))
{
	struct sigaction action, before;
	if (sigaction(signal_number, NULL, &before) != 0 || before.sa_handler == SIG_IGN)
		return;
	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	sigemptyset(&action.sa_mask);
	sigaction(signal_number, &action, NULL);
}

void cli_progress_start(void)
{
	handle(SIGINT, ask_stop);
	handle(SIGTERM, ask_stop);
	handle(SIGHUP, ask_stop);
	handle(SIGALRM, stop_now);
	state.on_terminal = isatty(STDERR_FILENO) == 1;
	state.started = now();
}

bool cli_progress_cancelled(void)
{
	return stop_asked != 0;
}

void cli_progress_guard(const char *temporary)
{
	guarded = temporary;
}

bool cli_progress(void *context, const char *stage, double done)
{
	(void)context;
	if (stop_asked)
		return false;
	if (!state.on_terminal)
		return true;
	double time = now();
	if (time - state.started < 1.0 || time - state.shown < 0.1)
		return true;
	state.shown = time;
	state.line_shown = true;
	if (done >= 0)
		fprintf(stderr, "\r\033[Kmixmi: %s %3.0f%%", stage, 100 * done);
	else
		fprintf(stderr, "\r\033[Kmixmi: %s", stage);
	fflush(stderr);
	return true;
}

void cli_progress_clear(void)
{
	if (!state.line_shown)
		return;
	fputs("\r\033[K", stderr);
	fflush(stderr);
	state.line_shown = false;
}
