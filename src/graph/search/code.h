/* The code length of a column given others, in nats: what a search by score minimises. It is the sum over the columns of the
 * length of each given its parents, plus the price of each edge (code_prices.c). A family of labels alone is coded by its
 * counts (code_labels.c), a family with numbers by functions of its columns (code_numbers.c). Lengths are
 * multiples of GRAPH_CODE_UNIT, so that rounding does not distinguish graphs of the same length. */
#ifndef GRAPH_CODE_H
#define GRAPH_CODE_H

#include <math.h>

#include "data/table.h"

#define GRAPH_CODE_UNIT 0x1p-20
#define GRAPH_CODE_WEIGHTS 3, 10, 30 /* of the prior of a table of labels, in rows, equally probable (code_counts.c) */

enum {
	GRAPH_MOST_LEVELS = 64,    /* of a label; the rarest become one */
	GRAPH_NO_LEVEL = UINT8_MAX /* of a missing value */
};

/* A column prepared for coding. */
typedef struct code_column {
	uint8_t *levels;  /* [rows] or GRAPH_NO_LEVEL; NULL: a number */
	uint32_t *rows;   /* [rows] by level, those without a value last */
	uint32_t *starts; /* [level_count + 2] of each level among them */
	size_t level_count;
	size_t usual;   /* the level with most rows */
	double *shares; /* [level_count] of the prior weight */
	size_t first;   /* of its functions ... */
	size_t count;   /* ... and how many */
} code_column;

typedef struct graph_code {
	size_t nodes, rows;
	code_column *columns; /* [nodes] */
	size_t functions;
	float *values; /* [functions * rows] standardised, in units of 2^-15, 0 where missing: sums of products are exact */
	double *products; /* [functions * functions] their correlations */
	double *prices;   /* [nodes * nodes] what the edge of two nodes costs beside its parameters, either way */
	size_t most_levels;
} graph_code;

/* Prepares the columns of a table. False: out of memory. To be cleared in any case. */
bool graph_code_init(graph_code *code, const mixmi_table *table, const size_t *columns, size_t nodes);
void graph_code_clear(graph_code *code);

/* Room for coding, one for each thread. */
typedef struct code_work code_work;
code_work *graph_code_work_new(const graph_code *code); /* NULL: out of memory */
void graph_code_work_free(code_work *work);

/* A column and the parents that it is coded by. */
typedef struct code_family {
	size_t child;
	const size_t *parents;
	size_t count;
} code_family;

/* The length of the child given its parents, minus its length without parents (labels). The order
 * of the parents may change the last bits before rounding, so pass them in an order that comes from the data. */
double graph_code_length(const graph_code *code, code_work *work, const code_family *family);

/* The same with each further parent: out[j] for all nodes j with wanted[j]. */
void graph_code_lengths(double *out, const graph_code *code, code_work *work, const code_family *family,
                        const bool *wanted);

/* Nats that a parameter of the code of numbers costs. */
static inline double graph_code_parameter(const graph_code *code)
{
	return 0.5 * log((double)code->rows);
}

/* Finds the prices of edges, after the labels and functions of the columns. */
void graph_code_find_prices(graph_code *code);

/* ------------------------------------------------------------------------------------------ parts (code_labels.c) */

/* Is the column coded by its counts? */
bool graph_code_is_label(const data_column *column);

/* Makes labels of columns that are not numeric, and merges levels that are alike. False: out of memory. */
bool graph_code_labels_init(graph_code *code, const mixmi_table *table, const size_t *columns);

static inline bool graph_code_is_complete(const code_column *label)
{
	return label->starts[label->level_count] == label->starts[label->level_count + 1];
}

/* ------------------------------------------------------------------------------------------ parts (code_counts.c) */

/* The labels of a family, and the lengths of sets of labels so far. A cell has the same levels of the parents and of the child. */
typedef struct code_counts {
	code_family family;
	uint64_t set;    /* hash of the parents */
	bool complete;   /* no value is missing */
	bool found;      /* the cells are those of the family */
	uint32_t *cells; /* [rows] the cell of each row */
	size_t cell_count;
	double *weights, *others; /* [cells] share of the prior weight, with the child and without; 0: a value is missing */
	uint32_t *keys;           /* [cells] ascending; the same for cells that differ in the child alone */
	uint32_t *first;          /* [cells] a row of each */
	uint32_t *totals;         /* [cells] rows of each */
	uint32_t *table;          /* [rows * levels] scratch */
	const uint32_t *counts;   /* the table, or the totals: of the levels of a further column in each cell, ... */
	size_t width;             /* ... and how many columns it has */
	double *alone;            /* [nodes] length of each label, in all rows that have it */
	struct kept_length *kept;
} code_counts;

bool graph_code_counts_init(code_counts *counts, const graph_code *code);
void graph_code_counts_clear(code_counts *counts);

/* The family that is coded next. Its parents must stay in place. */
void graph_code_counts_begin(code_counts *counts, const graph_code *code, const code_family *family);

/* The length of the child, which is a label, by the labels of the family and a further label (SIZE_MAX: none), minus its length without
 * any for the same rows. Rows without a value for a parent would otherwise count as saved. */
double graph_code_counts_length(code_counts *counts, const graph_code *code, size_t further);

/* ----------------------------------------------------------------------------------------- parts (code_numbers.c) */

/* Chooses the functions of every column. False: out of memory. */
bool graph_code_numbers_init(graph_code *code, const mixmi_table *table, const size_t *columns);

/* What is left of all functions given some columns. */
typedef struct code_residual {
	size_t count;    /* functions that are given */
	size_t room;     /* rows of `factors` at most */
	double *factors; /* [room * functions] the inverse Cholesky factor times the products */
	double *small;   /* scratch */
} code_residual;

bool graph_code_residual_init(code_residual *residual, const graph_code *code);
void graph_code_residual_clear(code_residual *residual);
void graph_code_residual_begin(code_residual *residual, const graph_code *code, const size_t *given, size_t count);

/* The length of the functions of a column given these and a further one (SIZE_MAX: none). */
double graph_code_residual_length(code_residual *residual, const graph_code *code, size_t child, size_t further);

#endif
