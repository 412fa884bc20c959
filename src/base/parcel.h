/* Bytes that go from one process to another of the same program: numbers as they lie in memory, put in and taken out in the
 * same order. Invariant: after a failed allocation nothing more is put in and `failed` stays set. */
#ifndef BASE_PARCEL_H
#define BASE_PARCEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Start with { 0 }. */
typedef struct base_parcel {
	unsigned char *bytes;
	size_t used, capacity;
	size_t at;   /* where the next one is taken out */
	bool failed; /* out of memory while putting in */
} base_parcel;

void base_parcel_put(base_parcel *parcel, const void *bytes, size_t size);

/* False, with nothing taken, where fewer bytes are left. */
bool base_parcel_take(base_parcel *parcel, void *bytes, size_t size);

/* Whole numbers, and texts that may be NULL. A text that was taken belongs to the caller; false also for lack of memory. */
void base_parcel_put_number(base_parcel *parcel, uint64_t number);
bool base_parcel_take_number(base_parcel *parcel, uint64_t *number);
bool base_parcel_take_size(base_parcel *parcel, size_t *size);
void base_parcel_put_text(base_parcel *parcel, const char *text);
bool base_parcel_take_text(base_parcel *parcel, char **text);

void base_parcel_clear(base_parcel *parcel);

#endif
