/* The response of a regression, and its predictors on the same rows. */
#ifndef ESTIMATE_RESPONSE_H
#define ESTIMATE_RESPONSE_H

#include "estimate/residual.h"
#include "test/remember.h"

/* The response: normal scores of the ordered part of a column. Rows at point masses are not used. */
typedef struct estimate_response {
	const data_column *column;
	size_t all;       /* rows of the table */
	size_t ordered;   /* rows in the ordered part */
	size_t rows;      /* of these, the number in use */
	size_t distinct;  /* values in the ordered part */
	uint32_t *marks;  /* [column->distinct] atom of each value, or DATA_MARK_ORDERED */
	size_t atoms;     /* point masses */
	uint32_t *counts; /* [column->distinct] rows in use; 0 at point masses */
	double *by_code;  /* [column->distinct] normal scores, see estimate_response_score() */
	uint32_t *used;   /* [rows] the table's row, in any order */
	bool *is_used;    /* [all] */
	double *residual; /* [rows] */
	double *fitted;   /* [rows] */
	double *leverage; /* [rows] */
	double *scale;    /* [rows] */
	double left;      /* share of the variance that is left, cross-validated */
	double excess;    /* nats by which the last regression of the mean shortens the code beyond its cost */
} estimate_response;

/* False: out of memory; the response can still be cleared. */
bool estimate_response_init(estimate_response *r, const data_column *column, size_t rows, int64_t threshold);
void estimate_response_clear(estimate_response *r);

/* Keeps one of `stride` rows in use; without effect if that is 0 or 1. */
void estimate_response_thin(estimate_response *r, size_t stride);

/* Uses all rows of the ordered part again. */
void estimate_response_restore(estimate_response *r);

/* Sets the normal scores of the rows in use, from `table` if it is for the same number of rows. */
void estimate_response_score(estimate_response *r, const question_rank_waves *table);

/* True if values hardly repeat and there are enough rows for a regression. */
bool estimate_response_is_continuous(const estimate_response *r);

/* Prepares the predictors on the rows of the response, unless an earlier response has done so. False: out of memory. */
bool estimate_predictors_init(estimate_predictors *p, const estimate_response *r, const estimate_regression *g);

/* True if there is one predictor, and all rows take part in the selection of its functions. */
bool estimate_has_one_predictor(const estimate_response *r, const estimate_regression *g);

/* The functions of the only predictor, from the cache if they are there. Sorts the rows by its values: the functions then depend only on how many rows
 * each value has, so columns without ties share them, and so do all questions about one column. Release *kept with test_memory_release(); it is NULL if
 * the predictor is constant. False: out of memory. */
bool estimate_functions_of_one(test_kept **kept, estimate_response *r, const estimate_regression *g);

#endif
