/* A sketch as bytes, and back. Places are written in the order of their keys, so the bytes are a function of the rows.
 * What is read is checked against all that the writer guarantees: a sketch from bytes is as good as any other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "many/sketch.h"

enum { LEAST_COLUMN = 8 /* bytes that a column takes at least */ };

static bool has_texts(const many_column *c)
{
	return c->type == MANY_TEXTS || c->type == MANY_ORDERED;
}

/* ------------------------------------------------------------------------------------------------------ writing */

/* Places in the order of their prefixes. */
static void sort_places(base_keyed *items, const many_places *p)
{
	for (uint32_t i = 0; i < p->count; i++)
		items[i] = (base_keyed){ p->prefix[i], i };
	base_sort_keyed(items, items + p->count, p->count);
}

static void put_column(base_parcel *out, const many_column *c, base_keyed *items)
{
	uint64_t before = 0;
	many_put(out, c->missing);
	many_put(out, c->fine.depth);
	many_put(out, c->coarse.depth);
	many_put(out, c->fine.count);
	sort_places(items, &c->fine);
	for (uint32_t i = 0; i < c->fine.count; i++) {
		many_put(out, items[i].key - before);
		many_put(out, c->rows[items[i].row]);
		before = items[i].key;
	}
	many_put(out, c->distinct.count);
	for (size_t i = 0; i < c->distinct.count; i++) {
		many_put_fixed(out, c->distinct.items[i].hash);
		many_put(out, c->distinct.items[i].rows);
	}
	many_put(out, c->labels.count);
	for (size_t i = 0; i < c->labels.count; i++)
		many_put_text(out, c->labels.texts[i]);
}

static void put_table(base_parcel *out, const mixmi_sketch *s, size_t a, size_t b, base_keyed *items)
{
	const uint32_t *table = s->table[many_pair(s, a, b)];
	size_t side = (size_t)s->coarse + 1;
	uint32_t rows = s->columns[a].coarse.count, columns = s->columns[b].coarse.count;
	base_keyed *others = items + 2 * (MANY_COARSE + 1);
	if (table == NULL)
		return;
	sort_places(items, &s->columns[a].coarse);
	sort_places(others, &s->columns[b].coarse);
	for (uint32_t i = 0; i <= rows; i++)
		for (uint32_t k = 0; k <= columns; k++)
			many_put(out,
			         table[(i < rows ? items[i].row : s->coarse) * side + (k < columns ? others[k].row : s->coarse)]);
}

static void put_sample(base_parcel *out, const mixmi_sketch *s)
{
	const many_rows *r = &s->sample;
	many_put(out, r->most);
	many_put_fixed(out, r->limit);
	many_put(out, r->count);
	for (size_t i = 0; i < r->count; i++)
		many_put_fixed(out, r->hash[i]);
	for (size_t j = 0; j < s->count; j++)
		for (size_t i = 0; i < r->count; i++) {
			uint64_t word = r->words[i * s->count + j];
			if (has_texts(&s->columns[j]))
				many_put(out, word + 1); /* 0 is missing */
			else
				many_put_fixed(out, word);
		}
}

mixmi_status mixmi_sketch_bytes(void **bytes, size_t *length, mixmi_sketch *s)
{
	*bytes = NULL;
	*length = 0;
	mixmi_status status = many_sketch_settle(s);
	base_keyed *items = base_array(2 * MANY_FINE + 2, sizeof *items);
	if (status == MIXMI_OK && items == NULL)
		status = base_error_memory();
	if (status != MIXMI_OK) {
		free(items);
		return status;
	}
	base_parcel out = { 0 };
	many_state_begin(&out);
	many_put(&out, s->count);
	many_put(&out, s->clusters);
	many_put(&out, s->rows);
	many_put(&out, s->coarse);
	for (size_t j = 0; j < s->count; j++) {
		many_put_text(&out, s->columns[j].name);
		many_put(&out, s->columns[j].type);
		many_put(&out, (uint64_t)s->columns[j].unit);
	}
	for (size_t j = 0; j < s->count; j++)
		put_column(&out, &s->columns[j], items);
	for (size_t a = 0; a < s->count; a++)
		for (size_t b = a + 1; b < s->count; b++)
			put_table(&out, s, a, b, items);
	put_sample(&out, s);
	free(items);
	if (!many_state_end(&out, &(many_header){ MANY_SKETCH, 0, many_schema_hash(s), 0 })) {
		base_parcel_clear(&out);
		return base_error_memory();
	}
	*bytes = out.bytes;
	*length = out.used;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------------ reading */

static bool take_small(base_parcel *in, uint32_t *value, uint64_t most)
{
	uint64_t number;
	if (!many_take(in, &number) || number > most)
		return false;
	*value = (uint32_t)number;
	return true;
}

typedef struct named {
	char **names;
	many_type *types;
	int32_t *units;
} named;

/* Places in ascending order, with rows that add up to those that are not missing. */
static bool take_places(base_parcel *in, many_column *c, uint64_t rows)
{
	uint32_t fine, coarse;
	size_t count;
	uint64_t prefix = 0, step, sum = c->missing;
	if (!take_small(in, &fine, MANY_DEEPEST) || !take_small(in, &coarse, fine) || !many_take_count(in, &count, 2) ||
	    count > MANY_FINE)
		return false;
	c->fine.depth = fine;
	c->coarse.depth = coarse;
	for (size_t i = 0; i < count; i++) {
		if (!many_take(in, &step) || (i > 0 && (step == 0 || prefix + step < prefix)))
			return false;
		prefix += step;
		uint64_t key = many_key_of(prefix, fine);
		if (many_prefix(key, fine) != prefix || !many_take(in, &c->rows[i]) || c->rows[i] == 0)
			return false;
		many_places_add(&c->fine, key);
		if (many_places_find(&c->coarse, key) == MANY_NO_PLACE && c->coarse.count == c->coarse.most)
			return false;
		if (many_places_find(&c->coarse, key) == MANY_NO_PLACE)
			many_places_add(&c->coarse, key);
		c->parent[i] = many_places_find(&c->coarse, key);
		sum = c->rows[i] > rows ? UINT64_MAX : sum + c->rows[i];
	}
	return sum == rows;
}

static bool take_distinct(base_parcel *in, many_column *c)
{
	size_t count;
	if (!many_take_count(in, &count, 9) || count > MANY_DISTINCT || (count > 0) != (c->fine.depth < MANY_DEEPEST))
		return false;
	for (size_t i = 0; i < count; i++) {
		uint64_t hash, rows;
		if (!many_take_fixed(in, &hash) || !many_take(in, &rows) || rows == 0 ||
		    (i > 0 && hash <= c->distinct.items[i - 1].hash) || !many_smallest_add(&c->distinct, hash, rows))
			return false;
	}
	many_smallest_settle(&c->distinct);
	return true;
}

static bool take_labels(base_parcel *in, many_column *c)
{
	size_t count;
	bool good = many_take_count(in, &count, 1) && (count == 0 || has_texts(c));
	for (size_t i = 0; good && i < count; i++) {
		char *text;
		uint32_t code;
		good = many_take_text(in, &text) && (i == 0 || strcmp(c->labels.texts[i - 1], text) < 0) &&
		       data_labels_code(&code, &c->labels, text, strlen(text));
		free(text);
	}
	return good;
}

static bool take_head(base_parcel *in, named *of, size_t j)
{
	uint32_t type, unit;
	if (!many_take_text(in, &of->names[j]) || *of->names[j] == '\0' || !take_small(in, &type, MANY_ORDERED) ||
	    !take_small(in, &unit, 2))
		return false;
	of->types[j] = (many_type)type;
	of->units[j] = (int32_t)unit;
	return true;
}

static bool take_column(base_parcel *in, many_column *c, uint64_t rows)
{
	return many_take(in, &c->missing) && c->missing <= rows && take_places(in, c, rows) && take_distinct(in, c) &&
	       take_labels(in, c);
}

static bool take_table(base_parcel *in, mixmi_sketch *s, size_t a, size_t b)
{
	uint32_t *table = s->table[many_pair(s, a, b)], rows = s->columns[a].coarse.count;
	uint32_t columns = s->columns[b].coarse.count;
	size_t side = (size_t)s->coarse + 1;
	uint64_t sum = 0;
	for (uint32_t i = 0; table != NULL && i <= rows; i++)
		for (uint32_t k = 0; k <= columns; k++) {
			uint32_t *cell = &table[(i < rows ? i : s->coarse) * side + (k < columns ? k : s->coarse)];
			if (!take_small(in, cell, s->rows))
				return false;
			sum += *cell;
		}
	return table == NULL || sum == s->rows;
}

static bool is_word(const many_column *c, uint64_t word)
{
	return word == MANY_MISSING || (has_texts(c) ? word < c->labels.count : isfinite(base_sort_value(word)));
}

static bool take_sample(base_parcel *in, mixmi_sketch *s)
{
	many_rows *r = &s->sample;
	uint64_t most;
	size_t count;
	if (!many_take(in, &most) || !many_take_fixed(in, &r->limit) || !many_take_count(in, &count, 8 + s->count) ||
	    count > most || count > s->rows || !many_rows_reserve(r, count))
		return false;
	r->most = (size_t)most;
	r->count = count;
	for (size_t i = 0; i < count; i++)
		if (!many_take_fixed(in, &r->hash[i]) || r->hash[i] >= r->limit || (i > 0 && r->hash[i] < r->hash[i - 1]) ||
		    (i > 0 && r->hash[i] == r->hash[i - 1] && !s->clusters))
			return false;
	for (size_t j = 0; j < s->count; j++)
		for (size_t i = 0; i < count; i++) {
			uint64_t *word = &r->words[i * s->count + j];
			if (!(has_texts(&s->columns[j]) ? many_take(in, word) : many_take_fixed(in, word)))
				return false;
			*word -= has_texts(&s->columns[j]);
			if (!is_word(&s->columns[j], *word))
				return false;
		}
	return r->limit != UINT64_MAX || count == s->rows;
}

static bool is_table_size(uint32_t coarse)
{
	return coarse == 0 || (coarse >= MANY_LEAST_COARSE && coarse <= MANY_COARSE && (coarse & (coarse - 1)) == 0);
}

/* Tables have a byte per cell at least: what cannot be there takes no memory. */
static bool has_room(const base_parcel *in, const named *of, size_t count, uint32_t coarse)
{
	size_t with = 0;
	for (size_t j = 0; j < count; j++)
		with += of->types[j] != MANY_ORDERED;
	return coarse == 0 || with * (with - 1) / 2 <= in->used - in->at;
}

static bool take_all(base_parcel *in, mixmi_sketch *s)
{
	bool good = true;
	for (size_t j = 0; good && j < s->count; j++)
		good = take_column(in, &s->columns[j], s->rows);
	for (size_t a = 0; good && a < s->count; a++)
		for (size_t b = a + 1; good && b < s->count; b++)
			good = take_table(in, s, a, b);
	return good && take_sample(in, s) && in->at == in->used;
}

static mixmi_status take_sketch(mixmi_sketch **out, base_parcel *in, named *of, size_t count)
{
	uint32_t clusters, coarse;
	uint64_t rows;
	bool good = true;
	of->names = base_array_zero(count, sizeof *of->names);
	of->types = base_array_zero(count, sizeof *of->types);
	of->units = base_array_zero(count, sizeof *of->units);
	if (of->names == NULL || of->types == NULL || of->units == NULL)
		return base_error_memory();
	good = take_small(in, &clusters, 1) && many_take(in, &rows) && rows <= INT32_MAX &&
	       take_small(in, &coarse, MANY_COARSE) && is_table_size(coarse);
	for (size_t j = 0; good && j < count; j++)
		good = take_head(in, of, j);
	if (!good || !has_room(in, of, count, coarse))
		return many_state_damaged();
	mixmi_status status = many_sketch_new(out, (const char *const *)of->names, of->types, of->units, count, 1, coarse);
	if (status != MIXMI_OK)
		return status;
	(*out)->clusters = clusters;
	(*out)->rows = rows;
	return take_all(in, *out) ? MIXMI_OK : many_state_damaged();
}

mixmi_status mixmi_sketch_from_bytes(mixmi_sketch **out, const void *bytes, size_t length)
{
	base_parcel in;
	many_header header;
	named of = { 0 };
	size_t count;
	*out = NULL;
	mixmi_status status = many_state_open(&in, &header, bytes, length, MANY_SKETCH);
	if (status == MIXMI_OK && (!many_take_count(&in, &count, LEAST_COLUMN) || count == 0 || count > MANY_MOST_COLUMNS))
		status = many_state_damaged();
	if (status != MIXMI_OK)
		return status;
	status = take_sketch(out, &in, &of, count);
	for (size_t j = 0; of.names != NULL && j < count; j++)
		free(of.names[j]);
	free(of.names);
	free(of.types);
	free(of.units);
	if (status == MIXMI_OK && many_schema_hash(*out) != header.schema)
		status = many_state_damaged();
	if (status != MIXMI_OK) {
		mixmi_sketch_free(*out);
		*out = NULL;
	}
	return status;
}
