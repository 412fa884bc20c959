/* The Arrow C data interface: columns of record batches as a source, and single arrays. Buffers are read where they are and
 * nothing is kept of them. https://arrow.apache.org/docs/format/CDataInterface.html */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/feed.h"
#include "data/number_at.h"

typedef enum layout {
	LAYOUT_NUMBERS,
	LAYOUT_HALF,
	LAYOUT_BITS,
	LAYOUT_TEXT,
	LAYOUT_LARGE_TEXT,
	LAYOUT_VIEW,
	LAYOUT_NULL
} layout;

/* How a column is stored. */
typedef struct arrow_type {
	layout layout;
	int format; /* of numbers: mixmi_format */
	size_t width;
	int unit; /* mixmi_unit */
} arrow_type;

/* Types by their format string, which may go on behind the ones that end in ':'. */
static const struct {
	const char *text;
	arrow_type type;
} types[] = {
	{ "n", { LAYOUT_NULL, 0, 0, MIXMI_PLAIN } },
	{ "b", { LAYOUT_BITS, 0, 0, MIXMI_PLAIN } },
	{ "c", { LAYOUT_NUMBERS, MIXMI_INT8, 1, MIXMI_PLAIN } },
	{ "C", { LAYOUT_NUMBERS, MIXMI_UINT8, 1, MIXMI_PLAIN } },
	{ "s", { LAYOUT_NUMBERS, MIXMI_INT16, 2, MIXMI_PLAIN } },
	{ "S", { LAYOUT_NUMBERS, MIXMI_UINT16, 2, MIXMI_PLAIN } },
	{ "i", { LAYOUT_NUMBERS, MIXMI_INT32, 4, MIXMI_PLAIN } },
	{ "I", { LAYOUT_NUMBERS, MIXMI_UINT32, 4, MIXMI_PLAIN } },
	{ "l", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_PLAIN } },
	{ "L", { LAYOUT_NUMBERS, MIXMI_UINT64, 8, MIXMI_PLAIN } },
	{ "e", { LAYOUT_HALF, 0, 2, MIXMI_PLAIN } },
	{ "f", { LAYOUT_NUMBERS, MIXMI_FLOAT32, 4, MIXMI_PLAIN } },
	{ "g", { LAYOUT_NUMBERS, MIXMI_FLOAT64, 8, MIXMI_PLAIN } },
	{ "u", { LAYOUT_TEXT, 0, 0, MIXMI_PLAIN } },
	{ "U", { LAYOUT_LARGE_TEXT, 0, 0, MIXMI_PLAIN } },
	{ "vu", { LAYOUT_VIEW, 0, 0, MIXMI_PLAIN } },
	{ "tdD", { LAYOUT_NUMBERS, MIXMI_INT32, 4, MIXMI_DAYS } },
	{ "tdm", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_MILLISECONDS } },
	{ "tss:", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_SECONDS } },
	{ "tsm:", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_MILLISECONDS } },
	{ "tsu:", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_MICROSECONDS } },
	{ "tsn:", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_NANOSECONDS } },
	{ "tts", { LAYOUT_NUMBERS, MIXMI_INT32, 4, MIXMI_SECONDS } },
	{ "ttm", { LAYOUT_NUMBERS, MIXMI_INT32, 4, MIXMI_MILLISECONDS } },
	{ "ttu", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_MICROSECONDS } },
	{ "ttn", { LAYOUT_NUMBERS, MIXMI_INT64, 8, MIXMI_NANOSECONDS } },
};

static mixmi_status find_type(arrow_type *out, const char *name, const struct ArrowSchema *schema)
{
	char shown[BASE_TEXT_SHOWN], format[BASE_TEXT_SHOWN];
	const char *text = schema->format != NULL ? schema->format : "";
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		size_t length = strlen(types[i].text);
		bool open = types[i].text[length - 1] == ':';
		if (open ? strncmp(text, types[i].text, length) == 0 : strcmp(text, types[i].text) == 0) {
			*out = types[i].type;
			return MIXMI_OK;
		}
	}
	return base_error(MIXMI_ERROR_DATA, "column '%s': Arrow type '%s' cannot be read; cast it to a number or a text",
	                  base_text_show(shown, name, strlen(name)), base_text_show(format, text, strlen(text)));
}

/* --------------------------------------------------------------------------------------------------- reading values */

static bool is_valid(const struct ArrowArray *array, size_t index)
{
	const uint8_t *bits = array->n_buffers > 0 ? array->buffers[0] : NULL;
	return bits == NULL || array->null_count == 0 || data_bit_at(bits, index);
}

/* Text number `index`; its bytes are not terminated. */
static const char *text_at(size_t *length, const struct ArrowArray *array, layout stored, size_t index)
{
	if (stored == LAYOUT_TEXT) {
		const int32_t *offsets = array->buffers[1];
		*length = (size_t)(offsets[index + 1] - offsets[index]);
		return (const char *)array->buffers[2] + offsets[index];
	}
	if (stored == LAYOUT_LARGE_TEXT) {
		const int64_t *offsets = array->buffers[1];
		*length = (size_t)(offsets[index + 1] - offsets[index]);
		return (const char *)array->buffers[2] + offsets[index];
	}
	enum { INLINE = 12 };
	const char *view = (const char *)array->buffers[1] + 16 * index;
	int32_t size, buffer, offset;
	memcpy(&size, view, sizeof size);
	memcpy(&buffer, view + 8, sizeof buffer);
	memcpy(&offset, view + 12, sizeof offset);
	*length = (size_t)size;
	return size <= INLINE ? view + 4 : (const char *)array->buffers[2 + buffer] + offset;
}

/* -------------------------------------------------------------------------------------------------- taking columns */

/* One array of a column: rows `from` .. `from + count - 1` of it go behind the feed's rows. `row_valid` (may be NULL) marks
 * rows of the batch that are there at all. */
typedef struct taking {
	data_feed *feed;
	data_incoming *column;
	const struct ArrowSchema *schema;
	const struct ArrowArray *array;
	const struct ArrowArray *batch; /* NULL: none */
	size_t from;
	size_t count;
	arrow_type type;
} taking;

static bool is_there(const taking *t, size_t i)
{
	bool row = t->batch == NULL || is_valid(t->batch, (size_t)t->batch->offset + i);
	return row && is_valid(t->array, t->from + i);
}

static mixmi_status bad_value(const taking *t, size_t i, mixmi_status status, const char *what)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(status, "column '%s', row %zu: the value is %s",
	                  base_text_show(shown, t->column->name, strlen(t->column->name)), t->feed->rows + i + 1, what);
}

static mixmi_status take_numbers(taking *t)
{
	double *values = data_incoming_values(t->column, t->feed->rows, t->count);
	if (values == NULL)
		return base_error_memory();
	const char *data = t->type.layout == LAYOUT_NULL ? NULL : t->array->buffers[1];
	for (size_t i = 0; i < t->count; i++) {
		bool exact = true;
		values[i] = NAN;
		if (data == NULL || !is_there(t, i))
			continue;
		const char *place = data + (t->from + i) * t->type.width;
		values[i] = t->type.layout == LAYOUT_HALF ? data_half_at(place)
		                                          : data_number_at(&exact, place, t->type.format, t->type.unit);
		if (isinf(values[i]))
			return bad_value(t, i, MIXMI_ERROR_DATA, "infinite");
		if (!exact)
			return bad_value(t, i, MIXMI_ERROR_LIMIT, "beyond 2^53");
	}
	return MIXMI_OK;
}

static bool take_bits(taking *t)
{
	uint32_t *codes = data_incoming_codes(t->column, t->feed->rows, t->count), no, yes;
	t->column->settled = true;
	if (codes == NULL || !data_labels_code(&no, &t->column->labels, "false", 5) ||
	    !data_labels_code(&yes, &t->column->labels, "true", 4))
		return false;
	for (size_t i = 0; i < t->count; i++)
		codes[i] = !is_there(t, i) ? DATA_MISSING : data_bit_at(t->array->buffers[1], t->from + i) ? yes : no;
	return true;
}

static bool take_texts(taking *t)
{
	uint32_t *codes = data_incoming_codes(t->column, t->feed->rows, t->count);
	bool done = codes != NULL;
	for (size_t i = 0; i < t->count && done; i++) {
		size_t length;
		codes[i] = DATA_MISSING;
		if (!is_there(t, i))
			continue;
		const char *text = text_at(&length, t->array, t->type.layout, t->from + i);
		done = data_incoming_text(&codes[i], t->column, &t->feed->markers, text, length);
	}
	return done;
}

/* Codes of the entries of a dictionary. */
static mixmi_status code_entries(uint32_t **out, taking *t)
{
	const struct ArrowArray *entries = t->array->dictionary;
	arrow_type type;
	char number[32];
	mixmi_status status = find_type(&type, t->column->name, t->schema->dictionary);
	if (status != MIXMI_OK)
		return status;
	*out = base_array((size_t)entries->length, sizeof **out);
	bool done = *out != NULL;
	for (size_t i = 0; done && i < (size_t)entries->length; i++) {
		size_t index = (size_t)entries->offset + i, length;
		const char *text = number;
		bool exact;
		(*out)[i] = DATA_MISSING;
		if (!is_valid(entries, index) || type.layout == LAYOUT_NULL)
			continue;
		if (type.layout == LAYOUT_NUMBERS)
			length = (size_t)snprintf(
				number, sizeof number, "%.15g",
				data_number_at(&exact, (const char *)entries->buffers[1] + index * type.width, type.format, type.unit));
		else if (type.layout >= LAYOUT_TEXT)
			text = text_at(&length, entries, type.layout, index);
		else
			return base_error(MIXMI_ERROR_DATA, "column '%s': a dictionary of this Arrow type cannot be read",
			                  t->column->name);
		done = data_incoming_text(&(*out)[i], t->column, &t->feed->markers, text, length);
	}
	return done ? MIXMI_OK : base_error_memory();
}

static mixmi_status take_dictionary(taking *t)
{
	char shown[BASE_TEXT_SHOWN];
	uint32_t *entries = NULL;
	uint32_t *codes = data_incoming_codes(t->column, t->feed->rows, t->count);
	mixmi_status status = codes != NULL ? code_entries(&entries, t) : base_error_memory();
	t->column->ordered = (t->schema->flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0;
	t->column->settled = t->column->ordered;
	for (size_t i = 0; status == MIXMI_OK && i < t->count; i++) {
		codes[i] = DATA_MISSING;
		if (!is_there(t, i))
			continue;
		bool negative = false;
		uint64_t index = data_integer_at(&negative, (const char *)t->array->buffers[1] + (t->from + i) * t->type.width,
		                                 t->type.format);
		if (negative || index >= (uint64_t)t->array->dictionary->length)
			status = base_error(MIXMI_ERROR_DATA, "column '%s', row %zu: the dictionary has no entry %s%llu",
			                    base_text_show(shown, t->column->name, strlen(t->column->name)), t->feed->rows + i + 1,
			                    negative ? "-" : "", (unsigned long long)index);
		else
			codes[i] = entries[index];
	}
	free(entries);
	return status;
}

static mixmi_status take_column(taking *t)
{
	mixmi_status status = find_type(&t->type, t->column->name, t->schema);
	if (status != MIXMI_OK || t->count == 0)
		return status;
	t->column->unit = t->type.unit == MIXMI_PLAIN || strncmp(t->schema->format, "tt", 2) == 0 ? DATA_PLAIN
	                  : t->type.unit == MIXMI_DAYS                                            ? DATA_DAYS
	                                                                                          : DATA_SECONDS;
	if (t->schema->dictionary != NULL && t->array->dictionary != NULL)
		return take_dictionary(t);
	if (t->type.layout == LAYOUT_NUMBERS || t->type.layout == LAYOUT_HALF || t->type.layout == LAYOUT_NULL)
		return take_numbers(t);
	bool done = t->type.layout == LAYOUT_BITS ? take_bits(t) : take_texts(t);
	return done ? MIXMI_OK : base_error_memory();
}

/* ------------------------------------------------------------------------------------------------------- a stream */

typedef struct arrow_state {
	struct ArrowArrayStream *stream;
	struct ArrowSchema schema;
} arrow_state;

static mixmi_status stream_error(const arrow_state *state, int code)
{
	char shown[BASE_TEXT_SHOWN];
	const char *message = state->stream->get_last_error(state->stream);
	if (message == NULL)
		message = "no reason given";
	return base_error(code == ENOMEM ? MIXMI_ERROR_MEMORY : MIXMI_ERROR_DATA, "the Arrow stream fails: %s",
	                  base_text_show(shown, message, strlen(message)));
}

static mixmi_status open_stream(data_feed *feed)
{
	arrow_state *state = feed->state;
	int code = state->stream->get_schema(state->stream, &state->schema);
	if (code != 0)
		return stream_error(state, code);
	if (state->schema.format == NULL || strcmp(state->schema.format, "+s") != 0)
		return base_error(MIXMI_ERROR_DATA, "the Arrow stream holds no record batches");
	mixmi_status status = data_feed_columns(feed, (size_t)state->schema.n_children);
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++) {
		const char *name = state->schema.children[i]->name;
		status = data_feed_name(feed, i, name != NULL ? name : "");
	}
	return status;
}

static mixmi_status take_batch(data_feed *feed, const arrow_state *state, const struct ArrowArray *batch)
{
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++) {
		if (!feed->columns[i].needed)
			continue;
		taking t = { .feed = feed,
			         .column = &feed->columns[i],
			         .schema = state->schema.children[i],
			         .array = batch->children[i],
			         .batch = batch,
			         .from = (size_t)batch->children[i]->offset + (size_t)batch->offset,
			         .count = (size_t)batch->length };
		status = take_column(&t);
	}
	return status;
}

static mixmi_status next_batch(data_feed *feed, size_t *rows)
{
	arrow_state *state = feed->state;
	*rows = 0;
	for (;;) { /* an empty batch is not the end */
		struct ArrowArray batch = { 0 };
		int code = state->stream->get_next(state->stream, &batch);
		if (code != 0)
			return stream_error(state, code);
		if (batch.release == NULL)
			return MIXMI_OK;
		mixmi_status status = take_batch(feed, state, &batch);
		*rows = (size_t)batch.length;
		batch.release(&batch);
		if (status != MIXMI_OK || *rows > 0)
			return status;
	}
}

static void close_stream(data_feed *feed)
{
	arrow_state *state = feed->state;
	if (state->schema.release != NULL)
		state->schema.release(&state->schema);
}

const data_format data_format_arrow = {
	.name = "Arrow streams", .open = open_stream, .next = next_batch, .close = close_stream
};

mixmi_status mixmi_table_from_arrow(mixmi_table **out, struct ArrowArrayStream *stream, const mixmi_options *options)
{
	mixmi_options settled;
	base_options_settle(&settled, options);
	*out = NULL;
	arrow_state state = { .stream = stream };
	data_feed feed = { .format = &data_format_arrow, .state = &state, .path = "", .name = "Arrow stream" };
	mixmi_status status = data_feed_begin(&feed, &settled);
	if (status == MIXMI_OK)
		status = data_feed_read(&feed);
	if (status == MIXMI_OK)
		*out = feed.table;
	else
		mixmi_table_free(feed.table);
	data_feed_end(&feed);
	if (stream->release != NULL)
		stream->release(stream);
	return status;
}

/* ------------------------------------------------------------------------------------------------------ one array */

typedef struct single {
	const struct ArrowSchema *schema;
	const struct ArrowArray *array;
	bool done;
} single;

static mixmi_status open_single(data_feed *feed)
{
	const single *state = feed->state;
	mixmi_status status = data_feed_columns(feed, 1);
	if (status != MIXMI_OK)
		return status;
	feed->columns[0].name = base_string_copy(state->schema->name != NULL ? state->schema->name : "");
	return feed->columns[0].name != NULL ? MIXMI_OK : base_error_memory();
}

static mixmi_status next_single(data_feed *feed, size_t *rows)
{
	single *state = feed->state;
	*rows = state->done ? 0 : (size_t)state->array->length;
	taking t = { .feed = feed,
		         .column = &feed->columns[0],
		         .schema = state->schema,
		         .array = state->array,
		         .from = (size_t)state->array->offset,
		         .count = *rows };
	state->done = true;
	return *rows > 0 ? take_column(&t) : MIXMI_OK;
}

mixmi_status mixmi_table_add_arrow(mixmi_table *table, const struct ArrowSchema *schema, const struct ArrowArray *array)
{
	static const data_format format = { .name = "Arrow arrays", .open = open_single, .next = next_single };
	if (array->length < 0 || (uint64_t)array->length != table->rows)
		return base_error(MIXMI_ERROR_USAGE, "an array of %lld values cannot join a table of %zu rows",
		                  (long long)array->length, table->rows);
	mixmi_options settled;
	base_options_settle(&settled, NULL);
	single state = { .schema = schema, .array = array };
	data_feed feed = { .format = &format, .state = &state, .path = "", .name = "Arrow array" };
	mixmi_status status = data_feed_begin(&feed, &settled);
	mixmi_table_free(feed.table);
	feed.table = table;
	feed.joins = true;
	if (status == MIXMI_OK)
		status = data_feed_read(&feed);
	data_feed_end(&feed);
	return status;
}
