/* Functions of one column of Z, or of the sum or difference of two columns. They are listed at once; their values are computed on demand. */
#ifndef REGRESS_Z_FUNCTIONS_H
#define REGRESS_Z_FUNCTIONS_H

#include "base/hash.h"
#include "question/row_sample.h"

enum { REGRESS_MOST_PARTS = 12 };

typedef struct regress_source regress_source;

/* Functions of one source at one scale. */
typedef struct regress_part {
	regress_source *source;
	size_t first, count;   /* numbers of the functions */
	unsigned cost;         /* finest order plus 1, as a factor of a product */
	unsigned alone;        /* cost as a block by itself */
	unsigned number;       /* from 1, among the parts of all sources */
	float *values;         /* [count][rows] fixed, mean 0; NULL until regress_part_fill() */
	float *room;           /* memory of the regressors to put them in; NULL: allocate */
	bool raw;              /* values are waves that are not standardised yet */
	double trace, squares; /* sum of the functions' squared lengths, and of the squares of these lengths */
} regress_part;

struct regress_source {
	bool unordered; /* labels */
	bool clusters;  /* labels of clusters of rows: their effects stay in the residuals */
	size_t rows;
	uint32_t *codes; /* [rows] of the values that occur, in a direction that the data decides */
	size_t values;   /* number of values that occur */
	double *scores;  /* [values] normal scores */
	double *sines;   /* [values] of pi times the places; NULL until a part needs them */
	double *
		score_sines; /* [values], of a sum or difference [rows], of pi times the scores over twice the largest; as `sines` */
	double end;      /* largest absolute score */
	const regress_source *terms[2];         /* of a sum or difference; NULL for a column */
	double sign;                            /* of the second term */
	bool grouped;                           /* it is solved level by level (regressors.h) */
	regress_part parts[REGRESS_MOST_PARTS]; /* the first `factors` of them are used in products */
	size_t part_count;
	size_t factors;
};

/* Weight of a row in the sum whose sign decides the direction of a column. */
static inline int64_t regress_row_weight(uint64_t key)
{
	return (int64_t)(base_hash_mix(key) >> 50);
}

/* A column of Z. ranks: table for its rows. row_keys: as in regress_regressors_init(). Returns false if out of memory. */
bool regress_source_init(regress_source *source, const question_column *column, const uint64_t *row_keys,
                         const question_rank_waves *ranks);

/* Lists the functions of a column; `grouped` must be set before. */
void regress_source_describe(regress_source *source);

/* The sum (sign 1) or the difference (sign -1) of two numeric columns. */
void regress_source_diagonal(regress_source *source, const regress_source *a, const regress_source *b, double sign);
void regress_source_clear(regress_source *source);

/* Replaces the normal scores of a numeric column by scores[row]. Equal values must have equal scores. */
void regress_source_rescore(regress_source *source, const double *scores);

bool regress_is_numeric(const regress_source *source);

/* Normal score of a row. */
static inline double regress_score(const regress_source *s, size_t row)
{
	return s->scores[s->codes[row]];
}

/* Computes the values of a part if they are missing. Returns false if out of memory. O(rows count). */
bool regress_part_fill(regress_part *part, const question_rank_waves *ranks);

#endif
