/* Numbers joint cells by 64-bit mixed-radix keys. If the next coordinate would overflow the key, the keys so far are
 * replaced by their ranks, which keeps their order and needs at most as many numbers as there are items. In the usual
 * case of few possible keys, they are 32 bits and ranked without sorting. */
#include "paper/cells/cell_numbers.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

typedef struct ranking {
	base_keyed *keys; /* [items], in the order of items while keys are extended */
	uint32_t *ids;
	size_t items;
	uint64_t radix; /* keys are smaller than this */
} ranking;

/* With few possible keys it is faster to mark those that occur. */
static bool is_dense(uint64_t radix, size_t items)
{
	return radix <= 4 * (uint64_t)items + 1024;
}

/* Converts marks of the keys that occur to ranks; returns their number. */
static size_t number_marks(uint32_t *marks, size_t radix)
{
	uint32_t next = 0;
	for (size_t key = 0; key < radix; key++) {
		uint32_t occurs = marks[key];
		marks[key] = next;
		next += occurs;
	}
	return next;
}

static bool rank_dense(ranking *r, size_t *distinct)
{
	uint32_t *marks = base_array_zero((size_t)r->radix, sizeof *marks);
	if (marks == NULL)
		return false;
	for (size_t i = 0; i < r->items; i++)
		marks[r->keys[i].key] = 1;
	*distinct = number_marks(marks, (size_t)r->radix);
	for (size_t i = 0; i < r->items; i++)
		r->ids[i] = marks[r->keys[i].key];
	free(marks);
	return true;
}

static bool rank_sorted(ranking *r, size_t *distinct)
{
	base_keyed *scratch = base_array(r->items, sizeof *scratch);
	if (scratch == NULL)
		return false;
	for (size_t i = 0; i < r->items; i++)
		r->keys[i].row = (uint32_t)i;
	base_sort_keyed(r->keys, scratch, r->items);
	free(scratch);
	uint32_t id = 0;
	for (size_t i = 0; i < r->items; i++) {
		id += i > 0 && r->keys[i].key != r->keys[i - 1].key;
		r->ids[r->keys[i].row] = id;
	}
	*distinct = r->items > 0 ? (size_t)id + 1 : 0;
	return true;
}

static bool rank_keys(ranking *r, size_t *distinct)
{
	return is_dense(r->radix, r->items) ? rank_dense(r, distinct) : rank_sorted(r, distinct);
}

/* Replaces keys by their ranks, so that another coordinate fits. */
static bool shorten_keys(ranking *r)
{
	size_t distinct;
	if (!rank_keys(r, &distinct))
		return false;
	for (size_t i = 0; i < r->items; i++)
		r->keys[i].key = r->ids[i];
	r->radix = distinct;
	return true;
}

static bool append_coordinate(ranking *r, const cells_coordinate *c)
{
	if (c->size > 1 && r->radix > UINT64_MAX / c->size && !shorten_keys(r))
		return false;
	r->radix *= c->size;
	for (size_t i = 0; i < r->items; i++) {
		uint32_t symbol = c->codes[i * c->stride];
		r->keys[i].key = r->keys[i].key * c->size + (c->map != NULL ? c->map[symbol] : symbol);
	}
	return true;
}

static bool rank_wide(uint32_t *ids, size_t *distinct, const cells_coordinate *coordinates, size_t coordinate_count,
                      size_t items)
{
	ranking r = { base_array_zero(items, sizeof *r.keys), ids, items, 1 };
	bool done = r.keys != NULL;
	for (size_t j = 0; done && j < coordinate_count; j++)
		done = append_coordinate(&r, &coordinates[j]);
	done = done && rank_keys(&r, distinct);
	free(r.keys);
	return done;
}

/* Keys of items from .. to-1, stored in their ids. */
static void narrow_keys(uint32_t *ids, const cells_coordinate *c, size_t from, size_t to)
{
	uint32_t size = (uint32_t)c->size;
	if (c->map != NULL)
		for (size_t i = from; i < to; i++)
			ids[i] = ids[i] * size + c->map[c->codes[i * c->stride]];
	else
		for (size_t i = from; i < to; i++)
			ids[i] = ids[i] * size + c->codes[i * c->stride];
}

/* Few possible keys need no extra memory: they are computed in the array of ids, for a block of items at a time that
 * fits the cache. */
static bool rank_narrow(uint32_t *ids, size_t *distinct, const cells_coordinate *coordinates, size_t coordinate_count,
                        size_t items, size_t radix)
{
	enum { STRETCH = 4096 };
	uint32_t *marks = base_array_zero(radix, sizeof *marks);
	if (marks == NULL)
		return false;
	memset(ids, 0, items * sizeof *ids);
	for (size_t from = 0; from < items; from += STRETCH) {
		size_t to = items - from < STRETCH ? items : from + STRETCH;
		for (size_t j = 0; j < coordinate_count; j++)
			narrow_keys(ids, &coordinates[j], from, to);
		for (size_t i = from; i < to; i++)
			marks[ids[i]] = 1;
	}
	*distinct = number_marks(marks, radix);
	for (size_t i = 0; i < items; i++)
		ids[i] = marks[ids[i]];
	free(marks);
	return true;
}

bool cells_rank(uint32_t *ids, size_t *distinct, const cells_coordinate *coordinates, size_t coordinate_count,
                size_t items)
{
	uint64_t radix = 1;
	for (size_t j = 0; j < coordinate_count; j++) {
		if (coordinates[j].size > 1 && radix > UINT32_MAX / coordinates[j].size)
			return rank_wide(ids, distinct, coordinates, coordinate_count, items);
		radix *= coordinates[j].size;
	}
	if (!is_dense(radix, items))
		return rank_wide(ids, distinct, coordinates, coordinate_count, items);
	return rank_narrow(ids, distinct, coordinates, coordinate_count, items, (size_t)radix);
}

/* Puts item i at the next free position of its id. `starts` has distinct + 1 zeros. */
static void place_items(uint32_t *order, const uint32_t *ids, size_t items, uint32_t *starts, size_t distinct)
{
	for (size_t i = 0; i < items; i++)
		starts[ids[i] + 1]++;
	for (size_t k = 0; k < distinct; k++)
		starts[k + 1] += starts[k];
	for (size_t i = 0; i < items; i++)
		order[starts[ids[i]]++] = (uint32_t)i;
}

bool cells_order(uint32_t *order, const cells_coordinate *coordinates, size_t coordinate_count, size_t items)
{
	size_t distinct;
	uint32_t *ids = base_array(items, sizeof *ids), *starts = NULL;
	if (ids != NULL && cells_rank(ids, &distinct, coordinates, coordinate_count, items))
		starts = base_array_zero(distinct + 1, sizeof *starts);
	bool done = starts != NULL;
	if (done)
		place_items(order, ids, items, starts, distinct);
	free(ids);
	free(starts);
	return done;
}
