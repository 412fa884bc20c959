/* The mean rank of one column along another, in groups of neighbouring values, and what kind of curve that is. */
#ifndef EXPLAIN_CURVE_H
#define EXPLAIN_CURVE_H

#include "explain/scores.h"

enum { EXPLAIN_GROUPS = 24 };

/* Values at positions first to last of the column that the curve runs along. */
typedef struct explain_group {
	size_t first, last;
	double rows;
	double middle; /* rank of its middle, as a share of all rows: in (0, 1) */
	double mean;   /* of the other column's scores, in [-1, 1] where there is no Z */
	double weight; /* rows over the variance of the scores: 1 / variance of the mean */
	bool atom;     /* a single value that is a point mass, or 0 with many rows */
} explain_group;

typedef struct explain_curve {
	size_t count;
	explain_group groups[EXPLAIN_GROUPS];
} explain_curve;

/* group[position] for at most `most` groups of about equally many rows each; a point mass is one of its own. Returns how many
 * there are; positions without rows get the group of the value before them. */
size_t explain_split(uint32_t *group, const explain_side *along, size_t most);

/* The curve of residuals[i], one per complete row, along a column. `spent`: effective parameters of the residuals. `group` comes from explain_split(). */
void explain_curve_fill(explain_curve *curve, const explain_side *along, const uint32_t *group, size_t group_count,
                        const int32_t *residuals, double spent);

/* What the curve says, in canonical directions; `flat`: its means say nothing, whatever else may depend. */
typedef struct explain_shape {
	mixmi_shape shape;
	bool flat;
	size_t place; /* the group of a point mass, a top or a bottom; the first group above a threshold */
	double jump;  /* threshold: above less below; point mass: at it less elsewhere; else NaN */
} explain_shape;

/* `deviate`: the rank correlation over its standard error, in the canonical direction. */
explain_shape explain_judge_shape(const explain_curve *curve, double deviate, bool few_values);

#endif
