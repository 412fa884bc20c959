/* How large a dependence is, in the units of the data. */
#ifndef EXPLAIN_SIZE_H
#define EXPLAIN_SIZE_H

#include "explain/sides.h"

/* Sets what begins with "size", and level_means, in a profile without them. */
void explain_put_size(mixmi_profile *out, const explain_sides *sides);

#endif
