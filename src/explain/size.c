/* The size of a dependence: the slope of what Z leaves of the response on what it leaves of the other side, or of
 * indicators of its values (Frisch and Waugh 1933; Robinson 1988). Standard errors are
 * HC3 (MacKinnon and White 1985), with the regression's parameters taken off the rows and Student's t. O(rows), for
 * labels O(rows levels^2). */
#include "explain/size.h"

#include <math.h>

#include "base/functions.h"
#include "question/few.h"
#include "residual/linear.h"

static const double level = 0.05;     /* one less that of the interval */
static const double least_left = 1;   /* rows: Z leaves less of an indicator than a value to compare needs */
static const double most_lever = 0.9; /* a row that decides its own fit has no error to learn from */

/* The t with two-sided tail `tail` (Fisher's expansion of Student's quantile in 1 / df), exact to 1% from 5 df on. */
static double student(double tail, double df)
{
	double z = base_normal_upper_quantile(tail / 2), zz = z * z;
	return z * (1 + (zz + 1) / (4 * df) + (5 * zz * zz + 16 * zz + 3) / (96 * df * df) +
	            (3 * zz * zz * zz + 19 * zz * zz + 17 * zz - 15) / (384 * df * df * df));
}

static bool is_two_valued(const explain_side *side)
{
	return side->values->levels == 2;
}

static bool is_label(const explain_side *side)
{
	return is_two_valued(side) || side->source->type == MIXMI_DISCRETE;
}

/* Differences of dates are no numbers in their unit, and those of limits are not known. */
static bool is_measured(const explain_side *side)
{
	return side->source->unit == DATA_PLAIN && side->source->below + side->source->above == 0;
}

/* The level with the larger code of two. */
static size_t second_of(const explain_side *side)
{
	return side->turned ? 0 : 1;
}

/* Numbers, or 1 for the second of two values. [rows] */
static double *response_of(const explain_sides *s, const explain_side *side)
{
	double *y = base_arena_take(s->arena, s->rows, sizeof *y);
	for (size_t i = 0; i < s->rows; i++) {
		uint32_t v = side->values->codes[i];
		y[i] = is_two_valued(side) ? v == second_of(side) : explain_value_at(side, v);
	}
	return y;
}

/* Free rows for an error, with so many parameters of interest. */
static double freedom(const explain_sides *s, double parameters)
{
	return (double)s->rows - parameters - fmax(s->x.residual.used, s->y.residual.used);
}

/* The interval from the sum of squared influences; none without free rows. */
static void put_interval(mixmi_profile *out, double squares, double rows, double df, double tail)
{
	if (!(df >= 1))
		return;
	double width = student(tail, df) * sqrt(squares * rows / df) * out->size_per;
	out->size_lower = out->size - width;
	out->size_upper = out->size + width;
}

/* ------------------------------------------------------------------------------------------------- a number and labels */

/* Means with Z as in all rows, by level. */
static double *means_of(const explain_sides *s, const explain_side *along, const double *effects, double mean)
{
	size_t count = along->values->levels;
	double *means = base_arena_take(s->arena, count, sizeof *means), shared = 0;
	for (size_t v = 0; v < count; v++)
		shared += effects[v] * along->values->counts[v] / (double)s->rows;
	for (size_t v = 0; v < count; v++)
		means[v] = mean + effects[v] - shared;
	return means;
}

static bool can_be_compared(const explain_sides *s, const explain_side *along, const explain_effects *e, size_t v)
{
	double sum, squares = INFINITY;
	if (v > 0)
		residual_moments(&sum, &squares, e->indicators + (v - 1) * s->rows, s->rows);
	return along->values->counts[v] >= QUESTION_LEAST_ROWS && squares >= least_left;
}

/* The levels to compare; false: there are no two. */
static bool choose_levels(size_t *first, size_t *second, const explain_sides *s, const explain_side *along,
                          const explain_effects *e)
{
	size_t found = 0;
	for (size_t v = 0; v < e->count; v++) {
		if (!can_be_compared(s, along, e, v))
			continue;
		*first = found == 0 || e->effects[v] < e->effects[*first] ? v : *first;
		*second = found == 0 || e->effects[v] > e->effects[*second] ? v : *second;
		found++;
	}
	if (e->count == 2) {
		*second = second_of(along);
		*first = 1 - *second;
	}
	return found > 1 && *first != *second;
}

/* Sum of squared influences of rows on the difference of two effects. left: [rows] of the response. */
static double squares_of_difference(const explain_sides *s, const explain_effects *e, const double *left, size_t first,
                                    size_t second)
{
	size_t m = e->count - 1;
	double *by = base_arena_take_zero(s->arena, m, 2 * sizeof *by), *room = by + m, sum = 0;
	if (second > 0)
		by[second - 1] = 1;
	if (first > 0)
		by[first - 1] = -1;
	residual_solve(by, e->inverse, by, m, room);
	for (size_t i = 0; i < s->rows; i++) {
		double lever = 1 / (double)s->rows, error = left[i], influence = 0;
		for (size_t k = 0; k < m; k++) {
			double here = e->indicators[k * s->rows + i], own = 0;
			for (size_t j = 0; j <= k; j++)
				own += e->inverse[k * m + j] * e->indicators[j * s->rows + i];
			lever += own * own;
			error -= e->effects[k + 1] * here;
			influence += by[k] * here;
		}
		influence *= error / (1 - fmin(lever, most_lever));
		sum += influence * influence;
	}
	return sum;
}

static void compare_levels(mixmi_profile *out, const explain_sides *s, const explain_side *response,
                           const explain_side *along)
{
	size_t count = along->values->levels, first = 0, second = 0;
	double *left = response_of(s, response), sum, squares;
	residual_moments(&sum, &squares, left, s->rows);
	explain_leave(left, 1, s);
	const explain_effects e = explain_effects_of(s, along->values->codes, count, left, question_margin);
	if (!choose_levels(&first, &second, s, along, &e))
		return;
	const double *means = means_of(s, along, e.effects, sum / (double)s->rows);
	out->size_kind = is_two_valued(response) ? MIXMI_SIZE_SHARES : MIXMI_SIZE_MEANS;
	out->size_of_x = response == &s->x;
	out->size = e.effects[second] - e.effects[first];
	out->size_per = 1;
	out->size_first = along->codes[first];
	out->size_second = along->codes[second];
	for (size_t v = 0; v < count; v++)
		if (along->codes[v] < MIXMI_SIZE_LEVELS)
			out->level_means[along->codes[v]] = means[v];
	double pairs = (double)count * (double)(count - 1) / 2;
	put_interval(out, squares_of_difference(s, &e, left, first, second), (double)s->rows, freedom(s, (double)count),
	             level / pairs);
}

/* --------------------------------------------------------------------------------------------------------- two numbers */

/* Levels first to last with the middle 90% of the rows, or all where these have a single value. */
static void find_middle(size_t *first, size_t *last, const question_values *values)
{
	const double outside = 0.05;
	double below = 0, above = 0, most = outside * (double)values->rows;
	*first = 0;
	*last = values->levels - 1;
	while (*first < *last && below + values->counts[*first] <= most)
		below += values->counts[(*first)++];
	while (*first < *last && above + values->counts[*last] <= most)
		above += values->counts[(*last)--];
	if (*first == *last) {
		*first = 0;
		*last = values->levels - 1;
	}
}

static double ten_below(double spread)
{
	return pow(10, floor(log10(spread) + question_margin));
}

typedef struct middle {
	size_t first, last; /* levels */
	double rows, x, y;  /* means of residuals */
	double xx, slope;
} middle;

static bool is_inside(const middle *m, uint32_t level_of_row)
{
	return m->first <= level_of_row && level_of_row <= m->last;
}

static middle fit_slope(const uint32_t *codes, const question_values *values, const double *x, const double *y)
{
	middle m = { 0 };
	double xy = 0;
	find_middle(&m.first, &m.last, values);
	for (size_t i = 0; i < values->rows; i++)
		if (is_inside(&m, codes[i])) {
			m.rows++;
			m.x += x[i];
			m.y += y[i];
		}
	m.x /= m.rows;
	m.y /= m.rows;
	for (size_t i = 0; i < values->rows; i++)
		if (is_inside(&m, codes[i])) {
			m.xx += (x[i] - m.x) * (x[i] - m.x);
			xy += (x[i] - m.x) * (y[i] - m.y);
		}
	m.slope = xy / m.xx;
	return m;
}

static double squares_of_slope(const middle *m, const uint32_t *codes, size_t rows, const double *x, const double *y)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++) {
		double off = x[i] - m->x, lever = 1 / m->rows + off * off / m->xx;
		double error = y[i] - m->y - m->slope * off;
		double influence = off * error / m->xx / (1 - fmin(lever, most_lever));
		sum += is_inside(m, codes[i]) ? influence * influence : 0;
	}
	return sum;
}

static void compare_numbers(mixmi_profile *out, const explain_sides *s)
{
	const uint32_t *codes = s->x.values->codes;
	double *x = response_of(s, &s->x), *y = response_of(s, &s->y);
	explain_leave(x, 1, s);
	explain_leave(y, 1, s);
	const middle m = fit_slope(codes, s->x.values, x, y);
	double spread = fabs(explain_value_at(&s->x, m.last) - explain_value_at(&s->x, m.first));
	if (!isfinite(m.slope) || !isfinite(spread))
		return;
	out->size_kind = MIXMI_SIZE_SLOPE;
	out->size_per = ten_below(spread);
	out->size = m.slope * out->size_per;
	put_interval(out, squares_of_slope(&m, codes, s->rows, x, y), m.rows, freedom(s, 2) - ((double)s->rows - m.rows),
	             level);
}

/* ---------------------------------------------------------------------------------------------------------------- both */

/* Of two columns of labels the one with two values is the response, and Y if both have two. */
void explain_put_size(mixmi_profile *out, const explain_sides *s)
{
	base_arena_mark mark = base_arena_here(s->arena);
	bool label_x = is_label(&s->x), label_y = is_label(&s->y);
	bool x_responds = label_y && (!label_x || (is_two_valued(&s->x) && !is_two_valued(&s->y)));
	const explain_side *response = x_responds ? &s->x : &s->y, *along = x_responds ? &s->y : &s->x;
	bool known = is_two_valued(response) || (!is_label(response) && is_measured(response));
	if (known && is_label(along) && along->values->levels <= MIXMI_SIZE_LEVELS)
		compare_levels(out, s, response, along);
	else if (known && !is_label(along) && is_measured(along))
		compare_numbers(out, s);
	base_arena_back(s->arena, mark);
}
