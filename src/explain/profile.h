/* The profile of a dependence, inside the library. */
#ifndef EXPLAIN_PROFILE_H
#define EXPLAIN_PROFILE_H

#include "explain/sides.h"
#include "mixmi.h"

/* True if a dependence was found: by the verdict or, of a method without one, by its estimate. Only then is there a
 * profile. */
bool explain_has_profile(const mixmi_answer *answer);

/* The profile of X and Y, which has no numbers if one of them is several columns or a time that may be censored. `fitted`: [2] the residuals from which p was read; NULL: they are made. */
mixmi_profile explain_profile(base_arena *arena, const mixmi_table *table, const question_sets *sets,
                              const residual_side *fitted);

#endif
