/* The Arrow C data interface: columns of record batches as a source, and single arrays. Buffers are read in place and
 * not retained. https://arrow.apache.org/docs/format/CDataInterface.html */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/option_values.h"
#include "data/arrow_array.h"
#include "data/dates.h"
#include "data/feed.h"
#include "data/number_at.h"

/* -------------------------------------------------------------------------------------------------- taking columns */

/* One array of a column. Its rows `from` .. `from + count - 1` are appended to the rows of the feed. `batch` has the
 * validity of whole rows. With a dictionary, the array holds indices into `values`; otherwise it is `values`. */
typedef struct taking {
	data_feed *feed;
	data_incoming *column;
	const struct ArrowSchema *schema;
	const struct ArrowArray *array;
	const struct ArrowArray *batch; /* NULL: none */
	size_t from;
	size_t count;
	data_arrow_type type; /* of the values */
	const struct ArrowArray *values;
	data_arrow_type index; /* of the indices; width 0 without a dictionary */
} taking;

static const char *shown_name(char shown[BASE_TEXT_SHOWN], const taking *t)
{
	return base_text_show(shown, t->column->name, strlen(t->column->name));
}

static mixmi_status bad_value(const taking *t, size_t i, mixmi_status status, const char *what)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(status, "column '%s', row %zu: the value is %s", shown_name(shown, t), t->feed->rows + i + 1,
	                  what);
}

/* Position in t->values of row i of the batch; *there is false for a null. */
static mixmi_status find_value(size_t *place, bool *there, const taking *t, size_t i)
{
	char shown[BASE_TEXT_SHOWN];
	bool row = t->batch == NULL || data_arrow_is_valid(t->batch, (size_t)t->batch->offset + i), negative;
	*place = t->from + i;
	*there = row && data_arrow_is_valid(t->array, t->from + i);
	if (!*there || t->index.width == 0)
		return MIXMI_OK;
	uint64_t index =
		data_integer_at(&negative, (const char *)t->array->buffers[1] + *place * t->index.width, t->index.format);
	if (negative || index >= (uint64_t)t->values->length)
		return base_error(MIXMI_ERROR_DATA, "column '%s', row %zu: the dictionary has no entry %s%llu",
		                  shown_name(shown, t), t->feed->rows + i + 1, negative ? "-" : "", (unsigned long long)index);
	*place = (size_t)t->values->offset + (size_t)index;
	*there = data_arrow_is_valid(t->values, *place);
	return MIXMI_OK;
}

/* The number in row i; NaN for a null. An infinite number is an error; a whole number beyond 2^53 is rounded with a remark. */
static mixmi_status find_number(double *out, const taking *t, size_t i)
{
	size_t place;
	bool there, exact = true;
	*out = NAN;
	mixmi_status status = find_value(&place, &there, t, i);
	if (status != MIXMI_OK || !there)
		return status;
	*out = data_arrow_number(&exact, &t->type, t->values, place);
	if (isinf(*out))
		return bad_value(t, i, MIXMI_ERROR_DATA, "infinite");
	return exact || data_incoming_number(t->column, out, exact, t->feed->rows + i) ? MIXMI_OK : base_error_memory();
}

static mixmi_status take_numbers(taking *t)
{
	double *values = data_incoming_values(t->column, t->feed->rows, t->count);
	mixmi_status status = values != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < t->count; i++)
		status = find_number(&values[i], t, i);
	return status;
}

/* Text of a number in an ordered dictionary; distinct numbers have distinct texts. */
static const char *write_number(char out[DATA_DATE_SHOWN], const taking *t, size_t place)
{
	bool exact;
	double value = data_arrow_number(&exact, &t->type, t->values, place);
	if (isnan(value))
		return "";
	return t->type.date == DATA_DAYS ? data_show_value(out, value, DATA_DAYS) : base_option_number(out, value + 0.0);
}

/* Code of the value at `place`, which is not null. */
static bool take_label(uint32_t *code, const taking *t, size_t place)
{
	char number[DATA_DATE_SHOWN + BASE_OPTION_NUMBER]; /* large enough for both */
	if (t->type.layout == DATA_ARROW_BITS) {
		const char *truth = data_arrow_bit(t->values, place) ? "true" : "false";
		return data_labels_code(code, &t->column->labels, truth, strlen(truth));
	}
	bool is_text = t->type.layout > DATA_ARROW_BITS;
	size_t length = 0;
	const char *text = is_text ? data_arrow_text(&length, &t->type, t->values, place) : write_number(number, t, place);
	return data_incoming_text(code, t->column, &t->feed->markers, text, is_text ? length : strlen(text));
}

/* Codes of the entries of a dictionary, in order. NULL if memory runs out. */
static uint32_t *code_entries(const taking *t)
{
	size_t count = (size_t)t->values->length, first = (size_t)t->values->offset;
	uint32_t *codes = base_array(count, sizeof *codes);
	bool done = codes != NULL;
	for (size_t i = 0; done && i < count; i++) {
		codes[i] = DATA_MISSING;
		done = !data_arrow_is_valid(t->values, first + i) || take_label(&codes[i], t, first + i);
	}
	if (done)
		return codes;
	free(codes);
	return NULL;
}

static mixmi_status take_labels(taking *t)
{
	bool indirect = t->index.width > 0;
	uint32_t *codes = data_incoming_codes(t->column, t->feed->rows, t->count);
	uint32_t *entries = indirect ? code_entries(t) : NULL;
	mixmi_status status = codes != NULL && (!indirect || entries != NULL) ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < t->count; i++) {
		size_t place;
		bool there;
		codes[i] = DATA_MISSING;
		status = find_value(&place, &there, t, i);
		if (status != MIXMI_OK || !there)
			continue;
		if (indirect)
			codes[i] = entries[place - (size_t)t->values->offset];
		else if (!take_label(&codes[i], t, place))
			status = base_error_memory();
	}
	free(entries);
	return status;
}

/* Booleans have a fixed order, whichever value comes first. */
static mixmi_status take_truths(taking *t)
{
	uint32_t code;
	t->column->settled = true;
	if (!t->column->ordered && (!data_labels_code(&code, &t->column->labels, "false", 5) ||
	                            !data_labels_code(&code, &t->column->labels, "true", 4)))
		return base_error_memory();
	return take_labels(t);
}

/* Numbers in a dictionary whose order is not numeric become labels, under the same limits as numbers in a plain
 * column. */
static mixmi_status take_ordered_numbers(taking *t)
{
	double value;
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < t->count; i++)
		status = find_number(&value, t, i);
	return status == MIXMI_OK ? take_labels(t) : status;
}

/* Switches to the entries of a dictionary; from then on the array is one of indices. */
static mixmi_status open_dictionary(taking *t)
{
	char shown[BASE_TEXT_SHOWN];
	const struct ArrowArray *entries = t->array->dictionary;
	t->index = t->type;
	bool whole = t->index.layout == DATA_ARROW_NUMBERS && t->index.unit == MIXMI_PLAIN &&
	             t->index.format != MIXMI_FLOAT32 && t->index.format != MIXMI_FLOAT64;
	if (!whole || entries == NULL || t->schema->dictionary->dictionary != NULL)
		return base_error(MIXMI_ERROR_DATA, "column '%s': its Arrow dictionary cannot be read", shown_name(shown, t));
	if (entries->length < 0 || entries->offset < 0)
		return base_error(MIXMI_ERROR_DATA, "column '%s': its Arrow dictionary has no length", shown_name(shown, t));
	t->values = entries;
	mixmi_status status = data_arrow_type_of(&t->type, t->column->name, t->schema->dictionary);
	if (status != MIXMI_OK)
		return status;
	t->column->ordered = (t->schema->flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0;
	t->column->settled = t->column->ordered;
	return data_arrow_check(t->column->name, &t->type, entries, (size_t)entries->offset, (size_t)entries->length);
}

static mixmi_status take_column(taking *t)
{
	t->values = t->array;
	mixmi_status status = data_arrow_type_of(&t->type, t->column->name, t->schema);
	if (status == MIXMI_OK && t->count > 0)
		status = data_arrow_check(t->column->name, &t->type, t->array, t->from, t->count);
	if (status == MIXMI_OK && t->count > 0 && t->schema->dictionary != NULL)
		status = open_dictionary(t);
	if (status != MIXMI_OK || t->count == 0)
		return status;
	if (t->type.layout == DATA_ARROW_BITS)
		return take_truths(t);
	if (t->type.layout > DATA_ARROW_BITS)
		return take_labels(t);
	if (t->column->ordered)
		return take_ordered_numbers(t);
	t->column->unit = t->type.date;
	return take_numbers(t);
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
	return base_error(code == ENOMEM ? MIXMI_ERROR_MEMORY : MIXMI_ERROR_DATA, "the Arrow stream failed: %s",
	                  base_foreign_reason(shown, message));
}

static mixmi_status open_stream(data_feed *feed)
{
	arrow_state *state = feed->state;
	int code = state->stream->get_schema(state->stream, &state->schema);
	if (code != 0)
		return stream_error(state, code);
	bool batches = strcmp(base_foreign_text(state->schema.format), "+s") == 0;
	if (!batches || state->schema.n_children < 0 || (state->schema.n_children > 0 && state->schema.children == NULL))
		return base_error(MIXMI_ERROR_DATA, "the Arrow stream holds no record batches");
	mixmi_status status = data_feed_columns(feed, (size_t)state->schema.n_children);
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++) {
		if (state->schema.children[i] == NULL)
			return base_error(MIXMI_ERROR_DATA, "the Arrow stream has no schema of column %zu", i + 1);
		status = data_feed_name(feed, i, base_foreign_text(state->schema.children[i]->name));
	}
	return status;
}

/* Checks that a column has as many rows as its batch, after the offset of the batch. */
static mixmi_status check_batch(const data_feed *feed, const struct ArrowArray *batch)
{
	bool whole = batch->length >= 0 && batch->offset >= 0 && batch->length <= INT64_MAX - batch->offset &&
	             batch->n_children >= 0 && (size_t)batch->n_children == feed->column_count && batch->children != NULL;
	for (size_t i = 0; whole && i < feed->column_count; i++) {
		const struct ArrowArray *child = batch->children[i];
		whole = child != NULL && child->offset >= 0 && child->length >= batch->offset + batch->length;
	}
	return whole ? MIXMI_OK : base_error(MIXMI_ERROR_DATA, "a batch of the Arrow stream does not fit its schema");
}

static mixmi_status take_batch(data_feed *feed, const arrow_state *state, const struct ArrowArray *batch)
{
	mixmi_status status = check_batch(feed, batch);
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
	mixmi_status status = data_feed_table(out, &feed, data_feed_begin(&feed, &settled));
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
	feed->columns[0].name = base_string_copy(base_foreign_text(state->schema->name));
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
	if (array->offset < 0)
		return base_error(MIXMI_ERROR_USAGE, "an Arrow array begins at row %lld", (long long)array->offset);
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
