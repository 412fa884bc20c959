/* Z made ready for regressions: functions of its columns in blocks, their products with each other, and bins for trees. It depends
 * on Z and the rows only and serves every column that is regressed on this Z. */
#ifndef REGRESS_REGRESSORS_H
#define REGRESS_REGRESSORS_H

#include "question/rank_waves.h"
#include "question/sample_column.h"
#include "regress/constants.h"
#include "regress/z_functions.h"

enum {
	REGRESS_MOST_SLOPES = 4,
	REGRESS_ALL_ROWS = 2 * REGRESS_MOST_ROWS /* of more, blocks are chosen on a part */
};

/* Functions that share one variance: those of one column at one scale, or of one product. */
typedef struct regress_block {
	size_t count;
	unsigned cost;            /* finest order plus 1; of a product, the product of these; 0: the constant */
	uint64_t identity;        /* which functions of which columns they are */
	regress_part *factors[3]; /* that it is the product of */
	double width;             /* of a kernel; 0: none */
	float *values;            /* [count][rows] fixed (exact.h), mean 0 but for the constant; NULL: not made so far */
	float *room;              /* as in regress_part */
	double trace, squares;    /* sums of their squared lengths, and of the squares of these */
	size_t place;             /* of its first function in the products; SIZE_MAX: not there so far */
	bool beyond;              /* a fine wave of one column, beyond what the rows carry: it must show more to enter */
} regress_block;

/* Products of functions with each other, as far as anybody asked for them. */
typedef struct regress_products regress_products;

typedef struct regress_regressors regress_regressors;
struct regress_regressors {
	size_t rows;
	size_t most;             /* functions, about */
	regress_source *sources; /* [source_count] columns, and sums and differences of two of them */
	size_t source_count, column_count;
	size_t block_count; /* blocks of functions; the first is the constant */
	regress_block *blocks;
	regress_products *products;
	float *pool; /* values of all blocks where they are made at once */
	/* The column with the most levels, if it has many: an effect per level, and slopes per level of the other columns. Functions of
	 * different levels are never nonzero in the same row, so this part of the equations is solved level by level. */
	size_t levels;         /* 0: no such column */
	size_t slopes;         /* functions per level; the first is the constant 1 */
	const uint32_t *level; /* [rows] */
	float *slope;          /* [slopes][rows] fixed */
	double *within;        /* [levels][slopes][slopes] their products within a level */
	bool keeps_levels;     /* levels are clusters of rows: their effects are allowed for, but stay in the residuals */
	bool identifies;       /* labels that differ in most rows, so that no rows can be compared */
	/* Every function is a product of functions of single columns, and no level is solved by itself. */
	bool separable;
	const double *const *scores; /* [column_count] in place of normal scores, [rows]; NULL: none */
	/* Bins of the columns for trees, in ascending order. */
	size_t cuts;
	uint16_t *bins;       /* [cuts][rows] */
	uint16_t *bin_counts; /* [cuts] */
	const question_rank_waves *ranks;
	question_rank_waves own_ranks; /* where the columns bring none */
	/* Of many rows, blocks are chosen on a part of them. */
	regress_regressors *part; /* NULL: on all, and all blocks are made at once */
	uint32_t *part_rows;      /* [part->rows] */
};

/* `columns`: Z in an order that depends on its values only, with the same `ranks` or none; row_keys: what Z holds in a row, whatever its names and directions; NULL, of
 * at most REGRESS_ALL_ROWS rows: directions are decided. Both must outlive it. per_row: functions per row at most; more leave less bias and
 * more noise. False: out of memory. O(rows functions). */
bool regress_regressors_init(regress_regressors *given, const question_column *columns, size_t column_count,
                             const uint64_t *row_keys, size_t per_row);
void regress_regressors_clear(regress_regressors *given);

/* The same with products of functions of single columns alone (effect/outcome_model.h). scores[j]: what stands for the normal scores of column j, [rows];
 * NULL: nothing. They must outlive it. */
bool regress_regressors_init_separable(regress_regressors *given, const question_column *columns,
                                       const double *const *scores, size_t column_count, const uint64_t *row_keys);

/* Makes the values of some blocks and their products with each other, unless they are there. Any number of threads may ask at the same
 * time. False: out of memory. O(rows functions^2). */
bool regress_blocks_prepare(const regress_regressors *given, const size_t *blocks, size_t count);

/* out[i * stride + j]: products of functions of blocks that were prepared, by their places. */
void regress_products_read(double *out, size_t stride, const regress_regressors *given, const size_t *places,
                           size_t count);

/* Bytes that it holds now. */
size_t regress_regressors_size(const regress_regressors *given);

#endif
