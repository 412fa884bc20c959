/* The MIIC estimator (Cabeli et al., PLoS Comput. Biol. 16(5) e1007866, 2020), as the R package `miic` computes it. */
#ifndef MIIC_MIIC_H
#define MIIC_MIIC_H

#include "mixmi/method.h"

/* I(X;Y|Z) with the discretisation of all numeric columns that maximises information minus complexity. X and Y must be
 * single columns; Z may have any number of columns. Numeric columns are cut into bins, also if they have atoms, and
 * equal values share a bin; discrete columns are used as they are. out->estimate is the information and out->corrected
 * the information minus its complexity (factorised NML and the choice of cuts), both in nats per row. If the latter is
 * not positive, both are 0 and MIIC judges X and Y independent. A constant X or Y gives 0, and so do fewer than 3 rows.
 *
 * With k columns, g <= miic_bins candidate bins and c <= n occupied cells of the other columns' bins, one round costs
 * O(k n + k g min(n, g c)). There are at most 50 rounds, in practice 3 to 10; memory is O(k n). */
extern const mixmi_own_method miic_estimator;
extern const mixmi_own_method miic_test;

#endif
