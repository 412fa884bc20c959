/* Functions are chosen once, by restricted likelihood (components.h): linear functions and labels take part from the start, so that a linear
 * model costs nothing where it is right; all others must pass a score test, simple ones first. The equations (G + P) b = c, with products G
 * and precisions P, are solved without some rows by subtracting their products from G.
 *
 * Functions of confounders are fitted again to the residuals, as regress_fit_repeat() does: that is a doubly robust correction whose weights
 * balance these functions (Bruns-Smith, Dukes, Feller and Ogburn 2025). Functions of the treatment alone do not confound. They are shrunk once,
 * since refitting them would add to the variance of the curve. */
#include "effect/outcome_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/memory.h"
#include "regress/cholesky.h"
#include "regress/constants.h"
#include "regress/parts.h"

static const double longest_tail =
	5; /* standard deviations: numbers within are used as scores; the sixteen waves over scores are too coarse beyond */
static const double kept_variance =
	10; /* over the rows, least variance of a kept function: after three fits a thousandth is shrunk away */
static const double absent =
	1e15;                  /* precision of functions of the second fit only: their coefficients in the first are 0 */
enum { FINEST_WAVE = 16 }; /* in the second fit: as fine as the steps between the twenty points of a curve */

/* ------------------------------------------------------------------------------------------------------ functions */

/* scores[row]: the standardised numbers of a column. Returns the largest absolute value. */
static double standardise(double *scores, const double *values, size_t rows)
{
	double mean = 0, square = 0, largest = 0, n = (double)rows;
	for (size_t i = 0; i < rows; i++)
		mean += values[i] / n;
	for (size_t i = 0; i < rows; i++)
		square += (values[i] - mean) * (values[i] - mean) / n;
	for (size_t i = 0; i < rows; i++) {
		scores[i] = base_fix(square > 0 ? (values[i] - mean) / sqrt(square) : 0);
		largest = fmax(largest, fabs(scores[i]));
	}
	return largest;
}

/* Functions of ranks have the sampling error of the ranks, so numbers without a long tail are used as scores themselves. */
static bool take_numbers(effect_model *m, size_t column, const double *values)
{
	double *scores = base_array(m->rows, sizeof *scores);
	m->scores[column] = scores;
	if (scores == NULL || standardise(scores, values, m->rows) <= longest_tail)
		return scores != NULL;
	m->numbers[column] = base_array(m->rows, sizeof *m->numbers[column]);
	for (size_t i = 0; m->numbers[column] != NULL && i < m->rows; i++)
		m->numbers[column][i] = (float)scores[i];
	free(scores);
	m->scores[column] = NULL;
	return m->numbers[column] != NULL;
}

bool effect_model_init(effect_model *m, const question_column *columns, const double *const *numbers, size_t count,
                       const uint64_t *row_keys, bool treatment)
{
	*m = (effect_model){ .rows = columns[0].rows, .columns = count, .treatment = treatment };
	m->numbers = base_array_zero(count, sizeof *m->numbers);
	m->scores = base_array_zero(count, sizeof *m->scores);
	bool done = m->numbers != NULL && m->scores != NULL;
	for (size_t j = 0; done && j < count; j++)
		done = numbers[j] == NULL || columns[j].occurring < 3 || take_numbers(m, j, numbers[j]);
	return done &&
	       regress_regressors_init_separable(&m->given, columns, (const double *const *)m->scores, count, row_keys);
}

static void forget_terms(effect_model *m)
{
	free(m->terms);
	free(m->values);
	free((void *)m->set);
	free(m->set_values);
	m->terms = NULL;
	m->values = m->set = NULL;
	m->set_values = NULL;
	m->count = 0;
}

void effect_model_clear(effect_model *m)
{
	forget_terms(m);
	for (size_t j = 0; m->numbers != NULL && m->scores != NULL && j < m->columns; j++) {
		free(m->numbers[j]);
		free(m->scores[j]);
	}
	free(m->numbers);
	free(m->scores);
	regress_regressors_clear(&m->given);
	memset(m, 0, sizeof *m);
}

/* Lists the numbers of columns with a long tail, and these columns. Returns how many there are. */
static size_t list_numbers(const float **own, size_t *columns, const effect_model *m)
{
	size_t count = 0;
	for (size_t j = 0; j < m->columns; j++)
		if (m->numbers[j] != NULL) {
			own[count] = m->numbers[j];
			columns[count++] = j;
		}
	return count;
}

/* Adds a block for each, which takes part from the start. */
static bool add_numbers(regress_fit *f, const float *const *own, size_t count)
{
	for (size_t k = 0; k < count; k++) {
		float *copy = base_array_copy(own[k], f->rows, sizeof *copy);
		if (copy == NULL || !regress_fit_add(f, copy, 1))
			return false;
		f->components[f->component_count - 1].active = true;
	}
	return true;
}

/* Is it a function of the treatment alone? */
static bool is_of_treatment(const regress_block *b, const effect_model *m)
{
	return m->treatment && b->factors[0] != NULL && b->factors[1] == NULL &&
	       b->factors[0]->source == &m->given.sources[0];
}

/* Smooth functions of the treatment are in the second fit even if the first does without them: its number, square and first eight waves. */
static bool is_kept(const regress_block *b, const effect_model *m)
{
	return is_of_treatment(b, m) && b->cost <= REGRESS_SIMPLE + 1;
}

/* Number of the finest wave of a block of one column. */
static double finest_of(const regress_block *b)
{
	return (double)b->factors[0]->cost - 1;
}

/* The block of the finest waves that are kept; SIZE_MAX: none. */
static size_t finest_kept(const effect_model *m)
{
	size_t best = SIZE_MAX;
	for (size_t k = 0; k < m->given.block_count; k++) {
		const regress_block *b = &m->given.blocks[k];
		bool waves = is_kept(b, m) && b->cost > REGRESS_SIMPLE;
		if (waves && (best == SIZE_MAX || finest_of(b) > finest_of(&m->given.blocks[best])))
			best = k;
	}
	return best;
}

/* The variance of a block in the second fit. `octave`: that of the finest waves that are kept, block `finest`. A finer octave has at least a
 * quarter of the variance of the one before, as if the curve had jumps. */
static double second_variance(const effect_model *m, const regress_block *b, double variance, double octave,
                              size_t finest)
{
	if (is_kept(b, m))
		return fmax(variance, kept_variance / (double)m->rows);
	if (!is_of_treatment(b, m) || finest == SIZE_MAX || finest_of(b) > FINEST_WAVE)
		return variance;
	return fmax(variance, octave * pow(finest_of(&m->given.blocks[finest]) / finest_of(b), 2));
}

/* Adds `count` functions, [count][rows], with their variances in both fits; 0: they are not in it. */
static void add_terms(effect_model *m, const float *values, size_t count, const regress_block *block, size_t column,
                      const double variances[2], bool own)
{
	double precisions[2];
	for (size_t k = 0; k < 2; k++)
		precisions[k] = variances[k] > 0 ? 1 / variances[k] : absent;
	for (size_t i = 0; variances[1] > 0 && i < count; i++) {
		m->values[m->count] = values + i * m->rows;
		m->terms[m->count] =
			(effect_term){ m->values[m->count], block, block != NULL ? i : column, precisions[0], precisions[1], !own };
		m->count++;
	}
}

/* variances: of the blocks in the first fit. columns: as in list_numbers(). octave: as in second_variance(). */
static bool keep_terms(effect_model *m, const double *variances, const regress_fit *f, const size_t *columns,
                       double octave)
{
	size_t count = f->component_count, own = 0, finest = finest_kept(m);
	forget_terms(m);
	for (size_t k = 0; k < m->given.block_count; k++)
		count += m->given.blocks[k].count;
	m->terms = base_array(count, sizeof *m->terms);
	m->values = base_array(count, sizeof *m->values);
	bool done = m->terms != NULL && m->values != NULL;
	for (size_t k = 0; done && k < f->component_count; k++)
		if (f->components[k].block == SIZE_MAX) {
			bool treatment = m->treatment && columns[own] == 0;
			double variance = f->components[k].active ? f->components[k].variance : 0;
			double loose = treatment ? fmax(variance, kept_variance / (double)m->rows) : variance;
			add_terms(m, m->numbers[columns[own]], 1, NULL, columns[own], (double[]){ variance, loose }, treatment);
			own++;
		}
	for (size_t k = 0; done && k < m->given.block_count; k++) {
		const regress_block *b = &m->given.blocks[k];
		double both[] = { variances[k], second_variance(m, b, variances[k], octave, finest) };
		done = !(both[1] > 0) || regress_blocks_prepare(&m->given, &k, 1);
		if (done)
			add_terms(m, b->values, b->count, b, 0, both, is_of_treatment(b, m));
	}
	return done;
}

/* The variance of the finest waves that are kept, if all kept blocks are in the model. */
static bool find_octave(double *octave, const effect_model *m, const double *variances, const double *y,
                        size_t responses, const float *const *own, size_t own_count)
{
	regress_fit f = { 0 };
	regress_choice c = { 0, base_array(m->given.block_count, sizeof *c.identities),
		                 base_array(m->given.block_count, sizeof *c.variances) };
	bool done = c.identities != NULL && c.variances != NULL;
	for (size_t k = 0; done && k < m->given.block_count; k++) {
		const regress_block *b = &m->given.blocks[k];
		if (!(variances[k] > 0) && !is_kept(b, m))
			continue;
		c.identities[c.count] = b->identity;
		c.variances[c.count++] = variances[k] > 0 ? variances[k] : regress_start / (double)m->rows;
		done = regress_blocks_prepare(&m->given, &k, 1);
	}
	done = done && regress_fit_init(&f, &m->given, y, responses, &c) && add_numbers(&f, own, own_count);
	for (size_t more = 0; done && more <= REGRESS_ROUNDS; more++)
		done = regress_fit_settle(&f);
	*octave = 0;
	for (size_t k = 0; done && k < f.component_count; k++)
		if (f.components[k].block == finest_kept(m) && f.components[k].block != SIZE_MAX && f.components[k].active)
			*octave = f.components[k].variance;
	regress_fit_clear(&f);
	regress_choice_clear(&c);
	return done;
}

bool effect_model_choose(effect_model *m, const double *y, size_t responses)
{
	regress_choice c = { 0 };
	regress_fit f = { 0 };
	bool part = m->given.part != NULL;
	double level = regress_enter_level / (double)m->given.block_count, octave = 0;
	double *variances = base_array_zero(m->given.block_count, sizeof *variances);
	size_t *columns = base_array(m->columns, sizeof *columns), count = 0;
	const float **own = base_array(m->columns, sizeof *own);
	bool done = variances != NULL && columns != NULL && own != NULL;
	if (done)
		count = list_numbers(own, columns, m);
	done = done && (!part || regress_choose(&c, y, responses, &m->given, level, own, count)) &&
	       regress_fit_init(&f, &m->given, y, responses, part ? &c : NULL);
	f.enter_level = level;
	done = done && add_numbers(&f, own, count) && regress_fit_settle(&f) && regress_fit_enter(&f, REGRESS_ROUNDS);
	for (size_t more = 0; done && more < REGRESS_ROUNDS; more++)
		done = regress_fit_settle(&f);
	for (size_t k = 0; done && k < f.component_count; k++)
		if (f.components[k].block != SIZE_MAX && f.components[k].active)
			variances[f.components[k].block] = f.components[k].variance;
	if (done && finest_kept(m) != SIZE_MAX)
		done = find_octave(&octave, m, variances, y, responses, own, count);
	done = done && keep_terms(m, variances, &f, columns, octave);
	regress_fit_clear(&f);
	regress_choice_clear(&c);
	free(variances);
	free(columns);
	free(own);
	return done;
}

/* ---------------------------------------------------------------------------------------------- a column is set */

/* The value of a function of a block before centring, with its factors of column 0 taken from row `at`. */
static double product(const effect_term *t, const effect_model *m, size_t row, size_t at)
{
	double value = 1;
	size_t left = t->number;
	for (size_t k = 0; k < 3 && t->block->factors[k] != NULL; k++) {
		const regress_part *p = t->block->factors[k];
		size_t from = p->source == &m->given.sources[0] ? at : row;
		value *= (double)p->values[left % p->count * m->rows + from];
		left /= p->count;
	}
	return value;
}

static bool is_of_first(const effect_term *t, const effect_model *m)
{
	if (t->block == NULL)
		return t->number == 0;
	for (size_t k = 0; k < 3 && t->block->factors[k] != NULL; k++)
		if (t->block->factors[k]->source == &m->given.sources[0])
			return true;
	return false;
}

bool effect_model_set(effect_model *m, size_t at)
{
	if (m->set == NULL) {
		m->set = base_array(m->count, sizeof *m->set);
		m->set_values = base_array(m->rows, m->count * sizeof *m->set_values);
	}
	for (size_t k = 0; m->set != NULL && m->set_values != NULL && k < m->count; k++) {
		const effect_term *t = &m->terms[k];
		float *to = m->set_values + k * m->rows;
		bool single = t->block == NULL || t->block->factors[1] == NULL;
		m->set[k] = is_of_first(t, m) ? to : t->values;
		if (!is_of_first(t, m))
			continue;
		double centre = single ? 0 : product(t, m, at, at) - (double)t->values[at];
		for (size_t i = 0; i < m->rows; i++)
			to[i] = single ? t->values[at] : (float)base_fix(product(t, m, i, at) - centre);
	}
	return m->set != NULL && m->set_values != NULL;
}

/* ------------------------------------------------------------------------------------------------------- solving */

/* array + start; NULL if there is no array. */
static double *part_of(double *array, size_t start)
{
	return array != NULL ? array + start : NULL;
}

static double precision_of(const effect_model *m, size_t term, bool loose)
{
	return loose ? m->terms[term].loose : m->terms[term].precision;
}

/* Solves (G + P) d_1 = c and (G + P) d_k = P d_(k-1), P only of functions that are repeated; b is the sum of the d_k. b: [count], contains c at
 * first; room: [count]. */
static void solve(double *b, const double *factor, const effect_model *m, bool loose, double *room)
{
	memcpy(room, b, m->count * sizeof *room);
	memset(b, 0, m->count * sizeof *b);
	for (size_t time = 0; time < REGRESS_TIMES; time++) {
		regress_forward(room, factor, m->count);
		regress_backward(room, factor, m->count);
		for (size_t k = 0; k < m->count; k++) {
			b[k] += room[k];
			room[k] *= loose || m->terms[k].repeated ? precision_of(m, k, loose) : 0;
		}
	}
}

/* The penalties and the last summand make the matrix positive definite. */
static void factorise(double *factor, const double *gram, const double *off, const effect_model *m, bool loose)
{
	double rows = (double)m->rows;
	for (size_t k = 0; k < m->count * m->count; k++)
		factor[k] = gram[k] - (off != NULL ? off[k] : 0);
	for (size_t k = 0; k < m->count; k++)
		factor[k * m->count + k] += precision_of(m, k, loose) + 1e-9 * rows;
	regress_cholesky(factor, m->count);
}

/* Rows sorted by fold. */
typedef struct folded {
	size_t *starts;       /* [folds + 1] */
	uint32_t *order;      /* [rows] */
	float *values;        /* [count][rows] in that order */
	const float **places; /* [count] */
} folded;

static void folded_clear(folded *f)
{
	free(f->starts);
	free(f->order);
	free(f->values);
	free(f->places);
}

static bool folded_init(folded *f, const effect_model *m, const uint32_t *fold, size_t folds)
{
	f->starts = base_array_zero(folds + 2, sizeof *f->starts);
	f->order = base_array(m->rows, sizeof *f->order);
	f->values = base_array(m->rows, m->count * sizeof *f->values);
	f->places = base_array(m->count, sizeof *f->places);
	if (f->starts == NULL || f->order == NULL || f->values == NULL || f->places == NULL)
		return false;
	for (size_t i = 0; i < m->rows; i++)
		f->starts[fold[i] + 2]++;
	for (size_t k = 2; k < folds + 2; k++)
		f->starts[k] += f->starts[k - 1];
	for (size_t i = 0; i < m->rows; i++)
		f->order[f->starts[fold[i] + 1]++] = (uint32_t)i;
	for (size_t k = 0; k < m->count; k++)
		for (size_t i = 0; i < m->rows; i++)
			f->values[k * m->rows + i] = m->values[k][f->order[i]];
	return true;
}

/* Products of the terms with the responses, summed over the rows of a fold. */
static void sum_fold(double *sums, const folded *f, const effect_model *m, const double *y, size_t responses,
                     size_t from, size_t to)
{
	for (size_t r = 0; r < responses; r++)
		for (size_t k = 0; k < m->count; k++) {
			double sum = 0;
			for (size_t i = from; i < to; i++)
				sum += (double)f->values[k * m->rows + i] * y[r * m->rows + f->order[i]];
			sums[r * m->count + k] = sum;
		}
}

static bool leave_out(double *coefficients, const effect_model *m, const double *y, size_t responses, folded *f,
                      size_t folds)
{
	size_t count = m->count, numbers = responses * count;
	double *gram = base_array(count + 1, 3 * count * sizeof *gram);
	double *off = part_of(gram, count * count), *factor = part_of(off, count * count),
		   *room = part_of(factor, count * count);
	double *sums = base_array_zero(numbers, (folds + 1) * sizeof *sums), *total = part_of(sums, folds * numbers);
	bool done =
		gram != NULL && sums != NULL && base_products_single(gram, m->values, count, m->values, count, m->rows, true);
	for (size_t k = 0; done && k < folds; k++) {
		sum_fold(sums + k * numbers, f, m, y, responses, f->starts[k], f->starts[k + 1]);
		for (size_t i = 0; i < numbers; i++)
			total[i] += sums[k * numbers + i];
	}
	for (size_t k = 0; done && k < folds; k++) {
		size_t from = f->starts[k], rows = f->starts[k + 1] - from;
		for (size_t i = 0; i < count; i++)
			f->places[i] = f->values + i * m->rows + from;
		done = base_products_single(off, f->places, count, f->places, count, rows, true);
		if (done)
			factorise(factor, gram, off, m, false);
		for (size_t r = 0; done && r < responses; r++) {
			double *b = coefficients + (k * responses + r) * count;
			for (size_t i = 0; i < count; i++)
				b[i] = total[r * count + i] - sums[k * numbers + r * count + i];
			solve(b, factor, m, false, room);
		}
	}
	free(gram);
	free(sums);
	return done;
}

bool effect_model_leave_out(double *coefficients, const effect_model *m, const double *y, size_t responses,
                            const uint32_t *fold, size_t folds)
{
	folded f = { 0 };
	bool done = folded_init(&f, m, fold, folds) && leave_out(coefficients, m, y, responses, &f, folds);
	folded_clear(&f);
	return done;
}

bool effect_model_fit(double *coefficients, const effect_model *m, const double *y, size_t responses)
{
	size_t count = m->count;
	double *gram = base_array(count + 1, 2 * count * sizeof *gram);
	double *factor = part_of(gram, count * count), *room = part_of(factor, count * count);
	bool done = gram != NULL && base_products_single(gram, m->values, count, m->values, count, m->rows, true);
	if (done)
		factorise(factor, gram, NULL, m, false);
	for (size_t r = 0; done && r < responses; r++) {
		double *b = coefficients + r * count;
		for (size_t k = 0; k < count; k++) {
			b[k] = 0;
			for (size_t i = 0; i < m->rows; i++)
				b[k] += (double)m->values[k][i] * y[r * m->rows + i];
		}
		solve(b, factor, m, false, room);
	}
	free(gram);
	return done;
}

void effect_model_predict(double *out, const effect_model *m, const float *const *values, const double *coefficients,
                          size_t stride, const uint32_t *fold)
{
	memset(out, 0, m->rows * sizeof *out);
	for (size_t k = 0; k < m->count; k++)
		for (size_t i = 0; i < m->rows; i++)
			out[i] += coefficients[(fold != NULL ? fold[i] : 0) * stride + k] * (double)values[k][i];
}

/* -------------------------------------------------------------------------------------------------------- weights */

/* leverage[row] = f' M f with b = M c, M [count][count], symmetric. */
static void find_leverage(double *leverage, const effect_model *m, const double *matrix, double *room)
{
	for (size_t i = 0; i < m->rows; i++) {
		double sum = 0;
		for (size_t k = 0; k < m->count; k++)
			room[k] = (double)m->values[k][i];
		for (size_t k = 0; k < m->count; k++)
			sum += room[k] * regress_dot(matrix + k * m->count, room, m->count);
		leverage[i] = sum;
	}
}

static void weigh(double *weights, const effect_model *m, const double *b)
{
	memset(weights, 0, m->rows * sizeof *weights);
	for (size_t k = 0; k < m->count; k++)
		base_add_single(weights, &b[k], &m->values[k], 1, m->rows);
}

bool effect_model_weights(double *weights, double *leverage, const effect_model *m, const double *targets,
                          size_t target_count, bool loose)
{
	size_t count = m->count;
	double *gram = base_array(count + 2, 2 * count * sizeof *gram);
	double *factor = part_of(gram, count * count), *room = part_of(factor, count * count), *b = part_of(room, count);
	bool done = gram != NULL && base_products_single(gram, m->values, count, m->values, count, m->rows, true);
	if (done)
		factorise(factor, gram, NULL, m, loose);
	for (size_t t = 0; done && t < target_count; t++) {
		for (size_t k = 0; k < count; k++) /* exactly 0, so that a fit without functions of the treatment is constant */
			b[k] = precision_of(m, k, loose) < absent ? targets[t * count + k] : 0;
		solve(b, factor, m, loose, room);
		weigh(weights + t * m->rows, m, b);
	}
	for (size_t k = 0; done && leverage != NULL && k < count; k++) { /* M replaces the products */
		memset(gram + k * count, 0, count * sizeof *gram);
		gram[k * count + k] = 1;
		solve(gram + k * count, factor, m, loose, room);
	}
	if (done && leverage != NULL)
		find_leverage(leverage, m, gram, room);
	free(gram);
	return done;
}
