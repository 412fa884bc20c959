/* Tests that correct the histogram estimate. */
#ifndef METHODS_CORRECTED_CORRECTED_H
#define METHODS_CORRECTED_CORRECTED_H

#include "base/method.h"

extern const base_method corrected_chi2;
extern const base_method corrected_sc;
extern const base_method corrected_fnml;
extern const base_method corrected_jic;
extern const base_method corrected_mdl;

#endif
