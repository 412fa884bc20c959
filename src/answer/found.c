/* See found.h. */
#include "answer/found.h"

#include <math.h>

#include "answer/cells.h"
#include "answer/density.h"
#include "answer/gain.h"
#include "answer/read_off.h"
#include "answer/row_parts.h"
#include "answer/row_side.h"
#include "answer/test_parts.h"
#include "base/functions.h"

static const double most_used = 0.45; /* parameters per free row: beyond, the regression is no regression */

/* ------------------------------------------------------------------------------------------------------------ test */

static bool is_constant(const question_set *side)
{
	for (size_t j = 0; j < side->count; j++)
		if (side->columns[j]->levels > 1)
			return false;
	return true;
}

/* Fourth moments of two continuous columns are known this well only. */
static double slack_of(const question_sets *q)
{
	bool one = q->x.count == 1 && q->y.count == 1;
	bool continuous = one && question_continuous(q->x.columns[0]) && question_continuous(q->y.columns[0]);
	return continuous ? 1 / sqrt((double)q->rows) : 0;
}

typedef struct test {
	residual_side x, y;
	answer_parts parts;
	double p;            /* NaN: undecided */
	const bool *grouped; /* as answer_found has it */
} test;

static void find_parts(test *t, base_arena *arena, const question_sets *q)
{
	t->parts = answer_parts_new(arena, answer_most_weights(q->z.columns, q->z.count));
	if (t->x.features.count == 0 || t->y.features.count == 0)
		return;
	base_arena_mark mark = base_arena_here(arena);
	answer_weight_groups weights = answer_weights_of(arena, q->z.columns, q->z.count);
	answer_products products = answer_products_of(arena, &t->x, &t->y, slack_of(q));
	answer_parts_fill(&t->parts, arena, &t->x, &t->y, &products, &weights);
	base_arena_back(arena, mark);
}

double answer_least_p_of(size_t rows)
{
	return 2 * exp(-base_log_gamma((double)rows + 1));
}

static const bool *grouped_by_either(base_arena *arena, const test *t, const question_sets *q)
{
	bool *grouped = base_arena_take(arena, q->z.count, sizeof *grouped), some = false;
	for (size_t j = 0; j < q->z.count; j++) {
		grouped[j] = t->x.grouped[j] || t->y.grouped[j];
		some = some || grouped[j];
	}
	return some && !q->regrouped ? grouped : NULL;
}

static void judge(test *t, base_arena *arena, const question_sets *q, residual_functions *of_z)
{
	t->p = NAN;
	t->x = residual_side_of(arena, q->x.columns, q->x.count, of_z);
	t->y = residual_side_of(arena, q->y.columns, q->y.count, of_z);
	t->grouped = grouped_by_either(arena, t, q);
	if (t->grouped != NULL || t->x.undecided || t->y.undecided ||
	    fmax(t->x.used, t->y.used) > most_used * ((double)q->rows - t->x.lost))
		return;
	find_parts(t, arena, q);
	if (t->parts.count > 0 && fmin(t->parts.part[0].rows + 1, (double)q->rows) >= QUESTION_LEAST_ROWS)
		t->p = fmax(answer_combined(&t->parts), answer_least_p_of(q->rows));
}

/* ------------------------------------------------------------------------------------------------- rows that are alike, and censored times */

static bool has_censored(const question_set *side)
{
	for (size_t j = 0; j < side->count; j++)
		if (side->columns[j]->censored != NULL)
			return true;
	return false;
}

/* Whether a side has times that may be censored, of which there are no densities and no estimate. */
static bool is_censored(const question_sets *q)
{
	return has_censored(&q->x) || has_censored(&q->y);
}

/* Whether rows are in clusters or series. */
static bool are_alike(const question_sets *q)
{
	return q->ways > 0 || q->series > 0;
}

/* Labels of few levels have indicators: to absorb them exactly would undo what makes rows independent. */
static const question_values *const *without_few_levels_absorbed(base_arena *arena, const question_set *z)
{
	const question_values **out = base_arena_take(arena, z->count, sizeof *out);
	for (size_t j = 0; j < z->count; j++) {
		question_values *own = base_arena_take(arena, 1, sizeof *own);
		*own = *z->columns[j];
		own->absorbed = own->absorbed && own->levels > QUESTION_FEW_VALUES;
		out[j] = own;
	}
	return out;
}

static bool uses_too_much(const residual_side *side, size_t rows)
{
	return side->undecided || side->used > most_used * ((double)rows - side->lost) || side->features.count == 0;
}

static void judge_alike(test *t, base_arena *arena, const question_sets *q, residual_shared *shared, bool within)
{
	t->p = NAN;
	answer_rows *rows = base_arena_take(arena, 1, sizeof *rows);
	*rows = q->ways > 0     ? answer_rows_of_clusters(arena, q->clusters, within ? 1 : q->ways, within)
	        : q->series > 0 ? answer_rows_of_series(arena, q->order, q->starts, q->series)
	                        : answer_rows_of_single(arena, q->rows);
	if (rows->count < ANSWER_FEWEST_CLUSTERS)
		return;
	const question_values *const *z = q->ways > 0 ? without_few_levels_absorbed(arena, &q->z) : q->z.columns;
	answer_row_setting setting = { rows, shared, z, q->z.count };
	t->x = answer_row_side_of(arena, &setting, q->x.columns, q->x.count);
	t->y = answer_row_side_of(arena, &setting, q->y.columns, q->y.count);
	if (uses_too_much(&t->x, q->rows) || uses_too_much(&t->y, q->rows))
		return;
	t->parts = answer_parts_new(arena, answer_most_weights(z, q->z.count) + ANSWER_ROW_PARTS);
	answer_weight_groups weights = { 0, NULL };
	if (q->z.count > 0)
		weights = answer_weights_of(arena, z, q->z.count);
	answer_row_parts_fill(&t->parts, arena, &t->x, &t->y, rows, &weights);
	t->p = fmax(answer_combined(&t->parts), answer_least_p_of(rows->count));
}

/* ----------------------------------------------------------------------------------------------------- the answer */

static bool has_few_values(const question_set *side)
{
	for (size_t j = 0; j < side->count; j++)
		if (!side->columns[j]->labels && side->columns[j]->levels > QUESTION_FEW_VALUES)
			return false;
	return true;
}

static double entropy_of(base_arena *arena, const question_set *side, size_t rows)
{
	base_arena_mark mark = base_arena_here(arena);
	answer_codes *codes = base_arena_take(arena, side->count, sizeof *codes);
	for (size_t j = 0; j < side->count; j++)
		codes[j] = (answer_codes){ side->columns[j]->codes, NULL };
	answer_cells cells = answer_cells_of(arena, codes, side->count, rows, NULL, rows);
	double entropy = answer_entropy(cells.rows, cells.count);
	base_arena_back(arena, mark);
	return entropy;
}

/* What the values of sides with few of them allow. */
static void limit(answer_evidence *out, base_arena *arena, const question_sets *q)
{
	const question_set *sides[] = { &q->x, &q->y };
	out->most = out->limit = INFINITY;
	for (int side = 0; side < 2; side++) {
		double values = 0;
		if (!has_few_values(sides[side]))
			continue;
		for (size_t j = 0; j < sides[side]->count; j++)
			values += log((double)sides[side]->columns[j]->levels);
		out->most = fmin(out->most, entropy_of(arena, sides[side], q->rows));
		out->limit = fmin(out->limit, values);
	}
}

/* The grid of the residuals and, as a third side, of these columns of Z. */
static answer_grid *grid_of(base_arena *arena, answer_bits *bits, const test *t, answer_columns z, bool divided)
{
	const answer_columns sets[] = { { t->x.shown, t->x.columns }, { t->y.shown, t->y.columns }, z };
	size_t columns = sets[0].count + sets[1].count + sets[2].count, next = 0;
	const question_values **column = base_arena_take(arena, columns, sizeof *column);
	int *side = base_arena_take(arena, columns, sizeof *side);
	for (int set = 0; set < 3; set++)
		for (size_t j = 0; j < sets[set].count; j++) {
			column[next] = sets[set].column[j];
			side[next++] = set;
		}
	answer_grid *grid = base_arena_take(arena, 1, sizeof *grid);
	*grid = answer_grid_of(arena, bits, column, side, columns, divided);
	answer_grid_measure(grid, arena, bits);
	return grid;
}

static double length_of(const answer_grid *grid)
{
	return grid->data + grid->penalty + grid->cuts;
}

/* What is shown of a dependence that was detected: bins of Z, which `found` may have, only where they show more of it
 * or where Z explains some of both sides as they are shown; and, where the grid of one X and one Y is shortest without
 * bins, that with two of each at least. */
static const answer_grid *shown_grid(answer_grid *found, base_arena *arena, answer_bits *bits, const test *t,
                                     answer_columns z)
{
	if (z.count > 0 && !(t->x.explained && t->y.explained)) {
		z.count = 0;
		answer_grid *without = grid_of(arena, bits, t, z, false);
		found = answer_shorter(length_of(found), length_of(without)) ? found : without;
	}
	bool empty = found->k[0] == 1 || found->k[1] == 1;
	return empty && t->x.columns == 1 && t->y.columns == 1 ? grid_of(arena, bits, t, z, true) : found;
}

/* Few rows given Z, or levels of two or three rows, leave too few to estimate densities. */
static bool has_densities(const test *t, const question_sets *q)
{
	bool few = q->z.count > 0 && q->rows < ANSWER_LEAST_ORDERED;
	return !few && fmax(t->x.lost, t->y.lost) * QUESTION_LEAST_ROWS <= (double)q->rows;
}

static double density_of(base_arena *arena, answer_bits *bits, const test *t, const question_sets *q,
                         residual_shared *shared, const answer_grid *grid)
{
	answer_columns x = { t->x.shown, t->x.columns }, y = { t->y.shown, t->y.columns };
	return answer_density(arena, bits, shared, x, y, (answer_columns){ q->z.columns, q->z.count }, grid);
}

static void conclude(answer_found *out, base_arena *arena, const test *t, const question_sets *q, double level)
{
	answer_evidence evidence = { .rows = q->rows, .p = t->p, .parts = &t->parts, .density = out->density };
	limit(&evidence, arena, q);
	evidence.most = fmin(evidence.most, evidence.limit);
	answer_values values = answer_read_off(&evidence, level);
	out->undecided = false;
	out->p = t->p;
	out->estimate = values.estimate;
	out->lower = values.lower;
	out->upper = values.upper;
	out->standard_error = values.standard_error;
	out->statistic = values.deviate;
	out->products = values.products;
	out->limit = fmin(evidence.most, log((double)q->rows));
	out->comparable = fmin(t->parts.part[0].rows + 1, (double)q->rows);
}

answer_found answer_undecided(void)
{
	return (answer_found){ true, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, NAN, NULL, NULL, NULL };
}

static const residual_side *sides_of(base_arena *arena, const test *t)
{
	residual_side *sides = base_arena_take(arena, 2, sizeof *sides);
	sides[0] = t->x;
	sides[1] = t->y;
	return sides;
}

answer_found answer_of_constant(size_t rows)
{
	return (answer_found){ false, 1, 0, 0, 0, 0, 0, 0, 0, 0, (double)rows, NAN, NULL, NULL, NULL };
}

answer_found answer_of(base_arena *arena, const question_sets *q, const answer_request *request)
{
	answer_found out = answer_undecided();
	test t = { 0 };
	bool constant = q->rows > 0 && (is_constant(&q->x) || is_constant(&q->y));
	if (q->rows < QUESTION_LEAST_ROWS)
		return constant ? answer_of_constant(q->rows) : out;
	answer_bits *bits = answer_bits_new(arena, q->rows);
	if (constant)
		return answer_of_constant(q->rows);
	residual_shared *shared = residual_shared_new(arena, q->rows);
	residual_functions *of_z = residual_functions_of(shared, q->z.columns, q->z.count);
	if (are_alike(q) || is_censored(q))
		judge_alike(&t, arena, q, shared, request->within);
	else
		judge(&t, arena, q, of_z);
	out.grouped = t.grouped;
	if (isnan(t.p))
		return out;
	if (!are_alike(q) && !is_censored(q))
		out.fitted = sides_of(arena, &t);
	const answer_columns few = answer_few_levels(arena, (answer_columns){ q->z.columns, q->z.count });
	bool draws = request->draws && answer_detects(t.p, request->alpha);
	answer_grid *grid = draws ? grid_of(arena, bits, &t, few, false) : NULL;
	/* densities would take rows that are alike for independent ones */
	bool dense =
		!request->products_only && !are_alike(q) && !is_censored(q) && answer_shrinks(t.p) < 1 && has_densities(&t, q);
	out.density = dense ? density_of(arena, bits, &t, q, shared, grid) : 0;
	conclude(&out, arena, &t, q, request->level);
	out.grid = draws ? shown_grid(grid, arena, bits, &t, few) : NULL;
	if (is_censored(q))
		out.estimate = out.lower = out.upper = out.standard_error = out.products = out.limit = NAN;
	if (are_alike(q))
		out.effective = fmin(t.parts.simplest_rows, (double)q->rows);
	return out;
}
