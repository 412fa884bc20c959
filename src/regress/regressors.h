/* Z made ready for regressions: functions of its columns in blocks, their products with each other, and bins for trees. It depends
 * on Z and the rows only and serves every column that is regressed on this Z. */
#ifndef REGRESS_REGRESSORS_H
#define REGRESS_REGRESSORS_H

#include "question/rank_waves.h"
#include "question/sample_column.h"

enum { REGRESS_MOST_SLOPES = 4 };

/* Functions that share one variance: those of one column at one scale, or of one product. */
typedef struct regress_block {
	size_t first, count;
	unsigned cost;         /* finest order plus 1; of a product, the product of these */
	uint64_t identity;     /* which functions of which columns they are */
	double trace, squares; /* sums of their squared lengths, and of the squares of these */
} regress_block;

typedef struct regress_regressors regress_regressors;
struct regress_regressors {
	size_t rows;
	size_t count;       /* functions; the first is the constant */
	double *values;     /* [count][rows] fixed (exact.h), mean 0 but for the constant */
	size_t block_count; /* blocks of functions; the first is the constant */
	regress_block *blocks;
	/* The column with the most levels, if it has many: an effect per level, and slopes per level of the other columns. Functions of
	 * different levels are never nonzero in the same row, so this part of the equations is solved level by level. */
	size_t levels;   /* 0: no such column */
	size_t slopes;   /* functions per level; the first is the constant 1 */
	uint32_t *level; /* [rows] */
	double *slope;   /* [slopes][rows] fixed */
	double *within;  /* [levels][slopes][slopes] their products within a level */
	bool identifies; /* labels of which most rows have one of their own leave nothing to compare */
	/* Bins of the columns for trees, in ascending order. */
	size_t cuts;
	uint16_t *bins;       /* [cuts][rows] */
	uint16_t *bin_counts; /* [cuts] */
	question_rank_waves ranks;
	/* Of many rows, blocks are chosen on a part of them. Then nothing above is set but `rows`. */
	regress_regressors *part;
	uint32_t *part_rows;            /* [part->rows] */
	const question_column *columns; /* the caller's */
	size_t column_count;
	const uint64_t *row_keys;
};

/* `columns`: Z in an order that depends on its values only; row_keys: what Z holds in a row, whatever its names and directions. Both must
 * outlive it. False: out of memory. O(rows functions^2). */
bool regress_regressors_init(regress_regressors *given, const question_column *columns, size_t column_count,
                             const uint64_t *row_keys);

/* On all rows of one that chooses on a part, with no other blocks than those listed. False: out of memory. */
bool regress_regressors_chosen(regress_regressors *given, const regress_regressors *from, const uint64_t *identities,
                               size_t count);
void regress_regressors_clear(regress_regressors *given);

/* Sums of the functions' squared lengths, and of the squares of these. */
void regress_measure(double *trace, double *squares, const double *values, size_t count, size_t rows);

/* Bytes that it holds. */
size_t regress_regressors_size(const regress_regressors *given);

#endif
