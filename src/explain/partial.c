/* Partial residuals by the regression on Z (regress/regress.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "explain/curve.h"
#include "explain/scores.h"
#include "regress/regress.h"

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
