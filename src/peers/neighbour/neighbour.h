/* Nearest-neighbour estimators of (conditional) mutual information with the maximum norm. */
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

/* I(X;Y|Z) in nats, with the options neighbours, metric, ksg_variant and threads. Rows with a missing value in a column
 * of the question are dropped. X, Y and Z may have several columns; KSG and mixed KSG accept no Z. k >= rows is an
 * error. Constant columns carry no information and are omitted; if no X or no Y remains, the answer is exactly 0. All
 * counts are exact, so the answer has the same bits for any order of rows, columns, X and Y, and for any number of
 * threads. Sets only the estimate and the rows of `out`. About O(n log n) for few columns; memory O(n columns). */
mixmi_status neighbour_estimate(mixmi_answer *out, neighbour_method method, const mixmi_table *table,
                                const mixmi_question *question, const mixmi_options *options);

/* The methods, one per file. */
extern const base_method neighbour_ksg;
extern const base_method neighbour_fp;
extern const base_method neighbour_mixed_ksg;
extern const base_method neighbour_ravk;
extern const base_method neighbour_ms;

#endif
