/* The methods by name. */
#ifndef ANSWERS_REGISTRY_H
#define ANSWERS_REGISTRY_H

#include "base/method.h"

/* The method that these options choose; they have passed the check of the option table, so there is one. */
const base_method *answers_estimator(const mixmi_options *options);
const base_method *answers_test(const mixmi_options *options);

#endif
