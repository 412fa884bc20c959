/* Progress line and signals. This is the only mutable state of the command: a signal handler has no other way to speak to
 * the callback. */
#include "progress.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

static volatile sig_atomic_t stop_asked;
static volatile sig_atomic_t waiting; /* for work that was asked to stop, without a limit of time */
static const char *volatile guarded;

static struct {
	bool on_terminal;
	bool line_shown;
	double started;
	double shown; /* when the line was last drawn */
	double since; /* when the share that is done was `first`, the least known of this stage */
	double first;
	double latest; /* the share when it was last heard of */
} state;

static double now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
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

static void ask_stop(int signal_number)
{
	if (stop_asked && waiting)
		stop_now(signal_number);
	if (!stop_asked && !waiting)
		alarm(1); /* once: impatience must not put it off */
	stop_asked = 1;
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

void cli_progress_wait(bool wait)
{
	waiting = wait;
}

void cli_progress_forgive(void)
{
	alarm(0);
	stop_asked = 0;
}

/* A share that falls belongs to new work, whose speed may differ. */
static void follow(double time, double done)
{
	if (done < 0 || done < state.latest || state.since == 0) {
		state.since = time;
		state.first = done < 0 ? 0 : done;
	}
	state.latest = done;
}

static size_t add_bar(char *line, size_t size, double done)
{
	enum { WIDTH = 20 };
	char bar[WIDTH + 1];
	for (int i = 0; i < WIDTH; i++)
		bar[i] = i < (int)(done * WIDTH) ? '=' : ' ';
	bar[WIDTH] = '\0';
	return (size_t)snprintf(line, size, " [%s] %3.0f%%", bar, 100 * done);
}

/* ", 250/s, 1:05 left", as far as it is known. */
static void add_speed(char *line, size_t size, double time, double done, const cli_progress_units *units)
{
	double speed = time - state.since < 1 ? 0 : (done - state.first) / (time - state.since);
	if (speed <= 0)
		return;
	size_t used = 0;
	if (units != NULL)
		used =
			(size_t)snprintf(line, size, " of %zu %s, %.3g/s", units->total, units->name, speed * (double)units->total);
	double left = (1 - done) / speed;
	if (left < 100 * 3600.0 && used < size)
		snprintf(line + used, size - used, ", %.0f:%02.0f left", floor(left / 60), floor(fmod(left, 60)));
}

/* One line that fits the terminal, since only one can be taken back. */
static void draw(const char *line)
{
	struct winsize terminal = { 0 };
	int width = ioctl(STDERR_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 1 ? terminal.ws_col - 1 : 79;
	fprintf(stderr, "\r\033[K%.*s", width, line);
	fflush(stderr);
	state.line_shown = true;
}

bool cli_progress(void *context, const char *stage, double done)
{
	enum { ROOM = 256 };
	if (stop_asked)
		return false;
	if (!state.on_terminal)
		return true;
	double time = now();
	follow(time, done);
	if (time - state.started < 1.0 || time - state.shown < 0.1)
		return true;
	state.shown = time;
	char line[ROOM];
	size_t used = (size_t)snprintf(line, ROOM / 2, "mixmi: %s", stage);
	used = used < ROOM / 2 ? used : ROOM / 2 - 1;
	if (done >= 0) {
		used += add_bar(line + used, ROOM - used, done);
		add_speed(line + used, ROOM - used, time, done, context);
	}
	draw(line);
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
