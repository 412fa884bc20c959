/* Decompression: gzip, and xz and zstd through their libraries, which are loaded on demand. */
#ifndef DATA_UNPACK_H
#define DATA_UNPACK_H

#include "mixmi.h"

typedef struct data_unpack data_unpack;

/* Number of first bytes of a file that are enough to detect its compression. */
enum { DATA_UNPACK_HEAD = 6 };

/* Prepares decompression of a file that begins with these bytes; *out is NULL if it is not compressed. `name` is for
 * messages and must live as long. A missing library is an error. */
mixmi_status data_unpack_open(data_unpack **out, const char *name, const unsigned char *head, size_t length);

/* One step: reads some of the `available` bytes at `in`, *used of them, and writes *made bytes to `out`. Consecutive
 * members are concatenated. */
mixmi_status data_unpack_run(data_unpack *unpack, const unsigned char *in, size_t available, size_t *used, char *out,
                             size_t capacity, size_t *made);

/* An error if the input ends within a member. */
mixmi_status data_unpack_end(const data_unpack *unpack);

/* Restarts from the beginning. */
mixmi_status data_unpack_reset(data_unpack *unpack);

void data_unpack_close(data_unpack *unpack);

#endif
