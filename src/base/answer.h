/* Empty answers, and access to the fields of an answer by name. */
#ifndef BASE_ANSWER_H
#define BASE_ANSWER_H

#include "mixmi.h"

/* An answer in which every number is NaN and every count is 0. */
mixmi_answer base_no_answer(mixmi_status status, const char *method, double alpha);

/* A profile without numbers. */
mixmi_profile base_no_profile(mixmi_shape shape);

/* The word of a shape, and back; a shape or word that is none of them: "none". */
const char *base_shape_word(int32_t shape);
int32_t base_shape_of_word(const char *word);

/* Reads a field by its name as a number. Returns false if no numeric field has this name. */
bool base_answer_number(double *out, const mixmi_answer *answer, const char *field);

#endif
