/* Blocks of functions of Z, and what all regressions of a question share about them. A block is described when a set of
 * functions has it, and its values are computed when a regression reads them. */
#ifndef RESIDUAL_Z_BLOCKS_H
#define RESIDUAL_Z_BLOCKS_H

#include "residual/z_sets.h"

typedef enum residual_kind {
	RESIDUAL_INDICATORS,  /* of each level, centred; of two levels: of the first */
	RESIDUAL_NUMBERS,     /* numbers that a column was given, standardised as all that follow up to waves */
	RESIDUAL_SCORE,       /* the normal score */
	RESIDUAL_SQUARE,      /* of the score */
	RESIDUAL_SCORE_WAVES, /* waves over the score, from -1/2 to 1/2 */
	RESIDUAL_PLACE_WAVES, /* waves over the mid-rank */
	RESIDUAL_SURFACE,     /* of several columns at once, centred */
	RESIDUAL_PRODUCTS,    /* of the functions of two or three blocks, centred */
	RESIDUAL_EFFECTS,     /* of each level */
	RESIDUAL_SLOPES,      /* of the first function of a block, in each level */
	RESIDUAL_ABSORBED,    /* the functions of a block, less their means in the levels of absorbed labels */
	RESIDUAL_LEAVES       /* indicators of the leaves of a tree, which belong to one regression */
} residual_kind;

struct residual_block;

/* Cosines and sines in the rows that were read last. */
typedef struct residual_turned {
	size_t first, count, room;
	double *c, *s; /* [room] */
} residual_turned;

struct residual_basis;

/* What waves are functions of: a place, or a score divided by twice the largest. */
typedef struct residual_angle {
	residual_turned turned[2]; /* in tiles; in planned rows */
} residual_angle;

/* What a column has in blocks: its places and scores, and the blocks of functions of it alone. */
typedef struct residual_basis {
	const question_values *column;
	double *places;                 /* [levels] NULL until needed */
	const double *scores;           /* [rows] NULL until needed */
	const double *numbers;          /* [rows] that it was given; NULL: none */
	double largest;                 /* absolute score */
	residual_angle angles[2];       /* of scores; of places */
	struct residual_block *single;  /* the list of its blocks */
	struct residual_block *derived; /* blocks of it and other columns, the first of which it is */
	struct residual_basis *next;
} residual_basis;

/* Products with a block whose id is not larger. */
typedef struct residual_gram {
	const struct residual_block *with;
	const double *products; /* [size of the block that has this][with->size] */
	const struct residual_gram *next;
} residual_gram;

/* Where functions are chosen, and where what was chosen is summed. Up to RESIDUAL_MOST_PLANNED rows both are the same,
 * and only the first is used. */
typedef enum residual_domain { RESIDUAL_PLANNED, RESIDUAL_ALL, RESIDUAL_DOMAINS } residual_domain;

/* The functions of a block in the rows of a domain; each NULL until needed. */
typedef struct residual_sample {
	double *values;           /* [size][residual_stride(rows)] */
	const double **functions; /* [size] into values */
	float *single; /* [size][residual_stride(rows)] in single precision, by which blocks outside are judged */
	double *sums;  /* [size] of each function */
	double t, t2;  /* sum of the functions' squared lengths, and of the squares of these; 0: not known */
	const residual_gram *grams;
} residual_sample;

/* The values of a factor in the tile that was made last. */
typedef struct residual_tile {
	size_t first, count, room;
	double *values; /* [size][count] */
} residual_tile;

typedef struct residual_block {
	residual_kind kind;
	residual_basis *of[1];                        /* the column; of products and surfaces: NULL */
	residual_angle *angle;                        /* of waves */
	struct residual_surface *surface;             /* of functions of several columns */
	struct residual_block *factors[3];            /* of products and slopes; of absorbed functions: what they were */
	size_t first, last;                           /* waves, or functions of a surface */
	const struct residual_absorption *absorption; /* of absorbed functions */
	const uint32_t *leaves;                       /* [rows] */
	size_t id, size;
	size_t cost;         /* its rank among blocks: with a cost of at most RESIDUAL_SIMPLE it is in from the start */
	size_t product_cost; /* what it counts in products of blocks; 0: it is in none */
	double start;        /* first variance of its coefficients */
	bool levels;         /* effects or slopes of levels: at most one parameter each counts in code lengths */
	bool shared;         /* two regressions on the same columns have it */
	double *shifts;      /* [size] over all rows, if not all are planned: subtracted from functions, which ... */
	double *scales;      /* ... are then multiplied by this; NULL until needed */
	residual_tile tile;  /* of factors */
	residual_sample in[RESIDUAL_DOMAINS];
	struct residual_block *next; /* in the list of its basis */
} residual_block;

struct residual_shared {
	base_arena *keep;    /* blocks, their values and products */
	base_arena *scratch; /* of one call */
	size_t rows;
	size_t planned;               /* rows */
	const uint32_t *planned_rows; /* [planned] evenly spaced */
	size_t blocks;                /* made so far, the next id */
	const double *ones;           /* [rows] */
	residual_basis *bases;
	struct residual_absorption *absorptions;
	struct residual_functions *sets;
	struct residual_surface *surfaces;
};

/* Absorbed labels, and the blocks whose functions are less their means in their levels. */
typedef struct residual_absorption {
	const question_values *const *labels; /* [count] */
	size_t count;
	residual_block *blocks;
	struct residual_absorption *next;
} residual_absorption;

typedef enum residual_start_with {
	RESIDUAL_START_SIMPLE, /* blocks that cost at most RESIDUAL_SIMPLE */
	RESIDUAL_START_LINEAR, /* linear functions and labels */
	RESIDUAL_START_ALL
} residual_start_with;

/* The functions of some columns. */
struct residual_functions {
	residual_shared *shared;
	const question_values *const *z; /* [columns] in the order in which they were asked for */
	size_t columns;
	residual_absorption *absorption; /* NULL: none is */
	residual_block **blocks;
	size_t count;
	residual_start_with start;       /* what is in a regression from the start */
	struct residual_functions *next; /* other columns of the question */
};

/* The basis of a column, with its single blocks described; made when it is first asked for. */
residual_basis *residual_basis_of(residual_shared *shared, const question_values *column);

/* A block like `wanted` in the list *of, to which it is added unless it is there. */
residual_block *residual_block_in(residual_block **of, residual_shared *shared, const residual_block *wanted);

/* A new block of leaves[rows], of which there are `count`. */
residual_block *residual_leaves(base_arena *arena, const residual_functions *given, const uint32_t *leaves,
                                size_t count);

/* Doubles from one function to the next: more than the rows, as functions at distances of powers of 2 share the same
 * places of the cache. */
static inline size_t residual_stride(size_t rows)
{
	return rows % 64 < 8 ? rows / 64 * 64 + 8 : rows;
}

/* The number of rows of a domain; the domain that stands for all rows. */
size_t residual_rows(const residual_shared *shared, residual_domain domain);
residual_domain residual_all(const residual_shared *shared);

/* Sets the constants of blocks where not all rows are planned: a function is that of all rows. All blocks of a set at
 * once are faster than one by one. O(rows sizes). */
void residual_prepare(residual_shared *shared, residual_block *const *blocks, size_t count);

/* Computes values, sums and lengths unless they are there. O(rows size). */
void residual_fill(residual_shared *shared, residual_block *block, residual_domain domain);

/* The values at planned rows in single precision, with sums and lengths. They need half the memory, and values in
 * double precision are not kept for them. */
const float *residual_single(residual_shared *shared, residual_block *block);

/* Sums over all rows of products of functions with `rest`, from which what is absorbed is subtracted, into out[sizes]
 * of blocks[count] one after the other. Values are not kept, but lengths are. Only where not all rows are planned. */
void residual_sum_products(double *out, residual_shared *shared, residual_block *const *blocks, size_t count,
                           const double *rest);

/* Computes the sums over rows of products of the functions of blocks that are not known, and keeps them; changes the
 * order of blocks, which are filled in the domain or have constants. out: NULL, or
 * products of the functions, in the new order, with y[responses][rows], [functions][responses]. 2 rows sizes^2
 * operations for new ones. */
void residual_prepare_products(double *out, residual_shared *shared, residual_domain domain, residual_block **blocks,
                               size_t count, const double *y, size_t responses);

/* Writes such sums for two blocks, which are known, to out[a->size][stride]. */
void residual_gram_write(double *out, size_t stride, residual_domain domain, residual_block *a, residual_block *b);

#endif
