/* The two columns of a question with their residuals given Z, from which sign, shape and size are read: those of the test,
 * so that they agree with p. Everything is in the canonical order of rows and direction of values (question/sets.h), so
 * that neither an order of rows or columns nor the direction of a column changes more than signs. */
#ifndef EXPLAIN_SIDES_H
#define EXPLAIN_SIDES_H

#include "data/table.h"
#include "question/sets.h"
#include "residual/side.h"

typedef struct explain_side {
	const data_column *source;
	const question_values *values; /* of ordered labels: as numbers */
	const uint32_t *codes;         /* [levels] the table's code of each level */
	bool turned;                   /* levels ascend where the table's codes descend */
	bool *masses;                  /* [levels] point masses that are frequent enough to shape a curve */
	residual_side residual;
} explain_side;

typedef struct explain_sides {
	base_arena *arena;
	size_t rows;
	bool given;                         /* there is a Z that varies */
	const residual_regression *on_z[2]; /* of the sides, in canonical order */
	bool alike;                         /* rows are in clusters or series */
	explain_side x, y;
	double sign, sign_error; /* in the canonical directions; NaN if a side has labels without order */
} explain_sides;

/* `fitted`: the residuals from which p was read, in the order of the sets; NULL: they are made. Neither side varies too
 * little, nor is explained by Z. */
bool explain_sides_take(explain_sides *out, base_arena *arena, const mixmi_table *table, const question_sets *sets,
                        const residual_side *fitted);

/* The value at a level, or its code where the column has labels. */
double explain_value_at(const explain_side *side, size_t level);

/* What Z leaves of responses[count][rows], in place: by the regression of one side and then by that of the other, so that
 * what either side depends on is gone, and a response and what it is compared with lose the same. Without Z less their
 * means. */
void explain_leave(double *responses, size_t count, const explain_sides *sides);

/* Effects on a response of groups of rows, which add to functions of Z: least squares of the response's residual on those
 * of the groups' indicators (Frisch and Waugh 1933). */
typedef struct explain_effects {
	size_t count;       /* groups */
	double *effects;    /* [count] of which that of group 0 is 0 */
	double *indicators; /* [count - 1][rows] residuals of the indicators of groups 1, 2, ... */
	double *inverse;    /* [count - 1][count - 1] inverse factor of their products */
} explain_effects;

/* group[rows] of `count` groups; left: [rows] of the response. shrink: as if so many
 * rows more of each group had no effect, above 0. O(rows count^2). */
explain_effects explain_effects_of(const explain_sides *sides, const uint32_t *group, size_t count, const double *left,
                                   double shrink);

#endif
