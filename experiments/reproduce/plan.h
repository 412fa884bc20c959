/* The list of all cells: what `make reproduce` computes. */
#ifndef REPRODUCE_PLAN_H
#define REPRODUCE_PLAN_H

#include "cell.h"

typedef struct settings {
	bool quick;    /* fewer rows and draws */
	uint64_t seed; /* of all data and methods */
	size_t
		default_draws; /* most draws per cell for tests that refit for every permutation: they take most of the time */
} settings;

typedef struct plan {
	cell *cells; /* in the order of the files */
	size_t count;
} plan;

/* The cells of the kinds in `only` (comma-separated), or of all if it is NULL. Returns false if memory runs out. The
 * caller frees it with plan_free(). */
bool plan_make(plan *out, const settings *s, const char *only);
void plan_free(plan *p);

/* Whether a comma-separated list (NULL: all) has this name. */
bool plan_wants(const char *only, const char *name);

#endif
