/* What the permutations of a test say so far, and the p-value they give. */
#ifndef PERM_TALLY_H
#define PERM_TALLY_H

#include "mixmi.h"

typedef struct perm_tally {
	size_t made;
	size_t reached; /* of these, as large as the observed value */
	double sum, squares;
} perm_tally;

/* Most permutations: as the options say, or by alpha and the kind of tail. */
size_t perm_limit(const mixmi_options *options);

/* With too few permutations no p-value could ever reach alpha, and everything would seem independent: an error. */
mixmi_status perm_check_limit(const mixmi_options *options);

void perm_tally_add(perm_tally *tally, double value, double observed);

/* So many have reached the observed value that no further permutation is needed. */
bool perm_tally_is_clear(const perm_tally *tally);

double perm_tally_p(const perm_tally *tally, double observed, int tail);

#endif
