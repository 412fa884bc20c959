/* mixmi cmi with an estimator without a histogram: one number, and its rows. */
#ifndef CLI_VALUE_H
#define CLI_VALUE_H

#include "question.h"

/* Runs the command with the selected estimator. Returns an exit code. */
int cli_value_run(cli_args *args);

/* The answer of any estimator as CSV: a header and one line. */
int cli_value_csv(const cli_question *question, const mixmi_answer *answer, FILE *stream);

#endif
