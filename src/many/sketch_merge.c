/* Merges the state of one part into that of another. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "many/sketch.h"

static mixmi_status check(const mixmi_sketch *a, const mixmi_sketch *b)
{
	if (many_schema_hash(a) != many_schema_hash(b))
		return base_error(MIXMI_ERROR_DATA,
		                  "the states are about different columns, types or clusters; declare types (options discrete "
		                  "and numeric) where files differ");
	if (a->coarse != b->coarse)
		return base_error(MIXMI_ERROR_DATA,
		                  "the tables of the states have %u and %u places: make both with the same option memory",
		                  a->coarse, b->coarse);
	if (a->rows + b->rows > INT32_MAX)
		return base_error(MIXMI_ERROR_LIMIT, "a sketch holds at most %d rows", INT32_MAX);
	return MIXMI_OK;
}

static uint64_t key_of(const many_places *p, uint32_t place)
{
	return many_key_of(p->prefix[place], p->depth);
}

static bool merge_distinct(many_column *to, const many_column *from)
{
	bool done = true;
	if (to->fine.depth == MANY_DEEPEST)
		return true;
	for (uint32_t i = 0; done && from->fine.depth == MANY_DEEPEST && i < from->fine.count; i++)
		done = many_smallest_add(&to->distinct, base_hash_mix(from->fine.prefix[i]), from->rows[i]);
	for (size_t i = 0; done && from->fine.depth < MANY_DEEPEST && i < from->distinct.count; i++)
		done = many_smallest_add(&to->distinct, from->distinct.items[i].hash, from->distinct.items[i].rows);
	return done;
}

static bool merge_column(many_column *to, const many_column *from)
{
	many_column_begin(to);
	many_column_coarsen_fine(to, from->fine.depth);
	many_column_coarsen(to, from->coarse.depth);
	for (uint32_t i = 0; i < from->fine.count; i++)
		if (!many_column_learn(to, key_of(&from->fine, i)))
			return false;
	for (uint32_t i = 0; i < from->fine.count; i++)
		to->rows[many_places_find(&to->fine, key_of(&from->fine, i))] += from->rows[i];
	to->missing += from->missing;
	return !to->failed && merge_distinct(to, from);
}

/* Where the coarse places of a column are in another; the last one is for missing values. */
static void map_places(uint32_t *map, const many_column *to, const many_column *from, uint32_t missing)
{
	for (uint32_t i = 0; i < from->coarse.count; i++)
		map[i] = many_places_find(&to->coarse, key_of(&from->coarse, i));
	map[missing] = missing;
}

static void merge_table(mixmi_sketch *to, const mixmi_sketch *from, size_t a, size_t b)
{
	uint32_t x[MANY_COARSE + 1], y[MANY_COARSE + 1], coarse = to->coarse;
	size_t side = (size_t)coarse + 1;
	uint32_t *into = to->table[many_pair(to, a, b)];
	const uint32_t *of = from->table[many_pair(from, a, b)];
	if (into == NULL)
		return;
	map_places(x, &to->columns[a], &from->columns[a], coarse);
	map_places(y, &to->columns[b], &from->columns[b], coarse);
	for (uint32_t i = 0; i < side; i++)
		for (uint32_t k = 0; k < side && (i < from->columns[a].coarse.count || i == coarse); k++)
			if (k < from->columns[b].coarse.count || k == coarse)
				into[x[i] * side + y[k]] += of[i * side + k];
}

/* The codes that labels of one dictionary have in another: the caller frees them. NULL: memory ran out. */
static uint32_t *map_labels(data_labels *to, const data_labels *from)
{
	uint32_t *map = base_array(from->count + 1, sizeof *map);
	for (size_t i = 0; map != NULL && i < from->count; i++)
		if (!data_labels_code(&map[i], to, from->texts[i], strlen(from->texts[i]))) {
			free(map);
			return NULL;
		}
	return map;
}

static bool has_texts(const many_column *c)
{
	return c->type == MANY_TEXTS || c->type == MANY_ORDERED;
}

static mixmi_status merge_sample(mixmi_sketch *to, const mixmi_sketch *from)
{
	many_rows *r = &to->sample;
	size_t first = r->count, columns = to->count;
	many_rows_cut(r, from->sample.limit);
	first = r->count;
	if (!many_rows_reserve(r, from->sample.count))
		return base_error_memory();
	for (size_t i = 0; i < from->sample.count; i++)
		if (from->sample.hash[i] < r->limit) {
			r->hash[r->count] = from->sample.hash[i];
			memcpy(r->words + r->count++ * columns, from->sample.words + i * columns, columns * sizeof *r->words);
		}
	for (size_t j = 0; j < columns; j++) {
		if (!has_texts(&to->columns[j]))
			continue;
		uint32_t *map = map_labels(&to->columns[j].labels, &from->columns[j].labels);
		if (map == NULL)
			return base_error_memory();
		for (size_t i = first; i < r->count; i++)
			if (r->words[i * columns + j] != MANY_MISSING)
				r->words[i * columns + j] = map[r->words[i * columns + j]];
		free(map);
	}
	if (from->sample.most < r->most)
		r->most = from->sample.most;
	return MIXMI_OK;
}

mixmi_status mixmi_sketch_merge(mixmi_sketch *to, const mixmi_sketch *from)
{
	mixmi_options options;
	base_options_settle(&options, NULL);
	mixmi_status status = check(to, from);
	if (status != MIXMI_OK)
		return status;
	for (size_t j = 0; j < to->count; j++)
		if (!merge_column(&to->columns[j], &from->columns[j]))
			return base_error_memory();
	if (to->coarse > 0)
		status = many_tables_move(to, &options);
	for (size_t a = 0; status == MIXMI_OK && to->coarse > 0 && a < to->count; a++)
		for (size_t b = a + 1; b < to->count; b++)
			merge_table(to, from, a, b);
	if (status == MIXMI_OK)
		status = merge_sample(to, from);
	to->rows += from->rows;
	return status == MIXMI_OK ? many_sketch_settle(to) : status;
}
