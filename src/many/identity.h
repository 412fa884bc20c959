/* What identifies a row: its part and number, or the values of its key. Never its content: equal rows would be drawn
 * together, and tests of the sample would reject true independence. */
#ifndef MANY_IDENTITY_H
#define MANY_IDENTITY_H

#include "base/hash.h"
#include "many/places.h"

#define MANY_IDENTITY UINT64_C(0x243F6A8885A308D3) /* of a key without values yet: digits of pi */

static inline uint64_t many_identity_with(uint64_t identity, uint64_t hash)
{
	return base_hash_mix(identity + UINT64_C(0x9E3779B97F4A7C15)) ^ base_hash_mix(hash + UINT64_C(0xD1B54A32D192ED03));
}

static inline uint64_t many_identity_value(const char *text, double number)
{
	return base_hash_mix(text != NULL ? base_hash_text(BASE_HASH_START, text) : many_key(number));
}

static inline uint64_t many_identity_of(const char *part, uint64_t row)
{
	return many_identity_with(base_hash_text(MANY_IDENTITY, part), row);
}

#endif
