/* Results of foreign libraries: missing texts, tables without rows. */
#include "temporary.h"

enum { LARGEST = 1 << 15 };

static char bytes[LARGEST];

static size_t load(const char *name)
{
	FILE *file = fopen(name, "rb");
	assert_non_null(file);
	size_t length = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	assert_true(length > 0 && length < sizeof bytes);
	return length;
}

static char *find(size_t length, const char *what, size_t size)
{
	for (size_t i = 0; i + size <= length; i++)
		if (memcmp(bytes + i, what, size) == 0)
			return bytes + i;
	return NULL;
}

/* Every occurrence of a variable's name; SPSS repeats it in a list "GRADE=GRADE", which has to stay consistent. */
static size_t blank_name(size_t length)
{
	size_t places = 0;
	for (char *at; (at = find(length, "GRADE  ", 7)) != NULL; places++)
		memset(at, ' ', 5);
	return places;
}

static void a_variable_without_a_name_is_called_by_its_place(void **unused)
{
	(void)unused;
	static const char *const files[] = { "tests/files/survey.sav", "tests/files/survey.zsav",
		                                 "tests/files/survey.xpt" };
	if (!mixmi_capable("readstat"))
		skip();
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		mixmi_table *table;
		size_t length = load(files[i]);
		assert_true(blank_name(length) > 0);
		write_bytes(bytes, length);
		assert_ok(mixmi_table_read(&table, path, NULL));
		assert_int_equal(mixmi_table_columns(table), 6);
		assert_string_equal(mixmi_table_name(table, 1), "V2");
		assert_string_equal(mixmi_table_note(table, 0), "column 2 has no name and is called 'V2'");
		assert_int_equal(mixmi_table_distinct(table, 1), 3);
		mixmi_table_free(table);
	}
}

/* Reads survey.sav with the first `from` replaced by `to`, of the same size. */
static mixmi_table *read_with(const char *from, const char *to, size_t size)
{
	mixmi_table *table;
	size_t length = load("tests/files/survey.sav");
	char *at = find(length, from, size);
	assert_non_null(at);
	memcpy(at, to, size);
	write_bytes(bytes, length);
	assert_ok(mixmi_table_read(&table, path, NULL));
	return table;
}

static void values_that_share_a_label_stay_different(void **unused)
{
	(void)unused;
	if (!mixmi_capable("readstat"))
		skip();
	mixmi_table *table = read_with("middle ", "low    ", 7);
	assert_int_equal(mixmi_table_distinct(table, 1), 3);
	assert_string_equal(mixmi_table_label(table, 1, 0), "1 low");
	assert_string_equal(mixmi_table_label(table, 1, 1), "2 low");
	assert_string_equal(mixmi_table_label(table, 1, 2), "high");
	mixmi_table_free(table);
}

static void a_value_with_a_blank_label_is_called_by_itself(void **unused)
{
	(void)unused;
	if (!mixmi_capable("readstat"))
		skip();
	mixmi_table *table = read_with("middle ", "       ", 7);
	assert_int_equal(mixmi_table_distinct(table, 1), 3);
	assert_string_equal(mixmi_table_label(table, 1, 0), "low");
	assert_string_equal(mixmi_table_label(table, 1, 1), "2");
	mixmi_table_free(table);
}

/* The first day is 2019-04-17, whichever epoch a program uses. */
static void days_are_the_same_in_files_of_all_programs(void **unused)
{
	(void)unused;
	static const char *const files[] = { "sav", "zsav", "por", "dta", "xpt", "sas7bdat" };
	if (!mixmi_capable("readstat"))
		skip();
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char name[64];
		mixmi_table *table;
		mixmi_column column;
		snprintf(name, sizeof name, "tests/files/survey.%s", files[i]);
		assert_ok(mixmi_table_read(&table, name, NULL));
		assert_ok(mixmi_table_column(&column, sizeof column, table, 3, NULL));
		assert_true(column.minimum == 18003 && column.unit == MIXMI_DAYS);
		mixmi_table_free(table);
	}
}

/* With another format the same numbers are milliseconds since 1960. */
static void times_of_stata_are_milliseconds(void **unused)
{
	(void)unused;
	enum { FROM_1960 = 3653 };
	mixmi_table *table;
	mixmi_column column;
	if (!mixmi_capable("readstat"))
		skip();
	size_t length = load("tests/files/survey.dta");
	char *format = find(length, "%td", 3);
	assert_non_null(format);
	memcpy(format, "%tc", 3);
	write_bytes(bytes, length);
	assert_ok(mixmi_table_read(&table, path, NULL));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 3, NULL));
	assert_true(fabs(column.minimum - ((18003 + FROM_1960) * 1e-3 - FROM_1960 * 86400.0)) < 1e-6);
	mixmi_table_free(table);
}

static void numbers_of_which_some_have_labels_stay_numbers(void **unused)
{
	(void)unused;
	char from[15], to[15];
	const double two = 2, seven = 7;
	mixmi_column column;
	if (!mixmi_capable("readstat"))
		skip();
	memcpy(from, &two, sizeof two);
	memcpy(to, &seven, sizeof seven);
	memcpy(from + sizeof two, "\6middle", 7);
	memcpy(to + sizeof two, "\6middle", 7);
	mixmi_table *table = read_with(from, to, sizeof from);
	assert_ok(mixmi_table_column(&column, sizeof column, table, 1, NULL));
	assert_true(!column.has_labels && column.minimum == 1 && column.maximum == 3);
	assert_non_null(strstr(column.remark, "29 of 40 values have a label in the file"));
	mixmi_table_free(table);
}

static void an_infinite_value_of_a_statistics_file_is_remarked_on(void **unused)
{
	(void)unused;
	mixmi_table *table;
	mixmi_column column;
	const double infinity = INFINITY;
	if (!mixmi_capable("readstat"))
		skip();
	assert_ok(mixmi_table_read(&table, "tests/files/survey.sav", NULL));
	double value = mixmi_table_value(table, 5, 3);
	mixmi_table_free(table);
	table = read_with((const char *)&value, (const char *)&infinity, sizeof value);
	assert_true(isnan(mixmi_table_value(table, 5, 3)));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 5, NULL));
	assert_non_null(strstr(column.remark, "infinite values (row 4) are taken as missing"));
	mixmi_table_free(table);
}

static void a_file_of_spss_without_rows_says_so(void **unused)
{
	(void)unused;
	enum { CASES = 80, END_OF_DICTIONARY = 8 };
	mixmi_table *table;
	if (!mixmi_capable("readstat"))
		skip();
	size_t length = load("tests/files/survey.sav");
	const char *end = find(length, "\xe7\x03\0\0\0\0\0\0", END_OF_DICTIONARY);
	assert_non_null(end);
	memset(bytes + CASES, 0, 4);
	write_bytes(bytes, (size_t)(end - bytes) + END_OF_DICTIONARY);
	assert_fails(mixmi_table_read(&table, path, NULL), MIXMI_ERROR_DATA, "has no rows");
}

/* ------------------------------------------------------------------------------------------------------- SQLite */

static void bytes_of_sqlite_are_no_values_in_silence(void **unused)
{
	(void)unused;
	mixmi_table *table;
	mixmi_options *options;
	mixmi_column column;
	if (!mixmi_capable("sqlite"))
		skip();
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(
		options, "sql",
		"select 1 as a, x'0001' as b, cast(x'610062' as text) as c, 9007199254740993 as d, 1 as \"  \" "
		"union all select 2, x'0100', cast(x'610063' as text), 1, 2 union all "
		"select 3, 'text', 'a', 2, 2"));
	assert_ok(mixmi_table_read(&table, "tests/files/shop.db", options));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 1, NULL));
	assert_int_equal(column.missing, 2);
	assert_non_null(strstr(column.remark, "blobs (row 1) are taken as missing"));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 2, NULL));
	assert_non_null(strstr(column.remark, "texts are cut at a NUL byte"));
	assert_ok(mixmi_table_column(&column, sizeof column, table, 3, NULL));
	assert_non_null(strstr(column.remark, "whole numbers beyond 2^53 (row 1)"));
	assert_string_equal(mixmi_table_name(table, 4), "V5");
	mixmi_table_free(table);
	mixmi_options_free(options);
}

/* ------------------------------------------------------------------------------------------------------- DuckDB */

static mixmi_status ask_duckdb(mixmi_table **table, const char *query)
{
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "sql", query));
	mixmi_status status = mixmi_table_read(table, "", options);
	mixmi_options_free(options);
	return status;
}

static void numbers_of_duckdb_are_exact_or_refused(void **unused)
{
	(void)unused;
	mixmi_table *table;
	if (!mixmi_capable("parquet"))
		skip();
	assert_ok(ask_duckdb(
		&table, "select * from (values (0.1::decimal(20, 1), 9007199254740992::hugeint * 2, -12.50::decimal(4, 2)), "
				"(-123456789012345.5, 1267650600228229401496703205376, null)) t(a, b, c)"));
	const double expected[2][3] = { { 0.1, 18014398509481984, -12.5 }, { -123456789012345.5, 0x1p100, NAN } };
	for (size_t row = 0; row < 2; row++)
		for (size_t j = 0; j < 3; j++)
			assert_true(mixmi_table_value(table, j, row) == expected[row][j] ||
			            (isnan(expected[row][j]) && isnan(mixmi_table_value(table, j, row))));
	mixmi_table_free(table);
	assert_fails(ask_duckdb(&table, "select 1::hugeint as x union all select 9007199254740993::hugeint"),
	             MIXMI_ERROR_LIMIT, "column 'x', row 2: 9007199254740993 has more digits");
	assert_fails(ask_duckdb(&table, "select 12345678901234.5678901::decimal(30, 7) as x"), MIXMI_ERROR_LIMIT,
	             "12345678901234.5678901 has more digits");
	assert_ok(
		ask_duckdb(&table, "select cast(x as varchar) as x from (select unnest([9007199254740993::hugeint]) as x)"));
	mixmi_table_free(table);
}

static void duckdb_loads_no_extension_by_itself(void **unused)
{
	(void)unused;
	mixmi_table *table;
	if (!mixmi_capable("parquet"))
		skip();
	assert_ok(ask_duckdb(&table, "select (value = 'true')::int as x from duckdb_settings() where name in "
	                             "('autoinstall_known_extensions', 'autoload_known_extensions')"));
	assert_int_equal(mixmi_table_rows(table), 2);
	assert_true(mixmi_table_value(table, 0, 0) == 0 && mixmi_table_value(table, 0, 1) == 0);
	mixmi_table_free(table);
}

/* Such names denote one file although they would match others. */
static void a_file_whose_name_looks_like_a_pattern_is_one_file(void **unused)
{
	(void)unused;
	static const char *const names[] = { "data[1].parquet", "data*.parquet", "it's ?.parquet" };
	if (!mixmi_capable("parquet"))
		skip();
	size_t length = load("tests/files/typed.parquet"), rows = 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		mixmi_table *table;
		char folder[] = "/tmp/mixmi_test_XXXXXX", odd[64], other[64];
		assert_non_null(mkdtemp(folder));
		snprintf(odd, sizeof odd, "%s/%s", folder, names[i]);
		snprintf(other, sizeof other, "%s/data1.parquet", folder);
		for (int k = 0; k < 2; k++) {
			FILE *file = fopen(k == 0 ? odd : other, "wb");
			assert_non_null(file);
			assert_int_equal(fwrite(bytes, 1, length, file), length);
			assert_int_equal(fclose(file), 0);
		}
		assert_ok(mixmi_table_read(&table, odd, NULL));
		rows = rows > 0 ? rows : mixmi_table_rows(table);
		assert_int_equal(mixmi_table_rows(table), rows);
		mixmi_table_free(table);
		assert_int_equal(unlink(odd), 0);
		if (i == 1) { /* now it is a pattern */
			assert_ok(mixmi_table_read(&table, odd, NULL));
			assert_int_equal(mixmi_table_rows(table), rows);
			mixmi_table_free(table);
		}
		assert_int_equal(unlink(other), 0);
		assert_int_equal(rmdir(folder), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_variable_without_a_name_is_called_by_its_place),
		cmocka_unit_test(values_that_share_a_label_stay_different),
		cmocka_unit_test(a_value_with_a_blank_label_is_called_by_itself),
		cmocka_unit_test(days_are_the_same_in_files_of_all_programs),
		cmocka_unit_test(times_of_stata_are_milliseconds),
		cmocka_unit_test(numbers_of_which_some_have_labels_stay_numbers),
		cmocka_unit_test(an_infinite_value_of_a_statistics_file_is_remarked_on),
		cmocka_unit_test(a_file_of_spss_without_rows_says_so),
		cmocka_unit_test(bytes_of_sqlite_are_no_values_in_silence),
		cmocka_unit_test(numbers_of_duckdb_are_exact_or_refused),
		cmocka_unit_test(duckdb_loads_no_extension_by_itself),
		cmocka_unit_test(a_file_whose_name_looks_like_a_pattern_is_one_file),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
