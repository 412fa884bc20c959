/* Arrow arrays built by hand, at the edges of the format: offsets of dictionaries and batches, texts of twelve bytes and in
 * several buffers, units of dates and times, missing entries. */
#include "unit.h"

static mixmi_table *empty_table(size_t rows)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	return table;
}

static void check_label(const mixmi_table *table, size_t column, size_t row, const char *expected)
{
	double code = mixmi_table_value(table, column, row);
	if (expected == NULL)
		assert_true(isnan(code));
	else
		assert_string_equal(mixmi_table_label(table, column, (size_t)code), expected);
}

/* A dictionary of texts whose first two entries are skipped, and whose second used entry is missing. */
static void entries_of_a_dictionary_are_counted_from_its_offset(void **state)
{
	(void)state;
	static const uint8_t there[] = { 0x17 }; /* entries 0, 1, 2 and 4 */
	static const int8_t keys[] = { 9, 2, 0, 1, 0 };
	const void *texts[] = { there, NULL, "aabblowmediumhigh" }, *data[] = { NULL, keys };
	const int32_t lengths[] = { 2, 2, 3, 6, 4 };
	int32_t all[6] = { 0 };
	for (int i = 0; i < 5; i++)
		all[i + 1] = all[i] + lengths[i];
	texts[1] = all;
	struct ArrowArray dictionary = { .length = 3, .null_count = 1, .offset = 2, .n_buffers = 3, .buffers = texts };
	struct ArrowArray array = { .length = 4, .offset = 1, .n_buffers = 2, .buffers = data, .dictionary = &dictionary };
	struct ArrowSchema type = { .format = "u" };
	struct ArrowSchema schema = { .format = "c", .name = "level", .dictionary = &type };
	mixmi_table *table = empty_table(4);
	assert_ok(mixmi_table_add_arrow(table, &schema, &array));
	check_label(table, 0, 0, "high");
	check_label(table, 0, 1, "low");
	check_label(table, 0, 2, NULL);
	check_label(table, 0, 3, "low");
	mixmi_column column;
	assert_ok(mixmi_table_column(&column, sizeof column, table, 0, NULL));
	assert_int_equal(column.ordered, 0);
	schema.name = "ranked";
	schema.flags = ARROW_FLAG_DICTIONARY_ORDERED;
	assert_ok(mixmi_table_add_arrow(table, &schema, &array));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 1, NULL));
	assert_int_equal(column.ordered, 1);
	schema.name = "nullable";
	schema.flags = ARROW_FLAG_NULLABLE;
	assert_ok(mixmi_table_add_arrow(table, &schema, &array));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 2, NULL));
	assert_int_equal(column.ordered, 0);
	mixmi_table_free(table);
}

static void an_entry_that_is_not_there_is_an_error(void **state)
{
	(void)state;
	static const int32_t ends[] = { 0, 1, 2 };
	const void *texts[] = { NULL, ends, "ab" };
	struct ArrowArray dictionary = { .length = 2, .n_buffers = 3, .buffers = texts };
	struct ArrowSchema type = { .format = "u" }, schema = { .format = "c", .name = "x", .dictionary = &type };
	for (int8_t bad = -1; bad <= 3; bad++) {
		const int8_t keys[] = { 0, 1, bad };
		const void *data[] = { NULL, keys };
		struct ArrowArray array = { .length = 3, .n_buffers = 2, .buffers = data, .dictionary = &dictionary };
		mixmi_table *table = empty_table(3);
		if (bad >= 0 && bad < 2)
			assert_ok(mixmi_table_add_arrow(table, &schema, &array));
		else
			assert_fails(mixmi_table_add_arrow(table, &schema, &array), MIXMI_ERROR_DATA,
			             "row 3: the dictionary has no entry");
		mixmi_table_free(table);
	}
}

/* A text of up to twelve bytes is stored in its view; longer ones are in one of several buffers. */
static void views_are_inside_or_in_their_buffer(void **state)
{
	(void)state;
	static const char *const expected[] = { "twelve bytes", "thirteen byte", "fourteen bytes", "" };
	static const char first[] = "xxxthirteen byte", second[] = "yfourteen bytes";
	const int32_t buffer[] = { 0, 0, 1, 0 }, offset[] = { 0, 3, 1, 0 };
	char views[4 * 16] = { 0 };
	for (int i = 0; i < 4; i++) {
		char *view = views + 16 * i;
		int32_t length = (int32_t)strlen(expected[i]);
		memcpy(view, &length, 4);
		memcpy(view + 4, expected[i], length <= 12 ? (size_t)length : 4);
		if (length > 12) {
			memcpy(view + 8, &buffer[i], 4);
			memcpy(view + 12, &offset[i], 4);
		}
	}
	static const int64_t sizes[] = { sizeof first, sizeof second };
	const void *data[] = { NULL, views, first, second, sizes };
	struct ArrowArray array = { .length = 4, .n_buffers = 5, .buffers = data };
	struct ArrowSchema schema = { .format = "vu", .name = "text" };
	mixmi_table *table = empty_table(4);
	assert_ok(mixmi_table_add_arrow(table, &schema, &array));
	for (size_t i = 0; i < 3; i++)
		check_label(table, 0, i, expected[i]);
	schema.name = "beyond";
	const int32_t past = (int32_t)sizeof second - 13; /* one byte more than is there */
	memcpy(views + 2 * 16 + 12, &past, 4);
	assert_fails(mixmi_table_add_arrow(table, &schema, &array), MIXMI_ERROR_DATA, "outside of its buffer");
	mixmi_table_free(table);
}

static void dates_and_times_come_in_their_units(void **state)
{
	(void)state;
	static const int64_t wide[] = { 0, 86400000, -86400000, 172800000 };
	static const int32_t narrow[] = { 0, 1500, 60000, 86399000 };
	const struct {
		const char *format;
		const void *values;
		double expected; /* of the second row */
		int32_t unit;
	} cases[] = {
		{ "tdm", wide, 86400, MIXMI_SECONDS },     { "tss:", wide, 86400000, MIXMI_SECONDS },
		{ "tsm:UTC", wide, 86400, MIXMI_SECONDS }, { "tsu:", wide, 86.4, MIXMI_SECONDS },
		{ "tsn:", wide, 0.0864, MIXMI_SECONDS },   { "tdD", narrow, 1500, MIXMI_DAYS },
		{ "tts", narrow, 1500, MIXMI_PLAIN },      { "ttm", narrow, 1.5, MIXMI_PLAIN },
		{ "ttu", wide, 86.4, MIXMI_PLAIN },        { "ttn", wide, 0.0864, MIXMI_PLAIN },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const void *data[] = { NULL, cases[i].values };
		struct ArrowArray array = { .length = 4, .n_buffers = 2, .buffers = data };
		struct ArrowSchema schema = { .format = cases[i].format, .name = "t" };
		mixmi_table *table = empty_table(4);
		mixmi_column column;
		assert_ok(mixmi_table_add_arrow(table, &schema, &array));
		assert_close(mixmi_table_value(table, 0, 1), cases[i].expected, 1e-12);
		assert_ok(mixmi_table_column(&column, sizeof column, table, 0, NULL));
		assert_int_equal(column.unit, cases[i].unit);
		mixmi_table_free(table);
	}
}

/* ----------------------------------------------------------------------------------------------------- batches */

static void release_schema(struct ArrowSchema *schema)
{
	schema->release = NULL;
}

static void release_array(struct ArrowArray *array)
{
	array->release = NULL;
}

static struct ArrowSchema child_schema = { .format = "g", .name = "x" }, *schemas[] = { &child_schema };

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
	(void)stream;
	*out = (struct ArrowSchema){ .format = "+s", .n_children = 1, .children = schemas, .release = release_schema };
	return 0;
}

/* A batch that begins two rows into its column, which itself begins one value into its buffer; the third row of the batch is missing. */
static int get_batch(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	static const double values[] = { 90, 91, 92, 3, 4, 5, 6 };
	static const uint8_t rows_there[] = { 0xEF }; /* all but row 4, which is 2 of this batch */
	static const void *data[] = { NULL, values }, *rows[] = { rows_there };
	static struct ArrowArray child, *children[] = { &child };
	bool *given = stream->private_data;
	child = (struct ArrowArray){ .length = 6, .offset = 1, .n_buffers = 2, .buffers = data };
	*out = (struct ArrowArray){ 0 };
	if (!*given)
		*out = (struct ArrowArray){ .length = 4,
			                        .null_count = 1,
			                        .offset = 2,
			                        .n_buffers = 1,
			                        .buffers = rows,
			                        .n_children = 1,
			                        .children = children,
			                        .release = release_array };
	*given = true;
	return 0;
}

static void release_stream(struct ArrowArrayStream *stream)
{
	stream->release = NULL;
}

static void a_batch_has_an_offset_of_its_own(void **state)
{
	(void)state;
	bool given = false;
	struct ArrowArrayStream stream = { get_schema, get_batch, NULL, release_stream, &given };
	mixmi_table *table;
	assert_ok(mixmi_table_from_arrow(&table, &stream, NULL));
	assert_int_equal(mixmi_table_rows(table), 4);
	const double expected[] = { 3, 4, NAN, 6 };
	for (size_t i = 0; i < 4; i++) {
		double value = mixmi_table_value(table, 0, i);
		assert_true(isnan(expected[i]) ? isnan(value) : value == expected[i]);
	}
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_of_a_dictionary_are_counted_from_its_offset),
		cmocka_unit_test(an_entry_that_is_not_there_is_an_error),
		cmocka_unit_test(views_are_inside_or_in_their_buffer),
		cmocka_unit_test(dates_and_times_come_in_their_units),
		cmocka_unit_test(a_batch_has_an_offset_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
