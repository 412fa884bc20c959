/* What the permutations of a test say so far, and the p-value they give. */
#ifndef INDEPENDENCE_TALLY_H
#define INDEPENDENCE_TALLY_H

#include "mixmi.h"

typedef struct independence_tally {
	size_t made;
	size_t reached; /* of these, as large as the observed value */
	double sum, squares;
} independence_tally;

/* Most permutations: as the options say, or by alpha and the kind of tail. */
size_t independence_permutation_limit(const mixmi_options *options);

/* With too few permutations no p-value could ever reach alpha, and everything would seem independent: an error. */
mixmi_status independence_check_limit(const mixmi_options *options);

void independence_tally_add(independence_tally *tally, double value, double observed);

/* So many have reached the observed value that no further permutation is needed. */
bool independence_tally_is_clear(const independence_tally *tally);

double independence_tally_p(const independence_tally *tally, double observed, int tail);

#endif
