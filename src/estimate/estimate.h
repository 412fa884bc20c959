/* The estimate of I(X;Y|Z) from densities, for the default method. */
#ifndef ESTIMATE_ESTIMATE_H
#define ESTIMATE_ESTIMATE_H

#include "mixmi.h"

struct test_memory;

typedef struct estimate_density {
	double value; /* nats; 0 if no grid or regression is worth its cost */
	double limit; /* the smaller of H(X|Z) and H(Y|Z) over sides whose values repeat; ln(rows) if there are none */
} estimate_density;

/* *shown receives the grid of the columns, and `answer` its bins and what it shows. `memory` may be NULL. */
mixmi_status estimate_densities(estimate_density *out, mixmi_answer *answer, mixmi_histogram **shown,
                                const mixmi_table *table, const mixmi_question *question, const mixmi_options *options,
                                struct test_memory *memory);

#endif
