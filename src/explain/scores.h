/* The complete rows of a question about two ordered columns, as whole numbers: centred ranks in a direction that the data
 * decides. Sums of whole numbers are exact, so no order of rows can show, and negating a column changes nothing here. */
#ifndef EXPLAIN_SCORES_H
#define EXPLAIN_SCORES_H

#include "question/complete_rows.h"

/* Scores run from -EXPLAIN_ONE to EXPLAIN_ONE; a sum of their products over 2^32 rows fits into 64 bits. */
enum { EXPLAIN_ONE = 1 << 15 };

/* One column. Positions number its values in the canonical direction. */
typedef struct explain_side {
	const data_column *column;
	uint32_t *counts; /* [distinct] complete rows that hold each code */
	int32_t *scores;  /* [distinct] of each code: its centred mean rank, canonical direction */
	bool turned;      /* the canonical direction is that of descending values */
} explain_side;

typedef struct explain_scores {
	question_complete rows;
	explain_side x, y;
} explain_scores;

/* Both columns are ordered, and at least 2 rows complete (else an error). O(rows + distinct). */
mixmi_status explain_scores_init(explain_scores *scores, const mixmi_table *table, const mixmi_question *question);
void explain_scores_clear(explain_scores *scores);

/* The code at a position, and back: the same function. */
static inline size_t explain_code_at(const explain_side *side, size_t position)
{
	return side->turned ? side->column->distinct - 1 - position : position;
}

/* Normal scores of the codes, as parts of the largest that so many rows can have; 0 for codes without rows. */
void explain_normal_codes(int32_t *scores, const uint32_t *counts, size_t distinct);

#endif
