/* The estimate of the histogram, and the tests that only correct it. */
#ifndef ESTIMATE_HIST_METHOD_H
#define ESTIMATE_HIST_METHOD_H

#include "base/method.h"

/* A base_method_run: fits the histogram of X, Y and Z that the preset asks for and fills in all that it says. */
mixmi_status estimate_answer(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                             const mixmi_question *question, const mixmi_options *options);

/* The default estimator. */
extern const base_method estimate_hist;

/* Tests. */
extern const base_method estimate_chi2;
extern const base_method estimate_sc;
extern const base_method estimate_fnml;
extern const base_method estimate_jic;
extern const base_method estimate_mdl;

#endif
