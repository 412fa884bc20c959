/* The conditioning set Z, prepared once for every column that is residualised on it. Rows with the same values of Z form cells. If enough rows
 * share a cell, rows are compared within cells (TEST_BY_CELLS); otherwise columns are regressed on functions of Z (TEST_BY_REGRESSION). */
#ifndef TEST_GIVEN_H
#define TEST_GIVEN_H

#include "regress/regressors.h"
#include "test/weights.h"

typedef enum test_manner { TEST_NOTHING_GIVEN, TEST_BY_CELLS, TEST_BY_REGRESSION } test_manner;

typedef struct test_given {
	test_manner manner;
	size_t rows;
	size_t entries;        /* that stand for them; fewer only where rows are compared within cells */
	const uint32_t *times; /* [entries] how many rows each stands for, the question's own; NULL: one */
	size_t cell_count;     /* distinct values of Z */
	uint32_t *cells;       /* [entries]; without Z all rows are in cell 0 */
	uint32_t *sizes;       /* [cell_count] */
	size_t comparable;     /* rows that share their cell with another (by cells), else all rows */
	size_t weight_count;   /* functions of Z that products are weighted by */
	double *weights;       /* [weight_count][entries] fixed, mean 0, variance 1 (weights.h) */
	uint64_t *row_keys; /* [entries] what Z holds in a row, whatever its names, labels and directions; NULL without Z */
	question_rank_waves ranks; /* of the rows, for regressions; else empty */
	bool ready;                /* for regressions: */
	regress_regressors functions;
	question_column *columns; /* [column_count] of Z, in their order */
	size_t column_count;
	question_column *clusters; /* of rows that may depend on each other, as labels; NULL: all rows are independent */
	bool within;               /* differences between clusters are taken out */
} test_given;

/* The cells of Z and what to do with them. Z: columns of the table on `rows`, in an
 * order that comes from what they hold (column_order.h). False: out of memory. O(rows). */
bool test_given_init(test_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                     size_t z_count);

/* What regressions need, with the same arguments; nothing where none are made. O(rows functions^2). */
bool test_given_prepare(test_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                        size_t z_count);
void test_given_clear(test_given *given);

/* Bytes that it holds. */
size_t test_given_size(const test_given *given);

#endif
