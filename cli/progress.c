/* Progress line and signals. This is the only mutable state of the command: a signal handler has no other way to
 * communicate with the callback. */
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
static volatile sig_atomic_t waiting; /* wait without a time limit for work that was asked to stop */
static const char *volatile guarded;

static struct {
	bool on_terminal;
	bool line_shown;
	double started;
	double shown; /* when the line was last drawn */
	double since; /* when the completed share was `first`, the smallest known of this stage */
	double first;
	double latest; /* the share at the last report */
} state;

double cli_progress_clock(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The work did not react. Uses only calls that are safe in a signal handler. */
static void stop_now(int signal_number)
{
	static const char message[] = "\r\033[Kmixmi: cancelled\n";
	(void)signal_number;
	if (guarded != NULL)
		(void)unlink(guarded);
	size_t skip = state.line_shown ? 0 : 4;
	ssize_t written = write(STDERR_FILENO, message + skip, sizeof message - 1 - skip);
	(void)written; /* nothing can be done about a failure */
	_exit(CLI_LIMIT);
}

static void ask_stop(int signal_number)
{
	if (stop_asked && waiting)
		stop_now(signal_number);
	if (!stop_asked && !waiting)
		alarm(1); /* only once: further signals must not postpone it */
	stop_asked = 1;
}

/* A signal that was ignored at the start, as under nohup, stays ignored. */
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
	state.started = cli_progress_clock();
}

void cli_progress_end(void)
{
	alarm(0);
	handle(SIGINT, SIG_DFL);
	handle(SIGTERM, SIG_DFL);
	handle(SIGHUP, SIG_DFL);
	handle(SIGALRM, SIG_DFL);
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

/* A share that decreases belongs to new work, whose speed may differ. */
static void follow(double time, double done)
{
	if (done < 0 || done < state.latest || state.since == 0) {
		state.since = time;
		state.first = done < 0 ? 0 : done;
	}
	state.latest = done;
}

enum { BAR = 20, ROOM = 256 };

static void add_bar(char *line, double done)
{
	size_t used = strlen(line);
	char bar[BAR + 1] = { 0 };
	for (int i = 0; i < BAR; i++)
		bar[i] = i < (int)(done * BAR) ? '=' : ' ';
	snprintf(line + used, ROOM - used, " [%s]", bar);
}

/* ", 250/s, 1:05 left", as far as it is known. */
static void add_speed(char *line, size_t size, double time, double done, const mixmi_progress *progress)
{
	double speed = time - state.since < 1 ? 0 : (done - state.first) / (time - state.since);
	if (speed <= 0)
		return;
	size_t used = 0;
	if (*progress->unit != '\0')
		used = (size_t)snprintf(line, size, " of %llu %s, %.3g/s", (unsigned long long)progress->total, progress->unit,
		                        speed * (double)progress->total);
	double left = (1 - done) / speed;
	if (left < 100 * 3600.0 && used < size)
		snprintf(line + used, size - used, ", %.0f:%02.0f left", floor(left / 60), floor(fmod(left, 60)));
}

/* Only one line can be erased, so it must fit the terminal. */
static size_t terminal_width(void)
{
	struct winsize terminal = { 0 };
	return ioctl(STDERR_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 1 ? terminal.ws_col - 1u : 79;
}

/* The bar is omitted if there is no space for it. */
static void draw(const char *stage, double done, const char *speed)
{
	char line[ROOM], share[16] = "";
	size_t width = terminal_width(), used = (size_t)snprintf(line, ROOM / 2, "mixmi: %s", stage);
	if (done >= 0)
		snprintf(share, sizeof share, " %3.0f%%", 100 * done);
	if (done >= 0 && used + BAR + 3 + strlen(share) + strlen(speed) <= width)
		add_bar(line, done);
	fprintf(stderr, "\r\033[K%.*s", (int)width, line);
	used = strlen(line);
	if (used < width)
		fprintf(stderr, "%.*s", (int)(width - used), share);
	used += strlen(share);
	if (used < width)
		fprintf(stderr, "%.*s", (int)(width - used), speed);
	fflush(stderr);
	state.line_shown = true;
}

bool cli_progress(void *context, const mixmi_progress *progress)
{
	(void)context;
	double done = progress->total > 0 ? (double)progress->done / (double)progress->total : -1;
	if (stop_asked)
		return false;
	if (!state.on_terminal)
		return true;
	double time = cli_progress_clock();
	follow(time, done);
	if (time - state.started < 1.0 || time - state.shown < 0.1)
		return true;
	state.shown = time;
	char speed[ROOM / 2] = "";
	if (done >= 0)
		add_speed(speed, sizeof speed, time, done, progress);
	draw(progress->stage, done, speed);
	return true;
}

bool cli_progress_foresee(double seconds)
{
	const double long_wait = 5, minute = 60, hour = 3600;
	if (stop_asked)
		return false;
	if (!state.on_terminal || seconds < long_wait)
		return true;
	double unit = seconds < 2 * minute ? 1 : seconds < 2 * hour ? minute : hour;
	cli_progress_clear();
	double shown = seconds / unit, digit = pow(10, floor(log10(shown)));
	fprintf(stderr, "mixmi: the search will take about %.0f %s\n", digit * round(shown / digit),
	        unit == 1        ? "seconds"
	        : unit == minute ? "minutes"
	                         : "hours");
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
