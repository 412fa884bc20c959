/* The permutation test: is the estimate larger than it is when Y is exchanged between rows of (nearly) the same Z? */
#ifndef PERM_PERMUTATION_H
#define PERM_PERMUTATION_H

#include "base/method.h"

extern const base_method perm_test;

#endif
