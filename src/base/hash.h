/* Hash functions for random streams, hash tables and content. None is secure against an adversary. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdint.h>

#define BASE_HASH_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a, applied to a whole word instead of bytes where there are few words and they are small. */
static inline uint64_t base_hash_word(uint64_t hash, uint64_t word)
{
	return (hash ^ word) * UINT64_C(0x100000001b3);
}

/* FNV-1a over a text and its terminating NUL, so that "ab", "c" and "a", "bc" differ. */
static inline uint64_t base_hash_text(uint64_t hash, const char *text)
{
	do
		hash = base_hash_word(hash, (unsigned char)*text);
	while (*text++ != '\0');
	return hash;
}

/* Adds a number to a hash. */
static inline uint64_t base_hash_number(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 32);
}

/* Mixes the bits of a number (the finaliser of SplitMix64). A sum of such values is a hash of a set, independent of its
 * order. */
static inline uint64_t base_hash_mix(uint64_t value)
{
	value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
	return value ^ (value >> 31);
}

#endif
