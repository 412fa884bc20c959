/* The sign is the correlation of the first features of both residuals, normal scores given Z (van der Waerden's
 * correlation if there is no Z), and its error that of the infinitesimal jackknife with scores and fits held: for normal
 * columns that is the whole error, because their normal scores are as good as they are. O(rows) but for the residuals. */
#include "explain/sides.h"

#include <math.h>
#include <string.h>

#include "data/atoms.h"
#include "question/few.h"
#include "residual/linear.h"

enum {
	MASS_SHARE = 20,
	MASS_ROWS = 5
}; /* a mass has a twentieth of the rows, and so many: fewer do not shape a curve */

/* ------------------------------------------------------------------------------------------------------ the columns */

static bool is_ordered(const data_column *column)
{
	return column->labels == NULL || column->ordered;
}

/* Labels with an order are numbered by it. */
static void put_in_order(explain_side *side, base_arena *arena)
{
	const question_values *labels = side->values;
	uint32_t *codes = base_arena_take(arena, labels->rows, sizeof *codes);
	uint32_t *occurring = base_arena_take(arena, labels->levels, sizeof *occurring);
	for (size_t i = 0; i < labels->rows; i++)
		codes[i] = side->codes[labels->codes[i]];
	for (size_t v = 0; v < labels->levels; v++) {
		size_t at = 0;
		for (size_t w = 0; w < labels->levels; w++)
			at += side->codes[w] < side->codes[v];
		occurring[at] = side->codes[v];
	}
	side->values = question_values_of_codes(arena, codes, labels->rows, occurring[labels->levels - 1]);
	side->codes = occurring;
}

static void mark_masses(explain_side *side, base_arena *arena)
{
	size_t share = side->values->rows / MASS_SHARE, distinct = side->source->distinct;
	const data_atom_rule rule = data_atoms_above_neighbours(share > MASS_ROWS ? (int64_t)share : MASS_ROWS);
	uint32_t *counts = base_arena_take_zero(arena, distinct, sizeof *counts);
	side->masses = base_arena_take(arena, side->values->levels, sizeof *side->masses);
	for (size_t v = 0; v < side->values->levels; v++)
		counts[side->codes[v]] = side->values->counts[v];
	for (size_t v = 0; v < side->values->levels; v++)
		side->masses[v] = data_is_atom(side->source, counts, side->codes[v], &rule);
}

/* Labels that have an order are residualised as numbers, which is another regression than that of p. */
static explain_side side_of(base_arena *arena, const mixmi_table *table, const question_set *set,
                            const residual_side *fitted, residual_functions *of_z)
{
	explain_side side = { .source = &table->columns[set->sources[0].column],
		                  .values = set->columns[0],
		                  .codes = set->sources[0].codes };
	if (side.values->labels && is_ordered(side.source))
		put_in_order(&side, arena);
	side.turned = side.codes[0] > side.codes[side.values->levels - 1];
	mark_masses(&side, arena);
	bool same = fitted != NULL && side.values == set->columns[0];
	side.residual = same ? *fitted : residual_side_of(arena, &side.values, 1, of_z);
	return side;
}

double explain_value_at(const explain_side *side, size_t level)
{
	uint32_t code = side->codes[level];
	return side->source->values != NULL ? side->source->values[code] : (double)code;
}

/* ---------------------------------------------------------------------------------------------------------- the sign */

static bool has_sign(const explain_side *side)
{
	return !side->values->labels && side->residual.features.count > 0;
}

static void correlate(explain_sides *s)
{
	const double *a = s->x.residual.features.values, *b = s->y.residual.features.values;
	double rows = (double)s->rows, sum = 0, squares = 0, used = fmax(s->x.residual.used, s->y.residual.used);
	for (size_t i = 0; i < s->rows; i++)
		sum += a[i] * b[i];
	s->sign = fmax(-1, fmin(1, sum / rows));
	for (size_t i = 0; i < s->rows; i++) {
		double influence = a[i] * b[i] - s->sign / 2 * (a[i] * a[i] + b[i] * b[i]);
		squares += influence * influence;
	}
	s->sign_error = sqrt(squares / rows / fmax(rows - used, 1));
}

bool explain_sides_take(explain_sides *out, base_arena *arena, const mixmi_table *table, const question_sets *sets,
                        const residual_side *fitted)
{
	*out = (explain_sides){ .arena = arena, .rows = sets->rows, .sign = NAN, .sign_error = NAN };
	if (sets->rows < QUESTION_LEAST_ROWS || sets->x.columns[0]->levels < 2 || sets->y.columns[0]->levels < 2)
		return false;
	residual_functions *of_z =
		residual_functions_of(residual_shared_new(arena, sets->rows), sets->z.columns, sets->z.count);
	explain_side one = side_of(arena, table, &sets->x, fitted, of_z);
	explain_side other = side_of(arena, table, &sets->y, fitted != NULL ? fitted + 1 : NULL, of_z);
	out->given = sets->z.count > 0;
	out->alike = sets->ways > 0 || sets->order != NULL;
	out->on_z[0] = one.residual.regression;
	out->on_z[1] = other.residual.regression;
	out->x = sets->exchanged ? other : one;
	out->y = sets->exchanged ? one : other;
	if (has_sign(&one) && has_sign(&other))
		correlate(out);
	return !one.residual.undecided && !other.residual.undecided;
}

/* -------------------------------------------------------------------------------------------------- effects of groups */

static void centre(double *values, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		sum += values[i];
	for (size_t i = 0; i < rows; i++)
		values[i] -= sum / (double)rows;
}

void explain_leave(double *responses, size_t count, const explain_sides *sides)
{
	for (size_t k = 0; k < count; k++)
		centre(responses + k * sides->rows, sides->rows);
	for (int side = 0; side < 2 && sides->given; side++)
		residual_left(responses, sides->on_z[side], responses, count, true);
}

explain_effects explain_effects_of(const explain_sides *sides, const uint32_t *group, size_t count, const double *left,
                                   double shrink)
{
	size_t rows = sides->rows, m = count - 1;
	explain_effects out = { count, base_arena_take_zero(sides->arena, count, sizeof(double)),
		                    base_arena_take_zero(sides->arena, m, rows * sizeof(double)),
		                    base_arena_take(sides->arena, m, m * sizeof(double)) };
	for (size_t i = 0; i < rows; i++)
		if (group[i] > 0)
			out.indicators[(group[i] - 1) * rows + i] = 1;
	explain_leave(out.indicators, m, sides);
	const double **of = base_arena_take(sides->arena, m, sizeof *of);
	double *products = base_arena_take(sides->arena, m, m * sizeof *products);
	double *scratch = base_arena_take(sides->arena, m, sizeof *scratch);
	for (size_t k = 0; k < m; k++)
		of[k] = out.indicators + k * rows;
	residual_gram_matrix(products, m, of, m, rows);
	for (size_t k = 0; k < m; k++)
		products[k * m + k] += shrink;
	residual_inverse_factor(out.inverse, products, m);
	residual_products(out.effects + 1, 1, of, m, &left, 1, rows);
	residual_solve(out.effects + 1, out.inverse, out.effects + 1, m, scratch);
	return out;
}
