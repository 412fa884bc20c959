/* Estimators and tests by the names that they have in the results: `paper` is the histogram of the preset paper,
 * `default` what mixmi_options_new() gives, anything else a name of the registries under the preset paper. */
#ifndef REPRODUCE_METHOD_H
#define REPRODUCE_METHOD_H

#include "cell.h"

/* Options of one thread for a method, with a seed of its own for the draw. The caller frees them. */
mixmi_status method_estimator(mixmi_options **out, const char *method, uint64_t seed, uint64_t draw);
mixmi_status method_test(mixmi_options **out, const char *method, uint64_t seed, uint64_t draw);

/* Whether the defaults are another method than the paper's: else `default` is left out. */
bool method_default_estimator_differs(void);
bool method_default_test_differs(void);

/* The default of an option, as text. */
const char *method_fallback(const char *option);

/* Milliseconds that 1000 rows take, roughly, for one estimate or one test. */
double method_cost(const char *method, bool test);

#endif
