/* See row_side.h. */
#include "answer/row_side.h"

#include <math.h>
#include <string.h>

#include "question/few.h"
#include "residual/constants.h"

/* -------------------------------------------------------------------------------------------- columns of clusters */

/* The code of the column in each group, or NULL if it is not constant in one. */
static uint32_t *codes_of_groups(base_arena *arena, const question_values *column, const question_values *groups)
{
	uint32_t *codes = base_arena_take(arena, groups->levels, sizeof *codes);
	memset(codes, UINT8_MAX, groups->levels * sizeof *codes);
	for (size_t i = 0; i < column->rows; i++) {
		uint32_t *own = &codes[groups->codes[i]];
		if (*own != UINT32_MAX && *own != column->codes[i])
			return NULL;
		*own = column->codes[i];
	}
	return codes;
}

static size_t most_waves(size_t rows)
{
	return (size_t)fmax(2, fmin(RESIDUAL_MOST_WAVES, floor(cbrt((double)rows) + question_margin)));
}

/* Features of groups as those of rows, standardised. */
static residual_features spread(base_arena *arena, const residual_features *of_groups, const question_values *groups)
{
	size_t rows = groups->rows;
	residual_features out = { rows, of_groups->count, base_arena_take(arena, of_groups->count * rows, sizeof(double)),
		                      of_groups->details };
	for (size_t k = 0; k < out.count; k++) {
		for (size_t i = 0; i < rows; i++)
			out.values[k * rows + i] = of_groups->values[k * of_groups->rows + groups->codes[i]];
		residual_standardise(out.values + k * rows, rows);
	}
	return out;
}

static residual_side side_of_groups(base_arena *arena, const question_values *column, const uint32_t *codes,
                                    const question_values *groups, residual_functions *of_nothing)
{
	question_values *of_groups = question_values_of_codes(arena, codes, groups->levels, (uint32_t)(column->levels - 1));
	of_groups->labels = column->labels;
	bool masses = !question_continuous(of_groups);
	residual_features few = residual_features_of(arena, of_groups, most_waves(groups->rows), masses);
	residual_features many = residual_features_of(arena, of_groups, RESIDUAL_MOST_WAVES, masses);
	residual_features all = spread(arena, &many, groups);
	const question_values **shown = base_arena_take(arena, 1, sizeof *shown);
	shown[0] = column;
	residual_side side = { .columns = 1, .shown = shown, .lost = 1 };
	side.all = residual_orthogonal(&side.features, arena, &all, column->labels ? all.count : few.count);
	side.regression = residual_regress(arena, of_nothing, all.values, 1, false);
	return side;
}

/* ------------------------------------------------------------------------------------------------------------- within */

static int finest(const residual_features *f)
{
	int detail = 1;
	for (size_t k = 0; k < f->count; k++)
		detail = f->details[k] > detail ? f->details[k] : detail;
	return detail;
}

/* What Z leaves of the features of a column, but for the first. */
static residual_features left_of_column(base_arena *arena, const question_values *column, size_t most,
                                        residual_functions *of_z)
{
	residual_features f = residual_features_of(arena, column, most, false), left = f;
	for (size_t k = 0; k < f.count; k++)
		residual_standardise(f.values + k * f.rows, f.rows);
	left.values = base_arena_take(arena, f.count * f.rows, sizeof *left.values);
	residual_left(left.values, residual_regress(arena, of_z, f.values, f.count, true), NULL, f.count, true);
	left.values += f.rows;
	left.details++;
	left.count--;
	for (size_t k = 0; k < left.count; k++)
		residual_standardise(left.values + k * f.rows, f.rows);
	return left;
}

/* The features of both, sorted by detail, those of a first. */
static residual_features merge(base_arena *arena, const residual_features *a, const residual_features *b)
{
	size_t count = a->count + b->count, rows = a->rows, next = 0;
	residual_features out = { rows, count, base_arena_take(arena, count * rows, sizeof(double)),
		                      base_arena_take(arena, count, sizeof(int)) };
	const residual_features *both[] = { a, b };
	for (int detail = 0; next < count; detail++)
		for (int one = 0; one < 2; one++)
			for (size_t k = 0; k < both[one]->count; k++)
				if (both[one]->details[k] == detail) {
					memcpy(out.values + next * rows, both[one]->values + k * rows, rows * sizeof *out.values);
					out.details[next++] = detail;
				}
	return out;
}

/* Features of deviations from cluster means show what depends on them, features of the column, less their cluster means,
 * what depends on the value itself. */
static void add_whole(residual_side *side, base_arena *arena, const question_values *column, residual_functions *of_z)
{
	residual_features whole = left_of_column(arena, column, (size_t)1 << finest(&side->features), of_z), ignored;
	residual_features both = merge(arena, &side->features, &whole);
	side->features = residual_orthogonal(&ignored, arena, &both, both.count);
}

/* ---------------------------------------------------------------------------------------------------------- interface */

residual_side answer_row_side_of(base_arena *arena, const question_values *const *columns, size_t count,
                                 residual_functions *of_z, size_t z_count, const answer_rows *rows)
{
	for (size_t way = 0; count == 1 && z_count == 0 && rows->order == NULL && way < rows->ways; way++) {
		const uint32_t *codes = codes_of_groups(arena, columns[0], rows->groups[way]);
		if (codes != NULL)
			return side_of_groups(arena, columns[0], codes, rows->groups[way], of_z);
	}
	residual_side side = residual_side_of(arena, columns, count, of_z);
	if (rows->within && count == 1 && question_continuous(columns[0]))
		add_whole(&side, arena, columns[0], of_z);
	return side;
}
