/* Functions of one column of Z, or of the sum or difference of two. What they are is known at once; their values are made when they are
 * asked for. */
#ifndef REGRESS_Z_FUNCTIONS_H
#define REGRESS_Z_FUNCTIONS_H

#include "base/hash.h"
#include "question/sample_column.h"

enum { REGRESS_MOST_PARTS = 12 };

typedef struct regress_source regress_source;

/* Functions of one source at one scale. */
typedef struct regress_part {
	regress_source *source;
	size_t first, count;   /* numbers of the functions */
	unsigned cost;         /* finest order plus 1, in products */
	unsigned alone;        /* cost as a block by itself */
	unsigned number;       /* from 1, among the parts of all sources */
	float *values;         /* [count][rows] fixed, mean 0; NULL until regress_part_fill() */
	float *room;           /* memory for them that belongs to the regressors; NULL: they have their own */
	double trace, squares; /* sums of their squared lengths, and of the squares of these */
} regress_part;

struct regress_source {
	bool unordered; /* labels */
	bool clusters;  /* of rows that may depend on each other: effects of these labels stay in the residuals */
	size_t rows;
	uint32_t *codes; /* [rows] in the direction that the data decides, of the values that occur */
	size_t values;   /* that occur */
	double *scores;  /* [values] normal scores */
	double *sines;   /* [values] of pi times the places; NULL until a part needs them */
	double *
		score_sines; /* [values], of a sum or difference [rows], of pi times the scores over twice the largest; as `sines` */
	double end;      /* largest score, in size */
	const regress_source *terms[2];         /* of a sum or difference; NULL: a column */
	double sign;                            /* of the second term */
	bool grouped;                           /* its levels are solved one by one (given.h) */
	regress_part parts[REGRESS_MOST_PARTS]; /* all; the first `factors` of them enter products */
	size_t part_count;
	size_t factors;
};

/* What a row counts in the sum that decides the direction of a column. */
static inline int64_t regress_row_weight(uint64_t key)
{
	return (int64_t)(base_hash_mix(key) >> 50);
}

/* A column of Z. ranks: of its rows. row_keys: what Z holds in a row, whatever its names and directions; NULL: its direction is decided. False: out of memory. */
bool regress_source_init(regress_source *source, const question_column *column, const uint64_t *row_keys,
                         const question_rank_waves *ranks);

/* Names the functions of a column, once it is known whether its levels are solved one by one. */
void regress_source_describe(regress_source *source);

/* The sum (sign 1) or the difference (sign -1) of two numeric columns. */
void regress_source_diagonal(regress_source *source, const regress_source *a, const regress_source *b, double sign);
void regress_source_clear(regress_source *source);

/* Replaces the normal scores of a column of numbers by those of the rows, [rows], in which equal values have equal scores. */
void regress_source_rescore(regress_source *source, const double *scores);

bool regress_is_numeric(const regress_source *source);

/* The normal score in a row. */
static inline double regress_score(const regress_source *s, size_t row)
{
	return s->scores[s->codes[row]];
}

/* Makes the values of a part, unless they are there. False: out of memory. O(rows count). */
bool regress_part_fill(regress_part *part, const question_rank_waves *ranks);

#endif
