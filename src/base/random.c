/* Philox 4x32-10 (Salmon et al. 2011) from Random123: maps a key and a counter to random bits, without shared state. */
#include "base/random.h"

#include <Random123/philox.h>

void base_random_init(base_random *random, uint64_t seed, uint64_t key, uint64_t stream)
{
	*random = (base_random){ .key = key ^ seed * UINT64_C(0x9E3779B97F4A7C15), .stream = stream };
}

static void next_block(base_random *random)
{
	philox4x32_ctr_t counter = { { (uint32_t)random->counter, (uint32_t)(random->counter >> 32),
		                           (uint32_t)random->stream, (uint32_t)(random->stream >> 32) } };
	philox4x32_key_t key = { { (uint32_t)random->key, (uint32_t)(random->key >> 32) } };
	philox4x32_ctr_t out = philox4x32(counter, key);
	random->block[0] = (uint64_t)out.v[1] << 32 | out.v[0];
	random->block[1] = (uint64_t)out.v[3] << 32 | out.v[2];
	random->counter++;
	random->left = 2;
}

uint64_t base_random_bits(base_random *random)
{
	if (random->left == 0)
		next_block(random);
	return random->block[--random->left];
}

uint64_t base_random_below(base_random *random, uint64_t count)
{
	uint64_t excess = (UINT64_MAX % count + 1) % count; /* remainder of 2^64 modulo count */
	uint64_t bits;
	do
		bits = base_random_bits(random);
	while (bits > UINT64_MAX - excess);
	return bits % count;
}
