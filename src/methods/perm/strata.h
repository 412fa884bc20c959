/* Groups of rows with (nearly) the same Z, within which Y can be permuted if X and Y are independent given Z. */
#ifndef PERM_STRATA_H
#define PERM_STRATA_H

#include "histogram/candidate_grid.h"

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

#endif
