/* The descriptor of the default test. */
#ifndef ANSWERS_SCAN_TEST_H
#define ANSWERS_SCAN_TEST_H

#include "base/method.h"

extern const base_method answers_scan;

/* Adds the result of the test to an estimate: p, the detectable effect if the estimate is 0, or that no rows can be
 * compared. */
mixmi_status answers_add_evidence(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question,
                                  const mixmi_options *options, const ask_context *context);

#endif
