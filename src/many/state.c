/* See state.h. The header: magic (8 bytes), version and kind (4 each), seed, schema, plan, length of the whole, checksum
 * (8 each), 8 bytes of 0. */
#include "many/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"

enum { AT_VERSION = 8, AT_KIND = 12, AT_SEED = 16, AT_SCHEMA = 24, AT_PLAN = 32, AT_LENGTH = 40, AT_CHECKSUM = 48 };

static const unsigned char magic[8] = { 0x89, 'm', 'i', 'x', 'm', 'i', '\r', '\n' };

static void write_number(unsigned char *to, uint64_t number, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		to[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t read_number(const unsigned char *from, size_t bytes)
{
	uint64_t number = 0;
	for (size_t i = 0; i < bytes; i++)
		number |= (uint64_t)from[i] << 8 * i;
	return number;
}

/* Of all bytes but the checksum itself. */
static uint64_t checksum_of(const unsigned char *bytes, size_t length)
{
	uint64_t hash = BASE_HASH_START;
	for (size_t i = 0; i < length; i += 8)
		if (i != AT_CHECKSUM)
			hash = base_hash_number(hash, read_number(bytes + i, length - i < 8 ? length - i : 8));
	return base_hash_mix(hash);
}

void many_put(base_parcel *out, uint64_t count)
{
	unsigned char bytes[10];
	size_t used = 0;
	for (; count >= 0x80; count >>= 7)
		bytes[used++] = (unsigned char)(count | 0x80);
	bytes[used++] = (unsigned char)count;
	base_parcel_put(out, bytes, used);
}

void many_put_fixed(base_parcel *out, uint64_t number)
{
	unsigned char bytes[8];
	write_number(bytes, number, sizeof bytes);
	base_parcel_put(out, bytes, sizeof bytes);
}

void many_put_text(base_parcel *out, const char *text)
{
	size_t length = strlen(text);
	many_put(out, length);
	base_parcel_put(out, text, length);
}

bool many_take(base_parcel *in, uint64_t *count)
{
	unsigned char byte = 0x80;
	*count = 0;
	for (unsigned shift = 0; byte & 0x80; shift += 7) {
		if (shift > 63 || !base_parcel_take(in, &byte, 1) || (shift == 63 && byte > 1))
			return false;
		*count |= (uint64_t)(byte & 0x7f) << shift;
	}
	return true;
}

bool many_take_fixed(base_parcel *in, uint64_t *number)
{
	unsigned char bytes[8];
	if (!base_parcel_take(in, bytes, sizeof bytes))
		return false;
	*number = read_number(bytes, sizeof bytes);
	return true;
}

bool many_take_count(base_parcel *in, size_t *count, size_t least)
{
	uint64_t number;
	if (!many_take(in, &number) || number > (in->used - in->at) / least)
		return false;
	*count = (size_t)number;
	return true;
}

bool many_take_text(base_parcel *in, char **text)
{
	size_t length;
	*text = NULL;
	if (!many_take_count(in, &length, 1) || memchr(in->bytes + in->at, 0, length) != NULL)
		return false;
	*text = base_string_copy_n((const char *)in->bytes + in->at, length);
	in->at += length;
	return *text != NULL;
}

void many_state_begin(base_parcel *out)
{
	static const unsigned char empty[MANY_HEADER];
	base_parcel_put(out, empty, sizeof empty);
}

bool many_state_end(base_parcel *out, const many_header *header)
{
	if (out->failed)
		return false;
	unsigned char *bytes = out->bytes;
	memcpy(bytes, magic, sizeof magic);
	write_number(bytes + AT_VERSION, MANY_VERSION, 4);
	write_number(bytes + AT_KIND, header->kind, 4);
	write_number(bytes + AT_SEED, header->seed, 8);
	write_number(bytes + AT_SCHEMA, header->schema, 8);
	write_number(bytes + AT_PLAN, header->plan, 8);
	write_number(bytes + AT_LENGTH, out->used, 8);
	write_number(bytes + AT_CHECKSUM, checksum_of(bytes, out->used), 8);
	return true;
}

mixmi_status many_state_damaged(void)
{
	return base_error(MIXMI_ERROR_DATA, "the state is damaged");
}

mixmi_status many_state_open(base_parcel *in, many_header *header, const void *bytes, size_t length, many_kind kind)
{
	const unsigned char *b = bytes;
	if (length < MANY_HEADER || memcmp(b, magic, sizeof magic) != 0)
		return base_error(MIXMI_ERROR_DATA, "this is no state of mixmi");
	if (read_number(b + AT_VERSION, 4) != MANY_VERSION)
		return base_error(MIXMI_ERROR_DATA, "the state has version %llu, and this is version %d",
		                  (unsigned long long)read_number(b + AT_VERSION, 4), MANY_VERSION);
	if (read_number(b + AT_LENGTH, 8) != length)
		return base_error(MIXMI_ERROR_DATA, "the state has %zu bytes of %llu", length,
		                  (unsigned long long)read_number(b + AT_LENGTH, 8));
	if (read_number(b + AT_CHECKSUM, 8) != checksum_of(b, length))
		return many_state_damaged();
	*header = (many_header){ read_number(b + AT_KIND, 4), read_number(b + AT_SEED, 8), read_number(b + AT_SCHEMA, 8),
		                     read_number(b + AT_PLAN, 8) };
	if (header->kind != kind)
		return base_error(MIXMI_ERROR_DATA, "the state is of kind %llu, not %d", (unsigned long long)header->kind,
		                  kind);
	*in = (base_parcel){ .bytes = (unsigned char *)bytes, .used = length, .at = MANY_HEADER };
	return MIXMI_OK;
}
