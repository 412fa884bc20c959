/* The regressors that are built from Z: functions of its columns in blocks, and the products of these functions. They depend
 * only on Z and the rows, so every column that is regressed on this Z can use them. */
#ifndef REGRESS_REGRESSORS_H
#define REGRESS_REGRESSORS_H

#include "question/row_sample.h"
#include "regress/constants.h"
#include "regress/z_functions.h"

enum {
	REGRESS_MOST_SLOPES = 4,
	REGRESS_ALL_ROWS = 2 * REGRESS_MOST_ROWS /* with more rows, blocks are chosen on a part of them */
};

/* Functions that share one variance: the functions of one column at one scale, or of one product. */
typedef struct regress_block {
	size_t count;
	unsigned cost;            /* finest order plus 1, multiplied over the factors of a product; 0: the constant */
	uint64_t identity;        /* identifies the functions and columns */
	regress_part *factors[3]; /* of a product */
	double width;             /* of a kernel; 0: not a kernel */
	float *values;         /* [count][rows] fixed (exact.h), mean 0 except for the constant; NULL: not computed yet */
	float *room;           /* as in regress_part */
	double trace, squares; /* sum of the functions' squared lengths, and of the squares of these lengths */
	size_t place;          /* of its first function in the products; SIZE_MAX: not there yet */
	size_t
		rivals; /* number of blocks like this one if it is beyond the limit for this n, so that it enters by a stricter test; otherwise 0 */
} regress_block;

/* Products of pairs of functions, computed on demand. */
typedef struct regress_products regress_products;

typedef struct regress_regressors regress_regressors;
struct regress_regressors {
	size_t rows;
	size_t most;             /* approximate limit of the number of functions */
	regress_source *sources; /* [source_count] columns, and sums and differences of two of them */
	size_t source_count, column_count;
	size_t block_count; /* blocks of functions; the first is the constant */
	regress_block *blocks;
	regress_products *products;
	float *pool; /* values of all blocks if they are computed at once */
	/* The column with the most levels, if it has many, has one effect per level, and the other columns have one slope per level. Functions
	 * of different levels are never nonzero in the same row, so this part of the equations is solved level by level. */
	size_t levels;         /* 0: no column has many levels */
	size_t slopes;         /* functions per level; the first is the constant 1 */
	const uint32_t *level; /* [rows] */
	float *slope;          /* [slopes][rows] fixed */
	double *within;        /* [levels][slopes][slopes] their products within a level */
	bool keeps_levels;     /* levels are clusters of rows: their effects are fitted, but stay in the residuals */
	bool identifies;       /* labels differ in most rows, so that no rows can be compared */
	/* Every function is a product of functions of single columns, and no column is solved level by level. */
	bool separable;
	const double *const *scores; /* [column_count][rows] used in place of normal scores; NULL: none */
	const question_rank_waves *ranks;
	question_rank_waves own_ranks; /* if the columns have none */
	/* If there are many rows, blocks are chosen on a part of them. */
	regress_regressors *part; /* NULL: blocks are chosen on all rows and computed at once */
	uint32_t *part_rows;      /* [part->rows] */
};

/* `columns`: Z in an order that depends on its values only, with the same `ranks` or none; row_keys: hashes of Z in each row that do
 * not depend on names and directions. NULL, allowed up to REGRESS_ALL_ROWS rows, if the directions of the columns are already fixed. Both must
 * outlive it. per_row: limit of functions per row; more functions mean less bias and more noise. Returns false if out of memory. O(rows
 * functions). */
bool regress_regressors_init(regress_regressors *given, const question_column *columns, size_t column_count,
                             const uint64_t *row_keys, size_t per_row);
void regress_regressors_clear(regress_regressors *given);

/* The same with only products of functions of single columns (effect/outcome_model.h). scores[j]: [rows] used in place of the normal scores of
 * column j, or NULL. They must outlive it. */
bool regress_regressors_init_separable(regress_regressors *given, const question_column *columns,
                                       const double *const *scores, size_t column_count, const uint64_t *row_keys);

/* Restricts a column to some of its rows. Returns false if out of memory; the column must be cleared all the same. */
bool regress_pick_rows(question_column *out, const question_column *from, const uint32_t *rows, size_t count);

/* Computes the values of some blocks and their products with each other if they are missing. Threads may call it at the same time. Returns
 * false if out of memory. O(rows functions^2). */
bool regress_blocks_prepare(const regress_regressors *given, const size_t *blocks, size_t count);

/* out[i * stride + j]: products of functions of prepared blocks, by their places. */
void regress_products_read(double *out, size_t stride, const regress_regressors *given, const size_t *places,
                           size_t count);

/* Current size in bytes. */
size_t regress_regressors_size(const regress_regressors *given);

#endif
