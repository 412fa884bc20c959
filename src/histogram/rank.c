/* Joint cells are numbered through mixed-radix keys of 64 bits. Where the next coordinate would overflow the key, the keys
 * so far are replaced by their ranks, which keeps order and never needs more than the number of items. */
#include "histogram/rank.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

typedef struct ranking {
	base_keyed *keys; /* [items], in the order of items while keys grow */
	base_keyed *scratch;
	uint32_t *ids;
	size_t items;
	uint64_t radix; /* keys are below this */
} ranking;

/* Ranks by marking which keys occur: for few possible keys. */
static bool rank_dense(ranking *r, size_t *distinct)
{
	uint32_t *numbers = base_array_zero((size_t)r->radix, sizeof *numbers);
	if (numbers == NULL)
		return false;
	for (size_t i = 0; i < r->items; i++)
		numbers[r->keys[i].key] = 1;
	uint32_t next = 0;
	for (size_t key = 0; key < r->radix; key++) {
		uint32_t occurs = numbers[key];
		numbers[key] = next;
		next += occurs;
	}
	for (size_t i = 0; i < r->items; i++)
		r->ids[i] = numbers[r->keys[i].key];
	*distinct = next;
	free(numbers);
	return true;
}

static void rank_sorted(ranking *r, size_t *distinct)
{
	for (size_t i = 0; i < r->items; i++)
		r->keys[i].row = (uint32_t)i;
	base_sort_keyed(r->keys, r->scratch, r->items);
	uint32_t id = 0;
	for (size_t i = 0; i < r->items; i++) {
		id += i > 0 && r->keys[i].key != r->keys[i - 1].key;
		r->ids[r->keys[i].row] = id;
	}
	*distinct = r->items > 0 ? (size_t)id + 1 : 0;
}

static bool rank_keys(ranking *r, size_t *distinct)
{
	if (r->radix <= 4 * (uint64_t)r->items + 1024)
		return rank_dense(r, distinct);
	rank_sorted(r, distinct);
	return true;
}

/* Replaces keys by their ranks to make room for another coordinate. */
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

static bool append_coordinate(ranking *r, const hist_coordinate *c)
{
	if (c->size > 1 && r->radix > UINT64_MAX / c->size && !shorten_keys(r))
		return false;
	r->radix *= c->size;
	for (size_t i = 0; i < r->items; i++) {
		uint32_t symbol = c->symbols[i * c->stride];
		r->keys[i].key = r->keys[i].key * c->size + (c->map != NULL ? c->map[symbol] : symbol);
	}
	return true;
}

bool hist_rank(uint32_t *ids, size_t *distinct, const hist_coordinate *coordinates, size_t coordinate_count,
               size_t items)
{
	ranking r = { base_array_zero(items, sizeof *r.keys), base_array(items, sizeof *r.scratch), ids, items, 1 };
	bool done = r.keys != NULL && r.scratch != NULL;
	for (size_t j = 0; done && j < coordinate_count; j++)
		done = append_coordinate(&r, &coordinates[j]);
	done = done && rank_keys(&r, distinct);
	free(r.keys);
	free(r.scratch);
	return done;
}

/* Puts item i at the next free place of its id. `starts` has distinct + 1 zeros. */
static void place_items(uint32_t *order, const uint32_t *ids, size_t items, uint32_t *starts, size_t distinct)
{
	for (size_t i = 0; i < items; i++)
		starts[ids[i] + 1]++;
	for (size_t k = 0; k < distinct; k++)
		starts[k + 1] += starts[k];
	for (size_t i = 0; i < items; i++)
		order[starts[ids[i]]++] = (uint32_t)i;
}

bool hist_order(uint32_t *order, const hist_coordinate *coordinates, size_t coordinate_count, size_t items)
{
	size_t distinct;
	uint32_t *ids = base_array(items, sizeof *ids), *starts = NULL;
	if (ids != NULL && hist_rank(ids, &distinct, coordinates, coordinate_count, items))
		starts = base_array_zero(distinct + 1, sizeof *starts);
	bool done = starts != NULL;
	if (done)
		place_items(order, ids, items, starts, distinct);
	free(ids);
	free(starts);
	return done;
}
