/* What foreign libraries hand over: texts that are not there, tables without rows. */
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

/* Every place where a variable has the name; SPSS has it once more in a list "GRADE=GRADE", which has to stay one. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_variable_without_a_name_is_called_by_its_place),
		cmocka_unit_test(a_file_of_spss_without_rows_says_so),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
