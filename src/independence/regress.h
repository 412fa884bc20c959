/* What Z alone says about a column: a regression of its normal scores, so that what is left over can be exchanged between rows
 * of nearly the same Z with less harm. Only ranks enter. */
#ifndef INDEPENDENCE_REGRESS_H
#define INDEPENDENCE_REGRESS_H

#include "independence/cells.h"

enum { INDEPENDENCE_TERMS = 120 };

/* Functions of Z that a regression chooses from, each a vector over the rows. */
typedef struct independence_basis {
	size_t rows;
	size_t count;
	bool failed;                       /* no memory for a term */
	double *terms[INDEPENDENCE_TERMS]; /* [count] of [rows] each */
} independence_basis;

bool independence_basis_init(independence_basis *basis, const independence_column *const *z, size_t z_count,
                             size_t rows);
void independence_basis_clear(independence_basis *basis);

/* Normal scores of a column's ranks, ties sharing the middle. */
void independence_scores_of(double *scores, const independence_column *column, size_t rows);

/* Replaces `response` by what the terms leave over, and fills `fitted` with what they explain; a term is kept where it
 * lowers Akaike's criterion. *share: explained share of the variance, 0 where no term is kept. False: out of memory. */
bool independence_regress(double *response, double *fitted, double *share, const independence_basis *basis);

/* Codes of values that are equal to within rounding, ascending; *distinct says how many. False: out of memory. */
bool independence_codes(uint32_t *codes, size_t *distinct, const double *values, size_t rows);

#endif
