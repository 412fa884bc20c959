/* Compressed text: gzip, and xz and zstd through their libraries, which are loaded when they are met. */
#ifndef DATA_UNPACK_H
#define DATA_UNPACK_H

#include "mixmi.h"

typedef struct data_unpack data_unpack;

/* Room for the first bytes of a file that tell how it is packed. */
enum { DATA_UNPACK_HEAD = 6 };

/* Sets up for a file that begins with these bytes: *out is NULL where it is not packed. `name` is for messages and must live
 * as long. A library that is missing is an error. */
mixmi_status data_unpack_open(data_unpack **out, const char *name, const unsigned char *head, size_t length);

/* One step: takes some of the `available` bytes at `in`, *used of them, and writes *made bytes to `out`. Members that follow
 * each other count as one. */
mixmi_status data_unpack_run(data_unpack *unpack, const unsigned char *in, size_t available, size_t *used, char *out,
                             size_t capacity, size_t *made);

/* An error if the bytes so far end within a member. */
mixmi_status data_unpack_end(const data_unpack *unpack);

/* Back to the start. */
mixmi_status data_unpack_reset(data_unpack *unpack);

void data_unpack_close(data_unpack *unpack);

#endif
