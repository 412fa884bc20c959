/* The profile of a dependence, inside the library. */
#ifndef EXPLAIN_PROFILE_H
#define EXPLAIN_PROFILE_H

#include "mixmi.h"

/* True if a dependence was found: by the verdict or, of a method without one, by its estimate. Only then is there a
 * profile. */
bool explain_has_profile(const mixmi_answer *answer);

/* A profile without numbers. */
mixmi_profile explain_no_profile(mixmi_shape shape);

/* The word of a shape, and back; a shape or word that is none of them: "none". */
const char *explain_shape_word(int32_t shape);
int32_t explain_shape_of_word(const char *word);

/* As mixmi_profile_of(), for a question that was checked. */
mixmi_status explain_profile(mixmi_profile *out, const mixmi_table *table, const mixmi_question *question);

#endif
