/* The places of one column of a sketch: fine ones with rows, and coarse ones for tables. */
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "many/sketch.h"

bool many_column_new(many_column *c, uint32_t coarse)
{
	c->rows = base_array_zero(MANY_FINE + 1, sizeof *c->rows);
	c->parent = base_array_zero(MANY_FINE + 1, sizeof *c->parent);
	c->moved = base_array_zero((size_t)coarse + 2, sizeof *c->moved);
	bool done = many_places_init(&c->fine, MANY_FINE);
	return many_places_init(&c->coarse, coarse > 0 ? coarse : 1) && done && c->rows != NULL && c->parent != NULL &&
	       c->moved != NULL;
}

void many_column_begin(many_column *c)
{
	c->changed = false;
	c->before = c->coarse.count;
	for (uint32_t i = 0; i < c->before; i++)
		c->moved[i] = i;
}

/* Values had places of their own until now: from now on the distinct ones are counted. */
static void begin_distinct(many_column *c)
{
	for (uint32_t i = 0; i < c->fine.count && !c->failed; i++)
		if (c->rows[i] > 0)
			c->failed = !many_smallest_add(&c->distinct, base_hash_mix(c->fine.prefix[i]), c->rows[i]);
}

void many_column_coarsen_fine(many_column *c, unsigned depth)
{
	uint32_t map[MANY_FINE + 1], before = c->fine.count;
	if (depth >= c->fine.depth)
		return;
	if (c->fine.depth == MANY_DEEPEST)
		begin_distinct(c);
	many_places_coarsen(&c->fine, depth, map);
	for (uint32_t i = 0; i < before; i++) {
		uint64_t rows = c->rows[i];
		c->rows[i] = 0;
		c->rows[map[i]] += rows;
	}
}

void many_column_coarsen(many_column *c, unsigned depth)
{
	uint32_t map[MANY_COARSE + 1];
	if (depth >= c->coarse.depth)
		return;
	many_places_coarsen(&c->coarse, depth, map);
	for (uint32_t i = 0; i < c->before; i++)
		c->moved[i] = map[c->moved[i]];
	c->changed = true;
}

static void find_parents(many_column *c, uint32_t from)
{
	for (uint32_t i = from; i < c->fine.count; i++)
		c->parent[i] = many_places_find(&c->coarse, many_key_of(c->fine.prefix[i], c->fine.depth));
}

bool many_column_learn(many_column *c, uint64_t key)
{
	unsigned fine = c->fine.depth, coarse = c->coarse.depth;
	if (many_places_find(&c->fine, key) == MANY_NO_PLACE) {
		uint32_t place = many_places_add(&c->fine, key);
		c->rows[place] = 0;
	}
	while (c->fine.count > c->fine.most)
		many_column_coarsen_fine(c, c->fine.depth - 1);
	if (many_places_find(&c->coarse, key) == MANY_NO_PLACE)
		many_places_add(&c->coarse, key);
	while (c->coarse.count > c->coarse.most)
		many_column_coarsen(c, c->coarse.depth - 1);
	bool same = fine == c->fine.depth && coarse == c->coarse.depth;
	find_parents(c, same ? c->fine.count - 1 : 0);
	return !c->failed;
}
