/* Estimators and tests by their names in the results: `paper` is the histogram of the preset paper,
 * `default` is what mixmi_options_new() gives, anything else is a name of the registries under the preset paper. */
#ifndef REPRODUCE_METHOD_H
#define REPRODUCE_METHOD_H

#include "cell.h"

/* Options of one thread for a method, with a seed of its own for the draw. The caller frees them. */
mixmi_status method_estimator(mixmi_options **out, const char *method, uint64_t seed, uint64_t draw);
mixmi_status method_test(mixmi_options **out, const char *method, uint64_t seed, uint64_t draw);

/* Whether the default differs from the paper's method: otherwise `default` is omitted. */
bool method_default_estimator_differs(void);
bool method_default_test_differs(void);

/* The default of an option, as text. */
const char *method_fallback(const char *option);

/* Approximate milliseconds per 1000 rows of one estimate or one test. */
double method_cost(const char *method, bool test);

#endif
