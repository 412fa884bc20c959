/* The .npz format: a zip archive of .npy files, stored or deflated. The directory at its end lists the members. Arrays
 * must have the same number of rows and become columns named after the members; a matrix becomes several columns. Every
 * offset is checked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/npy.h"

enum { DIRECTORY_END = 22, DIRECTORY_ENTRY = 46, LOCAL_HEADER = 30, STORED = 0, DEFLATED = 8 };

typedef struct member {
	char *name; /* without .npy */
	unsigned char *bytes;
	data_npy *npy;
	size_t first; /* column of the feed */
} member;

typedef struct npz_state {
	unsigned char *bytes;
	size_t length;
	member *members;
	size_t count;
	size_t unpacked; /* total bytes of the members so far */
	bool deflated;   /* some of them were compressed */
	bool done;
} npz_state;

static uint32_t get(const unsigned char *p, int bytes)
{
	uint32_t value = 0;
	while (bytes-- > 0)
		value = value << 8 | p[bytes];
	return value;
}

static mixmi_status broken(const data_feed *feed, const char *what)
{
	return base_error(MIXMI_ERROR_DATA, "%s: is a broken .npz archive: %s", feed->name, what);
}

/* The end of the directory, which may be followed by a comment; NULL: none. */
static const unsigned char *find_end(const npz_state *state)
{
	enum { LONGEST_COMMENT = 65535 };
	for (size_t back = DIRECTORY_END; back <= state->length && back <= DIRECTORY_END + LONGEST_COMMENT; back++)
		if (memcmp(state->bytes + state->length - back, "PK\5\6", 4) == 0)
			return state->bytes + state->length - back;
	return NULL;
}

static bool inflate_all(unsigned char *out, size_t size, const unsigned char *in, size_t length)
{
	z_stream stream = {
		.next_in = (unsigned char *)(uintptr_t)in, .avail_in = (uInt)length, .next_out = out, .avail_out = (uInt)size
	};
	if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
		return false;
	int code = inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	return code == Z_STREAM_END && stream.avail_out == 0;
}

/* Unpacks the member of a directory entry. */
static mixmi_status unpack(member *out, const data_feed *feed, const unsigned char *entry)
{
	enum { MOST_TIMES = 2048 }; /* more than deflate can achieve: such a size must be wrong */
	npz_state *state = feed->state;
	uint32_t method = get(entry + 10, 2), packed = get(entry + 20, 4), size = get(entry + 24, 4),
			 offset = get(entry + 42, 4);
	if (offset > state->length || state->length - offset < LOCAL_HEADER || get(state->bytes + offset, 4) != 0x04034b50)
		return broken(feed, "a member is not where it should be");
	size_t start =
		(size_t)offset + LOCAL_HEADER + get(state->bytes + offset + 26, 2) + get(state->bytes + offset + 28, 2);
	if (start > state->length || packed > state->length - start)
		return broken(feed, "a member is cut short");
	if ((method == STORED && size != packed) || (method == DEFLATED && size / MOST_TIMES > packed))
		return broken(feed, "a member has a wrong size");
	if (method != STORED && method != DEFLATED)
		return broken(feed, "a member is packed in an unknown way");
	state->unpacked += size;
	state->deflated = state->deflated || method == DEFLATED;
	mixmi_status status =
		method == DEFLATED ? data_check_unpacked(feed->name, state->unpacked, feed->options) : MIXMI_OK;
	if (status != MIXMI_OK)
		return status;
	out->bytes = base_array(size, 1);
	if (out->bytes == NULL)
		return base_error_memory();
	if (method == STORED)
		memcpy(out->bytes, state->bytes + start, size);
	else if (!inflate_all(out->bytes, size, state->bytes + start, packed))
		return broken(feed, "a member cannot be unpacked");
	if (crc32(crc32(0, NULL, 0), out->bytes, size) != get(entry + 16, 4))
		return broken(feed, "a member has another checksum than it should have");
	return data_npy_parse(&out->npy, feed->name, out->bytes, size);
}

static mixmi_status read_directory(data_feed *feed)
{
	npz_state *state = feed->state;
	const unsigned char *end = find_end(state);
	if (end == NULL)
		return broken(feed, "it has no directory");
	size_t count = get(end + 10, 2), at = get(end + 16, 4), limit = (size_t)(end - state->bytes);
	state->members = base_array_zero(count, sizeof *state->members);
	if (state->members == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++) {
		if (at > limit || limit - at < DIRECTORY_ENTRY || get(state->bytes + at, 4) != 0x02014b50)
			return broken(feed, "its directory is cut short");
		const unsigned char *entry = state->bytes + at;
		size_t name = get(entry + 28, 2);
		if (name > limit - at - DIRECTORY_ENTRY)
			return broken(feed, "its directory is cut short");
		member *m = &state->members[state->count++];
		bool npy = name > 4 && memcmp(entry + DIRECTORY_ENTRY + name - 4, ".npy", 4) == 0;
		m->name = base_string_copy_n((const char *)entry + DIRECTORY_ENTRY, npy ? name - 4 : name);
		mixmi_status status = m->name != NULL ? unpack(m, feed, entry) : base_error_memory();
		if (status != MIXMI_OK)
			return status;
		at += DIRECTORY_ENTRY + name + get(entry + 30, 2) + get(entry + 32, 2);
	}
	return count > 0 ? MIXMI_OK : broken(feed, "it is empty");
}

/* Columns of all members, which must have the same number of rows. */
static mixmi_status name_columns(data_feed *feed)
{
	npz_state *state = feed->state;
	size_t count = 0;
	for (size_t i = 0; i < state->count; i++) {
		member *m = &state->members[i];
		if (data_npy_rows(m->npy) != data_npy_rows(state->members[0].npy))
			return base_error(MIXMI_ERROR_DATA, "%s: its arrays have different numbers of rows", feed->name);
		m->first = count;
		count += data_npy_columns(m->npy);
	}
	mixmi_status status = data_feed_columns(feed, count);
	for (size_t i = 0; i < state->count; i++) {
		const member *m = &state->members[i];
		for (size_t j = 0; status == MIXMI_OK && j < data_npy_columns(m->npy); j++) {
			char name[256];
			const char *of_field = data_npy_field(m->npy, j);
			if (data_npy_columns(m->npy) == 1)
				snprintf(name, sizeof name, "%s", m->name);
			else if (of_field != NULL)
				snprintf(name, sizeof name, "%s", of_field);
			else
				snprintf(name, sizeof name, "%.200s_%zu", m->name, j + 1);
			status = data_feed_name(feed, m->first + j, name);
		}
	}
	return status;
}

static mixmi_status open_npz(data_feed *feed)
{
	npz_state *state = base_array_zero(1, sizeof *state);
	if (state == NULL)
		return base_error_memory();
	feed->state = state;
	mixmi_status status = data_source_all(&state->bytes, &state->length, feed->source);
	if (status == MIXMI_OK)
		status = read_directory(feed);
	return status == MIXMI_OK ? name_columns(feed) : status;
}

static mixmi_status next_npz(data_feed *feed, size_t *rows)
{
	npz_state *state = feed->state;
	*rows = state->done ? 0 : data_npy_rows(state->members[0].npy);
	mixmi_status status = state->deflated ? data_feed_check_unpacked(feed, *rows) : MIXMI_OK;
	for (size_t i = 0; !state->done && i < state->count; i++)
		for (size_t j = 0; status == MIXMI_OK && j < data_npy_columns(state->members[i].npy); j++) {
			data_incoming *column = &feed->columns[state->members[i].first + j];
			if (column->needed)
				status = data_npy_take(column, state->members[i].npy, j, feed);
		}
	state->done = true;
	return status;
}

static void close_npz(data_feed *feed)
{
	npz_state *state = feed->state;
	if (state == NULL)
		return;
	for (size_t i = 0; i < state->count; i++) {
		data_npy_free(state->members[i].npy);
		free(state->members[i].name);
		free(state->members[i].bytes);
	}
	free(state->members);
	free(state->bytes);
	free(state);
}

const data_format data_format_npz = { .name = "NumPy (.npz)", .open = open_npz, .next = next_npz, .close = close_npz };
