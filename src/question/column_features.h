/* Features of a column: functions of its values that together show any dependence, the simplest first. A column of numbers
 * has its normal score, waves over its ranks and its point masses; a column of labels has an indicator per label. */
#ifndef QUESTION_COLUMN_FEATURES_H
#define QUESTION_COLUMN_FEATURES_H

#include "question/constants.h"
#include "question/row_sample.h"

enum { QUESTION_DETAILS = 5 }; /* simplest, and waves up to 2, 4, 8 and 16 */

typedef struct question_features {
	size_t entries; /* rows, or what stands for equal ones (rows.h) */
	const uint32_t *times;
	size_t count;
	double *values; /* [count][entries] mean 0 and variance 1, fixed (exact.h) */
	bool tied
		[QUESTION_MOST_FEATURES]; /* nothing but the spelling tells this label from another: its place means nothing */
	unsigned char detail[QUESTION_MOST_FEATURES]; /* 0 .. QUESTION_DETAILS - 1: from the simplest to the finest */
} question_features;

/* Features of a column with at most `waves` functions of its ranks. False: out of memory. O(rows waves). */
bool question_features_init(question_features *features, const question_column *column, size_t waves);

/* Waves over the ranks of values that hardly ever tie, and the normal score: after them, or `first`, in place of the first wave. table: as
 * in question_rank_sine(). False: out of memory. */
bool question_waves_of_values(question_features *features, const double *values, const uint32_t *times, size_t entries,
                              const question_rank_waves *table, size_t waves, bool first);

/* Keeps the column of values after the last feature as one of the detail of wave k from 1, standardised, unless it does not vary. */
void question_features_keep_wave(question_features *features, size_t k);
void question_features_clear(question_features *features);

/* Whether the values of a column are many enough for a residual of theirs to be taken as continuous. */
bool question_is_continuous(const question_column *column);

#endif
