/* The bytes of a state: a header of 64 bytes, then numbers and texts. Numbers are little-endian, counts have 7 bits per
 * byte, so the same state has the same bytes on every machine. A reader believes nothing: every count is compared with
 * the bytes that are left before memory is taken for it. */
#ifndef MANY_STATE_H
#define MANY_STATE_H

#include "base/parcel.h"
#include "mixmi.h"

enum { MANY_HEADER = 64, MANY_VERSION = 1 };

typedef enum many_kind { MANY_SKETCH = 1 } many_kind;

typedef struct many_header {
	uint64_t kind;
	uint64_t seed;   /* of the hash of rows */
	uint64_t schema; /* hash of names and types: states with another one are about other columns */
	uint64_t plan;   /* hash of the plan that they were made with; 0: none */
} many_header;

void many_put(base_parcel *out, uint64_t count);        /* 1 to 10 bytes */
void many_put_fixed(base_parcel *out, uint64_t number); /* 8 bytes */
void many_put_text(base_parcel *out, const char *text);

bool many_take(base_parcel *in, uint64_t *count);
bool many_take_fixed(base_parcel *in, uint64_t *number);
/* A count of things of which each takes at least `least` bytes. */
bool many_take_count(base_parcel *in, size_t *count, size_t least);
/* The caller frees the text. */
bool many_take_text(base_parcel *in, char **text);

/* Room for the header at the start, and its contents at the end. many_state_end() returns false if memory ran out. */
void many_state_begin(base_parcel *out);
bool many_state_end(base_parcel *out, const many_header *header);

/* Checks magic, version, kind, length and checksum, and places `in`, whose bytes are borrowed, after the header. */
mixmi_status many_state_open(base_parcel *in, many_header *header, const void *bytes, size_t length, many_kind kind);

/* The error of bytes that are whole but impossible. */
mixmi_status many_state_damaged(void);

#endif
