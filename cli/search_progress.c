/* The progress line of a search: progress of the stage, number of tests made, their estimated total, and their rate. It
 * is a separate file, so that tests can intercept it (tests/hooks/command.c). */
#include <stdio.h>

#include "progress.h"

enum { ROOM = 256 };

bool cli_progress_search(void *context, const mixmi_progress *progress)
{
	cli_pace *p = context;
	if (progress->seconds > 0)
		return cli_progress_foresee(progress->seconds);
	unsigned long long tests = progress->tests;
	double time = cli_progress_clock();
	if (p->since == 0 || tests < p->first)
		*p = (cli_pace){ time, tests };
	double seconds = time - p->since;
	char line[ROOM], rate[32] = "";
	if (seconds >= 1 && tests > p->first)
		snprintf(rate, sizeof rate, ", %.3g/s", (double)(tests - p->first) / seconds);
	snprintf(line, sizeof line, "%s: %llu of %llu %s, %llu of about %llu tests%s", progress->stage,
	         (unsigned long long)progress->done, (unsigned long long)progress->total, progress->unit, tests,
	         (unsigned long long)progress->expected, rate);
	const mixmi_progress shown = { .stage = line, .unit = "", .done = tests, .total = progress->expected };
	return cli_progress(NULL, &shown);
}
