/* See rows_sample.h. Rows wait unsorted until there are twice as many as are kept, so that each costs O(log) in all. */
#include "many/rows_sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

bool many_rows_reserve(many_rows *r, size_t more)
{
	size_t capacity = r->capacity, words = r->capacity * r->columns, needed = r->count + more;
	void *hash = r->hash, *all = r->words;
	if (needed <= r->capacity)
		return true;
	if (needed < 2 * r->count) /* base_grow() doubles: two arrays must grow alike */
		needed = 2 * r->count;
	bool grown = base_grow(&hash, &capacity, needed, sizeof *r->hash);
	r->hash = hash;
	grown = grown && base_grow(&all, &words, capacity * r->columns, sizeof *r->words);
	r->words = all;
	if (grown)
		r->capacity = capacity;
	return grown;
}

static int compare_words(const many_rows *r, size_t a, size_t b)
{
	const uint64_t *x = r->words + a * r->columns, *y = r->words + b * r->columns;
	for (size_t j = 0; j < r->columns; j++)
		if (x[j] != y[j])
			return x[j] < y[j] ? -1 : 1;
	return 0;
}

/* Orders rows of equal hash, of which there are few, by insertion. */
static void order_equal(const many_rows *r, base_keyed *items)
{
	for (size_t i = 1; i < r->count; i++) {
		base_keyed item = items[i];
		size_t at = i;
		while (at > 0 && items[at - 1].key == item.key && compare_words(r, items[at - 1].row, item.row) > 0) {
			items[at] = items[at - 1];
			at--;
		}
		items[at] = item;
	}
}

/* How many of the sorted rows are kept: whole groups of equal hash below the limit. */
static size_t kept_of(const many_rows *r, const base_keyed *items, uint64_t *limit)
{
	size_t kept = r->count < r->most ? r->count : r->most;
	while (kept > 0 && items[kept - 1].key >= r->limit)
		kept--;
	*limit = r->limit;
	if (kept == r->count || items[kept].key >= r->limit)
		return kept;
	*limit = items[kept].key;
	while (kept > 0 && items[kept - 1].key == *limit)
		kept--;
	return kept;
}

bool many_rows_settle(many_rows *r)
{
	base_keyed *items = base_array(2 * r->count, sizeof *items);
	uint64_t *hash = NULL, *words = NULL, limit;
	if (items == NULL)
		return false;
	for (size_t i = 0; i < r->count; i++)
		items[i] = (base_keyed){ r->hash[i], (uint32_t)i };
	base_sort_keyed(items, items + r->count, r->count);
	order_equal(r, items);
	size_t kept = kept_of(r, items, &limit);
	hash = base_array(kept + 1, sizeof *hash);
	words = base_array((kept + 1) * r->columns, sizeof *words);
	for (size_t i = 0; hash != NULL && words != NULL && i < kept; i++) {
		hash[i] = items[i].key;
		memcpy(words + i * r->columns, r->words + items[i].row * r->columns, r->columns * sizeof *words);
	}
	free(items);
	if (hash == NULL || words == NULL) {
		free(hash);
		free(words);
		return false;
	}
	free(r->hash);
	free(r->words);
	*r = (many_rows){ r->most, r->columns, limit, kept, kept + 1, hash, words };
	return true;
}

void many_rows_cut(many_rows *r, uint64_t limit)
{
	if (limit >= r->limit)
		return;
	r->limit = limit;
	size_t kept = 0;
	for (size_t i = 0; i < r->count; i++) {
		if (r->hash[i] >= limit)
			continue;
		r->hash[kept] = r->hash[i];
		memmove(r->words + kept * r->columns, r->words + i * r->columns, r->columns * sizeof *r->words);
		kept++;
	}
	r->count = kept;
}

bool many_rows_repeat(const many_rows *r)
{
	for (size_t i = 1; i < r->count; i++)
		if (r->hash[i] == r->hash[i - 1])
			return true;
	return false;
}

void many_rows_clear(many_rows *r)
{
	free(r->hash);
	free(r->words);
	*r = (many_rows){ 0 };
}
