/* Partial residuals by the regression on Z (regress/regress.h). Groups of the column that a curve runs along take part in it as levels whose
 * effects are estimated together with those of Z but stay in the residuals. */
#include "explain/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact.h"
#include "base/hash.h"
#include "base/memory.h"
#include "explain/curve.h"
#include "regress/regress.h"

enum { LEVELS = 12 }; /* groups of the column that the curve runs along */

/* Z, and perhaps the groups, on the complete rows. */
typedef struct predictors {
	question_column *columns;
	size_t count;
	uint64_t *keys; /* [rows] what Z holds there, whatever its names and directions */
} predictors;

static void predictors_clear(predictors *p)
{
	for (size_t j = 0; p->columns != NULL && j < p->count; j++)
		question_column_clear(&p->columns[j]);
	free(p->columns);
	free(p->keys);
}

static void add_keys(uint64_t *keys, const question_column *c, uint64_t *of_code)
{
	size_t below = 0;
	for (size_t code = 0; code < c->distinct; below += c->counts[code++]) {
		size_t above = c->rows - below - c->counts[code], gap = above > below ? above - below : below - above;
		of_code[code] = base_hash_mix(base_hash_number(c->unordered, c->unordered ? c->counts[code] : gap));
	}
	for (size_t i = 0; i < c->rows; i++)
		keys[i] += of_code[c->codes[i]];
}

/* A column that varies. */
static bool add_column(predictors *p, const data_column *source, const question_sample *rows)
{
	question_column *c = &p->columns[p->count];
	uint64_t *of_code = base_array(source->distinct, sizeof *of_code);
	bool done = of_code != NULL && question_column_init(c, source, rows);
	if (done && c->occurring < 2) {
		question_column_clear(c);
	} else if (done) {
		add_keys(p->keys, c, of_code);
		c->row_keys = p->keys;
		p->count++;
	}
	free(of_code);
	return done;
}

static bool add_groups(predictors *p, const explain_side *along, const question_complete *rows)
{
	question_column c = { .rows = rows->count, .entries = rows->count, .unordered = true, .clusters = true };
	uint32_t *group = base_array(along->column->distinct, sizeof *group);
	c.codes = c.owned_codes = base_array(rows->count, sizeof *c.owned_codes);
	c.counts = c.owned_counts = base_array_zero(LEVELS, sizeof *c.owned_counts);
	bool done = group != NULL && c.codes != NULL && c.counts != NULL;
	if (done) {
		c.distinct = c.occurring = explain_split(group, along, LEVELS);
		for (size_t i = 0; i < rows->count; i++)
			c.owned_counts[c.owned_codes[i] = group[along->column->codes[question_complete_at(rows, i)]]]++;
	}
	if (done && c.distinct > 1)
		p->columns[p->count++] = c;
	else
		question_column_clear(&c);
	free(group);
	return done;
}

/* Z in an order that comes from what its columns hold. */
static bool predictors_init(predictors *p, const explain_scores *scores, const explain_side *along)
{
	const question_ready *order = &scores->order;
	question_sample rows = question_sample_unmerged(&scores->rows);
	p->columns = base_array_zero(order->sets.z_count + 1, sizeof *p->columns);
	p->keys = base_array_zero(rows.count, sizeof *p->keys);
	bool done = p->columns != NULL && p->keys != NULL;
	for (size_t j = 0; done && j < order->sets.z_count; j++)
		done = add_column(p, &scores->table->columns[order->columns[order->sets.z[j]]], &rows);
	return done && (p->count == 0 || along == NULL || add_groups(p, along, &scores->rows));
}

static void take_scores(double *values, const explain_scores *scores, const explain_side *side)
{
	for (size_t i = 0; i < scores->rows.count; i++)
		values[i] = (double)side->scores[side->column->codes[question_complete_at(&scores->rows, i)]] / EXPLAIN_ONE;
}

/* Takes off what is fitted of standardised values; *deviation: of the values before. */
static bool take_off(double *values, double *spent, double *deviation, const predictors *p, size_t rows)
{
	regress_regressors given;
	regress_outcome out = { 0 };
	double *fitted = base_array(rows, 2 * sizeof *fitted);
	*deviation = base_standardise(values, rows);
	bool done = regress_regressors_init(&given, p->columns, p->count, p->keys, 1) && fitted != NULL &&
	            regress_predict(&out, fitted, fitted + rows, values, &given);
	for (size_t i = 0; done && i < rows; i++)
		values[i] -= fitted[i];
	*spent = out.freedom;
	regress_regressors_clear(&given);
	free(fitted);
	return done;
}

bool explain_partial_residuals(int32_t *residuals, double *spent, const explain_scores *scores,
                               const explain_side *side, const explain_side *along)
{
	predictors p = { 0 };
	size_t rows = scores->rows.count;
	double *values = base_array(rows, sizeof *values), deviation = 1;
	bool done = values != NULL && (scores->question->z_count == 0 || predictors_init(&p, scores, along));
	*spent = 0;
	if (done)
		take_scores(values, scores, side);
	if (done && p.count > 0)
		done = take_off(values, spent, &deviation, &p, rows);
	for (size_t i = 0; done && i < rows; i++)
		residuals[i] = (int32_t)lround(EXPLAIN_ONE * deviation * values[i]);
	predictors_clear(&p);
	free(values);
	return done;
}
