/* Selecting rows and columns, dates, steps and point masses: against brute force or by hand. */
#include <dirent.h>

#include "data/atoms.h"
#include "data/dates.h"
#include "data/step.h"
#include "temporary.h"

/* Reads a text with options given as pairs, terminated by NULL. */
static mixmi_status read_with(mixmi_table **table, const char *text, const char *const *pairs)
{
	mixmi_options *options;
	write_bytes(text, strlen(text));
	assert_ok(mixmi_options_new(&options));
	for (; *pairs != NULL; pairs += 2)
		assert_ok(mixmi_options_set(options, pairs[0], pairs[1]));
	mixmi_status status = mixmi_table_read(table, path, options);
	mixmi_options_free(options);
	return status;
}

static const char people[] = "name,age,sex,size,born\n"
							 "Ann,31,f,small,1990-05-01\nBob,17,m,large,2004-02-29\nCid,,m,medium,1960-12-31\n"
							 "Dee,64,f,large,\nEve,18,f,medium,2003-01-01\nFay,45,f,small,1976-07-04\n";

/* ----------------------------------------------------------------------------------------------- conditions */

static void conditions_keep_the_rows_that_they_hold_for(void **unused)
{
	(void)unused;
	static const struct {
		const char *where;
		size_t rows;
	} cases[] = {
		{ "age >= 18", 4 },
		{ "age >= 18 && sex == \"f\"", 4 },
		{ "!(age >= 18)", 2 }, /* a comparison with a missing value does not hold, so its opposite does */
		{ "age < 18 || missing(age)", 2 },
		{ "not missing(age) and sex != 'f'", 1 },
		{ "name in (\"Ann\", \"Bob\", 'Zoe')", 2 },
		{ "18 <= age && 45 > age", 2 },
		{ "born < \"1991-01-01\"", 3 },
		{ "size > \"small\"", 4 },
		{ "`age`=31", 1 },
		{ "age > 1e1 && (sex == \"m\" || (sex == \"f\" && age <= 31.0))", 3 },
		{ "age == age", 5 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mixmi_table *table;
		const char *const pairs[] = { "where", cases[i].where, "ordered", "small<medium<large", NULL };
		if (read_with(&table, people, pairs) != MIXMI_OK)
			fail_msg("%s: %s", cases[i].where, mixmi_error_message());
		if (mixmi_table_rows(table) != cases[i].rows)
			fail_msg("%s keeps %zu rows, not %zu", cases[i].where, mixmi_table_rows(table), cases[i].rows);
		mixmi_table_free(table);
	}
}

static void conditions_that_make_no_sense_are_errors(void **unused)
{
	(void)unused;
	static const struct {
		const char *where, *part;
	} cases[] = {
		{ "age >= ", "a column or a value is missing at character 8" },
		{ "age 18", "one of == != < <= > >= is missing" },
		{ "(age > 3", "')' is missing" },
		{ "age > 3 sex", "'&&' or '||' is missing" },
		{ "wage > 3", "no column 'wage'" },
		{ "sex == f", "texts need quotes" },
		{ "sex < \"m\"", "without an order" },
		{ "age == \"old\"", "'old' is not a number" },
		{ "born > \"May\"", "is not a date" },
		{ "3 == 4", "neither side" },
		{ "name == \"Ann", "a quote that is not closed" },
		{ "age > 1000", "keeps none of the 6 rows" },
		{ "sex == age", "both are numeric" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mixmi_table *table;
		const char *const pairs[] = { "where", cases[i].where, NULL };
		mixmi_status status = read_with(&table, people, pairs);
		if (status == MIXMI_OK || table != NULL || strstr(mixmi_error_message(), cases[i].part) == NULL)
			fail_msg("%s: status %d, '%s'", cases[i].where, (int)status, mixmi_error_message());
	}
}

/* ------------------------------------------------------------------------------------------ weights and samples */

static void weights_are_repeated_rows(void **unused)
{
	(void)unused;
	mixmi_table *table, *repeated;
	const char *const pairs[] = { "weights", "n", NULL }, *const none[] = { NULL };
	assert_ok(read_with(&table, "a,n,b\nx,3,1\ny,0,2\nz,1,3\nx,,4\n", pairs));
	assert_ok(read_with(&repeated, "a,b\nx,1\nx,1\nx,1\nz,3\n", none));
	assert_int_equal(mixmi_table_rows(table), 4);
	assert_int_equal(mixmi_table_columns(table), 2);
	for (size_t j = 0; j < 2; j++)
		for (size_t row = 0; row < 4; row++)
			assert_true(mixmi_table_value(table, j, row) == mixmi_table_value(repeated, j, row));
	mixmi_table_free(table);
	mixmi_table_free(repeated);
	assert_fails(read_with(&table, "a,n\nx,1\ny,1.5\n", pairs), MIXMI_ERROR_DATA,
	             "line 3: the weight 1.5 is not a whole number");
	assert_fails(read_with(&table, "a,n\nx,1\ny,-1\n", pairs), MIXMI_ERROR_DATA, "not a whole number");
	assert_fails(read_with(&table, "a,n\nx,q\ny,r\n", pairs), MIXMI_ERROR_DATA, "cannot be weights");
	assert_fails(read_with(&table, "a,n\nx,4e9\ny,4e9\n", pairs), MIXMI_ERROR_LIMIT, "add up to more than");
}

/* All rows are drawn equally often: 600 samples of 5 of 20 rows; counts within five standard deviations of 150. */
static void samples_are_fair_and_repeatable(void **unused)
{
	(void)unused;
	char text[1024] = "v\n", seed[16];
	size_t drawn[20] = { 0 };
	for (int i = 0; i < 20; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%d.5\n", i);
	for (int i = 0; i < 600; i++) {
		mixmi_table *table, *again;
		snprintf(seed, sizeof seed, "%d", i);
		const char *const pairs[] = { "sample", "5", "seed", seed, NULL };
		assert_ok(read_with(&table, text, pairs));
		assert_int_equal(mixmi_table_rows(table), 5);
		for (size_t row = 0; row < 5; row++) {
			double value = mixmi_table_value(table, 0, row);
			drawn[(size_t)value]++;
			assert_true(row == 0 || value > mixmi_table_value(table, 0, row - 1)); /* the order of the file is kept */
		}
		if (i == 0) {
			assert_ok(read_with(&again, text, pairs));
			for (size_t row = 0; row < 5; row++)
				assert_true(mixmi_table_value(table, 0, row) == mixmi_table_value(again, 0, row));
			mixmi_table_free(again);
		}
		mixmi_table_free(table);
	}
	for (int i = 0; i < 20; i++)
		assert_close((double)drawn[i], 150, 5 * sqrt(600 * 0.25 * 0.75));
}

/* -------------------------------------------------------------------------------------------- lists of columns */

static void lists_take_patterns_and_ranges(void **unused)
{
	(void)unused;
	const double values[] = { 1, 2 };
	const char *const names[] = { "id", "id_2", "V1", "V2", "V3", "a-b", "x*", "last" };
	static const struct {
		const char *list, *columns;
	} cases[] = { { "id*", "01" },     { "V1-V3", "234" },    { "3-5", "234" },   { "a-b", "5" },         { "x*", "6" },
		          { "*", "01234567" }, { "V?,last", "2347" }, { "id,id*", "01" }, { "last,V2-V3", "734" } };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, 2));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_ok(mixmi_table_add_values(table, names[i], MIXMI_NUMERIC, values, NULL));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t *columns, count;
		char seen[16] = "";
		assert_ok(mixmi_table_select(&columns, &count, table, cases[i].list));
		for (size_t j = 0; j < count && j + 1 < sizeof seen; j++)
			seen[j] = (char)('0' + columns[j]);
		assert_string_equal(seen, cases[i].columns);
		mixmi_free(columns);
	}
	size_t *columns, count;
	assert_fails(mixmi_table_select(&columns, &count, table, "q*"), MIXMI_ERROR_USAGE, "no column matches 'q*'");
	assert_fails(mixmi_table_select(&columns, &count, table, "V3-V1"), MIXMI_ERROR_USAGE, "does not come before");
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------------- numbers */

/* Every day of 800 years, compared with counting. */
static void days_are_counted_and_shown(void **unused)
{
	(void)unused;
	static const int lengths[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	double day = data_days_of(1600, 1, 1);
	assert_true(data_days_of(1970, 1, 1) == 0);
	for (int year = 1600; year < 2400; year++)
		for (int month = 1; month <= 12; month++) {
			bool leap = month == 2 && (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
			for (int d = 1; d <= lengths[month - 1] + leap; d++, day++) {
				char expected[32], shown[MIXMI_SHOWN];
				if (data_days_of(year, month, d) != day)
					fail_msg("%d-%d-%d is not day %g", year, month, d, day);
				snprintf(expected, sizeof expected, "%04d-%02d-%02d", year, month, d);
				assert_string_equal(data_show_value(shown, day, DATA_DAYS), expected);
			}
		}
}

static void the_step_of_recording_is_found(void **unused)
{
	(void)unused;
	const double grams[] = { 2700, 2850, 2925, 3300 }, tenths[] = { 32.1, 32.2, 32.5, 40 },
				 halves[] = { 0.5, 1.5, 2.5 };
	const double free_values[] = { 0.123456789012, 0.5, 0.7 }, large[] = { 1e15, 1e15 + 2 }, pair[] = { 1.25, 3.75 };
	assert_true(data_step_find(grams, 4) == 75);
	assert_close(data_step_find(tenths, 4), 0.1, 1e-15);
	assert_true(data_step_find(halves, 3) == 1);
	assert_true(isnan(data_step_find(free_values, 3)));
	assert_true(isnan(data_step_find(large, 2)));
	assert_true(data_step_find(pair, 2) == 2.5);
	assert_true(isnan(data_step_find(pair, 1)));
}

static size_t count_atoms(const double *values, const uint32_t *counts, size_t distinct, double step, bool density)
{
	uint32_t marks[64];
	data_column column = {
		.type = MIXMI_NUMERIC, .distinct = distinct, .values = (double *)(uintptr_t)values, .step = step
	};
	data_atom_rule rule = density ? data_atoms_of_density(5) : data_atoms_above_neighbours(5);
	return data_mark_atoms(marks, &column, counts, &rule);
}

static void heaps_of_rounded_numbers_are_no_point_masses(void **unused)
{
	(void)unused;
	double ages[41];
	uint32_t heaped[41], spiked[41];
	for (int i = 0; i < 41; i++) {
		ages[i] = 20 + i;
		heaped[i] = i % 10 == 0 ? 40 : 6;
		spiked[i] = i == 20 ? 200 : 6;
	}
	assert_int_equal(count_atoms(ages, heaped, 41, 1, false), 0);
	assert_int_equal(count_atoms(ages, heaped, 41, NAN, false),
	                 5); /* without a step each sticks out of its neighbours */
	assert_int_equal(count_atoms(ages, spiked, 41, 1, false), 1);
	const double zeros[] = { 0, 0.1, 0.2, 0.5, 1.1 };
	const uint32_t counts[] = { 60, 3, 2, 1, 1 };
	assert_int_equal(count_atoms(zeros, counts, 5, 0.1, true), 1);
	const uint32_t often[] = { 50, 60, 40, 30, 20 };
	assert_int_equal(count_atoms(zeros, often, 5, 0.1, true), 5); /* a few values: all of them, in a density */
	assert_int_equal(count_atoms(zeros, often, 5, 0.1, false), 0);
}

/* ------------------------------------------------------------------------------------------- cut at every byte */

static bool is_small_and_binary(const char *name)
{
	static const char *const endings[] = { ".xlsx", ".gz",  ".xz",  ".zst", ".db",     ".sav",
		                                   ".zsav", ".por", ".dta", ".xpt", ".parquet" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (strlen(name) > strlen(endings[i]) && strcmp(name + strlen(name) - strlen(endings[i]), endings[i]) == 0)
			return true;
	return false;
}

static void files_cut_at_every_byte_are_read_or_refused(void **unused)
{
	(void)unused;
	static char bytes[1 << 14];
	DIR *files = opendir("tests/files");
	size_t seen = 0;
	assert_non_null(files);
	for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
		char name[512];
		if (!is_small_and_binary(entry->d_name))
			continue;
		snprintf(name, sizeof name, "tests/files/%.400s", entry->d_name);
		FILE *file = fopen(name, "rb");
		assert_non_null(file);
		size_t length = fread(bytes, 1, sizeof bytes, file);
		fclose(file);
		bool own = strstr(name, ".np") != NULL || strstr(name, ".csv.") != NULL;
		size_t step = own ? 1 : length / 60 + 1; /* the others are foreign libraries' to parse */
		for (size_t cut = 0; cut < length; cut += step) {
			mixmi_table *table;
			write_bytes(bytes, cut);
			mixmi_status status = mixmi_table_read(&table, path, NULL);
			if ((status == MIXMI_OK) != (table != NULL) || strchr(mixmi_error_message(), '\n') != NULL)
				fail_msg("%s cut at %zu: status %d, '%s'", entry->d_name, cut, (int)status, mixmi_error_message());
			mixmi_table_free(table);
		}
		seen++;
	}
	closedir(files);
	assert_true(seen >= 12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conditions_keep_the_rows_that_they_hold_for),
		cmocka_unit_test(conditions_that_make_no_sense_are_errors),
		cmocka_unit_test(weights_are_repeated_rows),
		cmocka_unit_test(samples_are_fair_and_repeatable),
		cmocka_unit_test(lists_take_patterns_and_ranges),
		cmocka_unit_test(days_are_counted_and_shown),
		cmocka_unit_test(the_step_of_recording_is_found),
		cmocka_unit_test(heaps_of_rounded_numbers_are_no_point_masses),
		cmocka_unit_test(files_cut_at_every_byte_are_read_or_refused),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
