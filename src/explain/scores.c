/* Ranks of the complete rows, rounded to 15 bits symmetrically about the middle. The canonical direction of X is that in which
 * the sum of x y^2 is not negative, which negating Y does not change; that of Y likewise. O(rows + distinct). */
#include "explain/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/atoms.h"
#include "explain/curve.h"
#include "regress/regress.h"

enum {
	MASS_SHARE = 20,
	MASS_ROWS = 5
}; /* a mass has a twentieth of the rows, and so many: fewer do not shape a curve */

/* Centred mean ranks of the positions that the rows hold. */
static void rank_positions(explain_side *side)
{
	for (size_t p = 0, below = 0; p < side->column->distinct; below += side->counts[p++])
		side->scores[p] = (int32_t)lround((double)question_rank(below, side->counts[p], side->rows) /
		                                  (double)side->rows * EXPLAIN_ONE);
}

static bool side_init(explain_side *side, const data_column *column, const question_complete *rows)
{
	size_t share = rows->count / MASS_SHARE;
	const data_atom_rule rule = data_atoms_above_neighbours(share > MASS_ROWS ? (int64_t)share : MASS_ROWS);
	*side = (explain_side){ .column = column, .rows = rows->count };
	side->positions = base_array(rows->count, sizeof *side->positions);
	side->counts = base_array_zero(column->distinct, sizeof *side->counts);
	side->scores = base_array(column->distinct, sizeof *side->scores);
	side->masses = base_array(column->distinct, sizeof *side->masses);
	if (side->positions == NULL || side->counts == NULL || side->scores == NULL || side->masses == NULL)
		return false;
	for (size_t i = 0; i < rows->count; i++) {
		side->positions[i] = column->codes[question_complete_at(rows, i)];
		side->values += side->counts[side->positions[i]]++ == 0;
	}
	for (size_t code = 0; code < column->distinct; code++)
		side->masses[code] = data_is_atom(column, side->counts, code, &rule);
	rank_positions(side);
	return true;
}

static void side_clear(explain_side *side)
{
	free(side->positions);
	free(side->counts);
	free(side->scores);
	free(side->masses);
}

static void turn(explain_side *side)
{
	size_t distinct = side->column->distinct;
	side->turned = true;
	for (size_t i = 0; i < side->rows; i++)
		side->positions[i] = (uint32_t)(distinct - 1 - side->positions[i]);
	for (size_t low = 0, high = distinct; low + 1 < high--; low++) {
		uint32_t count = side->counts[low];
		bool mass = side->masses[low];
		side->counts[low] = side->counts[high];
		side->counts[high] = count;
		side->masses[low] = side->masses[high];
		side->masses[high] = mass;
	}
	rank_positions(side);
}

/* By third moments, from ten bits of the scores. */
static void choose_directions(explain_side *x, explain_side *y)
{
	const int32_t coarse = 32;
	int64_t xyy = 0, xxy = 0;
	for (size_t i = 0; i < x->rows; i++) {
		int64_t a = x->scores[x->positions[i]] / coarse, b = y->scores[y->positions[i]] / coarse;
		xyy += a * b * b;
		xxy += a * a * b;
	}
	if (xyy < 0)
		turn(x);
	if (xxy < 0)
		turn(y);
}

mixmi_status explain_scores_init(explain_scores *scores, const mixmi_table *table, const mixmi_question *question)
{
	*scores = (explain_scores){ .table = table, .question = question };
	const question_ready *q = &scores->order;
	mixmi_status status = question_init_for_preset(&scores->order, table, question,
	                                               question->z_count > 0 ? MIXMI_PRESET_DEFAULT : MIXMI_PRESET_PAPER);
	if (status == MIXMI_OK)
		status = question_complete_init(&scores->rows, table, q->columns, q->count);
	if (status == MIXMI_OK && !(side_init(&scores->x, &table->columns[question->x[0]], &scores->rows) &&
	                            side_init(&scores->y, &table->columns[question->y[0]], &scores->rows)))
		status = base_error_memory();
	if (status == MIXMI_OK)
		choose_directions(&scores->x, &scores->y);
	else
		explain_scores_clear(scores);
	return status;
}

void explain_scores_clear(explain_scores *scores)
{
	question_clear(&scores->order);
	question_complete_clear(&scores->rows);
	side_clear(&scores->x);
	side_clear(&scores->y);
	memset(scores, 0, sizeof *scores);
}

/* ------------------------------------------------------------------------------------------------ residuals given Z */

enum { LEVELS = 12 }; /* groups of the column that the curve runs along */

void explain_given_clear(explain_given *given)
{
	for (size_t j = 0; given->columns != NULL && j < given->count; j++)
		question_column_clear(&given->columns[j]);
	free(given->columns);
	free(given->keys);
	regress_regressors_clear(&given->functions);
}

/* Adds what a row holds in a column: of labels their number of rows, of numbers their distance from the median. */
static bool add_keys(uint64_t *keys, const question_column *c)
{
	uint64_t *of_code = base_array(c->distinct, sizeof *of_code);
	for (size_t code = 0, below = 0; of_code != NULL && code < c->distinct; below += c->counts[code++]) {
		uint64_t held =
			c->unordered ? c->counts[code] : (uint64_t)llabs(question_rank(below, c->counts[code], c->rows));
		of_code[code] = base_hash_mix(base_hash_number(c->unordered, held));
	}
	for (size_t i = 0; of_code != NULL && i < c->rows; i++)
		keys[i] += of_code[c->codes[i]];
	free(of_code);
	return of_code != NULL;
}

/* Adds a column if it varies. */
static bool add_column(explain_given *given, const data_column *source, const question_sample *rows)
{
	question_column c;
	if (!question_column_init(&c, source, rows))
		return false;
	if (c.occurring < 2) {
		question_column_clear(&c);
		return true;
	}
	c.row_keys = given->keys;
	given->columns[given->count++] = c;
	return add_keys(given->keys, &c);
}

static bool add_groups(explain_given *given, const explain_side *along)
{
	question_column c = { .rows = along->rows, .entries = along->rows, .unordered = true, .clusters = true };
	uint32_t *group = base_array(along->column->distinct, sizeof *group);
	c.codes = c.owned_codes = base_array(along->rows, sizeof *c.owned_codes);
	c.counts = c.owned_counts = base_array_zero(LEVELS, sizeof *c.owned_counts);
	bool done = group != NULL && c.codes != NULL && c.counts != NULL;
	if (done) {
		c.distinct = c.occurring = explain_split(group, along, LEVELS);
		for (size_t i = 0; i < along->rows; i++)
			c.owned_counts[c.owned_codes[i] = group[along->positions[i]]]++;
	}
	if (done && c.distinct > 1)
		given->columns[given->count++] = c;
	else
		question_column_clear(&c);
	free(group);
	return done;
}

/* Z is in an order that comes from what its columns hold. */
bool explain_given_init(explain_given *given, const explain_scores *scores, const explain_side *along)
{
	const question_ready *q = &scores->order;
	const question_sample rows = question_sample_unmerged(&scores->rows);
	*given = (explain_given){ .columns = base_array_zero(q->sets.z_count + 1, sizeof *given->columns),
		                      .keys = base_array_zero(rows.count, sizeof *given->keys) };
	bool done = given->columns != NULL && given->keys != NULL;
	for (size_t j = 0; done && j < q->sets.z_count; j++)
		done = add_column(given, &q->table->columns[q->columns[q->sets.z[j]]], &rows);
	if (done && given->count > 0 && along != NULL)
		done = add_groups(given, along);
	return done && (given->count == 0 ||
	                regress_regressors_init(&given->functions, given->columns, given->count, given->keys, 1));
}

bool explain_residuals(int32_t *residuals, double *spent, const explain_given *given, const explain_side *side,
                       const int32_t *scores)
{
	size_t rows = side->rows;
	regress_outcome out = { 0 };
	double *values = base_array(rows, 3 * sizeof *values), deviation = 1;
	if (values == NULL)
		return false;
	double *fitted = values + rows, *leverage = fitted + rows;
	for (size_t i = 0; i < rows; i++) {
		values[i] = (double)scores[side->positions[i]] / EXPLAIN_ONE;
		fitted[i] = 0;
	}
	bool done = true;
	if (given->count > 0) {
		deviation = base_standardise(values, rows);
		done = regress_predict(&out, fitted, leverage, values, &given->functions);
	}
	for (size_t i = 0; done && i < rows; i++)
		residuals[i] = (int32_t)lround(EXPLAIN_ONE * deviation * (values[i] - fitted[i]));
	*spent = out.freedom;
	free(values);
	return done;
}
