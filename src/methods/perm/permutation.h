/* The permutation test: is the estimate larger than it is when Y is exchanged between rows of (nearly) the same Z? */
#ifndef PERM_PERMUTATION_H
#define PERM_PERMUTATION_H

#include "base/method.h"

/* Fills in `out` as mixmi_test() does, and hands over the histogram of the data as they are. */
mixmi_status perm_answer(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                         const mixmi_question *question, const mixmi_options *options);

extern const base_method perm_test;

#endif
