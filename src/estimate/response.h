/* The column that a regression predicts, and its predictors on the same rows. */
#ifndef ESTIMATE_RESPONSE_H
#define ESTIMATE_RESPONSE_H

#include "estimate/residual.h"
#include "test/remember.h"

/* The column that is regressed: normal scores of the ranks of its ordered part; rows at point masses are left out. */
typedef struct estimate_response {
	const data_column *column;
	size_t all;       /* rows of the table */
	size_t ordered;   /* rows in the ordered part */
	size_t rows;      /* of these, as many as are used */
	size_t distinct;  /* values in the ordered part */
	uint32_t *marks;  /* [column->distinct] atom of each value, or DATA_MARK_ORDERED */
	size_t atoms;     /* point masses */
	double *by_code;  /* [column->distinct] normal scores, once they are asked for */
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

/* Fills in the normal scores, from a table of those of as many rows where `table` is one. */
void estimate_response_score(estimate_response *r, const question_rank_waves *table);

/* A residual makes sense where values hardly repeat and rows suffice for a regression. */
bool estimate_response_is_continuous(const estimate_response *r);

/* The predictors on the rows of the response, unless they are there from an earlier response. False: out of memory. */
bool estimate_predictors_init(estimate_predictors *p, const estimate_response *r, const estimate_regression *g);

/* Whether there is one predictor, and so few rows that all take part in choosing its functions. */
bool estimate_has_one_predictor(const estimate_response *r, const estimate_regression *g);

/* The functions of the only predictor; *kept is to be released by test_memory_release(), NULL where it says nothing. Puts the rows into
 * the order of its values: the functions then depend on nothing but how many rows each value has. All columns without ties share them, and
 * questions about one column. False: out of memory. */
bool estimate_functions_of_one(test_kept **kept, estimate_response *r, const estimate_regression *g);

#endif
