/* The default test of independence: features of X and Y freed from Z, their products, and p without permutations. */
#ifndef SCAN_SCAN_H
#define SCAN_SCAN_H

#include "data/table.h"

/* What the test has to say about a question. */
typedef struct scan_verdict {
	double p;          /* NaN where the data cannot tell */
	double statistic;  /* the normal deviate of p, two-sided */
	double strongest;  /* the largest correlation, in size, of what Z leaves of a feature of X and of Y */
	bool cannot_tell;  /* Z leaves (almost) nothing to compare */
	size_t comparable; /* rows that could be compared */
	size_t rows, rows_dropped;
} scan_verdict;

mixmi_status scan_judge(scan_verdict *out, const mixmi_table *table, const mixmi_question *question);

#endif
