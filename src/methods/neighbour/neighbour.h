/* Nearest-neighbour estimators of (conditional) mutual information, under the maximum norm. */
#ifndef NEIGHBOUR_NEIGHBOUR_H
#define NEIGHBOUR_NEIGHBOUR_H

#include "base/method.h"

typedef enum neighbour_method {
	NEIGHBOUR_KSG,
	NEIGHBOUR_FP,
	NEIGHBOUR_MIXED_KSG,
	NEIGHBOUR_RAVK,
	NEIGHBOUR_MS
} neighbour_method;

/* I(X;Y|Z) in nats from the options' neighbours, metric, ksg_variant and threads. Rows with a missing value in a column
 * asked about are left out. X, Y and Z may have several columns; KSG and mixed KSG take no Z. k >= rows is an error. A
 * constant column tells nothing and is left aside; where that leaves no X or no Y the answer is exactly 0. Everything
 * that is counted is exact, so the answer is the same to the last bit for any order of rows, columns, X and Y, and for
 * any number of threads. Of `out` only the estimate and the rows are filled in. About O(n log n) for few columns; memory O(n columns). */
mixmi_status neighbour_estimate(mixmi_answer *out, neighbour_method method, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options);

/* The methods, one file each. */
extern const base_method neighbour_ksg;
extern const base_method neighbour_fp;
extern const base_method neighbour_mixed_ksg;
extern const base_method neighbour_ravk;
extern const base_method neighbour_ms;

#endif
