/* How every benchmark measures: subject and yardstick in turn in the same run, so that what else the machine does falls on
 * both; medians and quartiles of the rounds; one line of a table and one JSON record for each figure. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct measure_spread {
	double median, low, high; /* low and high: quartiles */
} measure_spread;

/* Wall is what a user waits for; the processor's time of the whole process is the steadier one on a busy machine. */
typedef enum measure_clock { MEASURE_WALL, MEASURE_CPU } measure_clock;

/* Something to be timed. It ends the program where it fails: see measure_fail(). */
typedef void measure_work(void *context);

typedef struct measure_side {
	const char *name;
	measure_work *work;
	void *context;
	double units; /* how many of what is compared one call does, such as rows; 0 counts as 1 */
} measure_side;

/* What a ratio should be. */
typedef enum measure_goal { MEASURE_NO_GOAL, MEASURE_AT_LEAST, MEASURE_AT_MOST } measure_goal;

/* One figure. The ratio says how many times faster the subject is (speed-up), or how many times more it costs. */
typedef struct measure_figure {
	const char *what;
	measure_side subject, yardstick;
	measure_clock clock;
	bool speed_up;
	size_t rounds; /* 0: 9, or 3 in a quick run */
	measure_goal goal;
	double bound;
} measure_figure;

/* Starts the table of a benchmark: its name and one line that says what is compared. */
void measure_begin(const char *bench, const char *title);

/* Times both sides in turn after a run of each that does not count, prints the line, writes the record. Short work is
 * repeated within a round. Returns the ratio's median. */
double measure_compare(const measure_figure *figure);

/* A figure that was not timed by measure_compare(), such as memory: a ratio of two numbers. */
void measure_note(const char *what, const char *subject_name, double subject, const char *yardstick_name,
                  double yardstick, const char *unit, measure_goal goal, double bound);

/* True in a quick run (environment: QUICK set to anything but 0). */
bool measure_quick(void);

/* Most threads worth comparing with one: processors of this machine, at most 2. */
int measure_threads(void);

/* Resident memory of the process now, in bytes; 0 where it is not known. */
double measure_memory(void);

/* Says why on standard error and ends the program. */
_Noreturn void measure_fail(const char *why);

#endif
