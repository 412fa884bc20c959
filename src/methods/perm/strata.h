/* Groups of rows with (nearly) the same Z, within which Y may be exchanged if X and Y are independent given Z. */
#ifndef PERM_STRATA_H
#define PERM_STRATA_H

#include "histogram/candidate_grid.h"

typedef struct perm_strata {
	size_t rows;
	uint32_t *order; /* [rows] rows of the prepared grid, stratum after stratum, in an order that does not depend on the
	                   * order of rows in the table */
	size_t count;
	uint32_t *starts; /* [count + 1] where each stratum starts in `order` */
} perm_strata;

/* Rows that agree in every atom of Z make up a class; where Z has continuous values, a class is halved along them, the
 * widest first, into neighbourhoods of 5 to 9 rows. Without Z all rows are one stratum. `z` are places of columns in the
 * prepared grid. O(n log n). False: out of memory. */
bool perm_strata_init(perm_strata *strata, const hist_grid *prepared, const size_t *z, size_t z_count);
void perm_strata_clear(perm_strata *strata);

/* Stable merge sort of rows by a key each: ties keep their order. `scratch` has room for as many. */
void perm_sort_rows(uint32_t *rows, uint32_t *scratch, size_t count, const uint32_t *keys);

#endif
