/* The default method: one answer with p, estimate and interval. */
#ifndef ANSWERS_DEFAULT_ANSWER_H
#define ANSWERS_DEFAULT_ANSWER_H

#include "base/method.h"

/* Estimator and test at once. */
extern const base_method answers_residual;

#endif
