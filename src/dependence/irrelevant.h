/* Columns of Z that have nothing to do with X and Y. */
#ifndef DEPENDENCE_IRRELEVANT_H
#define DEPENDENCE_IRRELEVANT_H

#include "dependence/attempt.h"
#include "dependence/canonical.h"

/* Marks the columns of Z, numbered as in the canonical table, that the question may as well be asked without: the grid leaves them whole,
 * and neither X nor Y, nor their spread, nor their product follows them. Returns how many there are in *count. None where X or Y has
 * more than two labels without an order, which no regression sees, or with fewer than 30 rows for each column of Z. */
mixmi_status dependence_find_irrelevant(bool *irrelevant, size_t *count, const dependence_attempt *plain,
                                        const dependence_canonical *canonical, const mixmi_options *options);

#endif
