/* Rejection rates of tests on the cases of levels.h, and tables of such figures as CSV files. Except for the seconds, a figure is
 * a function of seed, case, rows, draws and test, for any number of threads. */
#ifndef EXPERIMENTS_LEVELS_MEASURE_H
#define EXPERIMENTS_LEVELS_MEASURE_H

#include "levels.h"

enum { LEVEL_QUICK = 5 };

/* One line of a table. For a test without p-values all rates are that of its decision. */
typedef struct level_figure {
	char name[ASK_NAME];
	size_t rows;
	char test[ASK_NAME];
	size_t draws;
	double at_05, at_01, at_001, at_0001; /* share of draws with p at most that */
	double undecided;                     /* share of draws in which the test says so; they count as no rejection */
	double quick;                         /* sum of p over the first LEVEL_QUICK draws, to tell any change of bits */
	double seconds;                       /* CPU time a question, of one thread */
} level_figure;

double level_error(double rate, size_t draws); /* standard error of a rate */

/* Runs `tests` on the same `draws` data sets, one line each into `out`; a test that does not accept the question gets
 * draws = 0. `threads` share the draws. */
mixmi_status level_measure(level_figure *out, const level_case *c, size_t rows, const ask_test *tests, size_t count,
                           size_t draws, uint64_t seed, int threads);

typedef struct level_figures {
	level_figure *lines;
	size_t count;
} level_figures;

const level_figure *level_figure_find(const level_figures *table, const char *name, size_t rows, const char *test);
/* Adds a line, or replaces the one of the same case, rows and test. False: out of memory. */
bool level_figure_put(level_figures *table, const level_figure *line);
void level_figures_free(level_figures *table);

/* CSV with a heading. A file that does not exist reads as empty if `may_lack`; anything that writing does not make is an
 * error with a message on stderr. Writing replaces the file at once or not at all. */
bool level_figures_read(level_figures *out, const char *path, bool may_lack);
bool level_figures_write(const level_figures *table, const char *path);

#endif
