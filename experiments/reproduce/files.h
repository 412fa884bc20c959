/* The files of a finished run: a CSV for each experiment, and RUN.txt. Each is written completely or not at all. */
#ifndef REPRODUCE_FILES_H
#define REPRODUCE_FILES_H

#include "run.h"

/* What RUN.txt says besides the plan. */
typedef struct run_facts {
	const char *command; /* as it was called */
	const char *identity;
	const settings *settings;
	int threads;
} run_facts;

/* Writes DIR/KIND.csv for every kind that the plan has cells of, in the plan's order. On failure a message went to
 * stderr. */
bool files_write(const results *r, const char *directory);
bool files_write_facts(const results *r, const char *directory, const run_facts *facts);

#endif
