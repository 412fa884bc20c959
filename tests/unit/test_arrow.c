/* Arrow arrays built by hand: dictionaries of every value type, with offsets, equal plain arrays; arrays whose lengths or offsets
 * are inconsistent are refused. */
#include "unit.h"

enum { ROWS = 6, ENTRIES = 4, SKIPPED = 1, SHIFT = 2 };

/* Entries 1 to 3 of a dictionary whose first entry is skipped, in rows after two that are skipped. */
static const int32_t indices[SHIFT + ROWS] = { 99, -7, 0, 2, 1, 1, 0, 2 };

/* A type with ENTRIES values, written to `bytes` from integers. */
typedef struct value_type {
	const char *format;
	size_t width;
	int unit;
} value_type;

static const value_type value_types[] = {
	{ "c", 1, MIXMI_PLAIN },      { "C", 1, MIXMI_PLAIN },      { "s", 2, MIXMI_PLAIN },
	{ "S", 2, MIXMI_PLAIN },      { "i", 4, MIXMI_PLAIN },      { "I", 4, MIXMI_PLAIN },
	{ "l", 8, MIXMI_PLAIN },      { "L", 8, MIXMI_PLAIN },      { "e", 2, MIXMI_PLAIN },
	{ "f", 4, MIXMI_PLAIN },      { "g", 8, MIXMI_PLAIN },      { "tdD", 4, MIXMI_DAYS },
	{ "tdm", 8, MIXMI_SECONDS },  { "tss:", 8, MIXMI_SECONDS }, { "tsm:", 8, MIXMI_SECONDS },
	{ "tsu:", 8, MIXMI_SECONDS }, { "tsn:", 8, MIXMI_SECONDS }, { "tts", 4, MIXMI_PLAIN },
	{ "ttm", 4, MIXMI_PLAIN },    { "ttu", 8, MIXMI_PLAIN },    { "ttn", 8, MIXMI_PLAIN },
};

/* Bytes whose numbers differ in every type. */
static void fill(void *out, const value_type *type)
{
	static const uint16_t halves[] = { 0x4200, 0x3C00, 0x4000, 0x3800 }; /* 3, 1, 2, 0.5 */
	static const int64_t wholes[] = { 3, 1, 2, 5 };
	for (size_t i = 0; i < ENTRIES; i++) {
		char *place = (char *)out + i * type->width;
		float single = (float)wholes[i];
		double real = (double)wholes[i] + 0.25;
		if (*type->format == 'e')
			memcpy(place, &halves[i], type->width);
		else if (*type->format == 'f')
			memcpy(place, &single, type->width);
		else if (*type->format == 'g')
			memcpy(place, &real, type->width);
		else
			memcpy(place, &wholes[i], type->width); /* least byte first */
	}
}

static struct ArrowArray array_of(const void **buffers, int64_t length, int64_t offset)
{
	return (struct ArrowArray){ .length = length, .offset = offset, .n_buffers = 2, .buffers = buffers };
}

/* A table of one column: a dictionary with `indices` into the entries, or the same rows as a plain array. */
static mixmi_status from_dictionary(mixmi_table **table, struct ArrowSchema *entries_schema, struct ArrowArray *entries,
                                    int64_t flags)
{
	const void *buffers[] = { NULL, indices };
	struct ArrowSchema schema = { .format = "i", .name = "x", .flags = flags, .dictionary = entries_schema };
	struct ArrowArray array = array_of(buffers, ROWS, SHIFT);
	array.dictionary = entries;
	assert_ok(mixmi_table_new(table, ROWS));
	mixmi_status status = mixmi_table_add_arrow(*table, &schema, &array);
	if (status != MIXMI_OK) {
		mixmi_table_free(*table);
		*table = NULL;
	}
	return status;
}

static void from_plain(mixmi_table **table, const value_type *type, const void *values)
{
	char rows[ROWS * 8];
	for (size_t i = 0; i < ROWS; i++)
		memcpy(rows + i * type->width, (const char *)values + (size_t)(indices[SHIFT + i] + SKIPPED) * type->width,
		       type->width);
	const void *buffers[] = { NULL, rows };
	struct ArrowSchema schema = { .format = type->format, .name = "x" };
	struct ArrowArray array = array_of(buffers, ROWS, 0);
	assert_ok(mixmi_table_new(table, ROWS));
	assert_ok(mixmi_table_add_arrow(*table, &schema, &array));
}

static mixmi_column about(const mixmi_table *table)
{
	mixmi_column column;
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, NULL));
	return column;
}

static void a_dictionary_holds_what_a_plain_array_holds(void **unused)
{
	(void)unused;
	for (size_t k = 0; k < sizeof value_types / sizeof *value_types; k++) {
		const value_type *type = &value_types[k];
		double values[ENTRIES]; /* aligned room */
		mixmi_table *plain, *coded;
		fill(values, type);
		const void *buffers[] = { NULL, values };
		struct ArrowSchema schema = { .format = type->format };
		struct ArrowArray entries = array_of(buffers, ENTRIES - SKIPPED, SKIPPED);
		from_plain(&plain, type, values);
		assert_ok(from_dictionary(&coded, &schema, &entries, 0));
		for (size_t row = 0; row < ROWS; row++)
			assert_true(mixmi_table_value(plain, 0, row) == mixmi_table_value(coded, 0, row));
		assert_int_equal(about(coded).distinct, 3);
		assert_int_equal(about(coded).unit, type->unit);
		assert_int_equal(about(coded).unit, about(plain).unit);
		assert_string_equal(about(coded).kind, about(plain).kind);
		mixmi_table_free(plain);
		mixmi_table_free(coded);
	}
}

static void numbers_that_differ_in_the_last_digit_are_two(void **unused)
{
	(void)unused;
	const int64_t whole[ENTRIES] = { 0, 9007199254740991, 9007199254740990, 9007199254740989 };
	const double real[ENTRIES] = { 0, 0.3, 0.1 + 0.2, 1 };
	const struct {
		const char *format;
		const void *values;
	} cases[] = { { "l", whole }, { "g", real } };
	for (size_t i = 0; i < 2; i++)
		for (int64_t flags = 0; flags <= ARROW_FLAG_DICTIONARY_ORDERED; flags++) {
			mixmi_table *table;
			const void *buffers[] = { NULL, cases[i].values };
			struct ArrowSchema schema = { .format = cases[i].format };
			struct ArrowArray entries = array_of(buffers, ENTRIES - SKIPPED, SKIPPED);
			assert_ok(from_dictionary(&table, &schema, &entries, flags));
			assert_int_equal(about(table).distinct, 3);
			assert_int_equal(about(table).ordered, flags != 0);
			mixmi_table_free(table);
		}
}

static void an_ordered_dictionary_of_numbers_keeps_its_order(void **unused)
{
	(void)unused;
	const int16_t values[ENTRIES] = { 0, 30, 10, 20 };
	const void *buffers[] = { NULL, values };
	struct ArrowSchema schema = { .format = "s" };
	struct ArrowArray entries = array_of(buffers, ENTRIES - SKIPPED, SKIPPED);
	mixmi_table *table;
	assert_ok(from_dictionary(&table, &schema, &entries, ARROW_FLAG_DICTIONARY_ORDERED));
	assert_string_equal(about(table).kind, "ordered");
	assert_string_equal(mixmi_table_label(table, 0, 0), "30");
	assert_string_equal(mixmi_table_label(table, 0, 2), "20");
	assert_true(mixmi_table_value(table, 0, 1) == 2);
	mixmi_table_free(table);
}

static void numbers_that_no_double_holds_are_rounded_or_refused(void **unused)
{
	(void)unused;
	const int64_t large[ENTRIES] = { INT64_MAX, 1, 9007199254740993, 3 }; /* the first is passed over */
	const double infinite[ENTRIES] = { INFINITY, 1, -INFINITY, 3 };
	for (int64_t flags = 0; flags <= ARROW_FLAG_DICTIONARY_ORDERED; flags++) {
		mixmi_table *table;
		const void *buffers[] = { NULL, large };
		struct ArrowSchema schema = { .format = "l" };
		struct ArrowArray entries = array_of(buffers, ENTRIES - SKIPPED, SKIPPED);
		assert_ok(from_dictionary(&table, &schema, &entries, flags));
		assert_non_null(strstr(mixmi_table_note(table, 0), "beyond 2^53 (row 3) are rounded")); /* as in a file */
		mixmi_table_free(table);
		buffers[1] = infinite;
		schema.format = "g";
		assert_fails(from_dictionary(&table, &schema, &entries, flags), MIXMI_ERROR_DATA,
		             "row 3: the value is infinite");
	}
}

static void texts_and_truths_are_found_behind_an_offset(void **unused)
{
	(void)unused;
	const int32_t offsets[] = { 0, 3, 6, 9, 12 };
	const int64_t large_offsets[] = { 0, 3, 6, 9, 12 };
	const char texts[] = "badonetwosix";
	char views[ENTRIES][16] = { { 0 } };
	const uint8_t bits = 0x5; /* 1, then 0, 1, 0 */
	for (size_t i = 0; i < ENTRIES; i++) {
		views[i][0] = 3;
		memcpy(views[i] + 4, texts + 3 * i, 3);
	}
	const struct {
		const char *format;
		const void *buffer;
	} cases[] = { { "u", offsets }, { "U", large_offsets }, { "vu", views }, { "b", &bits } };
	for (size_t i = 0; i < 4; i++) {
		const char *const expected[2][3] = { { "one", "six", "two" }, { "false", "false", "true" } };
		mixmi_table *table;
		const void *buffers[] = { NULL, cases[i].buffer, texts };
		struct ArrowSchema schema = { .format = cases[i].format };
		struct ArrowArray entries = array_of(buffers, ENTRIES - SKIPPED, SKIPPED);
		entries.n_buffers = 3;
		assert_ok(from_dictionary(&table, &schema, &entries, 0));
		for (size_t row = 0; row < 3; row++)
			assert_string_equal(mixmi_table_label(table, 0, (size_t)mixmi_table_value(table, 0, row)),
			                    expected[i == 3][row]);
		mixmi_table_free(table);
	}
}

/* ----------------------------------------------------------------------------------------------- arrays that lie */

static void refuse(struct ArrowSchema schema, struct ArrowArray array, const char *why)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 2));
	mixmi_status status = mixmi_table_add_arrow(table, &schema, &array);
	if (status != MIXMI_ERROR_DATA || strstr(mixmi_error_message(), why) == NULL)
		fail_msg("'%s' was not refused: %s", why, status == MIXMI_OK ? "it was read" : mixmi_error_message());
	assert_int_equal(mixmi_table_columns(table), 0);
	mixmi_table_free(table);
}

static void arrays_that_lie_are_refused(void **unused)
{
	(void)unused;
	const double reals[] = { 1, 2 };
	const int32_t backwards[] = { 0, 3, 1 }, below[] = { -4, 0, 1 }, forwards[] = { 0, 1, 2 }, keys[] = { 0, 5 };
	int32_t long_view[8] = { 40, 0, 7, 0, 40, 0, 0, 100 };
	const int64_t size = 50;
	const void *none[] = { NULL, NULL, NULL }, *numbers[] = { NULL, reals }, *index[] = { NULL, keys };
	const void *bad[] = { NULL, backwards, "abc" }, *low[] = { NULL, below, "abc" }, *gone[] = { NULL, forwards, NULL };
	const void *views[] = { NULL, long_view, "abc", &size };
	struct ArrowSchema real = { .format = "g", .name = "x" }, text = { .format = "u", .name = "x" };
	struct ArrowSchema view = { .format = "vu", .name = "x" }, coded = { .format = "i", .name = "x" };
	struct ArrowArray fine = array_of(numbers, 2, 0), entries = array_of(numbers, 2, 0);
	coded.dictionary = &real;
	refuse(real, array_of(none, 2, 0), "it has no values");
	refuse(real, (struct ArrowArray){ .length = 2 }, "too few buffers");
	refuse(real, array_of(numbers, 2, INT64_MAX), "out of range");
	struct ArrowArray texts = array_of(bad, 2, 0);
	refuse(text, texts, "too few buffers");
	texts.n_buffers = 3;
	refuse(text, texts, "a text lies outside");
	texts.buffers = low;
	refuse(text, texts, "a text lies outside");
	texts.buffers = gone;
	refuse(text, texts, "a text lies outside");
	struct ArrowArray viewed = array_of(views, 2, 0);
	viewed.n_buffers = 4;
	refuse(view, viewed, "a text lies outside"); /* no buffer 7 */
	long_view[2] = 0;
	refuse(view, viewed, "a text lies outside"); /* its second begins beyond the end */
	fine.buffers = index;
	refuse(coded, fine, "dictionary cannot be read");
	fine.dictionary = &entries;
	refuse(coded, fine, "no entry 5");
	entries.length = -1;
	refuse(coded, fine, "has no length");
	coded.format = "g";
	refuse(coded, fine, "dictionary cannot be read");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_dictionary_holds_what_a_plain_array_holds),
		cmocka_unit_test(numbers_that_differ_in_the_last_digit_are_two),
		cmocka_unit_test(an_ordered_dictionary_of_numbers_keeps_its_order),
		cmocka_unit_test(numbers_that_no_double_holds_are_rounded_or_refused),
		cmocka_unit_test(texts_and_truths_are_found_behind_an_offset),
		cmocka_unit_test(arrays_that_lie_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
