/* See row_side.h. */
#include "answer/row_side.h"

#include <math.h>
#include <string.h>

#include "answer/whiten.h"
#include "base/memory.h"
#include "question/few.h"
#include "residual/absorb.h"
#include "residual/censored.h"
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

/* Features of groups as those of rows. */
static residual_features spread(base_arena *arena, const residual_features *of_groups, const question_values *groups)
{
	size_t rows = groups->rows;
	residual_features out = { rows, of_groups->count, base_arena_take(arena, of_groups->count * rows, sizeof(double)),
		                      of_groups->details };
	for (size_t k = 0; k < out.count; k++)
		for (size_t i = 0; i < rows; i++)
			out.values[k * rows + i] = of_groups->values[k * of_groups->rows + groups->codes[i]];
	return out;
}

/* Features with all waves, standardised; *tested: how many of the first ones the test takes. */
static residual_features features_of(size_t *tested, base_arena *arena, const question_values *column,
                                     const answer_rows *rows)
{
	const question_values *of = column, *groups = NULL;
	for (size_t way = 0; way < rows->ways && groups == NULL; way++) {
		const uint32_t *codes = codes_of_groups(arena, column, rows->groups[way]);
		if (codes == NULL)
			continue;
		groups = rows->groups[way];
		question_values *own = question_values_of_codes(arena, codes, groups->levels, (uint32_t)(column->levels - 1));
		own->labels = column->labels;
		of = own;
	}
	bool masses = !question_continuous(of);
	residual_features all =
		residual_features_or_zero(arena, residual_features_of(arena, of, RESIDUAL_MOST_WAVES, masses));
	*tested = column->labels ? all.count : residual_features_of(arena, of, most_waves(rows->rows), masses).count;
	all = groups != NULL ? spread(arena, &all, groups) : all;
	for (size_t k = 0; k < all.count; k++)
		residual_standardise(all.values + k * all.rows, all.rows);
	return all;
}

/* ----------------------------------------------------------------------------------------------------- random effects */

/* How many independent rows deviations from cluster means and these means are worth, both in units of their errors. */
static double worth_of(double *values, base_arena *arena, const question_values *groups)
{
	double n = (double)groups->rows, count = (double)groups->levels, between = 0, all = 0;
	double *sums = base_arena_take_zero(arena, groups->levels, sizeof *sums);
	residual_standardise(values, groups->rows);
	for (size_t i = 0; i < groups->rows; i++) {
		sums[groups->codes[i]] += values[i];
		all += values[i] * values[i];
	}
	for (size_t c = 0; c < groups->levels; c++)
		between += sums[c] * sums[c] / groups->counts[c];
	double within = fmax(all - between, 0), both = between + within;
	return both * both / (between * between / (count - 1) + within * within / fmax(n - count, 1));
}

/* Clusters as labels of Z that are absorbed in part, so that the rows of `values` become independent. */
static void absorb_in_part(question_values *out, base_arena *arena, const double *values, const answer_rows *rows)
{
	answer_whitener w = answer_whitener_of(arena, values, rows);
	double *copy = base_arena_take(arena, rows->rows, sizeof *copy);
	base_copy(copy, values, rows->rows * sizeof *copy);
	for (size_t k = 0; k < rows->ways; k++) {
		out[k] = *rows->groups[k];
		double *share = base_arena_take(arena, out[k].levels, sizeof *share);
		for (size_t c = 0; c < out[k].levels; c++)
			share[c] = 1 - sqrt(w.way[k].within / (w.way[k].within + out[k].counts[c] * w.way[k].between));
		out[k].labels = out[k].absorbed = true;
		out[k].share = share;
		out[k].share_lost = 0;
		const question_values *one = &out[k];
		residual_absorb(copy, arena, &one, 1);
	}
	out[0].share_lost = (double)rows->rows - worth_of(copy, arena, rows->groups[0]);
}

/* Adds what was absorbed in part. */
static void add_again(double *values, base_arena *arena, const question_values *absorbed, size_t ways)
{
	base_arena_mark mark = base_arena_here(arena);
	for (size_t k = ways; k-- > 0;) {
		const question_values *c = &absorbed[k];
		double *sums = base_arena_take_zero(arena, c->levels, sizeof *sums);
		for (size_t i = 0; i < c->rows; i++)
			sums[c->codes[i]] += values[i];
		for (size_t i = 0; i < c->rows; i++) {
			double share = c->share[c->codes[i]];
			values[i] += share / (1 - share) * (sums[c->codes[i]] / c->counts[c->codes[i]]);
		}
	}
	base_arena_back(arena, mark);
}

/* What Z leaves of features f, of which `tested` choose the model; cluster means are absorbed as the first one needs it,
 * and added again. */
static const residual_regression *regress_whitened(double *left, base_arena *arena, const answer_row_setting *s,
                                                   const residual_features *f, size_t tested)
{
	const answer_rows *rows = s->rows;
	question_values *absorbed = base_arena_take(arena, rows->ways, sizeof *absorbed);
	const question_values **z = base_arena_take(arena, s->z_count + rows->ways, sizeof *z);
	base_copy(z, s->z, s->z_count * sizeof *z);
	absorb_in_part(absorbed, arena, f->values, rows);
	for (size_t k = 0; k < rows->ways; k++)
		z[s->z_count + k] = &absorbed[k];
	residual_functions *of_z = residual_functions_of(s->shared, z, s->z_count + rows->ways);
	const residual_regression *r = residual_regress(arena, of_z, f->values, tested, RESIDUAL_TREE | RESIDUAL_FURTHER);
	residual_left(left, r, f->values, f->count, true);
	for (size_t k = 0; k < f->count; k++)
		add_again(left + k * f->rows, arena, absorbed, rows->ways);
	return r;
}

/* All waves of a time that may be censored, or the features of another column. */
static residual_features features_of_any(size_t *tested, base_arena *arena, const answer_row_setting *s,
                                         const question_values *column)
{
	if (column->censored == NULL)
		return features_of(tested, arena, column, s->rows);
	residual_functions *of_z = residual_functions_of(s->shared, s->z, s->z_count);
	residual_features f = residual_features_or_zero(arena, residual_censored_features(arena, column, of_z, s->z_count));
	size_t most = most_waves(s->rows->rows);
	*tested = f.count < most ? f.count : most;
	for (size_t k = 0; k < f.count; k++)
		residual_standardise(f.values + k * f.rows, f.rows);
	return f;
}

static const residual_regression *regress_simply(double *left, base_arena *arena, const answer_row_setting *s,
                                                 const residual_features *f, size_t tested)
{
	residual_functions *of_z = residual_functions_of(s->shared, s->z, s->z_count);
	const residual_regression *r = residual_regress(arena, of_z, f->values, tested, RESIDUAL_TREE | RESIDUAL_FURTHER);
	residual_left(left, r, f->values, f->count, true);
	return r;
}

/* What Z leaves of the features of a column; cluster means stay in it. */
static residual_features left_of(const residual_regression **r, size_t *tested, base_arena *arena,
                                 const answer_row_setting *s, const question_values *column)
{
	residual_features f = features_of_any(tested, arena, s, column), left = f;
	left.values = base_arena_take(arena, f.count * f.rows, sizeof *left.values);
	if (s->z_count == 0 || s->rows->within || s->rows->simple)
		*r = regress_simply(left.values, arena, s, &f, *tested);
	else
		*r = regress_whitened(left.values, arena, s, &f, *tested);
	for (size_t k = 0; k < left.count; k++)
		residual_standardise(left.values + k * f.rows, f.rows);
	return left;
}

/* Features of several columns, the first `tested` of each sorted by detail, and then, as of all, all. */
static residual_features together(base_arena *arena, const residual_features *f, const size_t *tested, size_t count,
                                  size_t *taken)
{
	size_t most = 0, rows = f[0].rows, next = 0;
	for (size_t j = 0; j < count; j++)
		most += tested[j] + f[j].count;
	residual_features out = { rows, most, base_arena_take(arena, most * rows, sizeof(double)),
		                      base_arena_take(arena, most, sizeof(int)) };
	for (int detail = 0, left = 1; left; detail++) {
		left = 0;
		for (size_t j = 0; j < count; j++)
			for (size_t k = 0; k < tested[j]; k++) {
				left = left || f[j].details[k] > detail;
				if (f[j].details[k] != detail || next == RESIDUAL_MOST_FEATURES)
					continue;
				base_copy(out.values + next * rows, f[j].values + k * rows, rows * sizeof *out.values);
				out.details[next++] = detail;
			}
	}
	*taken = next;
	for (size_t j = 0; j < count; j++) {
		base_copy(out.values + next * rows, f[j].values, f[j].count * rows * sizeof *out.values);
		memset(out.details + next, 0, f[j].count * sizeof *out.details);
		next += f[j].count;
	}
	out.count = next;
	return out;
}

static residual_side side_of_clusters(base_arena *arena, const answer_row_setting *s,
                                      const question_values *const *columns, size_t count)
{
	residual_side side = { .explained = s->z_count > 0 };
	residual_features *left = base_arena_take(arena, count, sizeof *left);
	size_t *tested = base_arena_take(arena, count, sizeof *tested), taken;
	const question_values **shown = base_arena_take(arena, count, sizeof *shown);
	for (size_t j = 0; j < count; j++) {
		const residual_regression *r;
		if (columns[j]->levels < 2)
			continue;
		left[side.columns] = left_of(&r, &tested[side.columns], arena, s, columns[j]);
		side.regression = side.columns == 0 ? r : side.regression;
		side.used = fmax(side.used, residual_used(r));
		shown[side.columns++] = columns[j];
	}
	side.shown = shown;
	side.lost = residual_lost(side.regression);
	if (side.columns == 1) {
		side.all = residual_orthogonal(&side.features, arena, left, tested[0]);
		return side;
	}
	residual_features all = together(arena, left, tested, side.columns, &taken);
	side.all = residual_orthogonal(&side.features, arena, &all, taken);
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
	residual_features f = residual_features_or_zero(arena, residual_features_of(arena, column, most, false)), left = f;
	for (size_t k = 0; k < f.count; k++)
		residual_standardise(f.values + k * f.rows, f.rows);
	left.values = base_arena_take(arena, f.count * f.rows, sizeof *left.values);
	residual_left(left.values, residual_regress(arena, of_z, f.values, f.count, RESIDUAL_TREE | RESIDUAL_FURTHER), NULL,
	              f.count, true);
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
					base_copy(out.values + next * rows, both[one]->values + k * rows, rows * sizeof *out.values);
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

static bool has_censored(const question_values *const *columns, size_t count)
{
	for (size_t j = 0; j < count; j++)
		if (columns[j]->censored != NULL)
			return true;
	return false;
}

residual_side answer_row_side_of(base_arena *arena, const answer_row_setting *s, const question_values *const *columns,
                                 size_t count)
{
	const question_values **z = base_arena_take(arena, s->z_count + 1, sizeof *z);
	base_copy(z, s->z, s->z_count * sizeof *z);
	if (has_censored(columns, count) || (s->rows->order == NULL && !s->rows->within && !s->rows->simple))
		return side_of_clusters(arena, s, columns, count);
	if (s->rows->within) {
		question_values *clusters = base_arena_take(arena, 1, sizeof *clusters);
		*clusters = *s->rows->groups[0];
		clusters->labels = clusters->absorbed = true;
		z[s->z_count] = clusters;
	}
	residual_functions *of_z = residual_functions_of(s->shared, z, s->z_count + s->rows->within);
	residual_side side = residual_side_of(arena, columns, count, of_z);
	if (s->rows->within && count == 1 && question_continuous(columns[0]))
		add_whole(&side, arena, columns[0], of_z);
	return side;
}
