/* The .npy format: a magic number, a version, a Python dictionary with descr, fortran_order and shape, then the values
 * as in memory (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html). Supports one or two dimensions
 * of integers, floats, booleans, texts and dates of any width and byte order, or records of them. Every length is
 * checked before use. */
#include "data/npy.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/number_at.h"

enum { LONGEST_HEADER = 1 << 20, MOST_DIMENSIONS = 3 };

/* One value: its position in a record and its encoding. */
typedef struct field {
	char *name;
	char kind; /* 'i', 'u', 'f', 'b', 'S', 'U', 'M' */
	bool swapped;
	size_t width;
	size_t offset;
	int unit; /* mixmi_unit of 'M' */
} field;

struct data_npy {
	field *fields;
	size_t field_count, field_capacity;
	size_t record; /* bytes per record */
	bool fortran;
	size_t rows, columns; /* columns of a matrix; 1 if there are fields */
	const unsigned char *values;
	/* while reading the header */
	const char *name;
	const char *next;
};

static mixmi_status fail(const data_npy *npy, const char *what)
{
	return base_error(MIXMI_ERROR_DATA, "%s: is not a NumPy array that can be read: %s", npy->name, what);
}

/* ------------------------------------------------------------------------------------------------------- types */

static bool is_big_endian(void)
{
	const uint16_t one = 1;
	return *(const unsigned char *)&one == 0;
}

/* Units of datetime64 in square brackets. */
static bool take_unit(field *f, const char *text)
{
	static const struct {
		const char *text;
		int unit;
	} units[] = { { "[D]", MIXMI_DAYS },
		          { "[s]", MIXMI_SECONDS },
		          { "[ms]", MIXMI_MILLISECONDS },
		          { "[us]", MIXMI_MICROSECONDS },
		          { "[ns]", MIXMI_NANOSECONDS } };
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(units[i].text, text) == 0) {
			f->unit = units[i].unit;
			return true;
		}
	return false;
}

static bool is_width(const field *f)
{
	size_t w = f->width;
	switch (f->kind) {
	case 'i':
	case 'u':
		return w == 1 || w == 2 || w == 4 || w == 8;
	case 'f':
		return w == 2 || w == 4 || w == 8;
	case 'b':
		return w == 1;
	case 'M':
		return w == 8;
	case 'U':
		return w <= 1 << 20;
	default:
		return f->kind == 'S' && w <= 1 << 20;
	}
}

/* "<f8" */
static mixmi_status add_field(data_npy *npy, char *name, const char *descr)
{
	void *fields = npy->fields;
	bool room = base_grow(&fields, &npy->field_capacity, npy->field_count + 1, sizeof *npy->fields);
	npy->fields = fields;
	if (!room) {
		free(name);
		return base_error_memory();
	}
	field *f = &npy->fields[npy->field_count++];
	*f = (field){ .name = name, .offset = npy->record };
	bool ordered = *descr == '<' || *descr == '>' || *descr == '|' || *descr == '=';
	f->swapped = (*descr == '>' && !is_big_endian()) || (*descr == '<' && is_big_endian());
	descr += ordered;
	f->kind = *descr == '?' ? 'b' : *descr;
	char *end = NULL;
	unsigned long long width = *descr == '?' ? 1 : strtoull(*descr != '\0' ? descr + 1 : "", &end, 10);
	f->width = width < SIZE_MAX ? (size_t)width : SIZE_MAX;
	if (!is_width(f) || (f->kind == 'M' ? !take_unit(f, end) : end != NULL && *end != '\0'))
		return fail(npy, "a type is neither a number, a truth value, a text nor a date");
	npy->record += f->kind == 'U' ? 4 * f->width : f->width;
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------------- header */

static bool take(data_npy *npy, char c)
{
	while (base_is_space(*npy->next))
		npy->next++;
	if (*npy->next != c)
		return false;
	npy->next++;
	return true;
}

/* A copy of a quoted text; NULL if there is none, or if memory runs out. */
static char *take_text(data_npy *npy)
{
	char quote = take(npy, '\'') ? '\'' : take(npy, '"') ? '"' : '\0';
	const char *end = quote != '\0' ? strchr(npy->next, quote) : NULL;
	if (end == NULL)
		return NULL;
	char *text = base_string_copy_n(npy->next, (size_t)(end - npy->next));
	npy->next = end + 1;
	return text;
}

/* [('name', '<f8'), ...] */
static mixmi_status take_fields(data_npy *npy)
{
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && take(npy, '(')) {
		char *name = take_text(npy);
		char *descr = name != NULL && take(npy, ',') ? take_text(npy) : NULL;
		if (descr == NULL || !take(npy, ')')) {
			free(name);
			free(descr);
			return fail(npy, "its records are not plain");
		}
		status = add_field(npy, name, descr);
		free(descr);
		take(npy, ',');
	}
	return status == MIXMI_OK && !take(npy, ']') ? fail(npy, "its records are not plain") : status;
}

static mixmi_status take_descr(data_npy *npy)
{
	if (take(npy, '['))
		return take_fields(npy);
	char *descr = take_text(npy);
	if (descr == NULL)
		return fail(npy, "its header has no type");
	mixmi_status status = add_field(npy, NULL, descr);
	free(descr);
	return status;
}

static mixmi_status take_shape(data_npy *npy)
{
	size_t sizes[MOST_DIMENSIONS] = { 0 }, count = 0;
	if (!take(npy, '('))
		return fail(npy, "its header has no shape");
	while (!take(npy, ')')) {
		char *end;
		if (count == MOST_DIMENSIONS || !isdigit((unsigned char)*npy->next))
			return fail(npy, "its shape is malformed");
		sizes[count++] = (size_t)strtoull(npy->next, &end, 10);
		npy->next = end;
		take(npy, 'L');
		take(npy, ',');
	}
	if (count == 0 || count > 2)
		return fail(npy, "it has neither one dimension nor two");
	npy->rows = sizes[0];
	npy->columns = count == 2 ? sizes[1] : 1;
	return MIXMI_OK;
}

static mixmi_status take_header(data_npy *npy)
{
	mixmi_status status = take(npy, '{') ? MIXMI_OK : fail(npy, "its header is malformed");
	while (status == MIXMI_OK && !take(npy, '}')) {
		char *key = take_text(npy);
		if (key == NULL || !take(npy, ':'))
			status = fail(npy, "its header is malformed");
		else if (strcmp(key, "descr") == 0)
			status = take_descr(npy);
		else if (strcmp(key, "shape") == 0)
			status = take_shape(npy);
		else if (strcmp(key, "fortran_order") == 0 && (take(npy, 'T') || take(npy, 'F'))) {
			npy->fortran = npy->next[-1] == 'T';
			npy->next += strspn(npy->next, "ruealse");
		} else
			status = fail(npy, "its header is malformed");
		free(key);
		take(npy, ',');
	}
	return status;
}

static mixmi_status check(const data_npy *npy, size_t bytes)
{
	if (npy->field_count == 0 || npy->record == 0 || npy->rows == 0 || npy->columns == 0)
		return fail(npy, "it is empty");
	if (npy->field_count > 1 && npy->columns > 1)
		return fail(npy, "it is a matrix of records");
	if (npy->rows > bytes / npy->record / npy->columns)
		return fail(npy, "it is cut short");
	if (npy->rows > DATA_MAX_ROWS)
		return base_error(MIXMI_ERROR_LIMIT, "%s: a table holds at most %zu rows", npy->name, DATA_MAX_ROWS);
	return MIXMI_OK;
}

mixmi_status data_npy_parse(data_npy **out, const char *name, const unsigned char *bytes, size_t length)
{
	*out = NULL;
	data_npy *npy = base_array_zero(1, sizeof *npy);
	if (npy == NULL)
		return base_error_memory();
	npy->name = name;
	size_t start = length >= 8 && bytes[6] == 1 ? 10 : 12, size = 0;
	for (size_t i = start; length >= start && i > 8; i--)
		size = size << 8 | bytes[i - 1];
	char *header = NULL;
	mixmi_status status = MIXMI_OK;
	if (length < start || memcmp(bytes, "\x93NUMPY", 6) != 0 || size > LONGEST_HEADER || size > length - start)
		status = fail(npy, "its header is cut short");
	if (status == MIXMI_OK) {
		header = base_string_copy_n((const char *)bytes + start, size);
		npy->next = header;
		npy->values = bytes + start + size;
		status = header != NULL ? take_header(npy) : base_error_memory();
	}
	if (status == MIXMI_OK)
		status = check(npy, length - start - size);
	free(header);
	if (status == MIXMI_OK)
		*out = npy;
	else
		data_npy_free(npy);
	return status;
}

void data_npy_free(data_npy *npy)
{
	if (npy == NULL)
		return;
	for (size_t i = 0; i < npy->field_count; i++)
		free(npy->fields[i].name);
	free(npy->fields);
	free(npy);
}

size_t data_npy_rows(const data_npy *npy)
{
	return npy->rows;
}

size_t data_npy_columns(const data_npy *npy)
{
	return npy->field_count > 1 ? npy->field_count : npy->columns;
}

const char *data_npy_field(const data_npy *npy, size_t column)
{
	return npy->columns > 1 ? NULL : npy->fields[column].name;
}

/* ------------------------------------------------------------------------------------------------------- values */

static const unsigned char *value_at(const data_npy *npy, size_t row, size_t column, const field *f)
{
	size_t index = npy->fortran ? column * npy->rows + row : row * npy->columns + column;
	return npy->values + index * npy->record + f->offset;
}

static int format_of(const field *f)
{
	static const int signed_formats[] = { [1] = MIXMI_INT8, [2] = MIXMI_INT16, [4] = MIXMI_INT32, [8] = MIXMI_INT64 };
	static const int plain_formats[] = {
		[1] = MIXMI_UINT8, [2] = MIXMI_UINT16, [4] = MIXMI_UINT32, [8] = MIXMI_UINT64
	};
	if (f->kind == 'f')
		return f->width == 8 ? MIXMI_FLOAT64 : MIXMI_FLOAT32;
	return f->kind == 'u' ? plain_formats[f->width] : signed_formats[f->width];
}

/* *exact is false if an integer was rounded. */
static double number_of(bool *exact, const unsigned char *place, const field *f)
{
	unsigned char bytes[8];
	*exact = true;
	for (size_t i = 0; i < f->width && i < sizeof bytes; i++)
		bytes[i] = place[f->swapped ? f->width - 1 - i : i];
	if (f->kind == 'f' && f->width == 2)
		return data_half_at(bytes);
	if (f->kind == 'M') {
		int64_t ticks;
		memcpy(&ticks, bytes, sizeof ticks);
		if (ticks == INT64_MIN) /* NaT, not a time */
			return NAN;
	}
	return data_number_at(exact, bytes, format_of(f), f->unit);
}

static mixmi_status take_numbers(data_incoming *out, const data_npy *npy, size_t column, const field *f)
{
	double *values = data_incoming_values(out, 0, npy->rows);
	if (values == NULL)
		return base_error_memory();
	out->unit = f->kind != 'M' ? DATA_PLAIN : f->unit == MIXMI_DAYS ? DATA_DAYS : DATA_SECONDS;
	for (size_t row = 0; row < npy->rows; row++) {
		bool exact;
		values[row] = number_of(&exact, value_at(npy, row, column, f), f);
		if (isinf(values[row]))
			return base_error(MIXMI_ERROR_DATA, "%s: row %zu: the value is infinite", npy->name, row + 1);
		if (!data_incoming_number(out, &values[row], exact, row))
			return base_error_memory();
	}
	return MIXMI_OK;
}

/* Converts text with four bytes or one byte per character to UTF-8; returns the length. */
static size_t text_of(char *out, const unsigned char *place, const field *f)
{
	size_t length = 0;
	for (size_t i = 0; i < f->width; i++) {
		uint32_t c = place[i];
		if (f->kind == 'U') {
			const unsigned char *p = place + 4 * i;
			c = f->swapped == is_big_endian()
			        ? p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24
			        : p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
		}
		if (c == 0)
			break;
		if (f->kind == 'S')
			out[length++] = (char)c;
		else
			length += base_utf8_put(out + length, c);
	}
	return length;
}

static mixmi_status take_texts(data_incoming *out, const data_npy *npy, size_t column, const field *f,
                               const data_feed *feed)
{
	static const char *const truths[] = { "false", "true" };
	uint32_t *codes = data_incoming_codes(out, 0, npy->rows);
	char *room = base_array(4 * f->width + 1, 1);
	bool done = codes != NULL && room != NULL;
	out->settled = f->kind == 'b';
	for (size_t row = 0; row < npy->rows && done; row++) {
		const unsigned char *place = value_at(npy, row, column, f);
		if (f->kind == 'b') {
			const char *truth = truths[*place != 0];
			done = data_labels_code(&codes[row], &out->labels, truth, strlen(truth));
		} else {
			done = data_incoming_text(&codes[row], out, &feed->markers, room, text_of(room, place, f));
		}
	}
	free(room);
	return done ? MIXMI_OK : base_error_memory();
}

mixmi_status data_npy_take(data_incoming *out, const data_npy *npy, size_t column, const data_feed *feed)
{
	const field *f = &npy->fields[npy->field_count > 1 ? column : 0];
	size_t place = npy->field_count > 1 ? 0 : column;
	if (f->kind == 'b' || f->kind == 'S' || f->kind == 'U')
		return take_texts(out, npy, place, f, feed);
	return take_numbers(out, npy, place, f);
}

/* -------------------------------------------------------------------------------------------------- the format */

mixmi_status data_source_all(unsigned char **bytes, size_t *length, data_source *source)
{
	enum { FIRST = 1 << 16 };
	size_t capacity = 0, more = 1;
	*bytes = NULL;
	mixmi_status status = MIXMI_OK;
	for (*length = 0; status == MIXMI_OK && more > 0; *length += more) {
		void *room = *bytes;
		if (!base_grow(&room, &capacity, *length + FIRST, 1)) {
			*bytes = room;
			return base_error_memory();
		}
		*bytes = room;
		status = data_source_read(source, (char *)*bytes + *length, capacity - *length, &more);
	}
	return status;
}

typedef struct npy_state {
	unsigned char *bytes;
	data_npy *npy;
	bool done;
} npy_state;

static mixmi_status open_npy(data_feed *feed)
{
	size_t length;
	npy_state *state = base_array_zero(1, sizeof *state);
	if (state == NULL)
		return base_error_memory();
	feed->state = state;
	mixmi_status status = data_source_all(&state->bytes, &length, feed->source);
	if (status == MIXMI_OK)
		status = data_npy_parse(&state->npy, feed->name, state->bytes, length);
	if (status == MIXMI_OK)
		status = data_feed_columns(feed, data_npy_columns(state->npy));
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++)
		status = data_feed_name(feed, i, data_npy_field(state->npy, i));
	return status;
}

static mixmi_status next_npy(data_feed *feed, size_t *rows)
{
	npy_state *state = feed->state;
	*rows = state->done ? 0 : data_npy_rows(state->npy);
	mixmi_status status = data_source_is_packed(feed->source) ? data_feed_check_unpacked(feed, *rows) : MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && !state->done && i < feed->column_count; i++)
		if (feed->columns[i].needed)
			status = data_npy_take(&feed->columns[i], state->npy, i, feed);
	state->done = true;
	return status;
}

static void close_npy(data_feed *feed)
{
	npy_state *state = feed->state;
	if (state == NULL)
		return;
	data_npy_free(state->npy);
	free(state->bytes);
	free(state);
}

const data_format data_format_npy = { .name = "NumPy (.npy)", .open = open_npy, .next = next_npy, .close = close_npy };
