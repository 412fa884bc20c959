/* The statistic of the scanning test: dependence of X and Y given Z at many resolutions, put together into one number. */
#ifndef INDEPENDENCE_STATISTIC_H
#define INDEPENDENCE_STATISTIC_H

#include "independence/sample.h"

/* Most of each: resolutions of X and Y, levels of Z, features of a side. */
enum { INDEPENDENCE_VIEWS = 7, INDEPENDENCE_LEVELS = 5, INDEPENDENCE_FEATURES = 8 };
enum { INDEPENDENCE_SCALES = INDEPENDENCE_VIEWS * INDEPENDENCE_LEVELS };
enum { INDEPENDENCE_SCORES = INDEPENDENCE_FEATURES * INDEPENDENCE_FEATURES * INDEPENDENCE_LEVELS };
enum { INDEPENDENCE_PARTS = INDEPENDENCE_SCALES + INDEPENDENCE_SCORES };

/* Cells of X or Y at one resolution. */
typedef struct independence_view {
	uint8_t *cells; /* [rows] in the order of the tree */
	size_t count;
} independence_view;

/* G of the table of X and Y in every cell of Z, for one resolution of X and Y and one level of Z. Only the cells of the
 * table change under a permutation: Y stays within leaves, and cells of Z are made of leaves. */
typedef struct independence_scale {
	uint32_t *base; /* [rows] where the row's cells of X and Z begin in the table */
	size_t view;    /* of Y */
	size_t cells;
	int64_t margins; /* the terms that do not change, in the units of `xlogx` */
} independence_scale;

/* Squared correlations of functions of X and Y, each a chi-squared with as many degrees of freedom as cells of Z. */
typedef struct independence_scores {
	size_t x_count, y_count;
	double *x[INDEPENDENCE_FEATURES],
		*y[INDEPENDENCE_FEATURES]; /* [rows] each, in the order of the tree, mean 0 in a leaf */
	bool tail_x[INDEPENDENCE_FEATURES], tail_y[INDEPENDENCE_FEATURES];
	size_t levels;
	size_t segments;                     /* cells of the finest level */
	uint32_t *starts;                    /* [segments + 1] */
	uint32_t *cell[INDEPENDENCE_LEVELS]; /* [segments] the cell of each level that a segment is part of */
	size_t cells[INDEPENDENCE_LEVELS];
	double *variance[INDEPENDENCE_SCORES]; /* [cells of the level] for each pair of functions and level */
} independence_scores;

typedef struct independence_statistic {
	const independence_sample *sample;
	independence_view x[INDEPENDENCE_VIEWS], y[INDEPENDENCE_VIEWS];
	size_t views;
	independence_scale scales[INDEPENDENCE_SCALES];
	size_t scale_count;
	independence_scores scores;
	size_t parts;   /* scales, then scores: pair after pair, level after level */
	size_t largest; /* cells of a table */
	int64_t *xlogx; /* [rows + 1] c ln c in whole units: sums do not depend on their order */
	double mean[INDEPENDENCE_PARTS], shape[INDEPENDENCE_PARTS]; /* under permutation, as a gamma's; shape 0: left out */
} independence_statistic;

/* What one thread needs to evaluate it. */
typedef struct independence_work {
	uint32_t *order; /* [rows] permutation */
	uint8_t *moved;  /* [rows] cells of Y, permuted */
	uint32_t *counts;
	double *sums, *totals; /* [segments] */
} independence_work;

/* The sample must outlive it. False: out of memory. Clear both in any case. */
bool independence_statistic_init(independence_statistic *t, const independence_sample *sample);
void independence_statistic_clear(independence_statistic *t);
bool independence_work_init(independence_work *work, const independence_statistic *t);
void independence_work_clear(independence_work *work);

/* Every part for the permutation in work->order: place i of the tree takes Y from place order[i]. O(rows) a part. */
void independence_parts(double *parts, const independence_statistic *t, independence_work *work);

/* Puts the parts together once mean and shape are known. At least 0. */
double independence_combine(const double *parts, const independence_statistic *t);

#endif
