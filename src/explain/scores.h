/* The complete rows of a question about two ordered columns, as whole numbers: centred ranks in a direction that the data
 * decides. Sums of whole numbers are exact, so no order of rows can show, and negating a column changes nothing here. */
#ifndef EXPLAIN_SCORES_H
#define EXPLAIN_SCORES_H

#include "paper/question/question.h"
#include "regress/regressors.h"

/* Scores run from -EXPLAIN_ONE to EXPLAIN_ONE; a sum of their products over 2^32 rows fits into 64 bits. */
enum { EXPLAIN_ONE = 1 << 15 };

/* One column. Positions number its values in the canonical direction. */
typedef struct explain_side {
	const data_column *column;
	size_t rows, values; /* complete rows, and values that they hold */
	uint32_t *positions; /* [rows] of the value in each complete row */
	uint32_t *counts;    /* [distinct] complete rows at each position */
	int32_t *scores;     /* [distinct] of each position: its centred mean rank */
	bool *masses;        /* [distinct] point masses that are frequent enough to shape a curve */
	bool turned;         /* the canonical direction is that of descending values */
} explain_side;

typedef struct explain_scores {
	const mixmi_table *table;
	const mixmi_question *question;
	question_ready order; /* given Z: the columns in canonical order */
	question_complete rows;
	explain_side x, y;
} explain_scores;

/* Both columns are ordered, and at least 2 rows complete (else an error). Table and question must outlive the scores. O(rows + distinct), given
 * Z O(rows columns). */
mixmi_status explain_scores_init(explain_scores *scores, const mixmi_table *table, const mixmi_question *question);
void explain_scores_clear(explain_scores *scores);

/* The code at a position, and back: the same function. */
static inline size_t explain_code_at(const explain_side *side, size_t position)
{
	return side->turned ? side->column->distinct - 1 - position : position;
}

/* Z prepared for regressions, perhaps with the groups of a column that a curve runs along. */
typedef struct explain_given {
	question_column *columns;
	size_t count;
	uint64_t *keys; /* [rows] what Z holds there, whatever its names and directions */
	regress_regressors functions;
} explain_given;

/* Groups of `along`, unless it is NULL or there is no Z, are levels whose effects are estimated with those of Z but stay in the residuals. False: out of
 * memory; clear it all the same. */
bool explain_given_init(explain_given *given, const explain_scores *scores, const explain_side *along);
void explain_given_clear(explain_given *given);

/* Sets residuals[i] of complete row i to its score minus the fit on Z. scores: [distinct] by position. *spent: effective parameters. False: out of memory. */
bool explain_residuals(int32_t *residuals, double *spent, const explain_given *given, const explain_side *side,
                       const int32_t *scores);

/* Spearman's rank correlation of two columns within cells of others, pooled over the cells: sum of products over the root of
 * the sums of squares of ranks that are centred in each cell; and its standard error, by the infinitesimal jackknife with the
 * cells held. Numeric columns of Z are cut into equally full bins, as many as leave about 20 rows per cell. Where that leaves one
 * of them fewer than six (and not one per value), too much of it would vary within a cell: what is ranked there is then
 * not X and Y but the residuals of their normal scores given Z, also held, and the error counts the parameters of the regression.
 * Both are NaN where nothing varies. False: out of memory.
 * O(rows log rows). */
bool explain_sign(double *sign, double *error, const explain_scores *scores);

#endif
