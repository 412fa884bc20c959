/* Least-significant-digit radix sort, with wide digits where there are many keys: fewer passes, more buckets to clear. A digit that is the same
 * in all keys costs nothing, so narrow keys (cell numbers, integers) sort in one or two passes. */
#include "base/sort.h"

#include <string.h>

enum { KEY_BITS = 64, WIDE = 11, NARROW = 8, MANY = 1 << (WIDE + 1), SMALL = 48 };

static size_t digit(uint64_t key, unsigned shift, unsigned bits)
{
	return (size_t)(key >> shift) & (((size_t)1 << bits) - 1);
}

static void insertion_sort(base_keyed *items, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		base_keyed item = items[i];
		size_t j = i;
		for (; j > 0 && items[j - 1].key > item.key; j--)
			items[j] = items[j - 1];
		items[j] = item;
	}
}

/* One stable pass by one digit. False if all keys share that digit, in which case nothing was moved. */
static bool distribute(base_keyed *to, const base_keyed *from, size_t count, unsigned shift, unsigned bits)
{
	uint32_t start[1 << WIDE], before = 0; /* rows are numbered by 32 bits; the caller's stack may be small */
	size_t buckets = (size_t)1 << bits;
	memset(start, 0, buckets * sizeof *start);
	for (size_t i = 0; i < count; i++)
		start[digit(from[i].key, shift, bits)]++;
	if (start[digit(from[0].key, shift, bits)] == count)
		return false;
	for (size_t b = 0; b < buckets; b++) {
		uint32_t here = start[b];
		start[b] = before;
		before += here;
	}
	for (size_t i = 0; i < count; i++)
		to[start[digit(from[i].key, shift, bits)]++] = from[i];
	return true;
}

void base_sort_keyed(base_keyed *items, base_keyed *scratch, size_t count)
{
	if (count <= SMALL) {
		insertion_sort(items, count);
		return;
	}
	uint64_t all = items[0].key, any = items[0].key; /* bits set in all keys, and in at least one key */
	for (size_t i = 1; i < count; i++) {
		all &= items[i].key;
		any |= items[i].key;
	}
	base_keyed *from = items, *to = scratch;
	unsigned bits = count < MANY ? NARROW : WIDE;
	for (unsigned shift = 0; shift < KEY_BITS; shift += bits) {
		if (digit(all ^ any, shift, bits) == 0 || !distribute(to, from, count, shift, bits))
			continue;
		base_keyed *swap = from;
		from = to;
		to = swap;
	}
	if (from != items)
		memcpy(items, from, count * sizeof *items);
}

uint64_t base_sort_key(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

double base_sort_value(uint64_t key)
{
	uint64_t bits = key >> 63 ? key & ~((uint64_t)1 << 63) : ~key;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}
