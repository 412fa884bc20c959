/* The default test of independence: features of X and Y residualised on Z, their products, and p without
 * permutations. */
#ifndef TEST_SCAN_H
#define TEST_SCAN_H

#include "test/remember.h"
#include "test/tails.h"

/* Result of the test. */
typedef struct test_verdict {
	double p;          /* NaN where `undecided` */
	double statistic;  /* the normal deviate whose two-sided p-value is p */
	test_shown shown;  /* the sums behind p */
	double in_effect;  /* effective rows of the simplest comparison */
	bool undecided;    /* Z determines X or Y almost completely */
	size_t comparable; /* rows that could be compared */
	size_t rows, rows_dropped;
	size_t clusters; /* of the rows; 0: they are independent */
} test_verdict;

/* Tests a question; `memory` may be NULL. `within`: if the table has clusters, cluster means are subtracted. */
mixmi_status test_judge(test_verdict *out, test_memory *memory, const mixmi_table *table,
                        const mixmi_question *question, bool within);

/* Residual features of one column given Z, the simplest first, on the rows without missing values. Clear them with
 * test_residuals_clear(). */
mixmi_status test_residualise_column(test_residuals *out, const mixmi_table *table, size_t column, const size_t *z,
                                     size_t z_count);

#endif
