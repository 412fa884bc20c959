/* Remarks on rows: each kind is made where it should be, also by a column that is not asked for, and not where an option answers
 * it; a question has the remarks on its own columns alone. */
#include "unit.h"

#include "reading.h"

enum { LONGEST = 1 << 16 };

static char text[LONGEST];
static size_t used;

static void begin(const char *header)
{
	used = (size_t)snprintf(text, sizeof text, "%s\n", header);
}

static void add(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void add(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	used += (size_t)vsnprintf(text + used, sizeof text - used, format, arguments);
	va_end(arguments);
	assert_true(used < sizeof text);
}

/* Numbers without any order, with five digits behind the point. */
static double noise(size_t i)
{
	return (double)((i * 2654435761u + 12345) % 100003) / 1000.0;
}

/* Whether the table of these columns, read with this option, has a remark with these words. */
static bool remarks(const char *only, const char *words, const char *option, const char *value)
{
	mixmi_options *options;
	mixmi_table *table;
	bool found = false;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "only", only));
	if (option != NULL)
		assert_ok(mixmi_options_set(options, option, value));
	write_bytes(text, used);
	assert_ok(mixmi_table_read(&table, path, options));
	for (size_t i = 0; mixmi_table_note(table, i) != NULL; i++)
		found |= strstr(mixmi_table_note(table, i), words) != NULL;
	mixmi_table_free(table);
	mixmi_options_free(options);
	return found;
}

static void identifiers_that_repeat_are_found_beside_the_question(void **state)
{
	(void)state;
	begin("state,year,x,y");
	for (size_t i = 0; i < 336; i++)
		add("s%zu,%zu,%.5f,%.5f\n", i / 7, 2000 + i % 7, noise(i), noise(i + 1000));
	assert_true(remarks("x,y", "'state' is a repeated identifier (48 values in 336 rows)", NULL, NULL));
	assert_false(remarks("x,y", "repeated identifier", "cluster", "state"));
	begin("region,x,y"); /* few groups, each with as many rows, are no units */
	for (size_t i = 0; i < 60; i++)
		add("r%zu,%.5f,%.5f\n", i % 4, noise(i), noise(i + 1000));
	assert_false(remarks("x,y", "repeated identifier", NULL, NULL));
	for (size_t few = 0; few < 2; few++) { /* without dates, labels are units if each has as many rows */
		begin("plot,x,y");
		for (size_t i = 0; i < 60; i++)
			add("p%zu,%.5f,%.5f\n", i < 3 * few ? 19 : i % 20, noise(i), noise(i + 1000));
		assert_true(remarks("x,y", "'plot' is a repeated identifier", NULL, NULL) == (few == 0));
	}
	begin("city,date,x"); /* unbalanced, but each row has its own date within its city */
	for (size_t i = 0; i < 100; i++)
		add("c%zu,2021-03-%02zu,%.5f\n", i % 13 + (i % 3), 1 + i / 4, noise(i));
	assert_true(remarks("x,date", "'city' is a repeated identifier", NULL, NULL));
}

static void rows_that_repeat_are_counted(void **state)
{
	(void)state;
	begin("a,b");
	for (size_t i = 0; i < 400; i++)
		add("%.5f,%.5f\n", noise(i % 50), noise(i % 50 + 500));
	assert_true(remarks("a,b", "350 of 400 rows repeat another row exactly", NULL, NULL));
	begin("a,b"); /* of labels and small numbers rows repeat by nature */
	for (size_t i = 0; i < 400; i++)
		add("%zu,%c\n", i * 7 % 12, (char)('a' + i % 5));
	assert_false(remarks("a,b", "repeat another row", NULL, NULL));
}

static void rows_in_the_order_of_time_are_remarked_on_if_neighbours_are_alike(void **state)
{
	(void)state;
	double x = 0;
	begin("year,x,y");
	for (size_t i = 0; i < 200; i++)
		add("%zu,%.5f,%.5f\n", 1800 + i, x += noise(i) - 50, noise(i + 1000));
	assert_true(
		remarks("x,y", "rows are ordered in time by 'year', and neighbouring values of 'x' are alike", NULL, NULL));
	assert_false(remarks("x,y", "ordered in time", "time", "year"));
	assert_false(remarks("y", "ordered in time", NULL, NULL)); /* those of y are not */
}

static void tables_of_frequencies_are_found_without_their_frequency(void **state)
{
	(void)state;
	begin("sex,admitted,department,Freq");
	for (size_t i = 0; i < 24; i++)
		add("%c,%s,%c,%zu\n", i % 2 ? 'f' : 'm', i / 2 % 2 ? "yes" : "no", (char)('A' + i / 4), 10 + i * 7 % 100);
	assert_true(remarks("sex,admitted", "if 'Freq' is a frequency, name it in option weights", NULL, NULL));
	assert_false(remarks("sex,admitted", "is a frequency", "weights", "Freq"));
	for (size_t rows = 5; rows <= 6; rows++) { /* half of the cells may be empty, and no more */
		begin("a,b,count");
		for (size_t i = 0; i < rows; i++)
			add("a%zu,b%zu,%zu\n", i % 4, i % 3, 10 + i);
		assert_true(remarks("a,b", "is a frequency", NULL, NULL) == (rows == 6));
	}
	begin("a,b,count"); /* a cell without a value is no cell of a table */
	for (size_t i = 0; i < 12; i++)
		if (i == 7)
			add("a%zu,,%zu\n", i % 4, 10 + i);
		else
			add("a%zu,b%zu,%zu\n", i % 4, i / 4, 10 + i);
	assert_false(remarks("a,b", "is a frequency", NULL, NULL));
}

static void a_time_with_a_status_is_found_if_one_of_them_is_asked_for(void **state)
{
	(void)state;
	begin("time,status,age,weight_kg");
	for (size_t i = 0; i < 60; i++)
		add("%.5f,%zu,%.5f,%.5f\n", noise(i), i % 2, noise(i + 100), noise(i + 200));
	assert_true(remarks("time,age", "set option survival to 'time:status'", NULL, NULL));
	assert_false(remarks("age,weight_kg", "option survival", NULL, NULL));
	assert_false(remarks("time,age", "option survival", "survival", "time:status"));
	for (size_t states = 2; states <= 4; states++) { /* dead from another cause is a status too, four states are not */
		begin("time,status,age");
		for (size_t i = 0; i < 60; i++)
			add("%.5f,%zu,%.5f\n", noise(i), i % states, noise(i + 100));
		assert_true(remarks("time,age", "set option survival to 'time:status'", NULL, NULL) == (states < 4));
	}
}

static void few_rows_are_remarked_on(void **state)
{
	(void)state;
	for (size_t rows = 19; rows <= 20; rows++) {
		begin("a,b");
		for (size_t i = 0; i < rows; i++)
			add("%.5f,%.5f\n", noise(i), noise(i + 100));
		assert_true(remarks("a,b", "only 19 rows", NULL, NULL) == (rows == 19));
	}
	begin("a,b");
	add("1,2\n");
	assert_false(remarks("a,b", "only 1 row", NULL, NULL));
	begin("sex,admitted,Freq"); /* the rows of a table of frequencies are not the sample */
	for (size_t i = 0; i < 4; i++)
		add("%c,%s,%zu\n", i % 2 ? 'f' : 'm', i / 2 ? "yes" : "no", 10 + i);
	assert_false(remarks("sex,admitted", "only 4 rows", NULL, NULL));
}

/* A fault in a column that is read for remarks alone is none of the table. */
static void columns_that_are_not_asked_for_cannot_fail(void **state)
{
	(void)state;
	begin("id,x,y,odd");
	for (size_t i = 0; i < 40; i++)
		add("p%zu,%.5f,%.5f,1e999\n", i % 20, noise(i), noise(i + 100));
	assert_true(remarks("x,y", "'id' is a repeated identifier", NULL, NULL));
	mixmi_options options = defaults();
	options.only = "x,odd";
	check_failure(MIXMI_ERROR_DATA, "infinite", text, used, &options);
}

static size_t count_remarks(const mixmi_table *table, const mixmi_question *question, const char *words, size_t *own)
{
	char **texts;
	size_t count, found = 0;
	assert_ok(mixmi_question_remarks(&texts, &count, own, table, question));
	for (size_t i = 0; i < count; i++)
		found += strstr(texts[i], words) != NULL;
	mixmi_free(texts);
	return found;
}

static void a_question_has_the_remarks_on_its_columns_and_on_itself(void **state)
{
	(void)state;
	enum { COLUMNS = 8, ROWS = 40 };
	size_t own;
	begin("a,b,c,d,e,f,g,same");
	for (size_t i = 0; i < ROWS; i++) {
		for (size_t j = 0; j + 1 < COLUMNS; j++)
			add("%.5f,", noise(i + 100 * j));
		add("1\n");
	}
	mixmi_table *table = read_bytes(text, used, NULL);
	const size_t columns[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	const mixmi_question pair = { columns, 1, columns + 1, 1, NULL, 0 },
						 constant = { columns, 1, columns + 7, 1, NULL, 0 },
						 wide = { columns, 1, columns + 1, 1, columns + 2, 5 },
						 beyond = { &(size_t){ COLUMNS }, 1, columns, 1, NULL, 0 };
	assert_int_equal(count_remarks(table, &pair, "", &own), 0);
	assert_int_equal(count_remarks(table, &constant, "column 'same': the same value in all rows", &own), 1);
	assert_int_equal(own, 0);
	assert_int_equal(count_remarks(table, &wide, "Z has 5 columns for 40 rows", &own), 1);
	assert_int_equal(own, 1);
	assert_int_equal(count_remarks(table, NULL, "'same'", &own), 1);
	char **texts;
	size_t count;
	assert_fails(mixmi_question_remarks(&texts, &count, &own, table, &beyond), MIXMI_ERROR_USAGE,
	             "no column with index 8");
	assert_null(texts);
	mixmi_table_free(table);
}

static void weights_that_look_like_sampling_weights_are_refused(void **state)
{
	(void)state;
	mixmi_options options = defaults();
	options.weights = "w";
	begin("w,x,y");
	for (size_t i = 0; i < 50; i++)
		add("%zu,%.5f,%.5f\n", 50 + i * 37 % 400, noise(i), noise(i + 100));
	check_failure(MIXMI_ERROR_DATA, "these look like sampling weights", text, used, &options);
	options.weights_are = 1;
	mixmi_table *table = read_bytes(text, used, &options);
	assert_true(mixmi_table_rows(table) > 50 * 50);
	mixmi_table_free(table);
	options.weights_are = 0;
	begin("w,x,y"); /* weights of 0 and 1 select rows, and whole numbers or labels may stand for several */
	for (size_t i = 0; i < 50; i++)
		add("%zu,%.5f,%zu\n", i % 2, noise(i), i);
	mixmi_table_free(read_bytes(text, used, &options));
	begin("w,x,y");
	for (size_t i = 0; i < 50; i++)
		add("%zu,%zu,l%zu\n", 1 + i % 9, i, i % 5);
	mixmi_table_free(read_bytes(text, used, &options));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(identifiers_that_repeat_are_found_beside_the_question),
		cmocka_unit_test(rows_that_repeat_are_counted),
		cmocka_unit_test(rows_in_the_order_of_time_are_remarked_on_if_neighbours_are_alike),
		cmocka_unit_test(tables_of_frequencies_are_found_without_their_frequency),
		cmocka_unit_test(a_time_with_a_status_is_found_if_one_of_them_is_asked_for),
		cmocka_unit_test(few_rows_are_remarked_on),
		cmocka_unit_test(columns_that_are_not_asked_for_cannot_fail),
		cmocka_unit_test(a_question_has_the_remarks_on_its_columns_and_on_itself),
		cmocka_unit_test(weights_that_look_like_sampling_weights_are_refused),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
