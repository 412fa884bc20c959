/* Functions are chosen once, by restricted likelihood (residual/regression.h): linear functions and labels take part
 * from the start, so that a linear model costs nothing where it is right; all others must pass a score test. The
 * equations (G + P) b = c, with products G and precisions P, are solved without some rows by subtracting their products
 * from G.
 *
 * Functions of confounders are fitted again to the residuals: that is a doubly robust correction whose weights balance
 * these functions (Bruns-Smith, Dukes, Feller and Ogburn 2025). Functions of the treatment alone do not confound. They
 * are shrunk once, since refitting them would add to the variance of the curve. */
#include "effect/outcome_model.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "residual/constants.h"
#include "residual/fit.h"
#include "residual/linear.h"

static const double longest_tail = 5;   /* standard deviations: numbers within take the place of normal scores, of which
                                          * functions would have the sampling error of ranks; waves are too coarse beyond */
static const double kept_variance = 10; /* over the rows, least variance of a kept function: after three fits a
                                          * thousandth is shrunk away */
static const double absent = 1e15;      /* precision of functions of the second fit only: their coefficients in the
                                          * first are 0 */
enum {
	KEPT_COST = RESIDUAL_SIMPLE + 1, /* number, square and first eight waves of the treatment are in the second fit */
	FINEST_WAVE = 16                 /* in it: as fine as the steps between the twenty points of a curve */
};

/* -------------------------------------------------------------------------------------------------------- functions */

/* Standardised numbers; *largest: absolute value. */
static double *standardised(double *largest, base_arena *arena, const double *numbers, size_t rows)
{
	double *out = base_arena_take(arena, rows, sizeof *out), mean = 0, square = 0, n = (double)rows;
	for (size_t i = 0; i < rows; i++)
		mean += numbers[i] / n;
	for (size_t i = 0; i < rows; i++)
		square += (numbers[i] - mean) * (numbers[i] - mean) / n;
	*largest = 0;
	for (size_t i = 0; i < rows; i++) {
		out[i] = square > 0 ? (numbers[i] - mean) / sqrt(square) : 0;
		*largest = fmax(*largest, fabs(out[i]));
	}
	return out;
}

effect_model *effect_model_new(base_arena *arena, const effect_sample *sample, const effect_column *columns,
                               size_t count, bool treatment)
{
	effect_model *m = base_arena_take_zero(arena, 1, sizeof *m);
	const question_values **z = base_arena_take(arena, count, sizeof *z);
	*m = (effect_model){ .arena = arena, .sample = sample, .rows = sample->rows };
	m->shared = residual_shared_new(arena, m->rows);
	for (size_t j = 0; j < count; j++) {
		double largest = 0;
		z[j] = columns[j].values;
		if (columns[j].numbers == NULL)
			continue;
		const double *numbers = standardised(&largest, arena, columns[j].numbers, m->rows);
		residual_give_numbers(m->shared, z[j], numbers, largest <= longest_tail);
	}
	m->treatment = treatment ? residual_basis_of(m->shared, z[0]) : NULL;
	m->given = base_arena_take(arena, 1, sizeof *m->given);
	*m->given = *residual_functions_of(m->shared, z, count);
	m->given->start = RESIDUAL_START_LINEAR;
	return m;
}

static bool is_of_treatment(const effect_model *m, const residual_block *b)
{
	return m->treatment != NULL && b->of[0] == m->treatment && b->factors[0] == NULL;
}

static bool is_kept(const effect_model *m, const residual_block *b)
{
	return is_of_treatment(m, b) && b->cost <= KEPT_COST;
}

static bool is_wave(const residual_block *b)
{
	return b->kind == RESIDUAL_SCORE_WAVES || b->kind == RESIDUAL_PLACE_WAVES;
}

/* The block of the finest waves that are kept; NULL: none. */
static const residual_block *finest_kept(const effect_model *m)
{
	const residual_block *best = NULL;
	for (size_t k = 0; k < m->given->count; k++) {
		const residual_block *b = m->given->blocks[k];
		if (is_kept(m, b) && is_wave(b) && b->first > 1 && (best == NULL || b->last > best->last))
			best = b;
	}
	return best;
}

/* --------------------------------------------------------------------------------------------------------- choosing */

/* The variance of a block in a regression; 0: it is not in it. */
static double variance_of(const residual_regression *r, const residual_block *b)
{
	for (size_t k = 0; k < r->term_count; k++)
		if (r->terms[k].block == b)
			return r->terms[k].inside ? r->terms[k].v : 0;
	return 0;
}

/* The variance of the finest waves that are kept, if all kept blocks are in the model. */
static double find_octave(const effect_model *m, const residual_regression *first, const double *y, size_t responses)
{
	residual_functions in = *m->given;
	in.blocks = base_arena_take(m->arena, m->given->count, sizeof(residual_block *));
	in.start = RESIDUAL_START_ALL;
	in.count = 0;
	for (size_t k = 0; k < m->given->count; k++) {
		residual_block *b = m->given->blocks[k];
		if (is_kept(m, b) || variance_of(first, b) > 0)
			in.blocks[in.count++] = b;
	}
	residual_regression *r = residual_regress(m->arena, &in, y, responses, RESIDUAL_STRICT);
	return variance_of(r, finest_kept(m));
}

/* The variance of a block in the second fit. A finer octave than the finest that are kept has at least a quarter of the
 * variance of the one before, as if the curve had jumps. */
static double second_variance(const effect_model *m, const residual_block *b, double variance, double octave,
                              const residual_block *finest)
{
	if (is_kept(m, b))
		return fmax(variance, kept_variance / (double)m->rows);
	if (finest == NULL || !is_of_treatment(m, b) || !is_wave(b) || b->last > FINEST_WAVE)
		return variance;
	return fmax(variance, octave * pow((double)finest->last / (double)b->last, 2));
}

static double precision(double variance)
{
	return variance > 0 ? 1 / variance : absent;
}

static void add_block(effect_model *m, residual_block *b, double variance, double loose)
{
	residual_domain all = residual_all(m->shared);
	residual_fill(m->shared, b, all);
	for (size_t j = 0; j < b->size; j++) {
		m->values[m->count] = b->in[all].functions[j];
		m->terms[m->count++] = (effect_term){ b, j, precision(variance), precision(loose), !is_of_treatment(m, b) };
	}
}

/* The products of the functions over the observed rows of each fold, and over all. */
static void sum_products(effect_model *m)
{
	size_t count = m->count, size = count * count;
	m->grams = base_arena_take_zero(m->arena, EFFECT_FOLDS + 1, size * sizeof *m->grams);
	const double **at = base_arena_take(m->arena, count, sizeof *at);
	for (size_t fold = 0; fold < EFFECT_FOLDS; fold++) {
		size_t from = m->sample->starts[fold], rows = m->sample->ends[fold] - from;
		double *gram = m->grams + fold * size, *total = m->grams + EFFECT_FOLDS * size;
		for (size_t k = 0; k < count; k++)
			at[k] = m->values[k] + from;
		if (rows > 0)
			residual_gram_matrix(gram, count, at, count, rows);
		for (size_t k = 0; k < size; k++)
			total[k] += gram[k];
	}
}

static void keep_terms(effect_model *m, const residual_regression *r, double octave)
{
	size_t count = 1;
	const residual_block *finest = finest_kept(m);
	for (size_t k = 0; k < m->given->count; k++)
		count += m->given->blocks[k]->size;
	m->terms = base_arena_take(m->arena, count, sizeof *m->terms);
	m->values = base_arena_take(m->arena, count, sizeof *m->values);
	m->terms[0] = (effect_term){ .repeated = true };
	m->values[0] = m->shared->ones;
	m->count = 1;
	for (size_t k = 0; k < m->given->count; k++) {
		residual_block *b = m->given->blocks[k];
		double variance = variance_of(r, b), loose = second_variance(m, b, variance, octave, finest);
		if (loose > 0)
			add_block(m, b, variance, loose);
	}
	sum_products(m);
}

/* The responses, where those that were not observed are what a first regression on their means predicts. */
static const double *completed(const effect_model *m, const double *y, size_t responses)
{
	size_t count = responses * m->rows;
	double *filled = base_arena_take(m->arena, count, sizeof *filled);
	double *left = base_arena_take(m->arena, count, sizeof *left);
	for (size_t i = 0; i < count; i++)
		filled[i] = effect_is_observed(m->sample, i % m->rows) ? y[i] : 0;
	residual_left(left, residual_regress(m->arena, m->given, filled, responses, RESIDUAL_STRICT), NULL, responses,
	              true);
	for (size_t i = 0; i < count; i++)
		filled[i] -= effect_is_observed(m->sample, i % m->rows) ? 0 : left[i];
	return filled;
}

void effect_model_choose(effect_model *m, const double *y, size_t responses, bool whole)
{
	const double *filled = whole || m->sample->unobserved == 0 ? y : completed(m, y, responses);
	const residual_regression *r =
		residual_regress(m->arena, m->given, filled, responses, RESIDUAL_FURTHER | RESIDUAL_STRICT);
	double octave = finest_kept(m) != NULL ? find_octave(m, r, filled, responses) : 0;
	keep_terms(m, r, octave);
}

/* ------------------------------------------------------------------------------------------------- a column is set */

/* The value of a product before centring, with its factors of the treatment taken from row `at`. */
static double product(const effect_model *m, const effect_term *t, size_t row, size_t at)
{
	residual_domain all = residual_all(m->shared);
	double value = 1;
	size_t left = t->number;
	for (size_t k = 3; k-- > 0;) { /* the last factor's functions change fastest */
		residual_block *f = t->block->factors[k];
		if (f == NULL)
			continue;
		value *= f->in[all].functions[left % f->size][f->of[0] == m->treatment ? at : row];
		left /= f->size;
	}
	return value;
}

static bool has_treatment(const effect_model *m, const residual_block *b)
{
	bool has = b->of[0] == m->treatment;
	for (size_t k = 0; k < 3 && b->factors[k] != NULL; k++)
		has = has || b->factors[k]->of[0] == m->treatment;
	return has && m->treatment != NULL;
}

static void fill_factors(const effect_model *m, const residual_block *b)
{
	for (size_t k = 0; k < 3 && b->factors[k] != NULL; k++)
		residual_fill(m->shared, b->factors[k], residual_all(m->shared));
}

static void set_term(double *to, const effect_model *m, const effect_term *t, const double *values, size_t at)
{
	bool single = t->block->factors[0] == NULL;
	double centre = single ? 0 : product(m, t, at, at) - values[at];
	for (size_t i = 0; i < m->rows; i++)
		to[i] = single ? values[at] : product(m, t, i, at) - centre;
}

void effect_model_set(effect_model *m, size_t at)
{
	bool first = m->set == NULL;
	if (first)
		m->set = base_arena_take(m->arena, m->count, sizeof *m->set);
	for (size_t k = 0; k < m->count; k++) {
		const effect_term *t = &m->terms[k];
		bool moves = t->block != NULL && has_treatment(m, t->block);
		if (first && moves)
			fill_factors(m, t->block);
		if (first)
			m->set[k] = moves ? base_arena_take(m->arena, m->rows, sizeof **m->set) : m->values[k];
		if (moves)
			set_term((double *)m->set[k], m, t, m->values[k], at);
	}
}

/* ---------------------------------------------------------------------------------------------------------- solving */

static double precision_of(const effect_model *m, size_t term, bool loose)
{
	return loose ? m->terms[term].loose : m->terms[term].precision;
}

/* Solves (G + P) d_1 = c and (G + P) d_k = P d_(k-1), P only of functions that are repeated; b is the sum of the d_k.
 * b: [count], contains c at first; room: [2 count]. */
static void solve(double *b, const double *factor, const effect_model *m, bool loose, double *room)
{
	memcpy(room, b, m->count * sizeof *room);
	memset(b, 0, m->count * sizeof *b);
	for (size_t time = 0; time < RESIDUAL_TIMES; time++) {
		residual_solve(room, factor, room, m->count, room + m->count);
		for (size_t k = 0; k < m->count; k++) {
			b[k] += room[k];
			room[k] *= loose || m->terms[k].repeated ? precision_of(m, k, loose) : 0;
		}
	}
}

/* The penalties and the last summand make the matrix positive definite. matrix: [count][count] scratch */
static void factorise(double *factor, double *matrix, const effect_model *m, const double *off, bool loose)
{
	const double *gram = m->grams + EFFECT_FOLDS * m->count * m->count;
	for (size_t k = 0; k < m->count * m->count; k++)
		matrix[k] = gram[k] - (off != NULL ? off[k] : 0);
	for (size_t k = 0; k < m->count; k++)
		matrix[k * m->count + k] += precision_of(m, k, loose) + residual_tiny * (double)m->rows;
	residual_inverse_factor(factor, matrix, m->count);
}

/* out[responses][count]: products of the functions with the responses in the observed rows of a fold. */
static void products_in(double *out, const effect_model *m, const double *y, size_t responses, size_t fold)
{
	for (size_t r = 0; r < responses; r++)
		for (size_t k = 0; k < m->count; k++) {
			double sum = 0;
			for (size_t i = m->sample->starts[fold]; i < m->sample->ends[fold]; i++)
				sum += m->values[k][i] * y[r * m->rows + i];
			out[r * m->count + k] = sum;
		}
}

/* products[fold][responses][count], and of all at the end. */
static double *all_products(const effect_model *m, const double *y, size_t responses)
{
	size_t numbers = responses * m->count;
	double *out = base_arena_take_zero(m->arena, EFFECT_FOLDS + 1, numbers * sizeof *out);
	double *total = out + EFFECT_FOLDS * numbers;
	for (size_t fold = 0; fold < EFFECT_FOLDS; fold++) {
		products_in(out + fold * numbers, m, y, responses, fold);
		for (size_t i = 0; i < numbers; i++)
			total[i] += out[fold * numbers + i];
	}
	return out;
}

double *effect_model_leave_out(effect_model *m, const double *y, size_t responses)
{
	size_t count = m->count, numbers = responses * count;
	double *out = base_arena_take(m->arena, EFFECT_FOLDS, numbers * sizeof *out);
	base_arena_mark mark = base_arena_here(m->arena);
	const double *products = all_products(m, y, responses), *total = products + EFFECT_FOLDS * numbers;
	double *factor = base_arena_take(m->arena, 2 * count + 2, count * sizeof *factor);
	double *matrix = factor + count * count, *room = matrix + count * count;
	for (size_t fold = 0; fold < EFFECT_FOLDS; fold++) {
		factorise(factor, matrix, m, m->grams + fold * count * count, false);
		for (size_t r = 0; r < responses; r++) {
			double *b = out + (fold * responses + r) * count;
			for (size_t k = 0; k < count; k++)
				b[k] = total[r * count + k] - products[fold * numbers + r * count + k];
			solve(b, factor, m, false, room);
		}
	}
	base_arena_back(m->arena, mark);
	return out;
}

double *effect_model_fit(effect_model *m, const double *y, size_t responses)
{
	size_t count = m->count, numbers = responses * count;
	double *out = base_arena_take(m->arena, numbers, sizeof *out);
	base_arena_mark mark = base_arena_here(m->arena);
	double *factor = base_arena_take(m->arena, 2 * count + 2, count * sizeof *factor);
	double *matrix = factor + count * count, *room = matrix + count * count;
	memcpy(out, all_products(m, y, responses) + EFFECT_FOLDS * numbers, numbers * sizeof *out);
	factorise(factor, matrix, m, NULL, false);
	for (size_t r = 0; r < responses; r++)
		solve(out + r * count, factor, m, false, room);
	base_arena_back(m->arena, mark);
	return out;
}

void effect_model_predict(double *out, const effect_model *m, const double *const *values, const double *coefficients,
                          size_t stride, bool by_fold)
{
	memset(out, 0, m->rows * sizeof *out);
	for (size_t fold = 0; fold < EFFECT_FOLDS; fold++)
		for (size_t k = 0; k < m->count; k++) {
			double b = coefficients[(by_fold ? fold : 0) * stride + k];
			for (size_t i = m->sample->starts[fold]; i < m->sample->starts[fold + 1]; i++)
				out[i] += b * values[k][i];
		}
}

/* ---------------------------------------------------------------------------------------------------------- weights */

/* leverage[row] = f' M f with b = M c, M [count][count], symmetric. */
static void find_leverage(double *leverage, const effect_model *m, const double *matrix, double *room)
{
	for (size_t i = 0; i < m->rows; i++) {
		double sum = 0;
		for (size_t k = 0; k < m->count; k++)
			room[k] = m->values[k][i];
		for (size_t k = 0; k < m->count; k++)
			for (size_t l = 0; l < m->count; l++)
				sum += room[k] * matrix[k * m->count + l] * room[l];
		leverage[i] = sum;
	}
}

/* Rows without an outcome have no weight. */
static void weigh(double *weights, const effect_model *m, const double *b)
{
	memset(weights, 0, m->rows * sizeof *weights);
	for (size_t fold = 0; fold < EFFECT_FOLDS; fold++)
		for (size_t k = 0; k < m->count; k++)
			for (size_t i = m->sample->starts[fold]; i < m->sample->ends[fold]; i++)
				weights[i] += b[k] * m->values[k][i];
}

void effect_model_weights(double *weights, double *leverage, const effect_model *m, const double *targets,
                          size_t target_count, bool loose)
{
	size_t count = m->count;
	base_arena_mark mark = base_arena_here(m->arena);
	double *factor = base_arena_take(m->arena, 2 * count + 3, count * sizeof *factor);
	double *matrix = factor + count * count, *room = matrix + count * count, *b = room + 2 * count;
	factorise(factor, matrix, m, NULL, loose);
	for (size_t t = 0; t < target_count; t++) {
		for (size_t k = 0; k < count; k++) /* exactly 0, so that a fit without functions of the treatment is constant */
			b[k] = precision_of(m, k, loose) < absent ? targets[t * count + k] : 0;
		solve(b, factor, m, loose, room);
		weigh(weights + t * m->rows, m, b);
	}
	for (size_t k = 0; leverage != NULL && k < count; k++) { /* M replaces the products */
		memset(matrix + k * count, 0, count * sizeof *matrix);
		matrix[k * count + k] = 1;
		solve(matrix + k * count, factor, m, loose, room);
	}
	if (leverage != NULL)
		find_leverage(leverage, m, matrix, room);
	base_arena_back(m->arena, mark);
}

/* ---------------------------------------------------------------------------------------------------- single columns */

static bool reads(const residual_block *b, const question_values *column)
{
	bool does = b->of[0] != NULL && b->of[0]->column == column;
	for (size_t k = 0; k < 3 && b->factors[k] != NULL; k++)
		does = does || reads(b->factors[k], column);
	return does;
}

/* Sum of squares that the fit leaves in observed rows. */
static double left_squares(effect_model *m, const double *y)
{
	base_arena_mark mark = base_arena_here(m->arena);
	const double *b = effect_model_fit(m, y, 1);
	double *fit = base_arena_take(m->arena, m->rows, sizeof *fit), sum = 0;
	effect_model_predict(fit, m, m->values, b, 0, false);
	for (size_t fold = 0; fold < EFFECT_FOLDS; fold++)
		for (size_t i = m->sample->starts[fold]; i < m->sample->ends[fold]; i++)
			sum += (y[i] - fit[i]) * (y[i] - fit[i]);
	base_arena_back(m->arena, mark);
	return sum;
}

void effect_model_partial(double *partial, effect_model *m, const double *y, const effect_column *columns, size_t count)
{
	double whole = left_squares(m, y);
	effect_term *kept = base_arena_take(m->arena, m->count, sizeof *kept);
	memcpy(kept, m->terms, m->count * sizeof *kept);
	for (size_t j = 0; j < count; j++) {
		for (size_t k = 1; k < m->count; k++)
			if (reads(m->terms[k].block, columns[j].values)) {
				m->terms[k].precision = absent;
				m->terms[k].repeated = false;
			}
		double without = left_squares(m, y);
		memcpy(m->terms, kept, m->count * sizeof *kept);
		partial[j] = without > 0 ? fmin(fmax(1 - whole / without, 0), 1 - residual_tiny) : 0;
	}
}
