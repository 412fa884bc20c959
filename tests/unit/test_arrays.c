/* Columns in the memory of other programs: plain arrays of every format, and the Arrow C data and stream interfaces. */
#include "unit.h"

static mixmi_column about(const mixmi_table *table, size_t column)
{
	mixmi_column out;
	assert_ok(mixmi_table_column(&out, sizeof out, table, column, NULL));
	return out;
}

static void check_value(const mixmi_table *table, size_t column, size_t row, double expected)
{
	double value = mixmi_table_value(table, column, row);
	if (!(isnan(expected) ? isnan(value) : value == expected))
		fail_msg("column %zu, row %zu: %.17g is not %.17g", column, row, value, expected);
}

/* ------------------------------------------------------------------------------------------------------ arrays */

static void every_format_is_read(void **unused)
{
	(void)unused;
	const double f8[] = { -1.5, 0, 7 };
	const float f4[] = { -1.5f, 0, 7 };
	const int8_t i1[] = { -128, 0, 127 };
	const int16_t i2[] = { -32768, 0, 7 };
	const int32_t i4[] = { INT32_MIN, 0, 7 };
	const int64_t i8[] = { -(INT64_C(1) << 53), 0, INT64_C(1) << 53 };
	const uint8_t u1[] = { 0, 1, 255 };
	const uint16_t u2[] = { 0, 1, 65535 };
	const uint32_t u4[] = { 0, 1, UINT32_MAX };
	const uint64_t u8[] = { 0, 1, UINT64_C(1) << 53 };
	const struct {
		const void *values;
		int32_t format;
		double first, last;
	} cases[] = { { f8, MIXMI_FLOAT64, -1.5, 7 },      { f4, MIXMI_FLOAT32, -1.5, 7 },
		          { i1, MIXMI_INT8, -128, 127 },       { i2, MIXMI_INT16, -32768, 7 },
		          { i4, MIXMI_INT32, INT32_MIN, 7 },   { i8, MIXMI_INT64, -0x1p53, 0x1p53 },
		          { u1, MIXMI_UINT8, 0, 255 },         { u2, MIXMI_UINT16, 0, 65535 },
		          { u4, MIXMI_UINT32, 0, UINT32_MAX }, { u8, MIXMI_UINT64, 0, 0x1p53 } };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 3));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char name[] = { (char)('a' + i), '\0' };
		mixmi_array array = { .values = cases[i].values, .format = cases[i].format, .type = MIXMI_AUTO };
		assert_ok(mixmi_table_add_array(table, name, &array, sizeof array));
		check_value(table, i, 0, cases[i].first);
		check_value(table, i, 2, cases[i].last);
		assert_int_equal(mixmi_table_type(table, i), MIXMI_NUMERIC);
	}
	mixmi_table_free(table);
}

static void strides_missing_values_and_bitmaps_are_heard(void **unused)
{
	(void)unused;
	const int32_t rows[4][2] = { { 1, 10 }, { INT32_MIN, 20 }, { 3, 30 }, { 4, 40 } };
	const uint8_t missing[] = { 0, 0, 1, 0 }, bits[] = { 0xF0 | 0x0B << 1 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 4));
	mixmi_array array = { .values = rows,
		                  .format = MIXMI_INT32,
		                  .stride = sizeof rows[0],
		                  .type = MIXMI_AUTO,
		                  .has_na = 1,
		                  .na = INT32_MIN,
		                  .missing = missing };
	assert_ok(mixmi_table_add_array(table, "r", &array, sizeof array));
	check_value(table, 0, 0, 1);
	check_value(table, 0, 1, NAN);
	check_value(table, 0, 2, NAN);
	mixmi_array backwards = { .values = &rows[3][1],
		                      .format = MIXMI_INT32,
		                      .stride = -(ptrdiff_t)sizeof rows[0],
		                      .type = MIXMI_AUTO,
		                      .validity = bits,
		                      .validity_offset = 1 };
	assert_ok(mixmi_table_add_array(table, "b", &backwards, sizeof backwards));
	check_value(table, 1, 0, 40); /* bits 1, 1, 0, 1 from the second on */
	check_value(table, 1, 2, NAN);
	check_value(table, 1, 3, 10);
	mixmi_table_free(table);
}

static void factors_truths_and_times(void **unused)
{
	(void)unused;
	const char *const labels[] = { "low", "mid", "high" };
	const int32_t factor[] = { 1, 3, INT32_MIN };
	const uint8_t truths[] = { 0, 7, 1 };
	const int64_t instants[] = { INT64_C(1600000000123456789), -1, 0 };
	const int32_t days[] = { 18262, 0, -1 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 3));
	mixmi_array array = { .values = factor,
		                  .format = MIXMI_INT32,
		                  .type = MIXMI_AUTO,
		                  .has_na = 1,
		                  .na = INT32_MIN,
		                  .labels = labels,
		                  .label_count = 3,
		                  .first_label = 1,
		                  .ordered = 1 };
	assert_ok(mixmi_table_add_array(table, "f", &array, sizeof array));
	assert_string_equal(mixmi_table_label(table, 0, 0), "low");
	assert_string_equal(mixmi_table_label(table, 0, 1), "high");
	assert_true(about(table, 0).ordered && about(table, 0).missing == 1);
	assert_string_equal(about(table, 0).kind, "ordered");
	mixmi_array boolean = { .values = truths, .format = MIXMI_BOOL8, .type = MIXMI_AUTO };
	assert_ok(mixmi_table_add_array(table, "t", &boolean, sizeof boolean));
	assert_string_equal(mixmi_table_label(table, 1, (size_t)mixmi_table_value(table, 1, 1)), "true");
	mixmi_array when = { .values = instants, .format = MIXMI_INT64, .type = MIXMI_AUTO, .unit = MIXMI_NANOSECONDS };
	assert_ok(mixmi_table_add_array(table, "w", &when, sizeof when));
	check_value(table, 2, 0, 1600000000.123456789);
	check_value(table, 2, 1, -1e-9);
	char shown[MIXMI_SHOWN];
	mixmi_show_value(shown, about(table, 2).maximum, about(table, 2).unit);
	assert_string_equal(shown, "2020-09-13T12:26:40");
	mixmi_array day = { .values = days, .format = MIXMI_INT32, .type = MIXMI_AUTO, .unit = MIXMI_DAYS };
	assert_ok(mixmi_table_add_array(table, "d", &day, sizeof day));
	mixmi_show_value(shown, 18262, about(table, 3).unit);
	assert_string_equal(shown, "2020-01-01");
	mixmi_show_value(shown, -1, about(table, 3).unit);
	assert_string_equal(shown, "1969-12-31");
	mixmi_show_value(shown, -1973864.6, MIXMI_PLAIN);
	assert_string_equal(shown, "-1973865");
	mixmi_show_value(shown, 1234.5678, MIXMI_PLAIN);
	assert_string_equal(shown, "1234.57");
	mixmi_show_value(shown, 2e15, MIXMI_PLAIN);
	assert_string_equal(shown, "2e+15");
	mixmi_table_free(table);
}

static void bad_arrays_are_refused(void **unused)
{
	(void)unused;
	const char *const labels[] = { "a", "b" };
	const int64_t large[] = { (INT64_C(1) << 53) + 1, 0 };
	const double infinite[] = { INFINITY, 0 };
	const int8_t codes[] = { 0, 2 };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 2));
	mixmi_array array = { .values = large, .format = MIXMI_INT64 };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_LIMIT,
	             "row 1: the value is beyond 2^53");
	array = (mixmi_array){ .values = infinite };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_DATA,
	             "row 1: the value is infinite");
	array = (mixmi_array){ .values = codes, .format = MIXMI_INT8, .labels = labels, .label_count = 2 };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_DATA,
	             "row 2: code 2 has no label");
	array = (mixmi_array){ .values = codes, .format = 99 };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_USAGE, "no array format");
	array = (mixmi_array){ .values = infinite, .labels = labels, .label_count = 2 };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_USAGE, "only discrete integers");
	array = (mixmi_array){ .type = MIXMI_NUMERIC };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_USAGE, "there are no values");
	assert_fails(mixmi_table_add_values(table, "x", MIXMI_NUMERIC, NULL, NULL), MIXMI_ERROR_USAGE,
	             "there are no values");
	assert_fails(mixmi_table_add_codes(table, "x", NULL, labels, 2, NULL), MIXMI_ERROR_USAGE, "there are no values");
	array = (mixmi_array){ .values = infinite };
	assert_fails(mixmi_table_add_array(table, NULL, &array, sizeof array), MIXMI_ERROR_USAGE, "a column needs a name");
	const char *const holes[] = { "a", NULL };
	array = (mixmi_array){ .values = codes, .format = MIXMI_INT8, .labels = holes, .label_count = 2 };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_USAGE, "a label is NULL");
	const double numbers[] = { 1, 2 };
	array = (mixmi_array){ .values = numbers, .type = MIXMI_NUMERIC, .below = 2, .limits = holes };
	assert_fails(mixmi_table_add_array(table, "x", &array, sizeof array), MIXMI_ERROR_USAGE, "detection limit is NULL");
	assert_int_equal(mixmi_table_columns(table), 0);
	mixmi_table_free(table);
}

/* -------------------------------------------------------------------------------------------- as a file is read */

enum { READ_ROWS = 40, ODD = 7 };

/* Numbers as texts, with a word for missing in row ODD; the same numbers as categories; and weights. */
typedef struct read_data {
	char texts[READ_ROWS][16];
	const char *labels[READ_ROWS];
	int32_t codes[READ_ROWS];
	double plain[READ_ROWS], weights[READ_ROWS];
} read_data;

static void fill_read_data(read_data *d)
{
	for (int i = 0; i < READ_ROWS; i++) {
		snprintf(d->texts[i], sizeof d->texts[i], i == ODD ? "n.a." : "1,%03d.5", i * 13 % 20);
		d->labels[i] = d->texts[i];
		d->codes[i] = i;
		d->plain[i] = i * 7 % 11;
		d->weights[i] = i % 3;
	}
}

static mixmi_status read_arrays(mixmi_table **out, const read_data *d, int32_t type, const char *const *settings)
{
	static const char *const names[] = { "text", "plain", "n" };
	const mixmi_array arrays[] = {
		{ .values = d->codes, .format = MIXMI_INT32, .type = type, .labels = d->labels, .label_count = READ_ROWS },
		{ .values = d->plain, .type = MIXMI_AUTO },
		{ .values = d->weights, .type = MIXMI_AUTO },
	};
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	for (; settings != NULL && *settings != NULL; settings += 2)
		assert_ok(mixmi_options_set(options, settings[0], settings[1]));
	mixmi_status status = mixmi_table_from_arrays(out, READ_ROWS, names, arrays, sizeof *arrays, 3, options);
	mixmi_options_free(options);
	return status;
}

static void texts_of_arrays_are_recognised_as_in_a_file(void **unused)
{
	(void)unused;
	read_data d;
	mixmi_table *table;
	fill_read_data(&d);
	assert_ok(read_arrays(&table, &d, MIXMI_AUTO, NULL));
	mixmi_column column = about(table, 0);
	assert_int_equal(column.type, MIXMI_NUMERIC);
	assert_string_equal(column.why, "numbers with thousands separators");
	assert_string_equal(mixmi_table_note(table, 0),
	                    "column 'text': 1 cell with a word for missing (row 8: 'n.a.') taken "
	                    "as missing");
	check_value(table, 0, 0, 1000.5);
	check_value(table, 0, ODD, NAN);
	check_value(table, 0, 1, 1013.5);
	mixmi_table_free(table);
}

static void recognition_can_be_switched_off(void **unused)
{
	(void)unused;
	read_data d;
	mixmi_table *table;
	fill_read_data(&d);
	assert_ok(read_arrays(&table, &d, MIXMI_AUTO, (const char *[]){ "recognise", "no", NULL }));
	assert_int_equal(mixmi_table_type(table, 0), MIXMI_DISCRETE);
	assert_int_equal(mixmi_table_distinct(table, 0), 21);
	mixmi_table_free(table);
	/* ... and numbers can be requested all the same; then a text is an error */
	assert_ok(read_arrays(&table, &d, MIXMI_NUMERIC, (const char *[]){ "recognise", "no", "missing", "n.a.", NULL }));
	assert_int_equal(mixmi_table_type(table, 0), MIXMI_NUMERIC);
	mixmi_table_free(table);
	snprintf(d.texts[ODD], sizeof d.texts[ODD], "abc");
	assert_fails(read_arrays(&table, &d, MIXMI_NUMERIC, NULL), MIXMI_ERROR_DATA, "row 8: 'abc' is not a number");
	assert_null(table);
}

static void declared_categories_stay_and_are_remarked_on(void **unused)
{
	(void)unused;
	read_data d;
	mixmi_table *table;
	fill_read_data(&d);
	assert_ok(read_arrays(&table, &d, MIXMI_DISCRETE, NULL));
	assert_int_equal(mixmi_table_type(table, 0), MIXMI_DISCRETE);
	assert_string_equal(mixmi_table_label(table, 0, 1), d.texts[1]); /* in the order given */
	assert_non_null(strstr(mixmi_table_note(table, 0), "20 of its categories are numbers"));
	mixmi_table_free(table);
	assert_ok(read_arrays(&table, &d, MIXMI_DISCRETE, (const char *[]){ "numeric", "text", NULL }));
	assert_int_equal(mixmi_table_type(table, 0), MIXMI_NUMERIC);
	mixmi_table_free(table);
}

static void rows_of_arrays_are_weighed_and_chosen(void **unused)
{
	(void)unused;
	read_data d;
	mixmi_table *table;
	double sum = 0;
	fill_read_data(&d);
	for (int i = 0; i < READ_ROWS; i++)
		sum += d.weights[i];
	assert_ok(read_arrays(&table, &d, MIXMI_AUTO, (const char *[]){ "weights", "n", NULL }));
	assert_int_equal(mixmi_table_columns(table), 2);
	assert_int_equal(mixmi_table_rows(table), (size_t)sum);
	check_value(table, 1, 0, d.plain[1]); /* row 0 weighs nothing */
	check_value(table, 1, 2, d.plain[2]);
	mixmi_table_free(table);
	assert_ok(read_arrays(&table, &d, MIXMI_AUTO, (const char *[]){ "where", "plain < 3", "only", "text", NULL }));
	assert_int_equal(mixmi_table_columns(table), 1);
	assert_true(mixmi_table_rows(table) < READ_ROWS);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------------------- Arrow */

/* A stream of two batches with one column of each layout. */
enum { COLUMNS = 9, ROWS = 4, BATCHES = 2 };

typedef struct stream_state {
	int batch;
	bool released;
} stream_state;

static void release_schema(struct ArrowSchema *schema)
{
	schema->release = NULL;
}

static void release_array(struct ArrowArray *array)
{
	array->release = NULL;
}

static struct ArrowSchema text_schema = { .format = "u", .release = release_schema };

static struct ArrowSchema children[COLUMNS] = {
	{ .format = "g", .name = "real" },
	{ .format = "s", .name = "short" },
	{ .format = "b", .name = "truth" },
	{ .format = "u", .name = "text" },
	{ .format = "U", .name = "large" },
	{ .format = "vu", .name = "view" },
	{ .format = "c", .name = "dictionary", .dictionary = &text_schema, .flags = ARROW_FLAG_DICTIONARY_ORDERED },
	{ .format = "tdD", .name = "day" },
	{ .format = "tsu:UTC", .name = "instant" },
};
static struct ArrowSchema *child_pointers[COLUMNS];

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
	(void)stream;
	for (int i = 0; i < COLUMNS; i++)
		child_pointers[i] = &children[i];
	*out = (struct ArrowSchema){
		.format = "+s", .n_children = COLUMNS, .children = child_pointers, .release = release_schema
	};
	return 0;
}

/* Values start at offset 1: the first entry of each buffer is skipped. */
static const double reals[] = { 99, 1.5, 2.5, -0.0, 4.5 };
static const int16_t shorts[] = { 99, -1, 2, 3, 4 };
static const uint8_t truths[] = { 0x0B << 1 };
static const uint8_t validity[] = { 0x1D }; /* the row at offset 1 is not there */
static const int32_t offsets[] = { 0, 2, 5, 5, 8, 11 };
static const int64_t large_offsets[] = { 0, 2, 5, 5, 8, 11 };
static const char texts[] = "xxone2.5twoone";
static char views[5 * 16];
static const char long_text[] = "a text of more than twelve bytes";
static const int64_t long_size = sizeof long_text;
static const int8_t keys[] = { 9, 1, 0, 1, 2 };
static const int32_t dictionary_offsets[] = { 0, 3, 6, 10 };
static const char dictionary_texts[] = "lowmidhigh";
static const int32_t days[] = { 0, 18262, 18263, 18264, 18265 };
static const int64_t instants[] = { 0, 1000000, 2500000, -1, 4000000 };

static void fill_views(void)
{
	static const char *const inside[] = { "", "one", NULL, "two", "one" };
	memset(views, 0, sizeof views);
	for (int i = 0; i < 5; i++) {
		char *view = views + 16 * i;
		int32_t length = (int32_t)strlen(inside[i] != NULL ? inside[i] : long_text);
		memcpy(view, &length, sizeof length);
		if (inside[i] != NULL)
			memcpy(view + 4, inside[i], (size_t)length);
	}
}

static const void *buffers[COLUMNS][4];
static struct ArrowArray arrays[COLUMNS], dictionary;
static struct ArrowArray *array_pointers[COLUMNS];
static const void *dictionary_buffers[] = { NULL, dictionary_offsets, dictionary_texts };

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	stream_state *state = stream->private_data;
	const void *data[COLUMNS] = { reals, shorts, truths, offsets, large_offsets, views, keys, days, instants };
	*out = (struct ArrowArray){ 0 };
	if (state->batch++ == BATCHES)
		return 0;
	fill_views();
	dictionary =
		(struct ArrowArray){ .length = 3, .n_buffers = 3, .buffers = dictionary_buffers, .release = release_array };
	for (int i = 0; i < COLUMNS; i++) {
		buffers[i][0] = i == 0 ? validity : NULL;
		buffers[i][1] = data[i];
		buffers[i][2] = i == 5 ? long_text : texts;
		buffers[i][3] = i == 5 ? &long_size : NULL; /* views: sizes of the buffers that they are of */
		arrays[i] = (struct ArrowArray){ .length = ROWS,
			                             .null_count = i == 0 ? 1 : 0,
			                             .offset = 1,
			                             .n_buffers = i == 5 ? 4 : 3,
			                             .buffers = buffers[i],
			                             .dictionary = i == 6 ? &dictionary : NULL,
			                             .release = release_array };
		array_pointers[i] = &arrays[i];
	}
	static const void *none[] = { NULL };
	*out = (struct ArrowArray){ .length = ROWS,
		                        .n_buffers = 1,
		                        .buffers = none,
		                        .n_children = COLUMNS,
		                        .children = array_pointers,
		                        .release = release_array };
	return 0;
}

static int fail_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
	(void)stream, (void)out;
	return 5;
}

static const char *last_error(struct ArrowArrayStream *stream)
{
	(void)stream;
	return "the wire broke";
}

static void release_stream(struct ArrowArrayStream *stream)
{
	((stream_state *)stream->private_data)->released = true;
	stream->release = NULL;
}

static void a_stream_of_batches_becomes_a_table(void **unused)
{
	(void)unused;
	stream_state state = { 0 };
	struct ArrowArrayStream stream = { get_schema, get_next, last_error, release_stream, &state };
	mixmi_table *table;
	assert_ok(mixmi_table_from_arrow(&table, &stream, NULL));
	assert_true(state.released);
	assert_int_equal(mixmi_table_rows(table), ROWS * BATCHES);
	assert_int_equal(mixmi_table_columns(table), COLUMNS);
	check_value(table, 0, 0, NAN);
	check_value(table, 0, 1, 2.5);
	check_value(table, 0, 2, 0);
	check_value(table, 0, ROWS + 3, 4.5);
	check_value(table, 1, 0, -1);
	assert_string_equal(mixmi_table_label(table, 2, (size_t)mixmi_table_value(table, 2, 2)), "false");
	const char *const expected[] = { "2.5" };
	for (size_t j = 3; j <= 4; j++) { /* "one", "", "2.5" ... are the texts from the second on: "one" is at offset 1 */
		assert_int_equal(about(table, j).missing, BATCHES);
		assert_string_equal(mixmi_table_label(table, j, (size_t)mixmi_table_value(table, j, 0)), "one");
		assert_string_equal(mixmi_table_label(table, j, (size_t)mixmi_table_value(table, j, 2)), expected[0]);
	}
	assert_string_equal(mixmi_table_label(table, 5, (size_t)mixmi_table_value(table, 5, 1)), long_text);
	assert_string_equal(mixmi_table_label(table, 5, (size_t)mixmi_table_value(table, 5, 2)), "two");
	assert_true(about(table, 6).ordered);
	assert_string_equal(mixmi_table_label(table, 6, 0), "low");
	assert_string_equal(mixmi_table_label(table, 6, (size_t)mixmi_table_value(table, 6, 3)), "high");
	assert_int_equal(about(table, 7).unit, MIXMI_DAYS);
	check_value(table, 8, 1, 2.5);
	assert_int_equal(about(table, 8).unit, MIXMI_SECONDS);
	mixmi_table_free(table);
}

static void columns_of_a_stream_can_be_chosen(void **unused)
{
	(void)unused;
	stream_state state = { 0 };
	struct ArrowArrayStream stream = { get_schema, get_next, last_error, release_stream, &state };
	mixmi_options *options;
	mixmi_table *table;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "only", "short,day"));
	assert_ok(mixmi_options_set(options, "discrete", "short"));
	assert_ok(mixmi_table_from_arrow(&table, &stream, options));
	assert_int_equal(mixmi_table_columns(table), 2);
	assert_int_equal(mixmi_table_type(table, 0), MIXMI_DISCRETE);
	mixmi_table_free(table);
	mixmi_options_free(options);
}

static void a_stream_that_fails_is_an_error_and_released(void **unused)
{
	(void)unused;
	stream_state state = { 0 };
	struct ArrowArrayStream stream = { get_schema, fail_next, last_error, release_stream, &state };
	mixmi_table *table;
	assert_fails(mixmi_table_from_arrow(&table, &stream, NULL), MIXMI_ERROR_DATA, "the wire broke");
	assert_null(table);
	assert_true(state.released);
}

static void one_array_joins_a_table(void **unused)
{
	(void)unused;
	const void *data[] = { validity, reals };
	struct ArrowSchema schema = { .format = "g", .name = "x" };
	struct ArrowArray array = { .length = 4, .null_count = 1, .offset = 1, .n_buffers = 2, .buffers = data };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 4));
	assert_ok(mixmi_table_add_arrow(table, &schema, &array));
	check_value(table, 0, 0, NAN);
	check_value(table, 0, 3, 4.5);
	assert_int_equal(about(table, 0).position, 1);
	schema.name = "y";
	array.length = 3;
	assert_fails(mixmi_table_add_arrow(table, &schema, &array), MIXMI_ERROR_USAGE,
	             "3 values cannot join a table of 4 rows");
	array.length = 4;
	schema.format = "+l";
	assert_fails(mixmi_table_add_arrow(table, &schema, &array), MIXMI_ERROR_DATA, "Arrow type '+l'");
	assert_int_equal(mixmi_table_columns(table), 1);
	mixmi_table_free(table);
}

/* Two lower detection limits and one upper, as in a table that was read, survive the copy into another table. */
static void detection_limits_come_with_their_texts(void **state)
{
	(void)state;
	const double values[] = { -2, 5, -1, 7, 9, -2 };
	const char *const limits[] = { "<LOD", "<5", ">8" };
	mixmi_array array = { .values = values, .type = MIXMI_NUMERIC, .below = 2, .above = 1, .limits = limits };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 6));
	assert_ok(mixmi_table_add_array(table, "x", &array, sizeof array));
	assert_int_equal(about(table, 0).below, 2);
	assert_int_equal(about(table, 0).above, 1);
	assert_string_equal(mixmi_table_label(table, 0, 0), "<LOD");
	assert_string_equal(mixmi_table_label(table, 0, 1), "<5");
	assert_null(mixmi_table_label(table, 0, 2));
	assert_string_equal(mixmi_table_label(table, 0, 4), ">8");
	array.below = 5;
	assert_fails(mixmi_table_add_array(table, "y", &array, sizeof array), MIXMI_ERROR_USAGE,
	             "column 'y': 6 detection limits among 5 values");
	array.limits = NULL;
	assert_fails(mixmi_table_add_array(table, "y", &array, sizeof array), MIXMI_ERROR_USAGE, "limits need texts");
	assert_int_equal(mixmi_table_columns(table), 1);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(detection_limits_come_with_their_texts),
		cmocka_unit_test(every_format_is_read),
		cmocka_unit_test(strides_missing_values_and_bitmaps_are_heard),
		cmocka_unit_test(factors_truths_and_times),
		cmocka_unit_test(bad_arrays_are_refused),
		cmocka_unit_test(texts_of_arrays_are_recognised_as_in_a_file),
		cmocka_unit_test(recognition_can_be_switched_off),
		cmocka_unit_test(declared_categories_stay_and_are_remarked_on),
		cmocka_unit_test(rows_of_arrays_are_weighed_and_chosen),
		cmocka_unit_test(a_stream_of_batches_becomes_a_table),
		cmocka_unit_test(columns_of_a_stream_can_be_chosen),
		cmocka_unit_test(a_stream_that_fails_is_an_error_and_released),
		cmocka_unit_test(one_array_joins_a_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
