/* The default test of independence: features of X and Y residualised on Z, their products, and p without permutations. */
#ifndef TEST_SCAN_H
#define TEST_SCAN_H

#include "test/remember.h"

/* What the test has to say about a question. */
typedef struct test_verdict {
	double p;          /* NaN where `undecided` */
	double statistic;  /* the normal deviate that has p for its two tails */
	double strongest;  /* the largest correlation, in size, between what Z leaves of a feature of X and of one of Y */
	double in_effect;  /* rows that the simplest comparison comes to, less what residualising on Z took */
	bool undecided;    /* Z leaves (almost) nothing to compare */
	size_t comparable; /* rows that could be compared */
	size_t rows, rows_dropped;
	size_t clusters; /* of the rows; 0: they are independent */
} test_verdict;

/* Judges a question; `memory` may be NULL. `within`: where the table has clusters, differences between them are taken out. */
mixmi_status test_judge(test_verdict *out, test_memory *memory, const mixmi_table *table,
                        const mixmi_question *question, bool within);

/* What Z leaves of one column on the rows that have a value in all of them: its features, the simplest first. To be cleared with
 * test_residuals_clear(). */
mixmi_status test_residualise_column(test_residuals *out, const mixmi_table *table, size_t column, const size_t *z,
                                     size_t z_count);

#endif
