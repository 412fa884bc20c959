/* The directory at the end of the archive lists the members, each with its place and its sizes. A member is unpacked
 * piece by piece, so that a small archive cannot demand much memory. */
#include "data/zip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/error.h"
#include "base/memory.h"

enum { DIRECTORY_END = 22, DIRECTORY_ENTRY = 46, LOCAL_HEADER = 30, STORED = 0, DEFLATED = 8, PIECE = 1 << 15 };

struct data_zip {
	const char *name;
	unsigned char *bytes;
	size_t length;
	size_t directory, entries, limit; /* the first entry, their number, and the end of them all */
	size_t most, unpacked;
	char piece[PIECE];
};

static uint32_t get(const unsigned char *p, int bytes)
{
	uint32_t value = 0;
	while (bytes-- > 0)
		value = value << 8 | p[bytes];
	return value;
}

static mixmi_status broken(const data_zip *zip, const char *what)
{
	return base_error(MIXMI_ERROR_DATA, "%s: is a broken zip archive: %s", zip->name, what);
}

/* The end of the directory, which may be followed by a comment; NULL: none. */
static const unsigned char *find_end(const data_zip *zip)
{
	enum { LONGEST_COMMENT = 65535 };
	for (size_t back = DIRECTORY_END; back <= zip->length && back <= DIRECTORY_END + LONGEST_COMMENT; back++)
		if (memcmp(zip->bytes + zip->length - back, "PK\5\6", 4) == 0)
			return zip->bytes + zip->length - back;
	return NULL;
}

/* The next entry at *at, and the place after it; NULL: there is none. */
static const unsigned char *next_entry(const data_zip *zip, size_t *at)
{
	const unsigned char *entry = zip->bytes + *at;
	if (*at > zip->limit || zip->limit - *at < DIRECTORY_ENTRY || get(entry, 4) != 0x02014b50)
		return NULL;
	size_t name = get(entry + 28, 2), size = DIRECTORY_ENTRY + name + get(entry + 30, 2) + get(entry + 32, 2);
	if (size > zip->limit - *at)
		return NULL;
	*at += size;
	return entry;
}

static mixmi_status find_directory(data_zip *zip)
{
	const unsigned char *end = find_end(zip);
	if (end == NULL)
		return broken(zip, "it has no directory");
	zip->entries = get(end + 10, 2);
	zip->directory = get(end + 16, 4);
	zip->limit = (size_t)(end - zip->bytes);
	size_t at = zip->directory;
	for (size_t i = 0; i < zip->entries; i++)
		if (next_entry(zip, &at) == NULL)
			return broken(zip, "its directory is cut short");
	return MIXMI_OK;
}

mixmi_status data_zip_open(data_zip **out, const char *name, unsigned char *bytes, size_t length, size_t most)
{
	data_zip *zip = base_array(1, sizeof *zip);
	*out = NULL;
	if (zip == NULL) {
		free(bytes);
		return base_error_memory();
	}
	*zip = (data_zip){ .name = name, .bytes = bytes, .length = length, .most = most };
	mixmi_status status = find_directory(zip);
	if (status == MIXMI_OK)
		*out = zip;
	else
		data_zip_close(zip);
	return status;
}

void data_zip_close(data_zip *zip)
{
	if (zip == NULL)
		return;
	free(zip->bytes);
	free(zip);
}

static const unsigned char *find(const data_zip *zip, const char *member)
{
	size_t at = zip->directory, length = strlen(member);
	for (size_t i = 0; i < zip->entries; i++) {
		const unsigned char *entry = next_entry(zip, &at);
		if (get(entry + 28, 2) == length && memcmp(entry + DIRECTORY_ENTRY, member, length) == 0)
			return entry;
	}
	return NULL;
}

bool data_zip_has(const data_zip *zip, const char *member)
{
	return find(zip, member) != NULL;
}

/* Passes on a piece, within the limit. */
static mixmi_status give(data_zip *zip, uint32_t *sum, const char *bytes, size_t count, bool last, data_zip_part *part,
                         void *context)
{
	zip->unpacked += count;
	if (zip->unpacked > zip->most)
		return base_error(MIXMI_ERROR_LIMIT, "%s: unpacks to more than %zu bytes; option max-unpacked raises the limit",
		                  zip->name, zip->most);
	*sum = (uint32_t)crc32(*sum, (const unsigned char *)bytes, (uInt)count);
	return part(context, bytes, count, last);
}

static mixmi_status copy(data_zip *zip, uint32_t *sum, const unsigned char *in, size_t length, data_zip_part *part,
                         void *context)
{
	mixmi_status status = MIXMI_OK;
	for (size_t at = 0; status == MIXMI_OK && at <= length; at += PIECE) {
		size_t count = length - at < PIECE ? length - at : PIECE;
		status = give(zip, sum, (const char *)in + at, count, length - at < PIECE, part, context);
	}
	return status;
}

static mixmi_status inflate_pieces(data_zip *zip, z_stream *stream, uint32_t *sum, data_zip_part *part, void *context)
{
	int code = Z_OK;
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && code == Z_OK) {
		stream->next_out = (unsigned char *)zip->piece;
		stream->avail_out = PIECE;
		code = inflate(stream, Z_NO_FLUSH);
		if (code != Z_OK && code != Z_STREAM_END)
			return broken(zip, "a member cannot be unpacked");
		status = give(zip, sum, zip->piece, PIECE - stream->avail_out, code == Z_STREAM_END, part, context);
	}
	return status;
}

static mixmi_status inflate_member(data_zip *zip, uint32_t *sum, const unsigned char *in, size_t length,
                                   data_zip_part *part, void *context)
{
	z_stream stream = { .next_in = (unsigned char *)(uintptr_t)in, .avail_in = (uInt)length };
	if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
		return base_error_memory();
	mixmi_status status = inflate_pieces(zip, &stream, sum, part, context);
	inflateEnd(&stream);
	return status;
}

mixmi_status data_zip_read(data_zip *zip, const char *member, data_zip_part *part, void *context)
{
	const unsigned char *entry = find(zip, member);
	uint32_t method = get(entry + 10, 2), packed = get(entry + 20, 4), offset = get(entry + 42, 4), sum = 0;
	if ((get(entry + 8, 2) & 1) != 0)
		return base_error(MIXMI_ERROR_DATA, "%s: is encrypted; save it without a password", zip->name);
	if (offset > zip->length || zip->length - offset < LOCAL_HEADER || get(zip->bytes + offset, 4) != 0x04034b50)
		return broken(zip, "a member is not where it should be");
	size_t start = (size_t)offset + LOCAL_HEADER + get(zip->bytes + offset + 26, 2) + get(zip->bytes + offset + 28, 2);
	if (start > zip->length || packed > zip->length - start)
		return broken(zip, "a member is cut short");
	if (method != STORED && method != DEFLATED)
		return broken(zip, "a member is packed in an unknown way");
	mixmi_status status = method == STORED ? copy(zip, &sum, zip->bytes + start, packed, part, context)
	                                       : inflate_member(zip, &sum, zip->bytes + start, packed, part, context);
	if (status == MIXMI_OK && sum != get(entry + 16, 4))
		return broken(zip, "a member has another checksum than it should have");
	return status;
}
