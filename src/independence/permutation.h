/* The permutation test: is the estimate larger than it is when Y is exchanged between rows of (nearly) the same Z? */
#ifndef INDEPENDENCE_PERMUTATION_H
#define INDEPENDENCE_PERMUTATION_H

#include "base/method.h"

/* Fills in `out` as mixmi_test() does, and hands over the histogram of the data as they are. */
mixmi_status independence_permutation(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                      const mixmi_question *question, const mixmi_options *options);

extern const base_method independence_perm_test;

#endif
