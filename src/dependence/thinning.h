/* An evenly spaced part of the rows of a question, for what would take too long on all of them. */
#ifndef DEPENDENCE_THINNING_H
#define DEPENDENCE_THINNING_H

#include "dependence/canonical.h"

/* A table of `count` rows of a canonical one, evenly spaced in its lexicographic order, which depends on the data alone. Atoms stay
 * what they are: their number of rows in the whole decides. False: out of memory; the table can be cleared
 * all the same. */
bool dependence_thin_init(mixmi_table *thin, const mixmi_table *table, size_t count);
void dependence_thin_clear(mixmi_table *thin);

#endif
