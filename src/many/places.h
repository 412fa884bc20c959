/* Places of the values of a column: the values whose monotone keys have the same leading bits share one. The number of
 * bits is the largest with which there are at most `most` places, so that it, and which values share a place, are
 * functions of the set of values, whatever their order or the parts in which they came. */
#ifndef MANY_PLACES_H
#define MANY_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MANY_NO_PLACE UINT32_MAX

enum { MANY_DEEPEST = 64 /* bits of a key: each value has its own place */ };

typedef struct many_places {
	unsigned depth; /* leading bits */
	uint32_t count; /* places, numbered in the order in which they appeared */
	uint32_t most;
	uint64_t *prefix; /* [most + 1] */
	uint32_t *slot;   /* [slots] a hash table: place + 1, 0 is free */
	uint32_t slots;
} many_places;

/* The key of a number, whose order is that of numbers. -0 equals 0. */
static inline uint64_t many_key(double value)
{
	union {
		double value;
		uint64_t bits;
	} both = { .value = value + 0.0 };
	return both.bits >> 63 ? ~both.bits : both.bits | UINT64_C(1) << 63;
}

static inline uint64_t many_prefix(uint64_t key, unsigned depth)
{
	return depth == 0 ? 0 : key >> (MANY_DEEPEST - depth);
}

/* A key with this prefix. */
static inline uint64_t many_key_of(uint64_t prefix, unsigned depth)
{
	return depth == 0 ? 0 : prefix << (MANY_DEEPEST - depth);
}

static inline uint32_t many_slot(uint64_t prefix, uint32_t slots)
{
	return (uint32_t)((prefix * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (slots - 1);
}

/* The place of a key; MANY_NO_PLACE if there is none. */
static inline uint32_t many_places_find(const many_places *p, uint64_t key)
{
	uint64_t prefix = many_prefix(key, p->depth);
	for (uint32_t s = many_slot(prefix, p->slots); p->slot[s] != 0; s = (s + 1) & (p->slots - 1))
		if (p->prefix[p->slot[s] - 1] == prefix)
			return p->slot[s] - 1;
	return MANY_NO_PLACE;
}

/* No places, at the deepest. `most`: a power of two. Returns false if memory runs out; cleared in any case. */
bool many_places_init(many_places *p, uint32_t most);
void many_places_clear(many_places *p);

/* Adds the place of a key that has none. There may then be one too many: the caller coarsens. */
uint32_t many_places_add(many_places *p, uint64_t key);

/* Takes fewer bits of keys: map[old place] is the new one. O(slots). */
void many_places_coarsen(many_places *p, unsigned depth, uint32_t *map);

#endif
