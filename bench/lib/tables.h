/* Tables that several benchmarks use, and their common question. Everything here ends the program where it fails. */
#ifndef BENCH_TABLES_H
#define BENCH_TABLES_H

#include "mixmi.h"

/* One question, I(X;Y|Z): the first column and the second given `given` more. */
typedef struct tables_question {
	const mixmi_table *table;
	size_t given;
	const mixmi_options *options; /* of preset paper and one thread unless changed */
} tables_question;

/* Options of a preset (NULL: the default one) and one thread, and with a further option (name NULL: none). All of these live
 * as long as the program. */
mixmi_options *tables_options_of(const char *preset, const char *name, const char *value);

/* Preset paper and one thread. */
mixmi_options *tables_options(void);

/* A measure_work each: asks once for the estimate, or for the test. The context is a tables_question. */
void tables_estimate(void *question);
void tables_test(void *question);

/* Two independent Gaussians and `given` binomial columns. */
mixmi_table *tables_conditioning(size_t rows, size_t given);

/* A target and `columns` others that depend on it, more or less: continuous, zero-inflated, Poisson and rounded in turn. */
mixmi_table *tables_target(size_t rows, size_t columns);

/* A random sparse network: every column has up to two earlier ones as parents; continuous, five-valued, zero-inflated and
 * three-valued in turn. */
mixmi_table *tables_network(size_t rows, size_t columns);

#endif
