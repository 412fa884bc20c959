/* Two layers: raw bytes (a file descriptor, or the stored bytes of a pipe), and above them plain or decompressed bytes
 * (unpack.h). The raw layer counts its bytes, so progress is known for compressed files too. */
#include "data/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/text.h"
#include "data/unpack.h"

enum { RAW_BYTES = 1 << 17, NO_FILE = -1 };

struct data_source {
	char name[BASE_TEXT_SHOWN];
	int file;
	bool opened; /* the descriptor was opened here and must be closed */
	bool seekable;
	int64_t start;    /* initial offset of a seekable file */
	int64_t size;     /* bytes from there to its end */
	size_t delivered; /* raw bytes returned since the start */
	/* bytes read from a pipe so far */
	unsigned char *kept;
	size_t kept_count;
	size_t kept_capacity;
	/* raw bytes not consumed yet */
	unsigned char *raw;
	size_t raw_next;
	size_t raw_count;
	data_unpack *unpack; /* NULL: not compressed */
	bool drained;        /* no raw bytes are left */
	size_t unpacked;     /* decompressed bytes since the start ... */
	size_t most;         /* ... and their limit */
};

static mixmi_status read_error(const data_source *source, const char *what, int number)
{
	char reason[96];
	return base_error(MIXMI_ERROR_IO, "%s: %s: %s", source->name, what, base_errno_text(reason, sizeof reason, number));
}

/* ---------------------------------------------------------------------------------------------------- raw bytes */

static mixmi_status read_file(data_source *source, unsigned char *buffer, size_t capacity, size_t *count)
{
	ptrdiff_t got = base_file_read(source->file, buffer, capacity);
	if (got < 0)
		return read_error(source, "cannot read", errno);
	*count = (size_t)got;
	return MIXMI_OK;
}

/* Continues reading a pipe, storing its bytes. */
static mixmi_status read_pipe(data_source *source, unsigned char *buffer, size_t capacity, size_t *count)
{
	if (source->delivered < source->kept_count) {
		size_t left = source->kept_count - source->delivered;
		*count = left < capacity ? left : capacity;
		memcpy(buffer, source->kept + source->delivered, *count);
		return MIXMI_OK;
	}
	*count = 0;
	mixmi_status status = source->file != NO_FILE ? read_file(source, buffer, capacity, count) : MIXMI_OK;
	if (status != MIXMI_OK || *count == 0)
		return status;
	void *kept = source->kept;
	bool room = base_grow(&kept, &source->kept_capacity, source->kept_count + *count, 1);
	source->kept = kept;
	if (!room)
		return base_error_memory();
	memcpy(source->kept + source->kept_count, buffer, *count);
	source->kept_count += *count;
	return MIXMI_OK;
}

/* Reads some raw bytes, at least one unless at the end. */
static mixmi_status read_raw(data_source *source, unsigned char *buffer, size_t capacity, size_t *count)
{
	mixmi_status status =
		source->seekable ? read_file(source, buffer, capacity, count) : read_pipe(source, buffer, capacity, count);
	if (status == MIXMI_OK)
		source->delivered += *count;
	return status;
}

static mixmi_status refill(data_source *source)
{
	source->raw_next = 0;
	source->raw_count = 0;
	return read_raw(source, source->raw, RAW_BYTES, &source->raw_count);
}

/* --------------------------------------------------------------------------------------------- plain and inflated */

static mixmi_status read_plain(data_source *source, char *buffer, size_t capacity, size_t *count)
{
	size_t waiting = source->raw_count - source->raw_next;
	*count = waiting < capacity ? waiting : capacity;
	memcpy(buffer, source->raw + source->raw_next, *count);
	source->raw_next += *count;
	while (*count < capacity) {
		size_t more;
		mixmi_status status = read_raw(source, (unsigned char *)buffer + *count, capacity - *count, &more);
		if (status != MIXMI_OK || more == 0)
			return status;
		*count += more;
	}
	return MIXMI_OK;
}

static mixmi_status read_packed(data_source *source, char *buffer, size_t capacity, size_t *count)
{
	*count = 0;
	while (*count < capacity) {
		size_t used = 0, made = 0;
		mixmi_status status = MIXMI_OK;
		if (source->raw_next == source->raw_count && !source->drained) {
			status = refill(source);
			source->drained = source->raw_count == 0;
		}
		size_t waiting = source->raw_count - source->raw_next;
		if (status == MIXMI_OK && waiting == 0)
			return data_unpack_end(source->unpack);
		if (status == MIXMI_OK)
			status = data_unpack_run(source->unpack, source->raw + source->raw_next, waiting, &used, buffer + *count,
			                         capacity - *count, &made);
		if (status != MIXMI_OK)
			return status;
		source->raw_next += used;
		source->unpacked += made;
		*count += made;
		if (source->unpacked > source->most)
			return base_error(MIXMI_ERROR_LIMIT,
			                  "%s: unpacks to more than %zu bytes; option max-unpacked raises the limit", source->name,
			                  source->most);
	}
	return MIXMI_OK;
}

void data_source_limit(data_source *source, size_t most)
{
	source->most = most;
}

bool data_source_is_packed(const data_source *source)
{
	return source->unpack != NULL;
}

mixmi_status data_source_read(data_source *source, char *buffer, size_t capacity, size_t *count)
{
	return source->unpack != NULL ? read_packed(source, buffer, capacity, count)
	                              : read_plain(source, buffer, capacity, count);
}

/* -------------------------------------------------------------------------------------------- opening and closing */

static mixmi_status open_file(data_source *source, const char *path)
{
	if (strcmp(path, "-") == 0) {
		source->file = 0;
		strcpy(source->name, "standard input");
	} else {
		base_text_show(source->name, path, strlen(path));
		source->file = base_file_open(path, BASE_OPEN_READ, true);
		if (source->file < 0)
			return read_error(source, "cannot open", errno);
		source->opened = true;
	}
	base_file_kind kind;
	int64_t size;
	if (!base_file_look(&kind, &size, source->file))
		return read_error(source, "cannot read", errno);
	if (kind == BASE_FILE_FOLDER)
		return base_error(MIXMI_ERROR_IO, "%s: is a directory, not a file", source->name);
	if (kind == BASE_FILE_PLAIN) {
		source->start = base_file_seek(source->file, 0, SEEK_CUR);
		source->seekable = source->start >= 0;
		source->size = size - source->start;
	}
	return MIXMI_OK;
}

/* Detects the compression from the first bytes. A pipe may deliver them one by one. */
static mixmi_status detect_packing(data_source *source)
{
	size_t more = 1;
	while (source->raw_count < DATA_UNPACK_HEAD && more > 0) {
		mixmi_status status = read_raw(source, source->raw + source->raw_count, RAW_BYTES - source->raw_count, &more);
		if (status != MIXMI_OK)
			return status;
		source->raw_count += more;
	}
	return data_unpack_open(&source->unpack, source->name, source->raw, source->raw_count);
}

mixmi_status data_source_open(data_source **out, const char *path)
{
	*out = NULL;
	data_source *source = base_array_zero(1, sizeof *source);
	if (source == NULL)
		return base_error_memory();
	mixmi_status status = MIXMI_OK;
	source->most = SIZE_MAX;
	source->raw = base_array(RAW_BYTES, 1);
	if (source->raw == NULL)
		status = base_error_memory();
	if (status == MIXMI_OK)
		status = open_file(source, path);
	if (status == MIXMI_OK)
		status = detect_packing(source);
	if (status == MIXMI_OK)
		*out = source;
	else
		data_source_close(source);
	return status;
}

mixmi_status data_source_all(unsigned char **bytes, size_t *length, data_source *source)
{
	enum { FIRST = 1 << 16 };
	size_t capacity = 0, more = 1;
	*bytes = NULL;
	mixmi_status status = MIXMI_OK;
	for (*length = 0; status == MIXMI_OK && more > 0; *length += more) {
		void *room = *bytes;
		bool done = base_grow(&room, &capacity, *length + FIRST, 1);
		*bytes = room;
		more = 0;
		status =
			done ? data_source_read(source, (char *)*bytes + *length, capacity - *length, &more) : base_error_memory();
	}
	if (status != MIXMI_OK) {
		free(*bytes);
		*bytes = NULL;
	}
	return status;
}

mixmi_status data_source_memory(data_source **out, const char *name, unsigned char *bytes, size_t length)
{
	data_source *source = base_array_zero(1, sizeof *source);
	unsigned char *raw = base_array(RAW_BYTES, 1);
	if (source == NULL || raw == NULL) {
		free(source);
		free(raw);
		free(bytes);
		*out = NULL;
		return base_error_memory();
	}
	snprintf(source->name, sizeof source->name, "%s", name);
	source->file = NO_FILE;
	source->size = (int64_t)length;
	source->most = SIZE_MAX;
	source->raw = raw;
	source->kept = bytes;
	source->kept_count = length;
	*out = source;
	return MIXMI_OK;
}

mixmi_status data_source_rewind(data_source *source)
{
	source->delivered = 0;
	source->raw_next = 0;
	source->raw_count = 0;
	if (source->seekable && base_file_seek(source->file, source->start, SEEK_SET) < 0)
		return read_error(source, "cannot read again", errno);
	source->drained = false;
	source->unpacked = 0;
	return source->unpack != NULL ? data_unpack_reset(source->unpack) : MIXMI_OK;
}

double data_source_share(const data_source *source)
{
	if (!source->seekable || source->size <= 0)
		return -1;
	double share = (double)source->delivered / (double)source->size;
	return share < 1 ? share : 1;
}

bool data_source_is_short(const data_source *source, int64_t most)
{
	return source->size > 0 && source->size <= most && !data_source_is_packed(source);
}

const char *data_source_name(const data_source *source)
{
	return source->name;
}

void data_source_close(data_source *source)
{
	if (source == NULL)
		return;
	data_unpack_close(source->unpack);
	if (source->opened)
		(void)base_file_close(source->file);
	free(source->raw);
	free(source->kept);
	free(source);
}
