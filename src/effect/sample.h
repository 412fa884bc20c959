/* The rows of a question about an effect: complete in treatment and adjustment set, fold after fold, and in each fold
 * those whose outcome was observed first. Within that, their order is determined by their content. */
#ifndef EFFECT_SAMPLE_H
#define EFFECT_SAMPLE_H

#include "data/table.h"
#include "question/sets.h"

enum {
	EFFECT_FOLDS = 10, /* of cross-fitting: clusters stay together */
	EFFECT_MOST_WAYS = 3
};

/* A column of the treatment or the set in these rows. */
typedef struct effect_column {
	const question_values *values;
	const double *numbers; /* [rows] over a power of 2; NULL: labels */
	size_t source;         /* in the table */
	const uint32_t *codes; /* [rows] of the table's column */
} effect_column;

/* Rows of one group depend on each other. Groups of two crossed ways count with those of both at once subtracted
 * (Cameron, Gelbach and Miller 2011). */
typedef struct effect_groups {
	size_t ways;
	const question_values *of[EFFECT_MOST_WAYS];
	double sign[EFFECT_MOST_WAYS];
	double freedom; /* of variances: groups less 1; INFINITY: rows are independent */
} effect_groups;

typedef struct effect_sample {
	size_t rows, dropped, unobserved;
	effect_column x;
	const effect_column *z; /* [z_count] those of the set that vary in these rows */
	size_t z_count;
	int x_exponent, y_exponent; /* x.numbers and y are over 2 to these powers */
	const uint32_t *y_codes;    /* [rows] of the table's column; DATA_MISSING: not observed */
	double *y;                  /* [rows] numbers over a power of 2, less their mean, 0 if not observed; NULL: labels */
	double y_mean;
	size_t starts[EFFECT_FOLDS + 1]; /* rows of each fold, ... */
	size_t ends[EFFECT_FOLDS];       /* ... of which these were observed: starts[fold] to ends[fold] */
	effect_groups groups;
	uint64_t key; /* of the whole question */
} effect_sample;

/* The columns of a question. */
typedef struct effect_question {
	const mixmi_table *table;
	size_t x, y, count;
	const size_t *set; /* [count] */
	bool levels;       /* the treatment's values are levels */
} effect_question;

/* MIXMI_ERROR_DATA if there are too few rows, or treatment or outcome are constant. *identifier: a column of the set
 * that distinguishes nearly all rows, so that no rows can be compared, with MIXMI_OK; SIZE_MAX: none. */
mixmi_status effect_sample_take(effect_sample *sample, size_t *identifier, base_arena *arena,
                                const effect_question *question);

/* Whether row i has an outcome. */
static inline bool effect_is_observed(const effect_sample *s, size_t row)
{
	return s->y_codes[row] != DATA_MISSING;
}

/* The fold of a row. */
size_t effect_fold(const effect_sample *sample, size_t row);

#endif
