/* Declarations that the files of the regression (components.h) share. */
#ifndef REGRESS_PARTS_H
#define REGRESS_PARTS_H

#include "regress/components.h"

/* Initial variance of a block relative to the error variance. */
double regress_start_variance(const regress_fit *fit);

/* Selects blocks on the part of the rows. level: as enter_level. own: [own_count] further functions of [rows], which are in the model from
 * the start and are not listed in the choice. Returns false if out of memory. */
bool regress_choose(regress_choice *choice, const double *values, size_t count, const regress_regressors *given,
                    double level, const float *const *own, size_t own_count);
void regress_choice_clear(regress_choice *choice);

/* Effective parameters without the constant; the effects of many levels are not selected, so they count as one. */
double regress_fit_chosen(const regress_fit *fit);

/* Returns false if out of memory. */
bool regress_fit_add_component(regress_fit *fit, regress_component component);

/* Computes the products of blocks that are new in the model. Returns false if out of memory. O(rows active) per function. */
bool regress_fit_admit(regress_fit *fit);

/* Products of the indicators of leaves with some values, stored with stride `width`; product of two indicators; and the fitted part of a
 * response that the leaves explain, where `first` is the number of their first coefficient. */
void regress_leaves_multiply(double *out, size_t width, const regress_fit *fit, const float *values);
double regress_leaves_product(const regress_fit *fit, size_t a, size_t b);
void regress_leaves_add(double *out, const regress_fit *fit, size_t response, size_t first, size_t start, size_t rows);

#endif
