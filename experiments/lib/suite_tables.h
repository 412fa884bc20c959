/* The parts of the accuracy suite, each a table in a file of its own. */
#ifndef EXPERIMENTS_SUITE_TABLES_H
#define EXPERIMENTS_SUITE_TABLES_H

#include "suite.h"

typedef struct suite_entry {
	mechanism m;
	const char *source; /* how the true value is known */
} suite_entry;

#define SUITE_CLOSED "closed form"
#define SUITE_INTEGRAL "numerical integration"
#define SUITE_SERIES "sum of a series"

const suite_entry *suite_shape_entry(size_t index);   /* pairs and vectors without Z */
const suite_entry *suite_given_entry(size_t index);   /* given Z */
const suite_entry *suite_holdout_entry(size_t index); /* the hold-out set */

#endif
