/* Adds a batch of rows to a sketch: first each column finds the places of its values, which may move others, then the
 * tables follow, then the rows are counted. Columns and tables are independent of each other and run in parallel. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/work.h"
#include "many/sketch.h"

typedef struct adding {
	mixmi_sketch *sketch;
	const many_batch *batch;
} adding;

/* ------------------------------------------------------------------------------------------------------ columns */

static bool room(many_column *c, const many_batch_column *from, size_t rows)
{
	void *code = c->code, *of_code = c->of_code;
	bool done = base_grow(&code, &c->code_capacity, rows, sizeof *c->code);
	c->code = code;
	done = done && (from->codes == NULL || base_grow(&of_code, &c->of_capacity, from->distinct, sizeof *c->of_code));
	c->of_code = of_code;
	return done;
}

static uint64_t key_at(const many_column *c, const many_batch_column *from, size_t code)
{
	return c->type == MANY_TEXTS || c->type == MANY_ORDERED ? many_hash_text(from->texts[code])
	                                                        : many_key(from->numbers[code]);
}

/* The fine place of each key; what was found begins again when places move. */
static bool place_values(many_column *c, const double *values, size_t rows)
{
	for (size_t i = 0; i < rows; i++) {
		c->code[i] = MANY_NO_PLACE;
		if (isnan(values[i]))
			continue;
		uint64_t key = many_key(values[i]);
		c->code[i] = many_places_find(&c->fine, key);
		if (c->code[i] != MANY_NO_PLACE)
			continue;
		unsigned depth = c->fine.depth;
		if (!many_column_learn(c, key))
			return false;
		if (c->fine.depth != depth)
			i = (size_t)-1;
		else
			c->code[i] = many_places_find(&c->fine, key);
	}
	return true;
}

static bool place_codes(many_column *c, const many_batch_column *from, size_t rows)
{
	for (size_t v = 0; v < from->distinct; v++)
		if (many_places_find(&c->fine, key_at(c, from, v)) == MANY_NO_PLACE &&
		    !many_column_learn(c, key_at(c, from, v)))
			return false;
	for (size_t v = 0; v < from->distinct; v++)
		c->of_code[v] = many_places_find(&c->fine, key_at(c, from, v));
	for (size_t i = 0; i < rows; i++)
		c->code[i] = from->codes[i] == MIXMI_NO_CODE ? MANY_NO_PLACE : c->of_code[from->codes[i]];
	return true;
}

/* Values that share places are counted by hash. */
static bool count_distinct(many_column *c, const many_batch_column *from, size_t rows)
{
	bool done = true;
	for (size_t i = 0; i < rows && done && from->codes == NULL; i++)
		if (!isnan(from->values[i]))
			done = many_smallest_add(&c->distinct, base_hash_mix(many_key(from->values[i])), 1);
	if (from->codes == NULL || !done)
		return done;
	uint32_t *counts = c->of_code;
	memset(counts, 0, from->distinct * sizeof *counts);
	for (size_t i = 0; i < rows; i++)
		if (from->codes[i] != MIXMI_NO_CODE)
			counts[from->codes[i]]++;
	for (size_t v = 0; v < from->distinct && done; v++)
		if (counts[v] > 0)
			done = many_smallest_add(&c->distinct, base_hash_mix(key_at(c, from, v)), counts[v]);
	return done;
}

static mixmi_status add_column(void *context, size_t index, base_worker *worker)
{
	const adding *a = context;
	many_column *c = &a->sketch->columns[index];
	const many_batch_column *from = &a->batch->columns[index];
	size_t rows = a->batch->rows;
	(void)worker;
	many_column_begin(c);
	if (!room(c, from, rows) ||
	    !(from->codes != NULL ? place_codes(c, from, rows) : place_values(c, from->values, rows)))
		return base_error_memory();
	for (size_t i = 0; i < rows; i++)
		if (c->code[i] == MANY_NO_PLACE) {
			c->missing++;
			c->code[i] = a->sketch->coarse;
		} else {
			c->rows[c->code[i]]++;
			c->code[i] = c->parent[c->code[i]];
		}
	return c->fine.depth == MANY_DEEPEST || count_distinct(c, from, rows) ? MIXMI_OK : base_error_memory();
}

/* ------------------------------------------------------------------------------------------------------- tables */

static uint32_t moved(const many_column *c, uint32_t place, uint32_t missing)
{
	return place == missing ? missing : c->moved[place];
}

static mixmi_status move_table(uint32_t **table, const many_column *x, const many_column *y, uint32_t coarse)
{
	size_t side = (size_t)coarse + 1;
	uint32_t *out = base_array_zero(side * side, sizeof *out);
	if (out == NULL)
		return base_error_memory();
	for (uint32_t a = 0; a < side; a++)
		for (uint32_t b = 0; b < side && (a < x->before || a == coarse); b++)
			if (b < y->before || b == coarse)
				out[moved(x, a, coarse) * side + moved(y, b, coarse)] += (*table)[a * side + b];
	free(*table);
	*table = out;
	return MIXMI_OK;
}

static void count_rows(uint32_t *table, const uint32_t *x, const uint32_t *y, size_t rows, size_t side)
{
	for (size_t i = 0; i < rows; i++)
		table[x[i] * side + y[i]]++;
}

/* The tables of a column with the later ones. */
static mixmi_status add_tables(void *context, size_t a, base_worker *worker)
{
	const adding *of = context;
	mixmi_sketch *s = of->sketch;
	mixmi_status status = MIXMI_OK;
	(void)worker;
	for (size_t b = a + 1; b < s->count && status == MIXMI_OK; b++) {
		uint32_t **table = &s->table[many_pair(s, a, b)];
		if (*table == NULL)
			continue;
		if (s->columns[a].changed || s->columns[b].changed)
			status = move_table(table, &s->columns[a], &s->columns[b], s->coarse);
		if (status == MIXMI_OK && of->batch != NULL)
			count_rows(*table, s->columns[a].code, s->columns[b].code, of->batch->rows, (size_t)s->coarse + 1);
	}
	return status;
}

mixmi_status many_tables_move(mixmi_sketch *sketch, const mixmi_options *options)
{
	base_work work = { .threads = base_threads(options), .count = sketch->count };
	return base_work_run(&work, add_tables, &(adding){ sketch, NULL });
}

/* ------------------------------------------------------------------------------------------------------- sample */

static bool word_of(uint64_t *word, many_column *c, const many_batch_column *from, size_t row)
{
	uint32_t code;
	*word = MANY_MISSING;
	if (from->codes == NULL) {
		if (!isnan(from->values[row]))
			*word = many_key(from->values[row]);
		return true;
	}
	if (from->codes[row] == MIXMI_NO_CODE)
		return true;
	if (from->texts == NULL) {
		*word = many_key(from->numbers[from->codes[row]]);
		return true;
	}
	const char *text = from->texts[from->codes[row]];
	bool done = data_labels_code(&code, &c->labels, text, strlen(text));
	*word = code;
	return done;
}

static mixmi_status draw(mixmi_sketch *s, const many_batch *batch)
{
	many_rows *r = &s->sample;
	for (size_t i = 0; i < batch->rows; i++) {
		uint64_t hash = base_hash_mix(batch->identity[i]);
		if (hash >= r->limit)
			continue;
		if (r->count >= 2 * r->most && !many_rows_settle(r))
			return base_error_memory();
		if (hash >= r->limit)
			continue;
		if (!many_rows_reserve(r, 1))
			return base_error_memory();
		r->hash[r->count] = hash;
		for (size_t j = 0; j < s->count; j++)
			if (!word_of(&r->words[r->count * s->count + j], &s->columns[j], &batch->columns[j], i))
				return base_error_memory();
		r->count++;
	}
	return MIXMI_OK;
}

mixmi_status many_sketch_add(mixmi_sketch *s, const many_batch *batch, const mixmi_options *options)
{
	adding a = { s, batch };
	base_work work = { .threads = base_threads(options), .count = s->count };
	if (s->rows + batch->rows > INT32_MAX)
		return base_error(MIXMI_ERROR_LIMIT, "a sketch holds at most %d rows", INT32_MAX);
	mixmi_status status = base_work_run(&work, add_column, &a);
	if (status == MIXMI_OK && s->coarse > 0)
		status = base_work_run(&work, add_tables, &a);
	if (status == MIXMI_OK)
		status = draw(s, batch);
	s->rows += batch->rows;
	return status;
}
