/* Computes what the checkpoint lacks, in parallel over parts of cells. */
#ifndef REPRODUCE_RUN_H
#define REPRODUCE_RUN_H

#include "checkpoint.h"
#include "plan.h"

/* The values of a plan: those of all draws of a cell are adjacent, draw by draw. */
typedef struct results {
	const plan *plan;
	size_t *starts; /* where a cell's values begin */
	double *values;
	bool *done;      /* by part, see run.c */
	double *seconds; /* spent on each cell, in all runs together */
	size_t parts;
	size_t *first_part; /* of each cell */
} results;

typedef enum run_status { RUN_DONE, RUN_STOPPED, RUN_FAILED } run_status;

bool results_make(results *out, const plan *p);
void results_free(results *r);

/* For checkpoint_open(): `context` is a results. */
bool results_take(void *context, const checkpoint_record *record);

/* Runs the rest. Values do not depend on `threads`. RUN_FAILED: a message was printed to stderr. */
run_status run_all(results *r, checkpoint *c, uint64_t seed, int threads);

#endif
