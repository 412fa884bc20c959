/* The mechanisms of the accuracy suite: the paper's ten, the weak spots of its method (docs/METHOD.md, section 13), and further
 * ones that a user's data may look like. All have a known I(X;Y|Z); tests/unit/test_suite_truths.c derives each again. */
#ifndef EXPERIMENTS_SUITE_H
#define EXPERIMENTS_SUITE_H

#include "mechanisms.h"

/* Number `index` of the suite, the paper's first, or NULL past the end; and by name, or NULL. */
const mechanism *suite_at(size_t index);
const mechanism *suite_find(const char *name);

/* Place of a mechanism in the suite; the suite's length for a name that it does not have. */
size_t suite_position(const char *name);

/* How the true value is known, one line for people. NULL for a name that the suite does not have. */
const char *suite_truth_source(const char *name);

#endif
