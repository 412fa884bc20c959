/* The scanning test: dependence of X and Y given Z at several resolutions at once, calibrated by permutations that fit nothing
 * again. */
#ifndef INDEPENDENCE_SCAN_H
#define INDEPENDENCE_SCAN_H

#include "base/method.h"

/* Fills in `out` as mixmi_test() does, except for what comes from the histogram. */
mixmi_status independence_scan(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question,
                               const mixmi_options *options);

extern const base_method independence_scan_test;

#endif
