/* Random numbers by counter: a stream is a function of its key, whoever draws from it and in whatever order streams are
 * used. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

typedef struct base_random {
	uint64_t key;
	uint64_t stream;
	uint64_t counter;
	uint64_t block[2];
	unsigned left; /* words of the block that are not used yet */
} base_random;

/* Stream number `stream` under `seed` for what `key` stands for, such as a question. */
void base_random_init(base_random *random, uint64_t seed, uint64_t key, uint64_t stream);

uint64_t base_random_bits(base_random *random);

/* 0 .. count-1, each equally likely; count > 0. */
uint64_t base_random_below(base_random *random, uint64_t count);

#endif
