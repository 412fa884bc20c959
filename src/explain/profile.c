/* The profile of a dependence: the rank correlation given Z, and a word for the shape of Y along X, or of X along Y if the means of Y are flat. There is no
 * curve if Y is not ordered or a side has several columns. */
#include "explain/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/answer_list.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/work.h"
#include "explain/curve.h"
#include "explain/scores.h"
#include "paper/question/column_order.h"

static const char *const words[] = { "none",      "increasing", "decreasing", "peak", "valley",
	                                 "threshold", "point mass", "groups",     "other" };

enum { SHAPES = sizeof words / sizeof *words };

const char *explain_shape_word(int32_t shape)
{
	return shape >= 0 && shape < SHAPES ? words[shape] : words[0];
}

int32_t explain_shape_of_word(const char *word)
{
	int32_t found = SHAPES - 1;
	while (found > 0 && (word == NULL || strcmp(word, words[found]) != 0))
		found--;
	return found;
}

mixmi_profile explain_no_profile(mixmi_shape shape)
{
	return (mixmi_profile){ .shape = (int32_t)shape,
		                    .word = words[shape],
		                    .sign = (double)NAN,
		                    .sign_error = (double)NAN,
		                    .where = (double)NAN,
		                    .jump = (double)NAN };
}

/* ------------------------------------------------------------------------------------------------ one direction */

/* The value at a position, or its code where the column has labels. */
static double value_at(const explain_side *side, size_t position)
{
	size_t code = explain_code_at(side, position);
	return side->column->values != NULL ? side->column->values[code] : (double)code;
}

/* Mean score of groups first .. last, by rows. */
static double level_of(const explain_curve *curve, size_t first, size_t last)
{
	double sum = 0, rows = 0;
	for (size_t i = first; i <= last; i++) {
		sum += curve->groups[i].mean * curve->groups[i].rows;
		rows += curve->groups[i].rows;
	}
	return sum / rows * EXPLAIN_ONE;
}

/* The cut between two values of groups at-1 to at+1 that separates the two levels best: the sum of scores, less the middle
 * between the levels, over all rows below it is extreme there. sums: [distinct] by position. */
static double locate_step(const explain_side *side, const explain_curve *curve, size_t at, const int64_t *sums, bool up)
{
	size_t first = curve->groups[at - 1].first, end = curve->groups[at + 1].last, last = first;
	double middle = (level_of(curve, 0, at - 1) + level_of(curve, at + 1, curve->count - 1)) / 2;
	double best = -INFINITY, where = (double)NAN, so_far = 0;
	for (size_t position = first; position <= end; position++) {
		if (side->counts[position] == 0)
			continue;
		if (position > first && so_far > best) {
			best = so_far;
			where = value_at(side, last) / 2 + value_at(side, position) / 2;
		}
		double excess = (double)sums[position] - middle * side->counts[position];
		so_far += up ? -excess : excess;
		last = position;
	}
	return where;
}

static double place_of(const explain_shape *found, const explain_curve *curve, const explain_side *along,
                       const int64_t *sums)
{
	const explain_group *g = &curve->groups[found->place];
	switch (found->shape) {
	case MIXMI_SHAPE_THRESHOLD:
		return locate_step(along, curve, found->place, sums, found->jump > 0);
	case MIXMI_SHAPE_POINT_MASS:
	case MIXMI_SHAPE_PEAK:
	case MIXMI_SHAPE_VALLEY:
		return value_at(along, g->first + (g->last - g->first) / 2);
	default:
		return (double)NAN;
	}
}

/* Describes a shape in the directions of the values themselves. */
static void put_shape(mixmi_profile *out, const explain_shape *found, const explain_side *side,
                      const explain_side *along)
{
	static const mixmi_shape upside_down[SHAPES] = {
		[MIXMI_SHAPE_INCREASING] = MIXMI_SHAPE_DECREASING, [MIXMI_SHAPE_DECREASING] = MIXMI_SHAPE_INCREASING,
		[MIXMI_SHAPE_PEAK] = MIXMI_SHAPE_VALLEY,           [MIXMI_SHAPE_VALLEY] = MIXMI_SHAPE_PEAK,
		[MIXMI_SHAPE_THRESHOLD] = MIXMI_SHAPE_THRESHOLD,   [MIXMI_SHAPE_POINT_MASS] = MIXMI_SHAPE_POINT_MASS,
		[MIXMI_SHAPE_GROUPS] = MIXMI_SHAPE_GROUPS,         [MIXMI_SHAPE_OTHER] = MIXMI_SHAPE_OTHER
	};
	bool runs = found->shape == MIXMI_SHAPE_INCREASING || found->shape == MIXMI_SHAPE_DECREASING ||
	            found->shape == MIXMI_SHAPE_THRESHOLD;
	bool opposite = side->turned != (runs && along->turned);
	out->shape = (int32_t)(opposite ? upside_down[found->shape] : found->shape);
	out->word = words[out->shape];
	out->jump = (opposite ? -found->jump : found->jump) / 2; /* scores span 2, ranks 1 */
}

/* The rank correlation in standard errors, in the canonical directions. */
static double deviate_of(const mixmi_profile *profile, const explain_side *side, const explain_side *along)
{
	double deviate =
		profile->sign == 0 ? 0 : profile->sign / profile->sign_error; /* infinite where there is no error */
	if (isnan(deviate))
		return 0;
	return along->turned != side->turned ? -deviate : deviate;
}

/* How the scores of `side` go along another column; *flat: their means say nothing. False: out of memory. */
static bool go_along(mixmi_profile *out, bool *flat, const explain_scores *scores, const explain_side *side,
                     const explain_side *along)
{
	enum { FEW_VALUES = 8 };
	double spent;
	explain_given given;
	int32_t *residuals = base_array(side->rows, sizeof *residuals);
	uint32_t *group = base_array(along->column->distinct, sizeof *group);
	int64_t *sums = base_array_zero(along->column->distinct, sizeof *sums);
	bool done = explain_given_init(&given, scores, along) && residuals != NULL && group != NULL && sums != NULL &&
	            explain_residuals(residuals, &spent, &given, side, side->scores);
	if (done) {
		explain_curve curve;
		explain_curve_fill(&curve, along, group, explain_split(group, along, EXPLAIN_GROUPS), residuals, spent);
		bool few = along->column->type == MIXMI_DISCRETE || along->values <= FEW_VALUES;
		const explain_shape found = explain_judge_shape(&curve, deviate_of(out, side, along), few);
		for (size_t i = 0; i < along->rows; i++)
			sums[along->positions[i]] += residuals[i];
		put_shape(out, &found, side, along);
		out->where = place_of(&found, &curve, along, sums);
		*flat = found.flat;
	}
	explain_given_clear(&given);
	free(residuals);
	free(group);
	free(sums);
	return done;
}

/* ------------------------------------------------------------------------------------------------ both */

/* Y along X, and where that says nothing X along Y. */
static bool describe(mixmi_profile *out, const explain_scores *scores)
{
	bool flat, also_flat;
	if (scores->x.values < 2 || scores->y.values < 2) {
		*out = explain_no_profile(MIXMI_SHAPE_NONE);
		return true;
	}
	if (!go_along(out, &flat, scores, &scores->y, &scores->x))
		return false;
	if (!flat)
		return true;
	mixmi_profile other = *out;
	if (!go_along(&other, &also_flat, scores, &scores->x, &scores->y))
		return false;
	if (!also_flat && other.shape != MIXMI_SHAPE_OTHER) {
		*out = other;
		out->along_y = 1;
	}
	return true;
}

/* Two numbers name two groups: of which the larger one is `where` the other side is higher or lower, `jump` being their rank
 * correlation, if that is clearly not 0. */
static void compare_groups(mixmi_profile *out, const data_column *x, const data_column *y)
{
	const double clear = 2; /* standard errors */
	const data_column *along = data_column_is_binary(x) ? x : y;
	double sign = out->sign, error = out->sign_error;
	*out = explain_no_profile(MIXMI_SHAPE_GROUPS);
	out->along_y = along == y;
	if (fabs(sign) > clear * error) {
		out->where = along->values[1];
		out->jump = sign;
	}
}

/* A side of two numbers has no sign, and neither rises nor falls. Its larger number may be more frequent at, near or above some
 * value of the other side. */
static bool describe_binary(mixmi_profile *out, const explain_scores *scores)
{
	const data_column *x = scores->x.column, *y = scores->y.column;
	bool flat, along_y = data_column_is_binary(x);
	mixmi_profile found = *out;
	if ((!along_y || !data_column_is_binary(y)) &&
	    !go_along(&found, &flat, scores, along_y ? &scores->x : &scores->y, along_y ? &scores->y : &scores->x))
		return false;
	bool placed = found.shape == MIXMI_SHAPE_PEAK || found.shape == MIXMI_SHAPE_VALLEY ||
	              found.shape == MIXMI_SHAPE_THRESHOLD || found.shape == MIXMI_SHAPE_POINT_MASS;
	if (!placed) {
		compare_groups(out, x, y);
		return true;
	}
	*out = found;
	out->sign = out->sign_error = (double)NAN;
	out->along_y = along_y;
	return true;
}

mixmi_status explain_profile(mixmi_profile *out, const mixmi_table *table, const mixmi_question *question)
{
	explain_scores scores;
	bool single = question->x_count == 1 && question->y_count == 1;
	*out = explain_no_profile(MIXMI_SHAPE_GROUPS);
	if (single && (mixmi_table_is_survival(table, question->x[0]) || mixmi_table_is_survival(table, question->y[0]))) {
		*out = explain_no_profile(MIXMI_SHAPE_NONE); /* a curve would take times that were cut off as observed */
		return MIXMI_OK;
	}
	if (!single || !question_is_ordered(&table->columns[question->x[0]]) ||
	    !question_is_ordered(&table->columns[question->y[0]]))
		return MIXMI_OK;
	mixmi_status status = explain_scores_init(&scores, table, question);
	if (status != MIXMI_OK) {
		*out = explain_no_profile(MIXMI_SHAPE_NONE);
		return status;
	}
	bool binary = data_column_is_binary(scores.x.column) || data_column_is_binary(scores.y.column);
	bool varies = scores.x.values > 1 && scores.y.values > 1;
	bool done = explain_sign(&out->sign, &out->sign_error, &scores) &&
	            (binary && varies ? describe_binary(out, &scores) : describe(out, &scores));
	explain_scores_clear(&scores);
	return done ? MIXMI_OK : base_error_memory();
}

mixmi_status mixmi_profile_of(mixmi_profile *out, size_t size, const mixmi_table *table, const mixmi_question *question)
{
	question_ready ready;
	mixmi_profile profile = explain_no_profile(MIXMI_SHAPE_NONE);
	mixmi_status status = question_init(&ready, table, question);
	if (status == MIXMI_OK) {
		question_clear(&ready);
		status = explain_profile(&profile, table, question);
	}
	if (status != MIXMI_OK)
		profile = explain_no_profile(MIXMI_SHAPE_NONE);
	base_give(out, size, &profile, sizeof profile);
	return status;
}

bool explain_has_profile(const mixmi_answer *answer)
{
	return answer->status == MIXMI_OK &&
	       (answer->verdict == MIXMI_DETECTED || (answer->verdict == MIXMI_NO_VERDICT && answer->estimate > 0));
}

/* ------------------------------------------------------------------------------------------------ many */

typedef struct profiling {
	void *out;
	size_t size;
	const mixmi_answers *answers;
	const mixmi_table *table;
} profiling;

static mixmi_status profile_one(void *context, size_t index, base_worker *worker)
{
	const profiling *p = context;
	const mixmi_answer *answer = &p->answers->answers[index];
	const mixmi_question question = answers_list_question(p->answers, index);
	mixmi_profile profile = explain_no_profile(MIXMI_SHAPE_NONE);
	mixmi_status status = MIXMI_OK;
	(void)worker;
	if (explain_has_profile(answer))
		status = mixmi_profile_of(&profile, sizeof profile, p->table, &question);
	base_give(base_sized_at(p->out, p->size, index), p->size, &profile, sizeof profile);
	return status == MIXMI_ERROR_DATA ? MIXMI_OK : status;
}

mixmi_status mixmi_answers_profiles(mixmi_profile *out, size_t size, const mixmi_answers *answers,
                                    const mixmi_table *table, const mixmi_options *options)
{
	mixmi_options settled;
	base_watch watch;
	base_watch_settle(&watch, &settled, options);
	profiling p = { out, size, answers, table };
	const base_work work = { .options = &settled, .count = answers->count, .stage = "profiles", .unit = "questions" };
	return base_work_run(&work, profile_one, &p);
}
