/* Features of a column: functions of its values that together show any dependence, the simplest first. A column of numbers
 * has its normal score, waves over its ranks and its point masses; a column of labels has an indicator a label. */
#ifndef SCAN_COLUMN_FEATURES_H
#define SCAN_COLUMN_FEATURES_H

#include "scan/rank_waves.h"
#include "scan/sample_column.h"

enum { SCAN_MOST_LABELS = 12, SCAN_MOST_MASSES = 3, SCAN_MOST_FEATURES = 24, SCAN_DETAILS = 5 };

typedef struct scan_features {
	size_t entries; /* rows, or what stands for equal ones (merged_rows.h) */
	const uint32_t *times;
	size_t count;
	double *values;                /* [count][entries] mean 0 and variance 1, fixed (exact.h) */
	bool tied[SCAN_MOST_FEATURES]; /* nothing but the spelling tells this label from another: its place means nothing */
	unsigned char detail[SCAN_MOST_FEATURES]; /* 0 .. SCAN_DETAILS - 1: from the simplest to the finest */
} scan_features;

/* Features of a column with at most `waves` functions of its ranks. False: out of memory. O(rows waves). */
bool scan_features_init(scan_features *features, const scan_column *column, size_t waves);

/* The same for residuals, which hardly ever tie. */
bool scan_features_of_values(scan_features *features, const double *values, const uint32_t *times, size_t entries,
                             size_t waves);

/* Waves over their ranks, and after them the normal score and waves over that; every row by itself, of as many as the table is for. */
bool scan_waves_of_values(scan_features *features, const double *values, const scan_rank_waves *table, size_t waves,
                          size_t score_waves);
void scan_features_clear(scan_features *features);

/* Whether the values of a column are many enough for a residual of theirs to be taken as continuous. */
bool scan_is_continuous(const scan_column *column);

#endif
