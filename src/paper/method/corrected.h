/* Tests that correct the estimate of the histogram: they have no run of their own, so the estimate is made first. */
#ifndef PAPER_CORRECTED_H
#define PAPER_CORRECTED_H

#include "base/method.h"

extern const base_method paper_chi2;
extern const base_method paper_sc;
extern const base_method paper_fnml;
extern const base_method paper_jic;

#endif
