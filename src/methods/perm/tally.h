/* Results of the permutations of a test so far, and their p-value. */
#ifndef PERM_TALLY_H
#define PERM_TALLY_H

#include "mixmi.h"

typedef struct perm_tally {
	size_t made;
	size_t reached; /* how many of these are as large as the observed value */
	double sum, squares;
} perm_tally;

/* Maximum number of permutations: from the options, or from alpha and the kind of tail. */
size_t perm_limit(const mixmi_options *options);

/* It is an error if there are too few permutations for any p-value to reach alpha, because everything would then seem
 * independent. */
mixmi_status perm_check_limit(const mixmi_options *options);

void perm_tally_add(perm_tally *tally, double value, double observed);

/* True if so many permutations have reached the observed value that no further one is needed. */
bool perm_tally_is_clear(const perm_tally *tally);

double perm_tally_p(const perm_tally *tally, double observed, int tail);

#endif
