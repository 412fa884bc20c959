/* A grid counted: its cells and margins, the plug-in estimate of I(X;Y|Z), and the bias of counting. */
#ifndef DEPENDENCE_COUNTING_H
#define DEPENDENCE_COUNTING_H

#include "dependence/joint_cells.h"
#include "histogram/histogram_cmi.h"

/* `plug_in` is of the finer grid. */
typedef hist_estimate dependence_estimate;

enum { DEPENDENCE_AT_XZ, DEPENDENCE_AT_YZ, DEPENDENCE_AT_Z, DEPENDENCE_MARGINS };

typedef struct dependence_counts {
	dependence_cells cells;
	dependence_margin margins[DEPENDENCE_MARGINS];
} dependence_counts;

/* False: out of memory; the counts can be cleared all the same. The maps are borrowed and must stay as they are. */
bool dependence_counts_init(dependence_counts *c, const dependence_maps *maps);
void dependence_counts_clear(dependence_counts *c);

/* What counting takes from the entropy of cells with these rows, but for a term that depends on all rows alone; how much of it
 * stands for cells that no row fell into (`open`), and the standard error of that. */
typedef struct dependence_loss {
	double all, error, open;
} dependence_loss;

dependence_loss dependence_lost_by_counting(const uint64_t *rows, size_t cells, double all);

/* Fills in plug_in, bias, standard_error and doubt, which is `open`; all else becomes 0. */
void dependence_measure_counts(dependence_estimate *out, const dependence_counts *c);

/* The same of maps. False: out of memory. */
bool dependence_measure(dependence_estimate *out, const dependence_maps *maps);

#endif
