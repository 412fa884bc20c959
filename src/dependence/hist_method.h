/* The estimate of the histogram, and the tests that only correct it. */
#ifndef DEPENDENCE_HIST_METHOD_H
#define DEPENDENCE_HIST_METHOD_H

#include "base/method.h"
#include "dependence/witness.h"

/* A base_method_run: fits the histogram of X, Y and Z that the preset asks for and fills in all that it says. */
mixmi_status dependence_answer(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                               const mixmi_question *question, const mixmi_options *options);

/* The same where a test is at hand (witness.h). With preset robust evidence that is as strong as chance gives in one sample of
 * fifty makes a value of a grid that claims nothing. Where the grid mixes values of Z, what it leaves of a common cause looks
 * like dependence: a claim that the test would have seen counts only if the test saw it. */
mixmi_status dependence_answer_by_witness(mixmi_answer *out, mixmi_histogram **histogram, const mixmi_table *table,
                                          const mixmi_question *question, const dependence_witness *witness,
                                          const mixmi_options *options);

/* Tests. */
extern const base_method dependence_chi2;
extern const base_method dependence_sc;
extern const base_method dependence_fnml;
extern const base_method dependence_jic;
extern const base_method dependence_mdl;

#endif
