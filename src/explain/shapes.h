/* Which word fits a curve. */
#ifndef EXPLAIN_SHAPES_H
#define EXPLAIN_SHAPES_H

#include "explain/curve.h"

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
