/* Information of two ordered columns on squares that are split where dependence is left. */
#ifndef DEPENDENCE_QUADTREE_H
#define DEPENDENCE_QUADTREE_H

#include "data/table.h"

/* What the squares show. */
typedef struct dependence_quadtree {
	double value;          /* nats, less what counting adds to it */
	double growth;         /* how much more all rows show than half of them: the structure that few rows leave unseen */
	double standard_error; /* infinitesimal jackknife with the squares held */
	double choice;         /* standard error of value and growth that comes from the choice of squares */
} dependence_quadtree;

/* Of the first two columns of a table without missing values, whose codes are in an order that means something. Values that repeat are kept
 * together, so point masses do no harm. All is 0 where no split pays. False: out of memory. */
bool dependence_quadtree_measure(dependence_quadtree *out, const mixmi_table *table);

#endif
