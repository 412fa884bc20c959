/* Methods by name. */
#ifndef ANSWERS_REGISTRY_H
#define ANSWERS_REGISTRY_H

#include "base/method.h"

/* The method selected by these options. It exists, because they have passed the check of the option table. */
const mixmi_own_method *answers_estimator(const mixmi_options *options);
const mixmi_own_method *answers_test(const mixmi_options *options);

#endif
