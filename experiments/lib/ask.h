/* Calls of the library by the suites of tests, estimates and networks: tables from drawn values, methods by name, one
 * question. The columns of a question are in the order X, Y, Z. */
#ifndef EXPERIMENTS_ASK_H
#define EXPERIMENTS_ASK_H

#include "mixmi.h"

enum { ASK_NAME = 64, ASK_COLUMNS = 24, ASK_LABELS = 50, ASK_MANY_LABELS = 500 };

/* A table of `rows` rows from values stored by column. `names` is a comma-separated list; `types` has one character
 * per column: n (numeric), d (declared discrete), t (texts, number 0 to 49) or T (texts, number 0 to 499). */
mixmi_status ask_table(mixmi_table **out, const char *names, const char *types, const double *values, size_t rows);

/* The numbers of columns of X, Y and Z. */
typedef struct ask_shape {
	size_t x, y, z;
} ask_shape;

/* From the first letters of a list of names: "x1,x2,y,z". */
ask_shape ask_shape_of(const char *names);

/* Sets options from "name=value" items between separators; an item without a value is a switch. `text` is
 * overwritten. */
mixmi_status ask_set_options(mixmi_options *options, char *text, const char *separator);

/* A test with its own options: "residual", "rcot:features=200". Tables show the name as written. */
typedef struct ask_test {
	char name[ASK_NAME];
	mixmi_options *options;
	bool has_p;
	bool pearson; /* the t test of a correlation, as a yardstick: it takes no Z and only numbers */
} ask_test;

/* An unknown name or option fails with MIXMI_ERROR_USAGE; mixmi_error_message() names it. */
mixmi_status ask_test_parse(ask_test *out, const char *text);
/* NULL options are allowed. */
void ask_test_clear(ask_test *test);
bool ask_test_can(const ask_test *test, ask_shape shape, const char *types);

typedef struct ask_verdict {
	double p;       /* NaN of a test that has none */
	bool dependent; /* its own decision */
	bool undecided; /* the test is undecided, or there are too few rows for it */
} ask_verdict;

mixmi_status ask_verdict_of(ask_verdict *out, const ask_test *test, const mixmi_table *table, ask_shape shape);

typedef struct ask_value {
	double estimate;
	double lower, upper; /* NaN where the estimator has no interval, or options ask for none */
} ask_value;

mixmi_status ask_estimate(ask_value *out, const mixmi_options *options, const mixmi_table *table, ask_shape shape);

#endif
