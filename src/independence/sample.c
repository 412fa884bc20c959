/*
 * Exchanging Y between rows of nearly the same Z is right only as far as "nearly" goes: if both X and Y follow Z closely, rows
 * of a leaf still differ. Four things keep that small. X and Y enter as residuals of a regression on Z (regress.h), so that
 * only what is left of the trend counts, and it has to be left in both. The leaves are cut along the columns that matter, and
 * along the predictions where Z has several columns. A leaf in which X and Y both run smoothly along Z is not exchanged at all:
 * there noise is finer than the leaf. And rows of different repeated values of a column that matters never meet.
 * None of this looks at X and Y together.
 */
#include "independence/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/random.h"
#include "independence/regress.h"

enum { LEAF = 12, QUIET_LEAF = 24, MOST_CELLS = 64, CONTINUOUS_VALUES = 10 };

/* A column of Z matters if its table with X or Y, cleaned, lies this many standard deviations above the expected. */
static const double relevant = 3, least_weight = 0.1;

/* Products of the smoothness of X and of Y above which a leaf is left alone: its own, and the mean of it and its neighbours. */
static const double most_smooth = 0.3, most_smooth_around = 0.1;

/* ------------------------------------------------------------------------------------------ X and Y given Z */

static bool side_init(independence_side *side, const independence_sample *s, const size_t *places, size_t count)
{
	side->count = count;
	side->columns = base_array(count, sizeof *side->columns);
	side->cleaned = base_array_zero(count, sizeof *side->cleaned);
	side->fitted = base_array_zero(count, sizeof *side->fitted);
	side->shares = base_array_zero(count, sizeof *side->shares);
	if (side->columns == NULL || side->cleaned == NULL || side->fitted == NULL || side->shares == NULL)
		return false;
	for (size_t k = 0; k < count; k++)
		side->columns[k] = &s->columns[places[k]];
	return true;
}

static void clear_owned(independence_owned *owned)
{
	independence_column_clear(&owned->column);
	free(owned->codes);
}

static void side_clear(independence_side *side)
{
	for (size_t k = 0; k < side->count; k++) {
		if (side->cleaned != NULL)
			clear_owned(&side->cleaned[k]);
		if (side->fitted != NULL)
			clear_owned(&side->fitted[k]);
	}
	free(side->columns);
	free(side->cleaned);
	free(side->fitted);
	free(side->shares);
}

static bool own_values(independence_owned *owned, const double *values, size_t rows)
{
	size_t distinct = 0;
	owned->codes = base_array(rows, sizeof *owned->codes);
	return owned->codes != NULL && independence_codes(owned->codes, &distinct, values, rows) &&
	       independence_column_init(&owned->column, owned->codes, rows, distinct, false);
}

/* Residuals of the plain values; spikes stay what they are, with codes after those of the residuals. */
static bool own_residuals(independence_owned *owned, const double *residuals, const independence_column *column,
                          size_t rows)
{
	size_t distinct = 0, spikes = 0;
	uint32_t *spike = base_array(column->distinct, sizeof *spike);
	owned->codes = base_array(rows, sizeof *owned->codes);
	bool done = spike != NULL && owned->codes != NULL && independence_codes(owned->codes, &distinct, residuals, rows);
	for (size_t code = 0; done && code < column->distinct; code++)
		spike[code] = (uint32_t)(column->spike[code] ? spikes++ : 0);
	for (size_t i = 0; done && i < rows; i++)
		if (column->spike[column->codes[i]])
			owned->codes[i] = (uint32_t)distinct + spike[column->codes[i]];
	done = done && independence_column_init(&owned->column, owned->codes, rows, distinct + spikes, false);
	for (size_t code = 0; done && code < distinct + spikes; code++)
		owned->column.spike[code] = code >= distinct;
	free(spike);
	return done;
}

/* Column k of a side without what the basis predicts. Values that are few or names cannot be shifted and stay. */
static bool clean_column(independence_side *side, size_t k, const independence_basis *basis, double *room)
{
	size_t rows = basis->rows;
	const independence_column *column = side->columns[k];
	double *residuals = room, *fitted = room + rows;
	independence_scores_of(residuals, column, rows);
	if (!independence_regress(residuals, fitted, &side->shares[k], basis))
		return false;
	if (side->shares[k] > 0 && !own_values(&side->fitted[k], fitted, rows))
		return false;
	if (side->shares[k] > 0 && !column->discrete && column->values >= CONTINUOUS_VALUES)
		return own_residuals(&side->cleaned[k], residuals, column, rows);
	return independence_column_init(&side->cleaned[k].column, column->codes, rows, column->distinct, column->discrete);
}

/* Whether every row of a leaf will have the same Z: nothing has to be predicted then. */
static bool has_equal_leaves(const independence_sample *s, const mixmi_question *q, int64_t threshold)
{
	if (q->z_count != 1)
		return q->z_count == 0;
	const independence_column *z = &s->columns[q->z[0]];
	bool repeated = true;
	for (size_t code = 0; code < z->distinct && !z->discrete; code++)
		repeated = repeated && (z->counts[code] == 0 || z->counts[code] >= threshold);
	return repeated;
}

static bool clean_sides(independence_sample *s, const mixmi_question *q, int64_t threshold)
{
	independence_basis basis = { 0 };
	const independence_column **z = base_array(q->z_count, sizeof *z);
	double *room = base_array(s->count, 2 * sizeof *room);
	bool done = z != NULL && room != NULL;
	for (size_t k = 0; done && k < q->z_count; k++)
		z[k] = &s->columns[q->z[k]];
	done = done && independence_basis_init(&basis, z, has_equal_leaves(s, q, threshold) ? 0 : q->z_count, s->count);
	for (size_t k = 0; done && k < s->x.count; k++)
		done = clean_column(&s->x, k, &basis, room);
	for (size_t k = 0; done && k < s->y.count; k++)
		done = clean_column(&s->y, k, &basis, room);
	independence_basis_clear(&basis);
	free(room);
	free(z);
	return done;
}

/* ------------------------------------------------------------------------------------------------ what of Z matters */

static double xlogx_sum(uint32_t *counts, size_t cells)
{
	double sum = 0;
	for (size_t c = 0; c < cells; c++)
		sum += counts[c] > 1 ? counts[c] * log(counts[c]) : 0;
	memset(counts, 0, cells * sizeof *counts);
	return sum;
}

/* G of the table of two cells a row, and its degrees of freedom. `counts`: zeros, and zeros again afterwards. */
static double table_g(double *df, uint32_t *counts, const uint32_t *a, size_t a_cells, const uint32_t *b,
                      size_t b_cells, size_t rows)
{
	double sum = (double)rows * log((double)rows);
	for (size_t i = 0; i < rows; i++)
		counts[a[i] * b_cells + b[i]]++;
	sum += xlogx_sum(counts, a_cells * b_cells);
	for (size_t i = 0; i < rows; i++)
		counts[a[i]]++;
	sum -= xlogx_sum(counts, a_cells);
	for (size_t i = 0; i < rows; i++)
		counts[b[i]]++;
	sum -= xlogx_sum(counts, b_cells);
	*df = (double)((a_cells - 1) * (b_cells - 1));
	return 2 * sum;
}

/* How much one side has to do with a column of Z: a kind of correlation; *matters if that is beyond chance. */
static double relation(bool *matters, double g, double df, size_t rows)
{
	*matters = *matters || (df > 0 && g - df > relevant * sqrt(2 * df));
	return g > df ? sqrt(-expm1(-(g - df) / (double)rows)) : 0;
}

static bool side_cells(uint32_t *cells, size_t *count, const independence_side *side, size_t rows, size_t resolution)
{
	const independence_column **set = base_array(side->count, sizeof *set);
	for (size_t k = 0; set != NULL && k < side->count; k++)
		set[k] = &side->cleaned[k].column;
	bool done = set != NULL && independence_joint_cells(cells, count, set, side->count, rows, resolution, MOST_CELLS);
	free(set);
	return done;
}

/* Weighs the columns of Z. */
static bool weigh(independence_sample *s)
{
	size_t rows = s->count, resolution = rows < 200 ? 3 : 4, x_cells = 0, y_cells = 0;
	uint32_t *x = base_array(rows, 3 * sizeof *x), *counts = base_array_zero(MOST_CELLS * MOST_CELLS, sizeof *counts);
	bool done = x != NULL && counts != NULL && side_cells(x, &x_cells, &s->x, rows, resolution) &&
	            side_cells(x + rows, &y_cells, &s->y, rows, resolution);
	for (size_t k = 0; done && k < s->z_count; k++) {
		independence_given *g = &s->given[k];
		uint32_t *z = x + 2 * rows;
		size_t z_cells = 0, most = rows / 20 + 2 < MOST_CELLS ? rows / 20 + 2 : MOST_CELLS;
		done = independence_joint_cells(z, &z_cells, &g->column, 1, rows,
		                                g->column->discrete ? INDEPENDENCE_ALL_VALUES : resolution, most);
		if (!done)
			break;
		bool matters = false;
		double df, with_x = table_g(&df, counts, x, x_cells, z, z_cells, rows);
		double weight = relation(&matters, with_x, df, rows);
		double with_y = table_g(&df, counts, x + rows, y_cells, z, z_cells, rows);
		weight += relation(&matters, with_y, df, rows);
		g->quiet = !matters;
		g->weight = least_weight + (matters ? weight : 0);
		g->exact = matters || s->z_count == 1;
	}
	free(x);
	free(counts);
	return done;
}

/* Where Z has several columns, predictions of X and Y are coordinates too: few rows have many columns of Z in common, but
 * what these say of X and of Y can still be the same. */
static void add_predictions(independence_sample *s, const independence_side *side)
{
	for (size_t k = 0; s->z_count > 1 && k < side->count; k++)
		if (side->shares[k] > 0)
			s->given[s->given_count++] =
				(independence_given){ .column = &side->fitted[k].column, .weight = sqrt(side->shares[k]) };
}

static bool prepare_given(independence_sample *s, const mixmi_question *q, int64_t threshold)
{
	s->given = base_array_zero(q->z_count + s->x.count + s->y.count, sizeof *s->given);
	if (s->given == NULL)
		return false;
	s->z_count = s->given_count = q->z_count;
	for (size_t k = 0; k < q->z_count; k++) {
		const independence_column *column = s->given[k].column = &s->columns[q->z[k]];
		uint32_t *symbols = s->given[k].symbols = base_array(s->count, sizeof *symbols);
		for (size_t i = 0; symbols != NULL && i < s->count; i++) {
			uint32_t code = column->codes[i];
			symbols[i] = column->discrete || column->counts[code] >= threshold ? code + 1 : 0;
		}
		if (symbols == NULL)
			return false;
	}
	if (!weigh(s))
		return false;
	add_predictions(s, &s->x);
	add_predictions(s, &s->y);
	return true;
}

/* ------------------------------------------------------------------------------------------ leaves to leave alone */

static void sort_few(uint32_t *rows, size_t count, const uint32_t *keys)
{
	for (size_t i = 1; i < count; i++) {
		uint32_t row = rows[i];
		size_t k = i;
		for (; k > 0 && keys[rows[k - 1]] > keys[row]; k--)
			rows[k] = rows[k - 1];
		rows[k] = row;
	}
}

/* One less von Neumann's ratio of the ranks within a leaf whose rows are in order: near 1 where the column runs smoothly, 0
 * on average where it does not. */
static double smoothness(const uint32_t *rows, size_t count, const uint32_t *codes)
{
	double mean = ((double)count - 1) / 2, variance = 0, steps = 0, last = 0;
	for (size_t i = 0; i < count; i++) {
		double rank = -0.5;
		for (size_t k = 0; k < count; k++)
			rank += codes[rows[k]] < codes[rows[i]] ? 1 : codes[rows[k]] == codes[rows[i]] ? 0.5 : 0;
		variance += (rank - mean) * (rank - mean);
		steps += i > 0 ? (rank - last) * (rank - last) : 0;
		last = rank;
	}
	return variance > 0 ? 1 - steps / 2 / variance : 0;
}

/* Smoothness of the side's columns, the largest, in every leaf: along Z if that is one column, else along the prediction. */
static void find_smoothness(double *smooth, const independence_sample *s, const independence_side *side)
{
	for (size_t leaf = 0; leaf < s->tree.count; leaf++) {
		size_t start = s->tree.starts[leaf], count = s->tree.starts[leaf + 1] - start;
		uint32_t rows[QUIET_LEAF];
		if (count < 3 || count > QUIET_LEAF)
			continue; /* a larger leaf is one of equal values */
		for (size_t k = 0; k < side->count; k++) {
			const uint32_t *along = s->z_count == 1 ? s->given[0].column->codes : side->fitted[k].codes;
			if (along == NULL)
				continue;
			memcpy(rows, s->tree.order + start, count * sizeof *rows);
			sort_few(rows, count, along);
			if (along[rows[0]] == along[rows[count - 1]])
				continue;
			double here = smoothness(rows, count, side->columns[k]->codes);
			smooth[leaf] = here > smooth[leaf] ? here : smooth[leaf];
		}
	}
}

static bool both_above(double x, double y, double limit)
{
	return x > 0 && y > 0 && x * y > limit;
}

static bool fix_leaves(independence_sample *s)
{
	size_t count = s->tree.count;
	s->fixed = base_array_zero(count, sizeof *s->fixed);
	double *x = base_array_zero(count, sizeof *x), *y = base_array_zero(count, sizeof *y);
	bool done = s->fixed != NULL && x != NULL && y != NULL;
	if (done && s->z_count > 0) {
		find_smoothness(x, s, &s->x);
		find_smoothness(y, s, &s->y);
	}
	for (size_t k = 0; done && k < count; k++) {
		size_t from = k > 0 ? k - 1 : 0, to = k + 2 < count ? k + 2 : count;
		double around_x = 0, around_y = 0, leaves = (double)(to - from);
		for (size_t j = from; j < to; j++) {
			around_x += x[j] / leaves;
			around_y += y[j] / leaves;
		}
		s->fixed[k] = both_above(x[k], y[k], most_smooth) || both_above(around_x, around_y, most_smooth_around);
	}
	free(x);
	free(y);
	return done;
}

/* -------------------------------------------------------------------------------------------------------- the whole */

/* True if the first name is one of X. Sets are sorted. */
static bool x_is_first(const mixmi_question *q)
{
	return q->x[0] < q->y[0];
}

static uint64_t add_names(uint64_t key, const char *role, const independence_sample *s, const mixmi_table *table,
                          const size_t *places, size_t count)
{
	key = base_hash_text(key, role);
	for (size_t k = 0; k < count; k++)
		key = base_hash_text(key, table->columns[s->question.columns[places[k]]].name);
	return key;
}

static bool prepare_columns(independence_sample *s, const mixmi_table *table)
{
	s->count = s->rows.count;
	s->columns = base_array_zero(s->question.count, sizeof *s->columns);
	bool done = s->columns != NULL;
	for (size_t j = 0; done && j < s->question.count; j++) {
		const data_column *source = &table->columns[s->question.columns[j]];
		done = independence_column_init(&s->columns[j], s->rows.codes + j * s->count, s->count, source->distinct,
		                                source->type == MIXMI_DISCRETE);
	}
	return done;
}

/* A set in the order of its names. */
static const size_t *sort_places(size_t *sorted, const size_t *places, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t k = i;
		for (; k > 0 && sorted[k - 1] > places[i]; k--)
			sorted[k] = sorted[k - 1];
		sorted[k] = places[i];
	}
	return sorted;
}

static bool prepare(independence_sample *s, const mixmi_table *table, const mixmi_options *options)
{
	mixmi_question q = s->question.places;
	s->places = base_array(s->question.count, sizeof *s->places);
	if (s->places == NULL)
		return false;
	q.x = sort_places(s->places, q.x, q.x_count);
	q.y = sort_places(s->places + q.x_count, q.y, q.y_count);
	q.z = sort_places(s->places + q.x_count + q.y_count, q.z, q.z_count);
	if (!x_is_first(&q))
		q = (mixmi_question){ q.y, q.y_count, q.x, q.x_count, q.z, q.z_count };
	s->key = add_names(BASE_HASH_START, "x", s, table, q.x, q.x_count);
	s->key = add_names(s->key, "y", s, table, q.y, q.y_count);
	s->key = add_names(s->key, "z", s, table, q.z, q.z_count);
	return prepare_columns(s, table) && side_init(&s->x, s, q.x, q.x_count) && side_init(&s->y, s, q.y, q.y_count) &&
	       clean_sides(s, &q, options->atom_threshold) && prepare_given(s, &q, options->atom_threshold) &&
	       independence_tree_init(&s->tree, s->given, s->given_count, s->count, LEAF, QUIET_LEAF) && fix_leaves(s);
}

mixmi_status independence_sample_init(independence_sample *sample, const mixmi_table *table,
                                      const mixmi_question *question, const mixmi_options *options)
{
	memset(sample, 0, sizeof *sample);
	mixmi_status status = question_init(&sample->question, table, question);
	if (status == MIXMI_OK)
		status = question_rows_init(&sample->rows, table, sample->question.columns, sample->question.count);
	if (status == MIXMI_OK && !prepare(sample, table, options))
		status = base_error_memory();
	if (status != MIXMI_OK)
		independence_sample_clear(sample);
	return status;
}

void independence_sample_clear(independence_sample *sample)
{
	independence_tree_clear(&sample->tree);
	for (size_t k = 0; k < sample->z_count; k++)
		free(sample->given[k].symbols);
	free(sample->given);
	free(sample->fixed);
	side_clear(&sample->x);
	side_clear(&sample->y);
	for (size_t j = 0; sample->columns != NULL && j < sample->question.count; j++)
		independence_column_clear(&sample->columns[j]);
	free(sample->columns);
	free(sample->places);
	question_rows_clear(&sample->rows);
	question_clear(&sample->question);
	memset(sample, 0, sizeof *sample);
}
