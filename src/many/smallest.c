/* See smallest.h. Added items wait behind the sorted ones until the array is full. */
#include "many/smallest.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

enum { ROOM = 2 * MANY_DISTINCT };

static int by_hash(const void *a, const void *b)
{
	const many_counted *x = a, *y = b;
	return (x->hash > y->hash) - (x->hash < y->hash);
}

void many_smallest_settle(many_smallest *s)
{
	size_t kept = 0;
	if (s->sorted == s->count)
		return;
	qsort(s->items, s->count, sizeof *s->items, by_hash);
	for (size_t i = 0; i < s->count; i++)
		if (kept > 0 && s->items[kept - 1].hash == s->items[i].hash)
			s->items[kept - 1].rows += s->items[i].rows;
		else
			s->items[kept++] = s->items[i];
	s->count = s->sorted = kept < MANY_DISTINCT ? kept : MANY_DISTINCT;
	if (kept >= MANY_DISTINCT)
		s->limit = s->items[MANY_DISTINCT - 1].hash;
}

bool many_smallest_add(many_smallest *s, uint64_t hash, uint64_t rows)
{
	if (s->items == NULL) {
		s->items = base_array(ROOM, sizeof *s->items);
		s->limit = UINT64_MAX;
	}
	if (s->items == NULL)
		return false;
	if (hash > s->limit)
		return true;
	s->items[s->count++] = (many_counted){ hash, rows };
	if (s->count == ROOM)
		many_smallest_settle(s);
	return true;
}

double many_smallest_distinct(const many_smallest *s)
{
	if (s->count < MANY_DISTINCT)
		return (double)s->count;
	return (MANY_DISTINCT - 1) / ldexp((double)s->items[MANY_DISTINCT - 1].hash, -64);
}

void many_smallest_clear(many_smallest *s)
{
	free(s->items);
	*s = (many_smallest){ 0 };
}
