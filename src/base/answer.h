/* Answers before anything is known, and their fields by name. */
#ifndef BASE_ANSWER_H
#define BASE_ANSWER_H

#include "mixmi.h"

/* An answer in which every number is NaN and every count 0. */
mixmi_answer base_no_answer(mixmi_status status, const char *method, double alpha);

/* A field by its name, as a number; false: no field that is a number has this name. */
bool base_answer_number(double *out, const mixmi_answer *answer, const char *field);

#endif
