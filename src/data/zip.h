/* Members of a zip archive in memory, stored or deflated (PKWARE's APPNOTE.TXT). Every offset is checked. */
#ifndef DATA_ZIP_H
#define DATA_ZIP_H

#include "mixmi.h"

typedef struct data_zip data_zip;

/* Takes over the bytes, also after a failure; `name`, for messages, is borrowed. All members that are read may have
 * `most` bytes together; more are an error that names option max-unpacked. */
mixmi_status data_zip_open(data_zip **out, const char *name, unsigned char *bytes, size_t length, size_t most);

/* NULL is allowed. */
void data_zip_close(data_zip *zip);

bool data_zip_has(const data_zip *zip, const char *member);

/* Takes the next bytes of a member; `last`: there are no more, and `count` may be 0. */
typedef mixmi_status data_zip_part(void *context, const char *bytes, size_t count, bool last);

/* Passes on the bytes of a member that is there. A wrong checksum is an error. */
mixmi_status data_zip_read(data_zip *zip, const char *member, data_zip_part *part, void *context);

#endif
