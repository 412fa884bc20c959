/* Errors of estimates: a method on draws of a mechanism, and tables of such figures as CSV files. The
 * figures are a function of seed, name, rows, draws and method, whatever the number of threads. */
#ifndef EXPERIMENTS_ACCURACY_H
#define EXPERIMENTS_ACCURACY_H

#include <stdio.h>

#include "suite.h"

enum { ACCURACY_NAME = 64, ACCURACY_QUICK = 10 };

/* A preset of the histogram or an estimator, with options of its own: "paper", "ms", "ms:neighbours=7". */
typedef struct accuracy_method {
	char name[ACCURACY_NAME];
	mixmi_options *options;
	bool conditional; /* it can be asked with a Z */
	bool histogram;   /* it has a confidence interval */
} accuracy_method;

/* An unknown name or option fails with MIXMI_ERROR_USAGE; mixmi_error_message() names it. */
mixmi_status accuracy_method_parse(accuracy_method *out, const char *text);
void accuracy_method_clear(accuracy_method *method);

/* One line of a table. */
typedef struct accuracy_row {
	char mechanism[ACCURACY_NAME];
	size_t rows;
	char method[ACCURACY_NAME];
	size_t draws;
	double truth, mean, bias, mse;
	double se;        /* standard error of the MSE */
	double quick_mse; /* the same of the first ACCURACY_QUICK draws, for tests that have little time */
	double quick_se;
	double seconds; /* an estimate, of one thread; not in files */
	double sd;      /* standard deviation of the estimates; NaN in lines of older files, like the next three */
	double zeros;   /* share of estimates that are exactly 0 */
	double covered; /* share of intervals that hold the truth, and their mean width; NaN without intervals */
	double width;
} accuracy_row;

/* Runs `methods` on the same `draws` data sets, one line each into `out`; a method that does not accept the question
 * gets draws = 0. `threads` share the draws. */
mixmi_status accuracy_run(accuracy_row *out, const mechanism *m, size_t rows, const accuracy_method *methods,
                          size_t count, size_t draws, uint64_t seed, int threads);

/* Width of an interval of level .95 if the spread of the estimates were known: the reference for `width`. */
double accuracy_ideal_width(const accuracy_row *row);

/* The MSE above which a figure counts as worse than the recorded one: 3 standard errors above it, and at least
 * 0.0001, which covers figures of exactly 0. */
double accuracy_band(double mse, double se);

typedef struct accuracy_table {
	accuracy_row *rows;
	size_t count;
} accuracy_table;

/* Adds a line, or replaces the one of the same mechanism, number of rows and method. False: out of memory. */
bool accuracy_put(accuracy_table *table, const accuracy_row *row);
const accuracy_row *accuracy_find(const accuracy_table *table, const char *name, size_t rows, const char *method);
void accuracy_free(accuracy_table *table);

/* CSV with a heading; files without the last four columns are read too. Reading fails, with a message on stderr, on anything that writing does not make; a file that does
 * not exist reads as empty if `may_lack`. Lines are written in the order of the suite, rows and methods as they came. */
bool accuracy_read(accuracy_table *out, const char *path, bool may_lack);
bool accuracy_write(accuracy_table *table, const char *path);

#endif
