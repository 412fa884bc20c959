/* A grid counted: its cells and margins, the plug-in estimate of I(X;Y|Z), and its small-sample bias. */
#ifndef ESTIMATE_PLUG_IN_H
#define ESTIMATE_PLUG_IN_H

#include "estimate/joint_cells.h"
#include "histogram/histogram_cmi.h"

/* `plug_in` is of the finer grid. */
typedef hist_estimate estimate_result;

enum { ESTIMATE_AT_XZ, ESTIMATE_AT_YZ, ESTIMATE_AT_Z, ESTIMATE_MARGINS };

typedef struct estimate_counts {
	estimate_cells cells;
	estimate_margin margins[ESTIMATE_MARGINS];
} estimate_counts;

/* False: out of memory; the counts can be cleared all the same. The maps are borrowed and must stay as they are. */
bool estimate_counts_init(estimate_counts *c, const estimate_maps *maps);
void estimate_counts_clear(estimate_counts *c);

/* The small-sample bias (positive: too small) of the entropy of cells with these rows, but for a term that depends on all rows alone; how much of it
 * stands for cells that no row fell into (`open`), and the standard error of that. */
typedef struct estimate_loss {
	double all, error, open;
} estimate_loss;

estimate_loss estimate_entropy_bias(const uint64_t *rows, size_t cells, double all);

/* Fills in plug_in, bias, standard_error and allowance, which is `open`; all else becomes 0. */
void estimate_measure_counts(estimate_result *out, const estimate_counts *c);

/* The same of maps. False: out of memory. */
bool estimate_measure(estimate_result *out, const estimate_maps *maps);

#endif
