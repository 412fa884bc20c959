/* The ordered part of a column as a response, and functions of its predictors on the same rows. */
#include "estimate/response.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "data/atoms.h"
#include "estimate/constants.h"
#include "estimate/grid.h"
#include "question/rank_waves.h"
#include "regress/regress.h"

void estimate_response_clear(estimate_response *r)
{
	free(r->marks);
	free(r->counts);
	free(r->by_code);
	free(r->used);
	free(r->is_used);
	free(r->residual);
	free(r->fitted);
	free(r->leverage);
	free(r->scale);
}

bool estimate_response_init(estimate_response *r, const data_column *column, size_t rows, int64_t threshold)
{
	*r = (estimate_response){ .column = column, .all = rows };
	r->marks = base_array(column->distinct, sizeof *r->marks);
	r->counts = base_array(column->distinct, sizeof *r->counts);
	r->by_code = base_array_zero(column->distinct, sizeof *r->by_code);
	r->used = base_array(rows, sizeof *r->used);
	r->is_used = base_array(rows, sizeof *r->is_used);
	r->residual = base_array(rows, sizeof *r->residual);
	r->fitted = base_array(rows, sizeof *r->fitted);
	r->leverage = base_array(rows, sizeof *r->leverage);
	r->scale = base_array(rows, sizeof *r->scale);
	if (r->marks == NULL || r->counts == NULL || r->by_code == NULL || r->used == NULL || r->is_used == NULL ||
	    r->residual == NULL || r->fitted == NULL || r->leverage == NULL || r->scale == NULL)
		return false;
	estimate_find_atoms(r->marks, &r->atoms, &r->distinct, column, threshold);
	for (size_t i = 0; i < rows; i++)
		r->is_used[i] = r->marks[column->codes[i]] == DATA_MARK_ORDERED;
	estimate_response_restore(r);
	r->ordered = r->rows;
	return true;
}

void estimate_response_restore(estimate_response *r)
{
	r->rows = 0;
	for (size_t code = 0; code < r->column->distinct; code++)
		r->counts[code] = r->marks[code] == DATA_MARK_ORDERED ? r->column->counts[code] : 0;
	for (size_t i = 0; i < r->all; i++)
		if (r->is_used[i])
			r->used[r->rows++] = (uint32_t)i;
}

void estimate_response_thin(estimate_response *r, size_t stride)
{
	size_t kept = 0;
	if (stride < 2)
		return;
	memset(r->counts, 0, r->column->distinct * sizeof *r->counts);
	for (size_t i = stride / 2; i < r->rows; i += stride) {
		r->counts[r->column->codes[r->used[i]]]++;
		r->used[kept++] = r->used[i];
	}
	r->rows = kept;
}

void estimate_response_score(estimate_response *r, const question_rank_waves *table)
{
	size_t below = 0;
	for (size_t code = 0; code < r->column->distinct; code++) {
		int64_t rank = (int64_t)(2 * below + r->counts[code]) - (int64_t)r->rows;
		if (r->counts[code] > 0)
			r->by_code[code] = question_rank_score(table, rank, r->rows);
		below += r->counts[code];
	}
}

bool estimate_response_is_continuous(const estimate_response *r)
{
	return r->rows >= ESTIMATE_LEAST_ROWS && 2 * r->distinct >= r->rows;
}

/* ---------------------------------------------------------------------------------------------- predictors */

void estimate_predictors_clear(estimate_predictors *p)
{
	for (size_t k = 0; p->columns != NULL && k < p->count; k++)
		question_column_clear(&p->columns[k]);
	free(p->columns);
	free(p->keys);
	regress_regressors_clear(&p->given);
	memset(p, 0, sizeof *p);
}

static bool is_unordered(const data_column *column)
{
	return column->type == MIXMI_DISCRETE && !column->ordered;
}

/* False if a predictor is constant or has a different label in every row. */
static bool says_something(const question_column *c)
{
	return c->occurring > 1 && !(c->unordered && c->occurring == c->rows);
}

/* The values of a column in the rows in use. False: out of memory. */
static bool pick_values(question_column *c, const estimate_response *r, const data_column *source)
{
	if (r->rows == r->all) {
		c->codes = source->codes;
		c->counts = source->counts;
		return true;
	}
	c->codes = c->owned_codes = base_array(r->rows, sizeof *c->owned_codes);
	c->counts = c->owned_counts = base_array_zero(c->distinct, sizeof *c->owned_counts);
	if (c->codes == NULL || c->counts == NULL)
		return false;
	for (size_t i = 0; i < r->rows; i++)
		c->owned_counts[c->owned_codes[i] = source->codes[r->used[i]]]++;
	return true;
}

/* Adds a column on the rows in use, unless it is of no use. */
static bool add_predictor(estimate_predictors *p, const estimate_response *r, const data_column *source)
{
	question_column c = {
		.rows = r->rows, .entries = r->rows, .distinct = source->distinct, .unordered = is_unordered(source)
	};
	bool done = pick_values(&c, r, source);
	for (size_t code = 0; done && code < c.distinct; code++)
		c.occurring += c.counts[code] > 0;
	if (done && says_something(&c))
		p->columns[p->count++] = c;
	else
		question_column_clear(&c);
	return done;
}

bool estimate_predictors_init(estimate_predictors *p, const estimate_response *r, const estimate_regression *g)
{
	if (p->columns != NULL)
		return true; /* prepared by an earlier response */
	bool all = r->rows == r->all, done = true;
	p->columns = base_array_zero(g->count, sizeof *p->columns);
	p->keys = all ? NULL : base_array(r->rows, sizeof *p->keys);
	if (p->columns == NULL || (!all && p->keys == NULL))
		return false;
	for (size_t k = 0; done && k < g->count; k++)
		done = add_predictor(p, r, &g->table->columns[g->predictors[k]]);
	for (size_t i = 0; !all && i < r->rows; i++)
		p->keys[i] = g->row_keys[r->used[i]];
	return done &&
	       (p->count == 0 || regress_regressors_init(&p->given, p->columns, p->count, all ? g->row_keys : p->keys, 1));
}

/* --------------------------------------------------------------------------------------------- functions of one column */

bool estimate_has_one_predictor(const estimate_response *r, const estimate_regression *g)
{
	return g->memory != NULL && g->count == 1 && r->rows <= REGRESS_ALL_ROWS;
}

static size_t place_of(const data_column *source, uint32_t row, bool down)
{
	return down ? source->distinct - 1 - source->codes[row] : source->codes[row];
}

/* start: [distinct + 1] rows below each value. */
static void count_below(size_t *start, const estimate_response *r, const data_column *source, bool down)
{
	memset(start, 0, (source->distinct + 1) * sizeof *start);
	for (size_t k = 0; k < r->rows; k++)
		start[place_of(source, r->used[k], down) + 1]++;
	for (size_t v = 0; v < source->distinct; v++)
		start[v + 1] += start[v];
}

/* True if the row keys decide for the descending direction. */
static bool runs_down(const estimate_response *r, const data_column *source, const size_t *start,
                      const uint64_t *row_keys)
{
	int64_t sum = 0;
	for (size_t k = 0; k < r->rows; k++) {
		const size_t *below = &start[source->codes[r->used[k]]];
		sum += ((int64_t)(below[0] + below[1]) - (int64_t)r->rows) * regress_row_weight(row_keys[r->used[k]]);
	}
	return sum < 0;
}

/* Sorts the rows by the values of the predictor; `sorted` becomes the predictor in that order. False: out of memory. */
static bool order_rows(estimate_response *r, question_column *sorted, const estimate_regression *g)
{
	const data_column *source = &g->table->columns[g->predictors[0]];
	size_t *start = base_array(source->distinct + 1, sizeof *start);
	uint32_t *moved = base_array_copy(r->used, r->rows, sizeof *moved);
	*sorted = (question_column){ .rows = r->rows, .entries = r->rows, .unordered = is_unordered(source) };
	sorted->codes = sorted->owned_codes = base_array(r->rows, sizeof *sorted->owned_codes);
	sorted->counts = sorted->owned_counts = base_array(source->distinct, sizeof *sorted->owned_counts);
	bool done = start != NULL && moved != NULL && sorted->codes != NULL && sorted->counts != NULL;
	if (done) {
		count_below(start, r, source, false);
		bool down = !sorted->unordered && runs_down(r, source, start, g->row_keys);
		if (down)
			count_below(start, r, source, true);
		for (size_t v = 0; v < source->distinct; v++) {
			for (size_t i = start[v]; i < start[v + 1]; i++)
				sorted->owned_codes[i] = (uint32_t)sorted->distinct;
			if (start[v + 1] > start[v])
				sorted->owned_counts[sorted->distinct++] = (uint32_t)(start[v + 1] - start[v]);
		}
		for (size_t k = 0; k < r->rows; k++)
			r->used[start[place_of(source, moved[k], down)]++] = moved[k];
		sorted->occurring = sorted->distinct;
	}
	free(start);
	free(moved);
	return done;
}

bool estimate_functions_of_one(test_kept **kept, estimate_response *r, const estimate_regression *g)
{
	question_column sorted;
	test_key key = { .rows = base_hash_number(BASE_HASH_START, r->rows), .column = TEST_KEY_RANKS };
	bool done = order_rows(r, &sorted, g);
	*kept = NULL;
	if (done && says_something(&sorted)) {
		key.rows = base_hash_number(key.rows, sorted.unordered);
		for (size_t v = 0; v < sorted.distinct; v++)
			key.rows = base_hash_number(key.rows, sorted.counts[v]);
		*kept = test_memory_find(g->memory, &key);
		test_kept *fresh = *kept == NULL ? test_kept_new(&key) : NULL;
		if (fresh != NULL && regress_regressors_init(&fresh->given.functions, &sorted, 1, NULL, 1))
			*kept = test_memory_add(g->memory, fresh);
		else
			test_kept_free(fresh);
		done = *kept != NULL;
	}
	question_column_clear(&sorted);
	return done;
}
