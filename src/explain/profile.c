/* The profile of a dependence: sign, size, and a word for the shape of Y along X, or of X along Y if the means of Y are
 * flat, from one pair of residuals given Z (sides.h). There is no curve if a side has labels without order or several
 * columns. */
#include "explain/profile.h"
#include "base/answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "explain/curve.h"
#include "explain/size.h"

/* ------------------------------------------------------------------------------------------------ one direction */

/* Mean rank of groups first .. last, by rows. */
static double level_of(const explain_curve *curve, size_t first, size_t last)
{
	double sum = 0, rows = 0;
	for (size_t i = first; i <= last; i++) {
		sum += curve->groups[i].mean * curve->groups[i].rows;
		rows += curve->groups[i].rows;
	}
	return sum / rows;
}

/* The cut between two values of groups at-1 to at+1 that separates the two levels best: the sum of ranks, less the middle
 * between the levels, over all rows below it is extreme there. sums: [levels] */
static double locate_step(const explain_side *along, const explain_curve *curve, size_t at, const double *sums, bool up)
{
	size_t first = curve->groups[at - 1].first, end = curve->groups[at + 1].last;
	double middle = (level_of(curve, 0, at - 1) + level_of(curve, at + 1, curve->count - 1)) / 2;
	double best = -INFINITY, where = (double)NAN, so_far = 0;
	for (size_t v = first; v <= end; v++) {
		if (v > first && so_far > best) {
			best = so_far;
			where = explain_value_at(along, v - 1) / 2 + explain_value_at(along, v) / 2;
		}
		double excess = sums[v] - middle * along->values->counts[v];
		so_far += up ? -excess : excess;
	}
	return where;
}

static double place_of(const explain_shape *found, const explain_curve *curve, const explain_side *along,
                       const double *ranks, base_arena *arena)
{
	const explain_group *g = &curve->groups[found->place];
	double *sums;
	switch (found->shape) {
	case MIXMI_SHAPE_THRESHOLD:
		sums = base_arena_take_zero(arena, along->values->levels, sizeof *sums);
		for (size_t i = 0; i < along->values->rows; i++)
			sums[along->values->codes[i]] += ranks[i];
		return locate_step(along, curve, found->place, sums, found->jump > 0);
	case MIXMI_SHAPE_POINT_MASS:
	case MIXMI_SHAPE_PEAK:
	case MIXMI_SHAPE_VALLEY:
		return explain_value_at(along, g->first + (g->last - g->first) / 2);
	default:
		return (double)NAN;
	}
}

/* Describes a shape in the directions of the values themselves. */
static void put_shape(mixmi_profile *out, const explain_shape *found, const explain_side *side,
                      const explain_side *along)
{
	static const mixmi_shape upside_down[] = {
		[MIXMI_SHAPE_INCREASING] = MIXMI_SHAPE_DECREASING, [MIXMI_SHAPE_DECREASING] = MIXMI_SHAPE_INCREASING,
		[MIXMI_SHAPE_PEAK] = MIXMI_SHAPE_VALLEY,           [MIXMI_SHAPE_VALLEY] = MIXMI_SHAPE_PEAK,
		[MIXMI_SHAPE_THRESHOLD] = MIXMI_SHAPE_THRESHOLD,   [MIXMI_SHAPE_POINT_MASS] = MIXMI_SHAPE_POINT_MASS,
		[MIXMI_SHAPE_GROUPS] = MIXMI_SHAPE_GROUPS,         [MIXMI_SHAPE_OTHER] = MIXMI_SHAPE_OTHER
	};
	bool runs = found->shape == MIXMI_SHAPE_INCREASING || found->shape == MIXMI_SHAPE_DECREASING ||
	            found->shape == MIXMI_SHAPE_THRESHOLD;
	bool opposite = side->turned != (runs && along->turned);
	out->shape = (int32_t)(opposite ? upside_down[found->shape] : found->shape);
	out->word = base_shape_word(out->shape);
	out->jump = opposite ? -found->jump : found->jump;
}

/* The correlation in standard errors, in the canonical directions. */
static double deviate_of(const explain_sides *sides)
{
	double deviate = sides->sign == 0 ? 0 : sides->sign / sides->sign_error; /* infinite where there is no error */
	return isnan(deviate) ? 0 : deviate;
}

/* How the ranks of `side` go along another column. Returns whether their means say nothing. */
static bool go_along(mixmi_profile *out, const explain_sides *sides, const explain_side *side,
                     const explain_side *along)
{
	enum { FEW_VALUES = 8 };
	base_arena_mark mark = base_arena_here(sides->arena);
	const double *ranks = explain_ranks(sides, side, along);
	explain_curve curve;
	explain_curve_fill(&curve, along, ranks, side->residual.used, sides->arena);
	bool few = along->source->type == MIXMI_DISCRETE || along->values->levels <= FEW_VALUES;
	const explain_shape found = explain_judge_shape(&curve, deviate_of(sides), few);
	put_shape(out, &found, side, along);
	out->where = place_of(&found, &curve, along, ranks, sides->arena);
	base_arena_back(sides->arena, mark);
	return found.flat;
}

/* ------------------------------------------------------------------------------------------------ both */

/* Y along X, and where that says nothing X along Y. */
static void describe(mixmi_profile *out, const explain_sides *sides)
{
	if (!go_along(out, sides, &sides->y, &sides->x))
		return;
	mixmi_profile other = *out;
	if (!go_along(&other, sides, &sides->x, &sides->y) && other.shape != MIXMI_SHAPE_OTHER) {
		*out = other;
		out->along_y = 1;
	}
}

/* Two values name two groups: where the second one is, the other side is higher or lower, if their correlation is clearly
 * not 0. */
static void compare_groups(mixmi_profile *out, const explain_sides *sides)
{
	const double clear = 2; /* standard errors */
	bool along_y = !data_column_is_two_groups(sides->x.source);
	const explain_side *along = along_y ? &sides->y : &sides->x;
	out->shape = MIXMI_SHAPE_GROUPS;
	out->word = base_shape_word(MIXMI_SHAPE_GROUPS);
	out->along_y = along_y;
	out->where = out->jump = (double)NAN;
	if (fabs(out->sign) > clear * out->sign_error) {
		out->where = explain_value_at(along, along->turned ? 0 : 1);
		out->jump = out->sign;
	}
}

/* A side of two values neither rises nor falls. The second one may be more frequent at, near or above some value of the
 * other side. */
static void describe_groups(mixmi_profile *out, const explain_sides *sides)
{
	bool two_x = data_column_is_two_groups(sides->x.source), two_y = data_column_is_two_groups(sides->y.source);
	mixmi_profile found = *out;
	if (two_x != two_y)
		go_along(&found, sides, two_x ? &sides->x : &sides->y, two_x ? &sides->y : &sides->x);
	bool placed = found.shape == MIXMI_SHAPE_PEAK || found.shape == MIXMI_SHAPE_VALLEY ||
	              found.shape == MIXMI_SHAPE_THRESHOLD || found.shape == MIXMI_SHAPE_POINT_MASS;
	if (placed) {
		*out = found;
		out->along_y = two_x;
	} else
		compare_groups(out, sides);
}

static mixmi_profile describe_sides(base_arena *arena, const mixmi_table *table, const question_sets *sets,
                                    const residual_side *fitted)
{
	explain_sides sides;
	bool varies = explain_sides_take(&sides, arena, table, sets, fitted);
	mixmi_profile out = base_no_profile(varies ? MIXMI_SHAPE_GROUPS : MIXMI_SHAPE_NONE);
	if (!varies)
		return out;
	explain_put_size(&out, &sides);
	if (sides.alike) /* its errors assume independent rows */
		out.size_lower = out.size_upper = (double)NAN;
	out.sign = sides.x.turned != sides.y.turned ? -sides.sign : sides.sign;
	out.sign_error = sides.sign_error;
	if (isnan(sides.sign))
		return out;
	if (data_column_is_two_groups(sides.x.source) || data_column_is_two_groups(sides.y.source))
		describe_groups(&out, &sides);
	else
		describe(&out, &sides);
	return out;
}

/* A curve would take times that were cut off as observed. */
static bool has_censored(const question_sets *sets)
{
	return sets->x.columns[0]->censored != NULL || sets->y.columns[0]->censored != NULL;
}

mixmi_profile explain_profile(base_arena *arena, const mixmi_table *table, const question_sets *sets,
                              const residual_side *fitted)
{
	if (sets->x.count > 1 || sets->y.count > 1)
		return base_no_profile(MIXMI_SHAPE_GROUPS);
	return has_censored(sets) ? base_no_profile(MIXMI_SHAPE_NONE) : describe_sides(arena, table, sets, fitted);
}

bool explain_has_profile(const mixmi_answer *answer)
{
	return answer->status == MIXMI_OK &&
	       (answer->verdict == MIXMI_DETECTED || (answer->verdict == MIXMI_NO_VERDICT && answer->estimate > 0));
}
