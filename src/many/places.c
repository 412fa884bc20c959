/* See places.h. */
#include "many/places.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SLOTS_PER_PLACE = 4 };

bool many_places_init(many_places *p, uint32_t most)
{
	*p = (many_places){ .depth = MANY_DEEPEST, .most = most, .slots = most * SLOTS_PER_PLACE };
	p->prefix = base_array((size_t)most + 1, sizeof *p->prefix);
	p->slot = base_array_zero(p->slots, sizeof *p->slot);
	return p->prefix != NULL && p->slot != NULL;
}

void many_places_clear(many_places *p)
{
	free(p->prefix);
	free(p->slot);
	*p = (many_places){ 0 };
}

uint32_t many_places_add(many_places *p, uint64_t key)
{
	uint64_t prefix = many_prefix(key, p->depth);
	uint32_t s = many_slot(prefix, p->slots);
	while (p->slot[s] != 0)
		s = (s + 1) & (p->slots - 1);
	p->prefix[p->count++] = prefix;
	p->slot[s] = p->count;
	return p->count - 1;
}

void many_places_coarsen(many_places *p, unsigned depth, uint32_t *map)
{
	uint32_t before = p->count;
	unsigned deeper = p->depth;
	p->depth = depth;
	p->count = 0;
	memset(p->slot, 0, p->slots * sizeof *p->slot);
	for (uint32_t i = 0; i < before; i++) { /* new places are no more than those already read */
		uint64_t key = many_key_of(p->prefix[i], deeper);
		map[i] = many_places_find(p, key);
		if (map[i] == MANY_NO_PLACE)
			map[i] = many_places_add(p, key);
	}
}
