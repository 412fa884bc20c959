/* The mean rank of one column along another, in groups of neighbouring values, and what kind of curve that is. */
#ifndef EXPLAIN_CURVE_H
#define EXPLAIN_CURVE_H

#include "explain/sides.h"

enum { EXPLAIN_GROUPS = 24 };

/* Levels first to last of the column that the curve runs along. */
typedef struct explain_group {
	size_t first, last;
	double rows;
	double middle; /* rank of its middle, as a share of all rows: in (0, 1) */
	double mean;   /* of the other column's ranks, in [-1/2, 1/2] where there is no Z */
	double weight; /* rows over the variance of the ranks: 1 / variance of the mean */
	bool atom;     /* a single value that is a point mass */
} explain_group;

typedef struct explain_curve {
	size_t count;
	explain_group groups[EXPLAIN_GROUPS];
} explain_curve;

/* group[level] for at most `most` groups of about equally many rows each; a point mass is one of its own. Returns how many
 * there are. */
size_t explain_split(uint32_t *group, const explain_side *along, size_t most);

/* Ranks of `side` less what Z explains of them in an additive model of Z and of groups of `along`, whose effects stay:
 * the same regressions on Z as for p, of ranks and of indicators. [rows] */
double *explain_ranks(const explain_sides *sides, const explain_side *side, const explain_side *along);

/* The curve of ranks[rows] along a column. `spent`: effective parameters of the regression on Z. */
void explain_curve_fill(explain_curve *curve, const explain_side *along, const double *ranks, double spent,
                        base_arena *arena);

/* What the curve says, in canonical directions; `flat`: its means say nothing, whatever else may depend. */
typedef struct explain_shape {
	mixmi_shape shape;
	bool flat;
	size_t place; /* the group of a point mass, a top or a bottom; the first group above a threshold */
	double jump;  /* threshold: above less below; point mass: at it less elsewhere; else NaN */
} explain_shape;

/* `deviate`: the correlation over its standard error, in the canonical direction. */
explain_shape explain_judge_shape(const explain_curve *curve, double deviate, bool few_values);

#endif
