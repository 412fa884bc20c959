/* What a question holds fixed: Z, made ready once for every column that is residualised on it. Rows with the same values of Z form
 * cells; where enough rows share theirs, comparing within cells is all it takes (by CELLS). Else functions of Z are what
 * regressions are fitted on (by REGRESSION). */
#ifndef SCAN_GIVEN_H
#define SCAN_GIVEN_H

#include "regress/regressors.h"
#include "scan/weights.h"

typedef enum scan_manner { SCAN_NOTHING_GIVEN, SCAN_BY_CELLS, SCAN_BY_REGRESSION } scan_manner;

typedef struct scan_given {
	scan_manner manner;
	size_t rows;
	size_t entries;        /* that stand for them; fewer only where rows are compared within cells */
	const uint32_t *times; /* [entries] how many rows each stands for, the question's own; NULL: one */
	size_t cell_count;     /* distinct values of Z */
	uint32_t *cells;       /* [entries]; without Z all rows are in cell 0 */
	uint32_t *sizes;       /* [cell_count] */
	size_t comparable;     /* rows that share their cell with another (by cells), else all rows */
	size_t weight_count;   /* simple functions of Z that products may be weighed by */
	double *weights; /* [weight_count][entries] fixed, mean 0, variance 1, free from each other or alike (weights.h) */
	double weight_parts[SCAN_MOST_WEIGHTS];
	uint64_t *row_keys; /* [entries] what Z holds in a row, whatever its names, labels and directions; NULL without Z */
	bool ready;         /* for regressions: */
	regress_regressors functions;
	question_column *columns; /* [column_count] of Z, in their order */
	size_t column_count;
} scan_given;

/* The cells of Z and what to do with them. Z: columns of the table on `rows`, in any order. False: out of memory. O(rows). */
bool scan_given_init(scan_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                     size_t z_count);

/* What regressions need, with the same arguments; nothing where none are made. O(rows functions^2). */
bool scan_given_prepare(scan_given *given, const mixmi_table *table, const question_sample *rows, const size_t *z,
                        size_t z_count);
void scan_given_clear(scan_given *given);

/* Bytes that it holds. */
size_t scan_given_size(const scan_given *given);

#endif
