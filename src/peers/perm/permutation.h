/* The permutation test: compares the estimate with its values after permuting Y between rows with (nearly) the same
 * Z. */
#ifndef PERM_PERMUTATION_H
#define PERM_PERMUTATION_H

#include "base/method.h"
#include "paper/histogram/candidate_grid.h"

extern const base_method perm_test;

/* Groups of rows with (nearly) the same Z, within which Y can be permuted if X and Y are independent given Z. */
typedef struct perm_strata {
	size_t rows;
	uint32_t *order; /* [rows] rows of the prepared grid, stratum by stratum, in an order that does not depend on the
	                  * order of rows in the table */
	size_t count;
	uint32_t *starts; /* [count + 1] start of each stratum in `order` */
} perm_strata;

/* Rows that agree in every atom of Z form a class. If Z has continuous values, a class is halved along them, the widest
 * first, into neighbourhoods of 5 to 9 rows. Without Z all rows are one stratum. `z` are positions of columns in the
 * prepared grid. O(n log n). Returns false if memory runs out. */
bool perm_strata_init(perm_strata *strata, const hist_grid *prepared, const size_t *z, size_t z_count);
void perm_strata_clear(perm_strata *strata);

/* Results of the permutations so far. */
typedef struct perm_tally {
	size_t made;
	size_t reached; /* how many of these are as large as the observed value */
	double sum, squares;
} perm_tally;

void perm_tally_add(perm_tally *tally, double value, double observed);
double perm_tally_p(const perm_tally *tally, double observed, int tail);

#endif
