/* What the files of the regression (components.h) share with each other. */
#ifndef REGRESS_PARTS_H
#define REGRESS_PARTS_H

#include "regress/components.h"

/* Variance over that of the error that blocks start with. */
double regress_start_variance(const regress_fit *fit);

/* Blocks that the part of the rows chooses, where there is one; level: as enter_level. False: out of memory. */
bool regress_choose(regress_choice *choice, const double *values, size_t count, const regress_regressors *given,
                    size_t rounds, double level);
void regress_choice_clear(regress_choice *choice);

/* False: out of memory. */
bool regress_fit_add_component(regress_fit *fit, regress_component component);

/* Makes the products of blocks that take part for the first time. False: out of memory. O(rows active) per function. */
bool regress_fit_admit(regress_fit *fit);

/* Products of the indicators of leaves with some values, `width` apart; of two indicators; and what the leaves explain of a response, their
 * coefficients being those from number `first` on. */
void regress_leaves_multiply(double *out, size_t width, const regress_fit *fit, const float *values);
double regress_leaves_product(const regress_fit *fit, size_t a, size_t b);
void regress_leaves_add(double *out, const regress_fit *fit, size_t response, size_t first, size_t start, size_t rows);

#endif
