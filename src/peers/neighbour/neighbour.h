/* Nearest-neighbour estimators of (conditional) mutual information with the maximum norm, one per file. */
#ifndef NEIGHBOUR_NEIGHBOUR_H
#define NEIGHBOUR_NEIGHBOUR_H

#include "mixmi/method.h"

extern const mixmi_own_method neighbour_ksg;
extern const mixmi_own_method neighbour_fp;
extern const mixmi_own_method neighbour_mixed_ksg;
extern const mixmi_own_method neighbour_ravk;
extern const mixmi_own_method neighbour_ms;

#endif
