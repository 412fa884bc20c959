#include "progress.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 20 }; /* the whole line fits 80 columns */

/* A signal handler can communicate only through global variables. */
static volatile sig_atomic_t stop_asked;

static struct {
	bool on_terminal, drawn;
	double started, shown, before;
} state;

double progress_clock(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void ask_stop(int signal_number)
{
	if (stop_asked)
		_exit(128 + signal_number);
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
	sigemptyset(&action.sa_mask);
	sigaction(signal_number, &action, NULL);
}

void progress_start(double before)
{
	handle(SIGINT);
	handle(SIGTERM);
	handle(SIGHUP);
	state.on_terminal = isatty(STDERR_FILENO) == 1;
	state.started = state.shown = progress_clock();
	state.before = before;
}

bool progress_stopped(void)
{
	return stop_asked != 0;
}

/* "12:05 left", or nothing while too little is known. */
static void time_left(char *text, size_t size, double now, double done)
{
	double elapsed = now - state.started, share = done - state.before;
	text[0] = '\0';
	if (elapsed < 2 || share < 0.002)
		return;
	double left = fmax(0, ceil(elapsed * (1 - done) / share));
	snprintf(text, size, ", %.0f:%02.0f left", floor(left / 60), fmod(left, 60));
}

void progress_show(double done, size_t parts, size_t all_parts, const char *what)
{
	double now = progress_clock();
	if (now - state.shown < (state.on_terminal ? 0.2 : 15))
		return;
	state.shown = now;
	char left[48];
	time_left(left, sizeof left, now, done);
	if (!state.on_terminal) {
		fprintf(stderr, "reproduce: %3.0f%%, %zu of %zu parts%s\n", 100 * done, parts, all_parts, left);
		return;
	}
	char bar[BAR + 1] = { 0 };
	for (int i = 0; i < BAR; i++)
		bar[i] = i < (int)(done * BAR) ? '=' : ' ';
	fprintf(stderr, "\r\033[Kreproduce: [%s] %3.0f%%%s  %.24s", bar, 100 * done, left, what);
	fflush(stderr);
	state.drawn = true;
}

void progress_end(void)
{
	if (state.drawn)
		fputs("\r\033[K", stderr);
	state.drawn = false;
}
