/* Reads single values of Arrow arrays. Every offset and length comes from another program, so data_arrow_check() tests
 * them before a value is read. */
#include "data/arrow_array.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "data/number_at.h"

enum { VIEW_BYTES = 16, VIEW_INLINE = 12, FIRST_VIEWED = 2 };

/* Types by format string. Strings that end in ':' match as prefixes. */
static const struct {
	const char *text;
	data_arrow_type type;
} types[] = {
	{ "n", { DATA_ARROW_NULL, 0, 0, MIXMI_PLAIN, DATA_PLAIN } },
	{ "b", { DATA_ARROW_BITS, 0, 0, MIXMI_PLAIN, DATA_PLAIN } },
	{ "c", { DATA_ARROW_NUMBERS, MIXMI_INT8, 1, MIXMI_PLAIN, DATA_PLAIN } },
	{ "C", { DATA_ARROW_NUMBERS, MIXMI_UINT8, 1, MIXMI_PLAIN, DATA_PLAIN } },
	{ "s", { DATA_ARROW_NUMBERS, MIXMI_INT16, 2, MIXMI_PLAIN, DATA_PLAIN } },
	{ "S", { DATA_ARROW_NUMBERS, MIXMI_UINT16, 2, MIXMI_PLAIN, DATA_PLAIN } },
	{ "i", { DATA_ARROW_NUMBERS, MIXMI_INT32, 4, MIXMI_PLAIN, DATA_PLAIN } },
	{ "I", { DATA_ARROW_NUMBERS, MIXMI_UINT32, 4, MIXMI_PLAIN, DATA_PLAIN } },
	{ "l", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_PLAIN, DATA_PLAIN } },
	{ "L", { DATA_ARROW_NUMBERS, MIXMI_UINT64, 8, MIXMI_PLAIN, DATA_PLAIN } },
	{ "e", { DATA_ARROW_HALF, 0, 2, MIXMI_PLAIN, DATA_PLAIN } },
	{ "f", { DATA_ARROW_NUMBERS, MIXMI_FLOAT32, 4, MIXMI_PLAIN, DATA_PLAIN } },
	{ "g", { DATA_ARROW_NUMBERS, MIXMI_FLOAT64, 8, MIXMI_PLAIN, DATA_PLAIN } },
	{ "u", { DATA_ARROW_TEXT, 0, 0, MIXMI_PLAIN, DATA_PLAIN } },
	{ "U", { DATA_ARROW_LARGE_TEXT, 0, 0, MIXMI_PLAIN, DATA_PLAIN } },
	{ "vu", { DATA_ARROW_VIEW, 0, 0, MIXMI_PLAIN, DATA_PLAIN } },
	{ "tdD", { DATA_ARROW_NUMBERS, MIXMI_INT32, 4, MIXMI_DAYS, DATA_DAYS } },
	{ "tdm", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_MILLISECONDS, DATA_SECONDS } },
	{ "tss:", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_SECONDS, DATA_SECONDS } },
	{ "tsm:", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_MILLISECONDS, DATA_SECONDS } },
	{ "tsu:", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_MICROSECONDS, DATA_SECONDS } },
	{ "tsn:", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_NANOSECONDS, DATA_SECONDS } },
	{ "tts", { DATA_ARROW_NUMBERS, MIXMI_INT32, 4, MIXMI_SECONDS, DATA_PLAIN } },
	{ "ttm", { DATA_ARROW_NUMBERS, MIXMI_INT32, 4, MIXMI_MILLISECONDS, DATA_PLAIN } },
	{ "ttu", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_MICROSECONDS, DATA_PLAIN } },
	{ "ttn", { DATA_ARROW_NUMBERS, MIXMI_INT64, 8, MIXMI_NANOSECONDS, DATA_PLAIN } },
};

mixmi_status data_arrow_type_of(data_arrow_type *out, const char *name, const struct ArrowSchema *schema)
{
	char shown[BASE_TEXT_SHOWN], format[BASE_TEXT_SHOWN];
	const char *text = base_foreign_text(schema->format);
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

/* ------------------------------------------------------------------------------------------------------- checks */

static mixmi_status broken(const char *name, const char *what)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_DATA, "column '%s': a broken Arrow array: %s",
	                  base_text_show(shown, name, strlen(name)), what);
}

static bool any_valid(const struct ArrowArray *array, size_t from, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (data_arrow_is_valid(array, from + i))
			return true;
	return false;
}

/* Position of a text by its offsets; false if they decrease. */
static bool text_range(int64_t *start, int64_t *end, const data_arrow_type *type, const struct ArrowArray *array,
                       size_t index)
{
	if (type->layout == DATA_ARROW_TEXT) {
		const int32_t *offsets = array->buffers[1];
		*start = offsets[index];
		*end = offsets[index + 1];
	} else {
		const int64_t *offsets = array->buffers[1];
		*start = offsets[index];
		*end = offsets[index + 1];
	}
	return *start >= 0 && *end >= *start;
}

/* A long text in a view array. */
typedef struct view {
	int32_t size, buffer, offset;
} view;

static view view_at(const struct ArrowArray *array, size_t index)
{
	view v;
	const char *place = (const char *)array->buffers[1] + VIEW_BYTES * index;
	memcpy(&v.size, place, sizeof v.size);
	memcpy(&v.buffer, place + 8, sizeof v.buffer);
	memcpy(&v.offset, place + 12, sizeof v.offset);
	return v;
}

/* The last buffer has the sizes of the buffers with texts. */
static bool is_view(const struct ArrowArray *array, size_t index)
{
	view v = view_at(array, index);
	if (v.size <= VIEW_INLINE)
		return v.size >= 0;
	int64_t viewed = array->n_buffers - 1 - FIRST_VIEWED;
	const int64_t *sizes = array->buffers[array->n_buffers - 1];
	if (v.buffer < 0 || v.buffer >= viewed || v.offset < 0 || sizes == NULL)
		return false;
	return array->buffers[FIRST_VIEWED + v.buffer] != NULL && (int64_t)v.offset + v.size <= sizes[v.buffer];
}

static bool are_texts(const data_arrow_type *type, const struct ArrowArray *array, size_t from, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		int64_t start, end;
		if (!data_arrow_is_valid(array, from + i))
			continue;
		if (type->layout == DATA_ARROW_VIEW) {
			if (!is_view(array, from + i))
				return false;
		} else if (!text_range(&start, &end, type, array, from + i) || (end > start && array->buffers[2] == NULL)) {
			return false;
		}
	}
	return true;
}

mixmi_status data_arrow_check(const char *name, const data_arrow_type *type, const struct ArrowArray *array,
                              size_t from, size_t count)
{
	enum { MOST_BYTES_A_VALUE = 16 };
	static const int64_t needed[] = {
		[DATA_ARROW_NUMBERS] = 2, [DATA_ARROW_HALF] = 2,       [DATA_ARROW_NULL] = 0, [DATA_ARROW_BITS] = 2,
		[DATA_ARROW_TEXT] = 3,    [DATA_ARROW_LARGE_TEXT] = 3, [DATA_ARROW_VIEW] = 3
	};
	if (from > PTRDIFF_MAX / MOST_BYTES_A_VALUE || count > PTRDIFF_MAX / MOST_BYTES_A_VALUE - from)
		return broken(name, "its length or offset is out of range");
	if (count == 0 || type->layout == DATA_ARROW_NULL)
		return MIXMI_OK;
	if (array->n_buffers < needed[type->layout] || array->buffers == NULL)
		return broken(name, "it has too few buffers");
	if (array->buffers[1] == NULL)
		return any_valid(array, from, count) ? broken(name, "it has no values") : MIXMI_OK;
	if (type->layout >= DATA_ARROW_TEXT && !are_texts(type, array, from, count))
		return broken(name, "a text lies outside of its buffer");
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------------- values */

bool data_arrow_is_valid(const struct ArrowArray *array, size_t index)
{
	const uint8_t *bits = array->n_buffers > 0 && array->buffers != NULL ? array->buffers[0] : NULL;
	return bits == NULL || array->null_count == 0 || data_bit_at(bits, index);
}

double data_arrow_number(bool *exact, const data_arrow_type *type, const struct ArrowArray *array, size_t index)
{
	*exact = true;
	if (type->layout == DATA_ARROW_NULL)
		return NAN;
	const char *place = (const char *)array->buffers[1] + index * type->width;
	return type->layout == DATA_ARROW_HALF ? data_half_at(place)
	                                       : data_number_at(exact, place, type->format, type->unit);
}

bool data_arrow_bit(const struct ArrowArray *array, size_t index)
{
	return data_bit_at(array->buffers[1], index);
}

const char *data_arrow_text(size_t *length, const data_arrow_type *type, const struct ArrowArray *array, size_t index)
{
	if (type->layout == DATA_ARROW_VIEW) {
		view v = view_at(array, index);
		*length = (size_t)v.size;
		return v.size <= VIEW_INLINE ? (const char *)array->buffers[1] + VIEW_BYTES * index + 4
		                             : (const char *)array->buffers[FIRST_VIEWED + v.buffer] + v.offset;
	}
	int64_t start, end;
	(void)text_range(&start, &end, type, array, index);
	*length = (size_t)(end - start);
	return *length > 0 ? (const char *)array->buffers[2] + start : "";
}
