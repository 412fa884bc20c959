/* Progress line and signals. This is the only mutable state of the command: a signal handler has no other way to speak to
 * the callback. */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop_asked;

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
	stop_asked = 1;
}

/* A signal that was ignored when we started, as under nohup, stays ignored. */
static void handle(int signal_number)
{
	struct sigaction action, before;
	if (sigaction(signal_number, NULL, &before) != 0 || before.sa_handler == SIG_IGN)
		return;
	memset(&action, 0, sizeof action);
	action.sa_handler = ask_stop;
	action.sa_flags = (int)SA_RESETHAND;
	sigemptyset(&action.sa_mask);
	sigaction(signal_number, &action, NULL);
}

void cli_progress_start(void)
{
	handle(SIGINT);
	handle(SIGTERM);
	handle(SIGHUP);
	state.on_terminal = isatty(STDERR_FILENO) == 1;
	state.started = now();
}

bool cli_progress_cancelled(void)
{
	return stop_asked != 0;
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
