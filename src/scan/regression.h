/* Regressions of columns of values on functions of Z: those that all columns share (given.h), and a column's own. */
#ifndef SCAN_REGRESSION_H
#define SCAN_REGRESSION_H

#include "scan/freed.h"

enum { SCAN_MOST_INDICES = 3 };

/* Penalties are so many steps below the one with the least error, for bias is common to X and Y, and variance is not: more where there
 * is more than a sum of simple functions. */
static inline size_t scan_finer(const scan_given *given)
{
	return given->count > given->additive ? 2 : 1;
}

/* Whether the rows carry so few functions a column of Z that many a curve needs more. */
static inline bool scan_is_coarse(const scan_given *given)
{
	return given->simple > 1 && given->count < 3 * given->simple;
}

/* What became of the columns that were freed. */
typedef struct scan_regressed {
	double left;             /* share of the first one's variance that is left, cross-validated */
	size_t penalty;          /* number of the ridge's penalty that the first one was fitted with */
	double *kept;            /* [count] as in scan_freed */
	double *stages;          /* as in scan_freed; NULL: not asked for */
	size_t *stage_functions; /* [SCAN_STAGES] likewise */
} scan_regressed;

/* Frees each of `count` columns of values, mean 0 and fixed, from the shared functions: they become plain residuals. False: out of
 * memory. Sets no stages. O(rows functions) a column. */
bool scan_regress(scan_regressed *out, double *values, size_t count, const scan_given *given, size_t finer);

/* The same for features of one column, with functions that are its own: waves over what the shared ones together predict of its first
 * `indices` features, and jumps, each if what is left shows it. Residuals are fixed. */
bool scan_regress_features(scan_regressed *out, double *values, size_t count, size_t indices, const scan_given *given,
                           size_t finer);

/* *shown: whether residuals follow some of the functions that were only looked at more than chance would have them. `residuals` are
 * fixed. False: out of memory. */
bool scan_interactions_show(bool *shown, const double *residuals, const scan_given *given);

#endif
