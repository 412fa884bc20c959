/* The estimator of preset paper. */
#ifndef PAPER_PAPER_ESTIMATE_H
#define PAPER_PAPER_ESTIMATE_H

#include "base/method.h"

/* Fits the histogram of X, Y and Z and fills in all that it says. */
extern const base_method paper_histogram;

#endif
