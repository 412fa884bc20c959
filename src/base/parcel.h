/* Buffers sent between processes of the same program. Numbers are stored as they are in memory and read back in the
 * order in which they were written. Invariant: after a failed allocation nothing more is written and `failed` stays
 * set. */
#ifndef BASE_PARCEL_H
#define BASE_PARCEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Initialise with { 0 }. */
typedef struct base_parcel {
	unsigned char *bytes;
	size_t used, capacity;
	size_t at;   /* position of the next read */
	bool failed; /* memory ran out while writing */
} base_parcel;

void base_parcel_put(base_parcel *parcel, const void *bytes, size_t size);

/* Returns false and reads nothing if fewer bytes are left. */
bool base_parcel_take(base_parcel *parcel, void *bytes, size_t size);

/* Integers, and texts that may be NULL. The caller owns a text that was read. Returns false also if memory runs out. */
void base_parcel_put_number(base_parcel *parcel, uint64_t number);
bool base_parcel_take_number(base_parcel *parcel, uint64_t *number);
bool base_parcel_take_size(base_parcel *parcel, size_t *size);
void base_parcel_put_text(base_parcel *parcel, const char *text);
bool base_parcel_take_text(base_parcel *parcel, char **text);

void base_parcel_clear(base_parcel *parcel);

#endif
