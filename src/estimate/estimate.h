/* The default estimator hist. */
#ifndef ESTIMATE_ESTIMATE_H
#define ESTIMATE_ESTIMATE_H

#include "base/method.h"

/* A base_method_run: fits the histogram of X, Y and Z that the preset asks for and fills in all that it says. */
mixmi_status estimate_answer(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options, const ask_context *context);

extern const base_method estimate_hist;

#endif
