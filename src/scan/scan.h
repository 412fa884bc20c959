/* The default test of independence: features of X and Y residualised on Z, their products, and p without permutations. */
#ifndef SCAN_SCAN_H
#define SCAN_SCAN_H

#include "scan/remember.h"

/* What the test has to say about a question. */
typedef struct scan_verdict {
	double p;          /* NaN where `undecided` */
	double statistic;  /* the normal deviate that has p for its two tails */
	double strongest;  /* the largest correlation, in size, between what Z leaves of a feature of X and of one of Y */
	double in_effect;  /* rows that the simplest comparison comes to, less what residualising on Z took */
	bool undecided;    /* Z leaves (almost) nothing to compare */
	size_t comparable; /* rows that could be compared */
	size_t rows, rows_dropped;
} scan_verdict;

/* Judges a question; `memory` may be NULL. */
mixmi_status scan_judge(scan_verdict *out, scan_memory *memory, const mixmi_table *table,
                        const mixmi_question *question);

/* What Z leaves of one column on the rows that have a value in all of them: its features, the simplest first. To be cleared with
 * scan_residuals_clear(). */
mixmi_status scan_residualise_column(scan_residuals *out, const mixmi_table *table, size_t column, const size_t *z,
                                     size_t z_count);

#endif
