/* The conditioning set Z, prepared once for every column that is residualised on it. Rows with the same values of Z
 * form cells. If enough rows share a cell, rows are compared within cells (TEST_BY_CELLS); otherwise columns are
 * regressed on functions of Z (TEST_BY_REGRESSION). */
#ifndef TEST_GIVEN_H
#define TEST_GIVEN_H

#include "regress/regressors.h"
#include "test/weights.h"

typedef enum test_manner { TEST_NOTHING_GIVEN, TEST_BY_CELLS, TEST_BY_REGRESSION } test_manner;

typedef struct test_given {
	test_manner manner;
	size_t rows;
	size_t entries;        /* merged rows; fewer than rows only by cells */
	const uint32_t *times; /* [entries] number of rows of each entry, owned by the question; NULL: 1 */
	size_t cell_count;     /* distinct values of Z */
	uint32_t *cells;       /* [entries] 0 without Z */
	uint32_t *sizes;       /* [cell_count] */
	size_t comparable;     /* by cells: rows whose cell has another row; otherwise all rows */
	size_t weight_count;   /* functions of Z that products are weighted by */
	double *weights;       /* [weight_count][entries] fixed, mean 0, variance 1 (weights.h) */
	uint64_t *row_keys; /* [entries] hashes of Z that do not depend on names, labels and directions; NULL without Z */
	question_rank_waves ranks; /* of the rows, for regressions; else empty */
	bool ready;                /* for regressions: */
	regress_regressors functions;
	uint32_t *leaf; /* [rows] groups of rows with similar Z */
	size_t leaf_count;
	question_column *columns; /* [column_count] of Z, in their order */
	size_t column_count;
	question_column *clusters; /* clusters of rows as labels; NULL: all rows are independent */
	bool within;               /* cluster means are subtracted */
} test_given;

/* Computes the cells of Z and chooses between cells and regression. Z: columns of the table on `rows`, in an order
 * that depends only on their values (column_order.h). False: out of memory. O(rows). */
bool test_given_init(test_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                     size_t z_count);

/* Prepares what regressions need, if there are any; same arguments. O(rows functions^2). */
bool test_given_prepare(test_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                        size_t z_count);
void test_given_clear(test_given *given);

/* Bytes that it holds. */
size_t test_given_size(const test_given *given);

#endif
