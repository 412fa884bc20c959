/* Sources of bytes: a file or standard input, plain or compressed, that can be read again from its start. A file is
 * read again; the bytes of a pipe are stored in memory as they arrive (compressed if they arrive so). */
#ifndef DATA_SOURCE_H
#define DATA_SOURCE_H

#include "mixmi.h"

typedef struct data_source data_source;

/* Opens `path`; "-" is standard input, which is not closed. Compression is detected from the bytes, not the name. */
mixmi_status data_source_open(data_source **out, const char *path);

/* Sets a limit: decompressing more bytes than this since the start is an error that names option max-unpacked. */
void data_source_limit(data_source *source, size_t most);

/* True if the source is compressed. */
bool data_source_is_packed(const data_source *source);

/* Next up to `capacity` bytes, uncompressed. *count < capacity only at the end. */
mixmi_status data_source_read(data_source *source, char *buffer, size_t capacity, size_t *count);

mixmi_status data_source_rewind(data_source *source);

/* All bytes from here on, which the caller frees. */
mixmi_status data_source_all(unsigned char **bytes, size_t *length, data_source *source);

/* A source of these bytes, which it takes over, also after a failure. */
mixmi_status data_source_memory(data_source **out, const char *name, unsigned char *bytes, size_t length);

/* Share of the file that has been read; negative if its size is unknown. */
double data_source_share(const data_source *source);

/* True if the source is a plain file of at most this many bytes. */
bool data_source_is_short(const data_source *source, int64_t most);

/* Name for messages: the path with unusual bytes escaped, or "standard input". */
const char *data_source_name(const data_source *source);

void data_source_close(data_source *source);

#endif
