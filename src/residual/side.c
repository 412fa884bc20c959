#include "residual/side.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "residual/constants.h"
#include "residual/location_scale.h"
#include "residual/z_blocks.h"

/* The residual of one column. */
typedef struct single {
	const question_values *column;
	const question_values *shown;
	residual_features features, all;
	const residual_regression *regression;
	double used;
	bool undecided;
	bool explained; /* what is shown is not free of Z */
} single;

/* What all columns of a side have. */
typedef struct setting {
	base_arena *arena;
	base_arena *scratch; /* of one column */
	residual_functions *of_z;
	size_t rows;
	bool *grouped; /* [columns of Z] */
} setting;

/* Standardised, dithered scores; *added: the share of their variance that dithering has added. */
static double *scores_of(double *added, const setting *s, const question_values *column)
{
	double *scores = base_arena_take(s->scratch, s->rows, sizeof *scores), sum = 0, moved = 0, squares = 0;
	double *of_level = base_arena_take(s->scratch, column->levels, sizeof *of_level), rows = (double)s->rows;
	question_dithered_scores(scores, s->scratch, column);
	question_scores(of_level, column);
	for (size_t i = 0; i < s->rows; i++) {
		double by = scores[i] - of_level[column->codes[i]];
		sum += scores[i];
		moved += by * by;
	}
	for (size_t i = 0; i < s->rows; i++)
		squares += (scores[i] - sum / rows) * (scores[i] - sum / rows);
	*added = moved / squares;
	residual_standardise(scores, s->rows);
	return scores;
}

static double *copy_of(const setting *s, const double *values, size_t count)
{
	double *copy = base_arena_take(s->scratch, count, s->rows * sizeof *copy);
	base_copy(copy, values, count * s->rows * sizeof *copy);
	return copy;
}

static void find_grouped(const setting *s, const residual_regression *r)
{
	for (size_t j = 0; j < s->of_z->columns; j++)
		s->grouped[j] = s->grouped[j] || residual_is_grouped(r, s->of_z->z[j]);
}

/* Waves that the test takes: more than the cube root of the rows would cost it power. */
static size_t waves_of(const setting *s)
{
	size_t root = (size_t)(cbrt((double)s->rows) + question_margin);
	return root > RESIDUAL_MOST_WAVES ? RESIDUAL_MOST_WAVES : root > 2 ? root : 2;
}

/* Standardised features with all waves; *tested: how many of the first ones the test takes. A column without features
 * has one that is 0. */
static residual_features take_features(size_t *tested, const setting *s, const question_values *column, bool masses)
{
	residual_features f =
		residual_features_or_zero(s->arena, residual_features_of(s->arena, column, RESIDUAL_MOST_WAVES, masses));
	size_t top = column->levels - 1, most = waves_of(s);
	size_t all = top < RESIDUAL_MOST_WAVES ? top : RESIDUAL_MOST_WAVES, few = top < most ? top : most;
	*tested = column->labels || few >= all ? f.count : f.count - (all - few);
	for (size_t k = 0; k < f.count; k++)
		residual_standardise(f.values + k * s->rows, s->rows);
	return f;
}

/* Makes the features of a single residual from what is left of all of them. */
static void set_features(single *out, const setting *s, residual_features left, size_t tested)
{
	for (size_t k = 0; k < left.count; k++)
		residual_standardise(left.values + k * s->rows, s->rows);
	out->all = residual_orthogonal(&out->features, s->arena, &left, tested);
}

static question_values *residual_column(const setting *s, double *values, const question_values *raw)
{
	question_values *column = question_values_tied(s->arena, values, s->rows);
	column->raw = raw;
	return column;
}

static void divide_by_scale(double *values, const double *log_scale, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		values[i] /= exp(log_scale[i]);
}

/* A continuous column: residuals divided by their scale have features, of which what Z still explains is subtracted. */
static single regressed_continuous(const setting *s, const question_values *column)
{
	single out = { .column = column, .shown = column };
	double added, *y = scores_of(&added, s, column), *rest = base_arena_take(s->scratch, s->rows, sizeof *rest);
	const residual_regression *r = residual_regress(s->arena, s->of_z, y, 1, RESIDUAL_TREE | RESIDUAL_FURTHER);
	residual_location_scale given = residual_location_scale_of(s->scratch, r);
	find_grouped(s, r);
	if (given.used) {
		double *values = copy_of(s, given.mean.e, 1);
		divide_by_scale(values, given.log_scale, s->rows);
		out.shown = residual_column(s, values, column);
	}
	residual_left(rest, r, NULL, 1, true);
	out.undecided = residual_share(r, rest, added) < residual_least_left;
	divide_by_scale(rest, given.log_scale, s->rows);
	size_t tested;
	residual_features f = take_features(&tested, s, question_values_tied(s->scratch, rest, s->rows), false);
	const residual_regression *second = residual_regress(s->arena, s->of_z, f.values, tested, RESIDUAL_FURTHER);
	residual_left(f.values, second, f.count > tested ? f.values : NULL, f.count, false);
	out.regression = residual_used(second) > residual_used(r) ? second : r;
	set_features(&out, s, f, tested);
	return out;
}

/* The residual of a column with few or massed values, in which a point mass stays one. */
static question_values *mixed_residual(const setting *s, const question_values *column, const double *e)
{
	double *sums = base_arena_take_zero(s->scratch, column->levels, sizeof *sums);
	double *values = copy_of(s, e, 1);
	for (size_t i = 0; i < s->rows; i++)
		sums[column->codes[i]] += e[i];
	for (size_t i = 0; i < s->rows; i++) {
		size_t v = column->codes[i];
		if (QUESTION_MASS_SHARE * (size_t)column->counts[v] >= s->rows)
			values[i] = sums[v] / column->counts[v];
	}
	question_values *mixed = residual_column(s, values, column);
	mixed->mixed = true;
	return mixed;
}

static void drop_what_z_explains(residual_features *left)
{
	for (size_t k = 0; k < left->count; k++) {
		double *f = left->values + k * left->rows, sum = 0, squares = 0, rows = (double)left->rows;
		for (size_t i = 0; i < left->rows; i++)
			sum += f[i];
		for (size_t i = 0; i < left->rows; i++)
			squares += (f[i] - sum / rows) * (f[i] - sum / rows);
		if (!(sqrt(squares / rows) > question_least_share))
			memset(f, 0, left->rows * sizeof *f);
	}
}

static single regressed_features(const setting *s, const question_values *column)
{
	single out = { .column = column, .shown = column };
	size_t tested;
	residual_features f = take_features(&tested, s, column, true);
	const residual_regression *r =
		residual_regress(s->arena, s->of_z, f.values, tested, RESIDUAL_TREE | RESIDUAL_FURTHER);
	residual_fit mean = residual_fit_of(s->scratch, r);
	find_grouped(s, r);
	out.regression = r;
	residual_left(f.values, r, f.count > tested ? f.values : NULL, f.count, true);
	out.undecided = residual_share(r, f.values, 0) < residual_least_left;
	if (column->labels)
		drop_what_z_explains(&f);
	if (mean.saved > 0 && !column->labels && column->levels > QUESTION_FEW_VALUES)
		out.shown = mixed_residual(s, column, mean.e);
	out.explained = mean.saved > 0;
	set_features(&out, s, f, tested);
	return out;
}

/* Without Z a column is its own residual: the regressions would subtract means, which are 0. */
static single unregressed(const setting *s, const question_values *column)
{
	single out = { .column = column, .shown = column };
	size_t tested;
	residual_features f = take_features(&tested, s, column, !question_continuous(column));
	out.regression = residual_regress(s->arena, s->of_z, f.values, 1, 0);
	out.undecided = residual_share(out.regression, f.values, 0) < residual_least_left;
	set_features(&out, s, f, tested);
	return out;
}

static single regressed(const setting *s, const question_values *column)
{
	if (s->of_z->columns == 0)
		return unregressed(s, column);
	return question_continuous(column) ? regressed_continuous(s, column) : regressed_features(s, column);
}

static single single_of(const setting *s, const question_values *column)
{
	base_arena_mark mark = base_arena_here(s->scratch);
	single out = regressed(s, column);
	base_arena_back(s->scratch, mark);
	out.used = residual_used(out.regression);
	return out;
}

/* Products of the first features of two columns each, standardised and without what Z explains. */
static residual_features products_of_first(const setting *s, const single *singles, size_t count)
{
	residual_features out = { s->rows, 0, base_arena_take(s->arena, count * (count - 1) / 2, s->rows * sizeof(double)),
		                      NULL };
	for (size_t a = 0; a < count; a++)
		for (size_t b = a + 1; b < count; b++) {
			if (singles[a].features.count == 0 || singles[b].features.count == 0)
				continue;
			double *to = out.values + out.count++ * s->rows;
			for (size_t i = 0; i < s->rows; i++)
				to[i] = singles[a].features.values[i] * singles[b].features.values[i];
			residual_standardise(to, s->rows);
		}
	if (out.count > 0 && s->of_z->columns > 0) {
		double *y = copy_of(s, out.values, out.count);
		residual_left(out.values, residual_regress(s->arena, s->of_z, y, out.count, 0), NULL, out.count, true);
	}
	for (size_t k = 0; k < out.count; k++)
		residual_standardise(out.values + k * s->rows, s->rows);
	return out;
}

static void append(residual_features *to, const double *feature, int detail)
{
	base_copy(to->values + to->count * to->rows, feature, to->rows * sizeof *feature);
	to->details[to->count++] = detail;
}

static residual_features room_for(const setting *s, size_t count)
{
	return (residual_features){ s->rows, 0, base_arena_take(s->arena, count, s->rows * sizeof(double)),
		                        base_arena_take(s->arena, count, sizeof(int)) };
}

/* Features of all columns by detail, each detail with those of the columns before their products; at most so many. */
static residual_features joined(const setting *s, const single *singles, size_t count)
{
	residual_features products = products_of_first(s, singles, count);
	residual_features out = room_for(s, RESIDUAL_MOST_FEATURES);
	int last = 1;
	for (size_t j = 0; j < count; j++)
		for (size_t k = 0; k < singles[j].features.count; k++)
			last = singles[j].features.details[k] > last ? singles[j].features.details[k] : last;
	for (int detail = 0; detail <= last; detail++) {
		for (size_t j = 0; j < count; j++)
			for (size_t k = 0; k < singles[j].features.count && out.count < RESIDUAL_MOST_FEATURES; k++)
				if (singles[j].features.details[k] == detail)
					append(&out, singles[j].features.values + k * s->rows, detail);
		for (size_t k = 0; detail == 1 && k < products.count && out.count < RESIDUAL_MOST_FEATURES; k++)
			append(&out, products.values + k * s->rows, detail);
	}
	return out;
}

static void join(residual_side *side, const setting *s, const single *singles, size_t count)
{
	residual_features first = joined(s, singles, count);
	size_t all = first.count;
	for (size_t j = 0; j < count; j++)
		all += singles[j].all.count;
	residual_features more = room_for(s, all);
	for (size_t k = 0; k < first.count; k++)
		append(&more, first.values + k * s->rows, first.details[k]);
	for (size_t j = 0; j < count; j++)
		for (size_t k = 0; k < singles[j].all.count; k++)
			append(&more, singles[j].all.values + k * s->rows, 0);
	side->all = residual_orthogonal(&side->features, s->arena, &more, first.count);
}

residual_side residual_side_of(base_arena *arena, const question_values *const *columns, size_t count,
                               residual_functions *of_z)
{
	setting s = { arena, of_z->shared->scratch, of_z, columns[0]->rows,
		          base_arena_take_zero(arena, of_z->columns, sizeof *s.grouped) };
	base_arena_mark mark = base_arena_here(s.scratch);
	single *singles = base_arena_take(arena, count, sizeof *singles);
	const question_values **shown = base_arena_take(arena, count, sizeof *shown);
	residual_side side = { .shown = shown, .grouped = s.grouped };
	size_t widest = 0;
	for (size_t j = 0; j < count; j++) {
		if (columns[j]->levels == 1)
			continue;
		singles[side.columns] = single_of(&s, columns[j]);
		shown[side.columns] = singles[side.columns].shown;
		side.undecided = side.undecided || singles[side.columns].undecided;
		side.explained = side.explained || singles[side.columns].explained;
		widest = singles[side.columns].used > singles[widest].used ? side.columns : widest;
		side.columns++;
	}
	side.regression = singles[widest].regression;
	side.features = singles[widest].features;
	side.all = singles[widest].all;
	side.used = singles[widest].used;
	side.lost = residual_lost(side.regression);
	if (count > 1)
		join(&side, &s, singles, side.columns);
	base_arena_back(s.scratch, mark);
	return side;
}
