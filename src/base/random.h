/* Counter-based random numbers. A stream is a function of its key, so it does not depend on which thread uses it or in
 * which order streams are used. */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "mixmi/method.h"

typedef mixmi_random base_random;

/* Stream number `stream` for `seed` and `key`; the key identifies, for example, a question. */
void base_random_init(base_random *random, uint64_t seed, uint64_t key, uint64_t stream);

uint64_t base_random_bits(base_random *random);

/* Uniform on 0 .. count-1; count > 0. */
uint64_t base_random_below(base_random *random, uint64_t count);

#endif
