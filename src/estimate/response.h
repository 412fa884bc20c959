/* The column that a regression predicts, and its predictors on the same rows. */
#ifndef ESTIMATE_RESPONSE_H
#define ESTIMATE_RESPONSE_H

#include "estimate/residual.h"
#include "test/remember.h"

/* The column that is regressed: normal scores of the ranks of its ordered part; rows at point masses are left out. */
typedef struct estimate_response {
	const data_column *column;
	size_t all;       /* rows of the table */
	size_t rows;      /* rows in the ordered part */
	size_t distinct;  /* values in the ordered part */
	uint32_t *marks;  /* [column->distinct] atom of each value, or DATA_MARK_ORDERED */
	size_t atoms;     /* point masses */
	double *by_code;  /* [column->distinct] normal scores */
	uint32_t *used;   /* [rows] the table's row, in any order */
	bool *is_used;    /* [all] */
	double *residual; /* [rows] */
	double *fitted;   /* [rows] */
	double *leverage; /* [rows] */
	double *scale;    /* [rows] */
	double left;      /* share of the variance that is left, cross-validated */
} estimate_response;

/* False: out of memory; it can be cleared all the same. */
bool estimate_response_init(estimate_response *r, const data_column *column, size_t rows, int64_t threshold);
void estimate_response_clear(estimate_response *r);

/* A residual makes sense where values hardly repeat and rows suffice for a regression. */
bool estimate_response_is_continuous(const estimate_response *r);

/* The predictors on the rows of the response, unless they are there from an earlier response. False: out of memory. */
bool estimate_predictors_init(estimate_predictors *p, const estimate_response *r, const estimate_regression *g);

/* Whether the only predictor is a column of numbers in order, of so few rows that all take part in choosing its functions. */
bool estimate_has_ranks_alone(const estimate_response *r, const estimate_regression *g);

/* Puts the rows into the order of the only predictor. Its functions then depend on nothing but how many rows its values have: all
 * columns without ties share them. To be released by test_memory_release(). NULL: out of memory. */
test_kept *estimate_functions_of_ranks(estimate_response *r, const estimate_regression *g);

#endif
