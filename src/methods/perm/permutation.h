/* The permutation test: compares the estimate with its values after permuting Y between rows with (nearly) the same
 * Z. */
#ifndef PERM_PERMUTATION_H
#define PERM_PERMUTATION_H

#include "base/method.h"

extern const base_method perm_test;

#endif
