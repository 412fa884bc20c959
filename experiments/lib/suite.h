/* The mechanisms of the accuracy suite: the paper's ten, the weak spots of its method, further ones that a user's data may
 * look like, and a hold-out set. All have a known I(X;Y|Z); tests/unit/test_suite_truths.c derives each again. */
#ifndef EXPERIMENTS_SUITE_H
#define EXPERIMENTS_SUITE_H

#include "mechanisms.h"

/* Number `index` of the suite, the paper's first, and of the hold-out set, or NULL beyond the end; by name from either, or
 * NULL. */
const mechanism *suite_at(size_t index);
const mechanism *suite_holdout_at(size_t index);
const mechanism *suite_find(const char *name);

/* Whether a mechanism is of the first part of the suite, whose cells the frozen table has for n = 100 to 3000. */
bool suite_is_first(const char *name);

/* Position of a mechanism in the suite, the hold-out set last; the length of both for an unknown name. */
size_t suite_position(const char *name);

/* How the true value is known, in one line. NULL for a name that the suite does not have. */
const char *suite_truth_source(const char *name);

#endif
