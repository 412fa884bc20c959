/* Reading files: the result of each kind of well-formed and malformed input. Documents are written to a temporary file. */
#include <sys/stat.h>

#include "reading.h"

/* ------------------------------------------------------------------------------------------- well-formed files */

static void numbers_and_texts_get_their_types(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text("a,b,c\n1,x,\n2.5,7,NA\n-3e2,y,?\n");
	check_shape(table, 3, 3);
	assert_int_equal(column_of(table, 0).type, MIXMI_NUMERIC);
	assert_string_equal(column_of(table, 0).why, "every value is a number");
	assert_int_equal(column_of(table, 1).type, MIXMI_DISCRETE);
	assert_string_equal(column_of(table, 1).why, "text 'x' at line 2");
	assert_string_equal(column_of(table, 2).why, "no values");
	assert_int_equal(column_of(table, 2).missing, 3);
	check_number(table, 0, 2, -300);
	check_label(table, 1, 0, "x");
	check_label(table, 1, 1, "7");
	assert_string_equal(mixmi_table_note(table, 0), "column 'c': no values");
	assert_non_null(strstr(mixmi_table_note(table, 1), "only 3 rows"));
	assert_null(mixmi_table_note(table, 2));
	mixmi_table_free(table);
}

static void every_delimiter_is_found(void **unused)
{
	(void)unused;
	static const char marks[] = ",\t;|";
	for (const char *mark = marks; *mark != '\0'; mark++) {
		char text[64];
		snprintf(text, sizeof text, "a%cb%cc\n1%c2%c\"x%cy\"\n3%c4%cz\n", *mark, *mark, *mark, *mark, *mark, *mark,
		         *mark);
		mixmi_table *table = read_text(text);
		check_shape(table, 2, 3);
		check_number(table, 1, 1, 4);
		mixmi_table_free(table);
	}
}

static void semicolons_win_over_commas_in_numbers_and_text(void **unused)
{
	(void)unused;
	mixmi_options options = defaults();
	mixmi_table *table = read_text("a;b\n1,5;x, y\n2,5;z\n");
	check_shape(table, 2, 2);
	check_number(table, 0, 0, 1.5);
	assert_string_equal(column_of(table, 0).why, "numbers with decimal commas");
	mixmi_table_free(table);
	options.decimal = ',';
	options.header = 0;
	static const char text[] = "1,5;2,5\n-0,5;1e2\n";
	table = read_bytes(text, strlen(text), &options);
	check_shape(table, 2, 2);
	check_number(table, 0, 0, 1.5);
	check_number(table, 1, 1, 100);
	assert_string_equal(column_of(table, 1).name, "V2");
	mixmi_table_free(table);
}

static void quotes_protect_delimiters_newlines_and_quotes(void **unused)
{
	(void)unused;
	mixmi_table *table =
		read_text("name,\"n \"\"q\"\"\"\n\"a,b\",1\n\"two\nlines\" , \"2\"\n \"say \"\"hi\"\"\",3\nx\"y,4");
	check_shape(table, 4, 2);
	assert_string_equal(column_of(table, 1).name, "n \"q\"");
	check_label(table, 0, 0, "a,b");
	check_label(table, 0, 1, "two\nlines");
	check_label(table, 0, 2, "say \"hi\"");
	check_label(table, 0, 3, "x\"y");
	check_number(table, 1, 1, 2);
	mixmi_table_free(table);
}

static void single_quotes_are_found_only_where_they_enclose(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text("a,b\n'x,y',1\n'z''s',2\n");
	check_label(table, 0, 0, "x,y");
	check_label(table, 0, 1, "z's");
	mixmi_table_free(table);
	table = read_text("a,b\n'tis,1\nrock 'n' roll,2\n");
	check_label(table, 0, 0, "'tis");
	mixmi_table_free(table);
}

static void quotes_can_be_turned_off(void **unused)
{
	(void)unused;
	mixmi_options options = defaults();
	options.quote = MIXMI_QUOTE_NONE;
	static const char text[] = "a,b\n\"x,1\ny\",2\n";
	mixmi_table *table = read_bytes(text, strlen(text), &options);
	check_label(table, 0, 0, "\"x");
	mixmi_table_free(table);
}

static void line_ends_of_every_system_are_read(void **unused)
{
	(void)unused;
	static const char *const texts[] = { ("\xEF\xBB\xBF"
		                                  "a,b\r\n1,x\r\n2,y\r\n"),
		                                 "a,b\r1,x\r2,y\r",
		                                 "a,b\n1,x\n2,y",
		                                 "a,b\r\n1,x\r\n2,y",
		                                 "a,b\r1,x\r2,y",
		                                 "a,b\r\r\n1,x\r\r\n2,\"y\"\r\r\n" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		mixmi_table *table = read_text(texts[i]);
		check_shape(table, 2, 2);
		assert_string_equal(column_of(table, 0).name, "a");
		check_number(table, 0, 1, 2);
		check_label(table, 1, 1, "y");
		mixmi_table_free(table);
	}
}

static void blanks_around_unquoted_fields_are_dropped(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text(" a , b\t\n  1 ,  x y \n\t2 ,\" z \"\n3, NA \n4,\" NA \"\n");
	assert_string_equal(column_of(table, 0).name, "a");
	check_number(table, 0, 1, 2);
	check_label(table, 1, 0, "x y");
	check_label(table, 1, 1, " z ");
	check_label(table, 1, 2, "(missing)");
	check_label(table, 1, 3, "(missing)");
	mixmi_table_free(table);
}

static void a_space_as_delimiter_means_any_run_of_blanks(void **unused)
{
	(void)unused;
	mixmi_options options = defaults();
	options.delimiter = ' ';
	static const char text[] = "a  b \n 1   2\n3 \"x y\"  \r\n";
	mixmi_table *table = read_bytes(text, strlen(text), &options);
	check_shape(table, 2, 2);
	check_label(table, 1, 1, "x y");
	mixmi_table_free(table);
}

static void blank_lines_are_skipped_and_counted(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text("\na,b\n\n1,2\n  \n3,4\n\n\n");
	check_shape(table, 2, 2);
	assert_string_equal(mixmi_table_note(table, 0), "3 blank lines were skipped");
	assert_non_null(strstr(mixmi_table_note(table, 1), "only 2 rows"));
	assert_null(mixmi_table_note(table, 2));
	mixmi_table_free(table);
}

static void in_one_column_a_blank_line_is_missing(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text("a\n1\n\n3\n\n\n");
	check_shape(table, 3, 1);
	check_number(table, 0, 1, NAN);
	check_number(table, 0, 2, 3);
	mixmi_table_free(table);
	table = read_text("height, cm\n1\n2\n\"\"\n");
	check_shape(table, 3, 1);
	assert_string_equal(column_of(table, 0).name, "height, cm");
	mixmi_table_free(table);
}

static void unnamed_columns_get_free_names_and_a_remark(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text(",V1,\"\"\n1,2,3\n");
	assert_string_equal(column_of(table, 0).name, "V1_");
	assert_string_equal(column_of(table, 2).name, "V3");
	assert_string_equal(mixmi_table_note(table, 0), "column 1 has no name and is called 'V1_'");
	mixmi_table_free(table);
	table = read_text("a,\" \t \"\n1,2\n"); /* blanks are no name */
	assert_string_equal(column_of(table, 1).name, "V2");
	mixmi_table_free(table);
}

/* Numbers in equal steps may be names; a text above a column that also has texts is no evidence. */
static void the_first_record_is_data_if_nothing_in_it_is_a_name(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text("1,2,3\n4,7,9\n5,8,8\n");
	check_shape(table, 2, 3);
	mixmi_table_free(table);
	table = read_text("1,2,5\n4,7,9\n5,8,8\n");
	check_shape(table, 3, 3);
	mixmi_table_free(table);
	table = read_text("abc,5\n1,6\n2,7\nbad,8\n3,9\n");
	check_shape(table, 5, 2);
	mixmi_table_free(table);
	table = read_text("abc,5\n1,6\n2,7\n4,8\n3,9\n");
	check_shape(table, 4, 2);
	mixmi_table_free(table);
}

/* Reads a column of 0 to `last`, and two rows with a number. */
static bool is_taken_for_missing(int last, int number)
{
	char text[1000];
	size_t used = (size_t)snprintf(text, sizeof text, "x,y\n%d,1\n%d,2\n", number, number);
	for (int i = 0; i <= last; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%d,%d\n", i, i % 3);
	mixmi_table *table = read_text(text);
	const char *remark = column_of(table, 0).remark;
	bool found = remark != NULL && strstr(remark, "if it means missing") != NULL;
	mixmi_table_free(table);
	return found;
}

static void only_a_code_far_from_all_numbers_may_mean_missing(void **unused)
{
	(void)unused;
	assert_true(is_taken_for_missing(10, 99) && is_taken_for_missing(40, 99) && is_taken_for_missing(10, -9));
	assert_false(is_taken_for_missing(60, 99)); /* as far from the others as these are from each other */
	assert_false(is_taken_for_missing(10, 98));
}

/* Reads `rows` rows of that many patients. */
static bool is_repeated_identifier(int rows, int patients)
{
	char text[2000];
	size_t used = (size_t)snprintf(text, sizeof text, "patient,y\n");
	for (int i = 0; i < rows; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "p%d,%d.%d\n", i % patients, i * 7 % 11, i % 5);
	mixmi_table *table = read_text(text);
	const char *remark = mixmi_table_note(table, 0);
	bool found = remark != NULL && strstr(remark, "'patient' is a repeated identifier") != NULL;
	mixmi_table_free(table);
	return found;
}

static void an_identifier_repeats_if_most_of_its_values_do(void **unused)
{
	(void)unused;
	assert_true(is_repeated_identifier(40, 20) && is_repeated_identifier(30, 20));
	assert_false(is_repeated_identifier(25, 20));
}

/* Empty cells may be omitted from a table of frequencies. */
static void tables_of_frequencies_are_recognised(void **unused)
{
	(void)unused;
	static const char full[] = "a,b,n\nx,u,3\nx,v,4\ny,u,5\ny,v,6\nz,u,7\nz,v,9\n",
					  part[] = "a,b,n\nx,u,3\nx,v,4\ny,u,5\ny,v,6\nz,u,7\n",
					  twice[] = "a,b,n\nx,u,3\nx,u,4\ny,u,5\ny,v,6\nz,u,7\n";
	mixmi_table *table = read_text(full);
	assert_non_null(mixmi_table_note(table, 0));
	mixmi_table_free(table);
	table = read_text(part);
	assert_non_null(mixmi_table_note(table, 0));
	assert_non_null(strstr(mixmi_table_note(table, 0), "name it in option weights"));
	mixmi_table_free(table);
	table = read_text(twice);
	assert_null(strstr(mixmi_table_note(table, 0), "option weights"));
	mixmi_table_free(table);
}

static void labels_are_sorted_and_may_hold_any_bytes(void **unused)
{
	(void)unused;
	mixmi_table *table = read_text("a,b\nz\xFFz,1\nabc,2\nB,3\n");
	assert_string_equal(mixmi_table_label(table, 0, 0), "B");
	assert_string_equal(mixmi_table_label(table, 0, 2), "z\xFFz");
	mixmi_table_free(table);
}

static void missing_markers_can_be_chosen(void **unused)
{
	(void)unused;
	mixmi_options options = defaults();
	options.missing = "-999, \"a,b\"";
	static const char text[] = "x,y\n-999,\"a,b\"\n-99,NA\n";
	mixmi_table *table = read_bytes(text, strlen(text), &options);
	assert_int_equal(column_of(table, 0).type, MIXMI_NUMERIC);
	check_number(table, 0, 0, NAN);
	check_label(table, 1, 0, "(missing)");
	check_label(table, 1, 1, "NA");
	mixmi_table_free(table);
	options.missing = NULL;
	table = read_bytes(text, strlen(text), &options);
	check_number(table, 0, 0, -999);
	mixmi_table_free(table);
}

static void columns_can_be_declared_and_chosen(void **unused)
{
	(void)unused;
	mixmi_options options = defaults();
	options.discrete = "2";
	options.numeric = "a";
	options.only = "b,a";
	static const char text[] = "a,b,c\n1,7.0,x\n2,7,inf\n";
	mixmi_table *table = read_bytes(text, strlen(text), &options);
	check_shape(table, 2, 2);
	assert_string_equal(column_of(table, 0).why, "declared numeric");
	mixmi_column b = column_of(table, 1);
	assert_int_equal(b.type, MIXMI_DISCRETE);
	assert_string_equal(b.why, "declared discrete");
	assert_int_equal(b.distinct, 1);
	assert_int_equal(b.position, 2);
	assert_false(b.has_labels);
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------------- malformed */

static void malformed_files_are_errors_with_their_place(void **unused)
{
	(void)unused;
	check_bad("is empty", "");
	check_bad("holds only blank lines", "\n \n\n");
	check_bad("has a header but no rows", "a,b\n");
	check_bad("has a header but no rows", "a\n\n\n");
	check_bad("line 3: 3 fields where the header has 2", "a,b\n1,2\n1,2,3\n");
	check_bad("line 4: 1 field where the header has 2", "a,b\n1,2\n\n1\n");
	check_bad("ends in a delimiter", "a,b\n1,2,\n1,2, \r\n");
	check_bad("line 3, column 2 ('b'): the quote that opens here is never closed", "a,b\n1,2\n1,\"2\n3,4\n");
	check_bad("line 1, column 2: the quote that opens here is never closed", "a,\"b\n1,2\n");
	check_bad("line 4, column 1 ('a'): text between", "a,b\n\"x\ny\",1\n\"x\" y,2\n");
	check_bad("line 1, column 3 ('a'): column 1 has the same name", "a,b,\"a\"\n1,2,3\n");
	check_bad("line 1, column 2: the column name 'b\\xff' is not valid UTF-8", "a,b\xFF\n1,2\n");
	check_bad("UTF-16", "\xFF\xFE"
	                    "a");
	check_failure(MIXMI_ERROR_DATA, "UTF-32", "\xFF\xFE\0\0a\0\0\0", 8, NULL);
	check_failure(MIXMI_ERROR_DATA, "line 2, column 2 ('b'): NUL byte", "a,b\n1,\0\n", 8, NULL);
	check_failure(MIXMI_ERROR_DATA, "line 3, column 1 ('a'): NUL byte", "a,b\n\"1\n\0\",2\n", 12, NULL);
	check_failure(MIXMI_ERROR_DATA, "line 1, column 1: NUL byte", "\0a,b\n", 5, NULL);
}

static void infinite_numbers_are_errors_unless_they_are_labels(void **unused)
{
	(void)unused;
	check_bad("line 3, column 2 ('b'): '-inf' is infinite", "a,b\n1,2\n2,-inf\n3,INF\n");
	check_bad("line 2, column 1 ('a'): '1e400' is infinite", "a,b\n1e400,inf\n2,1\n");
	mixmi_options options = defaults();
	options.discrete = "a";
	check_failure(MIXMI_ERROR_DATA, "line 2, column 1 ('a'): 'Infinity'", "a,b\nInfinity,1\n", 15, &options);
	mixmi_table *table = read_text("a,b\ninf,1e-400\nx,4.9e-324\n1e400,1e308\n");
	check_label(table, 0, 0, "inf");
	check_label(table, 0, 2, "1e400");
	check_number(table, 1, 0, 0);
	check_number(table, 1, 1, 4.9406564584124654e-324);
	mixmi_table_free(table);
}

static void contradictory_options_are_usage_errors(void **unused)
{
	(void)unused;
	static const char text[] = "alpha,beta\n1,2\n2,x\n";
	mixmi_options options = defaults();
	options.discrete = "alpa";
	check_failure(MIXMI_ERROR_USAGE, "no column 'alpa'; did you mean 'alpha'?", text, strlen(text), &options);
	options.discrete = "alpha";
	options.numeric = "beta,1";
	check_failure(MIXMI_ERROR_USAGE, "column 'alpha' is declared both discrete and numeric", text, strlen(text),
	              &options);
	options.numeric = "beta";
	check_failure(MIXMI_ERROR_DATA, "line 3, column 2 ('beta'): 'x' is not a number", text, strlen(text), &options);
	options = defaults();
	options.only = "gamma";
	check_failure(MIXMI_ERROR_USAGE, "no column 'gamma'", text, strlen(text), &options);
	options = defaults();
	options.decimal = options.delimiter = ',';
	check_failure(MIXMI_ERROR_USAGE, "delimiter and decimal mark", text, strlen(text), &options);
	options = defaults();
	options.quote = options.delimiter = ';';
	check_failure(MIXMI_ERROR_USAGE, "delimiter and quote", text, strlen(text), &options);
}

static void large_whole_numbers_are_remarked_on_and_kept_as_names(void **unused)
{
	(void)unused;
	const char *text = "id,x\n9007199254740992,1\n9007199254740993,2\n-12345678901234567890,3\n";
	mixmi_table *table = read_text(text);
	assert_int_equal(column_of(table, 0).distinct, 2);
	assert_non_null(strstr(column_of(table, 0).remark, "beyond 2^53 (line 3: '9007199254740993') are rounded"));
	mixmi_table_free(table);
	mixmi_options options = defaults();
	options.discrete = "id";
	table = read_bytes(text, strlen(text), &options);
	assert_int_equal(column_of(table, 0).distinct, 3);
	assert_null(column_of(table, 0).remark);
	mixmi_table_free(table);
	table = read_text("x\n1e20\n12345678901234567890.5\n9007199254740992\n-4\n");
	assert_null(column_of(table, 0).remark);
	mixmi_table_free(table);
}

/* One column, read with an option; remark NULL: none is expected. */
static void check_column(const char *text, const char *option, const char *value, size_t distinct, bool labels,
                         const char *remark)
{
	mixmi_options *options;
	assert_int_equal(mixmi_options_new(&options), MIXMI_OK);
	if (option != NULL)
		assert_int_equal(mixmi_options_set(options, option, value), MIXMI_OK);
	mixmi_table *table = read_bytes(text, strlen(text), options);
	mixmi_column column = column_of(table, 0);
	assert_int_equal(column.distinct, distinct);
	assert_int_equal(column.has_labels, labels);
	assert_int_equal(column.type, labels ? MIXMI_DISCRETE : MIXMI_NUMERIC);
	if (remark == NULL)
		assert_null(column.remark);
	else if (column.remark == NULL || strstr(column.remark, remark) == NULL)
		fail_msg("remark '%s' lacks '%s'", column.remark == NULL ? "" : column.remark, remark);
	mixmi_options_free(options);
	mixmi_table_free(table);
}

static void whole_numbers_with_leading_zeros_are_codes(void **unused)
{
	(void)unused;
	const char *zips = "zip,x\n98101,1\n01234,2\n1234,3\n98101,4\n,5\n";
	check_column(zips, NULL, NULL, 3, true, "leading zeros (line 3: '01234') are taken as codes");
	check_column(zips, "numeric", "zip", 2, false, NULL);
	check_column(zips, "discrete", "zip", 3, true, NULL);
	check_column("g\n00\n01\n11\n01\n", NULL, NULL, 3, true, "line 2: '00'");
	check_column("a,b\n5,1\n0,2\n1,3\n10,4\n", NULL, NULL, 4, false, NULL);
	check_column("a\n0.5\n05\n5\n", NULL, NULL, 2, false, NULL);
	check_column("a\n-5\n05\n5\n", NULL, NULL, 2, false, NULL);
	check_column("a\n1e2\n05\n5\n", NULL, NULL, 2, false, NULL);
	check_column("a;b\n0,5;1\n05;1\n5;1\n", NULL, NULL, 2, false, NULL);
	check_column("a,w\n5,01\n6,2\n", "weights", "w", 2, false, NULL);
	/* texts that would be errors among numbers do not hide it */
	check_column("a\n01\n02\n03\n04\n05\n06\n07\n08\n09\n10\n11\n12\nx\n", NULL, NULL, 13, true, "line 2: '01'");
}

/* The zero is far beyond the sampled rows, and what shows that they are numbers is farther still. */
static void leading_zeros_count_wherever_they_stand(void **unused)
{
	(void)unused;
	enum { ROWS = 60000 };
	char *text = malloc(ROWS * 8 + 32), *end = text + sprintf(text, "zip,n\n");
	for (int i = 0; i < ROWS; i++)
		end += i == ROWS - 9 ? sprintf(end, "07,07\n") : sprintf(end, "%d,%d\n", 7 + i % 2, 7 + i % 2);
	sprintf(end, "7,-1\n");
	mixmi_table *table = read_text(text);
	assert_int_equal(column_of(table, 0).distinct, 3);
	assert_non_null(strstr(column_of(table, 0).remark, "line 59993: '07'"));
	assert_int_equal(column_of(table, 1).distinct, 3);
	assert_int_equal(column_of(table, 1).has_labels, 0);
	mixmi_table_free(table);
	free(text);
}

static void conditions_on_codes_are_as_the_file_writes_them(void **unused)
{
	(void)unused;
	const char *text = "m,x\n01,1\n02,2\n12,3\n1,4\n";
	mixmi_options options = defaults();
	options.where = "m == 01 || m == '12'";
	mixmi_table *table = read_bytes(text, strlen(text), &options);
	check_shape(table, 2, 2);
	mixmi_table_free(table);
	options.where = "m == 2";
	check_failure(MIXMI_ERROR_USAGE, "none is written '2'", text, strlen(text), &options);
	options.where = "m > 1";
	check_failure(MIXMI_ERROR_USAGE, "or name it in option numeric", text, strlen(text), &options);
	options.numeric = "m";
	table = read_bytes(text, strlen(text), &options);
	check_shape(table, 2, 2);
	mixmi_table_free(table);
}

static void impossible_dates_are_named(void **unused)
{
	(void)unused;
	check_column("d\n2023-01-31\n2023-02-30\n2023-03-01\n2023-02-30\n", NULL, NULL, 3, true,
	             "2 of 4 are impossible (line 3: '2023-02-30')");
	check_column("d\n2023-31-12\n2023-30-11\n2023-29-12\n", NULL, NULL, 3, true, "3 of 3 are impossible (line 2");
	check_column("d\n31/04/2023\n30/04/2023\n01/04/2023\n", NULL, NULL, 3, true, "1 of 3 are impossible (line 2");
	check_column("d\n2023-01-31 24:30\n2023-01-31 10:30\n", NULL, NULL, 2, true, "(line 2: '2023-01-31 24:30')");
	/* texts that only resemble dates */
	check_column("d\n10.20.30\n10.20.31\n10.10.10\n", NULL, NULL, 3, true, NULL);
	check_column("d\n2023-45\n2023-46\n2023-02\n", NULL, NULL, 3, true, NULL);
	check_column("d\n75:30\n12:30\n99:10\n", NULL, NULL, 3, true, NULL);
}

/* ISO 8601: 24:00 is the midnight at the end of a day, and equals 00:00 of the next day. */
static void the_end_of_a_day_is_a_time(void **unused)
{
	(void)unused;
	static const struct {
		const char *text;
		double seconds; /* of row 1 after row 2 */
		size_t distinct;
	} cases[] = { { "t\n24:00\n00:00\n12:30\n", 86400, 3 },
		          { "t\n24:00:00\n23:59:59\n12:30:00\n", 1, 3 },
		          { "t\n24:00:00.000\n23:59:59.5\n12:30:00\n", 0.5, 3 },
		          { "t\n2023-12-31 24:00\n2024-01-01 00:00\n2024-01-01 00:01\n", 0, 2 },
		          { "t\n2024-02-28T24:00:00Z\n2024-02-28T23:00:00Z\n2024-02-29T00:00:00+01:00\n", 3600, 2 },
		          { "t\n31.12.1969 24:00:00\n31.12.1969 23:59:00\n01.01.1970 00:00:00\n", 60, 2 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double values[3];
		mixmi_table *table = read_text(cases[i].text);
		assert_int_equal(column_of(table, 0).type, MIXMI_NUMERIC);
		assert_int_equal(column_of(table, 0).distinct, cases[i].distinct);
		assert_ok(mixmi_table_values(values, table, 0));
		assert_true(values[0] - values[1] == cases[i].seconds);
		mixmi_table_free(table);
	}
	check_column("d\n2023-01-31 24:01\n2023-01-31 10:30\n", NULL, NULL, 2, true, "(line 2: '2023-01-31 24:01')");
	check_column("d\n2023-01-31 24:00:01\n2023-01-31 10:30\n", NULL, NULL, 2, true, "are impossible (line 2");
	check_column("d\n2023-01-31 24:00:00.25\n2023-01-31 10:30\n", NULL, NULL, 2, true, "are impossible (line 2");
	check_column("d\n2023-01-31 25:00\n2023-01-31 10:30\n", NULL, NULL, 2, true, "are impossible (line 2");
	check_column("d\n2023-01-31 23:60\n2023-01-31 10:30\n", NULL, NULL, 2, true, "are impossible (line 2");
	check_column("d\n24:01\n24:30\n12:30\n", NULL, NULL, 3, true, NULL);
}

/* Quotes keep them, and they are invisible. */
static void spellings_of_one_category_are_named(void **unused)
{
	(void)unused;
	check_column("g\n\" 01\"\n\"01\"\n02\n01\n", NULL, NULL, 3, true,
	             "1 category differs from another only by blanks around it (' 01' and '01')");
	check_column("g\n\"a\t\"\n\"a\"\n\"b \"\nb\n\" b\"\n\"  \"\n", NULL, NULL, 5, true,
	             "3 categories differ from another only by blanks around it ('a' and 'a\\t')");
	check_column("g\n\" a\"\n\"b \"\n\"c d\"\ncd\n a\n", NULL, NULL, 5, true,
	             "1 category differs from another only by blanks around it (' a' and 'a')");
	check_column("g\n\" a\"\n\"b \"\n\"c d\"\ncd\ne\n", NULL, NULL, 5, true, NULL);
	check_column("g\n\" a\"\n\"b \"\nc\nA\n", NULL, NULL, 4, true,
	             "1 category differs from another only by upper and lower case ('A' and ' a')");
	check_column("g\n\" 1\"\n\"1\"\n2\n3\n", NULL, NULL, 3, false, NULL); /* numbers need no blanks */
	/* one accent, two accents, a syllable of Korean, other alphabets; bytes that are not UTF-8 */
	check_column("g\ncaf\xc3\xa9\ncafe\xcc\x81\ncafe\n", NULL, NULL, 3, true,
	             "1 category differs from another only by the encoding of its characters (NFC and NFD of Unicode) "
	             "('cafe\xcc\x81'");
	check_column("g\n\xc7\x96\nu\xcc\x88\xcc\x84\n\xc3\xbc\xcc\x84\nu\n", NULL, NULL, 4, true, "2 categories differ");
	check_column("g\n\xed\x95\x9c\n\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab\nx\n", NULL, NULL, 3, true,
	             "encoding of its characters");
	check_column("g\n\xc3\x84\xc3\x98\n\xc3\xa4\xc3\xb8\n\xd0\x94\n\xd0\xb4\n\xce\xa3\n\xcf\x83\n", NULL, NULL, 6, true,
	             "3 categories differ from another only by upper and lower case");
	check_column("g\n\xff\n\xfe\n\xc3\nb\n", NULL, NULL, 4, true, "3 categories are not valid UTF-8 ('\\xc3')");
}

/* However a limit is written, and whichever row is first. */
static void spellings_of_one_detection_limit_are_one_value(void **unused)
{
	(void)unused;
	static const char *const orders[] = { "x\n<5\n6\n< 5\n7\n<LOD\n8\n<=5\n< lod\n<5.0\n>=9\n>9\n",
		                                  "x\n>9\n<=5\n<5.0\n>=9\n< lod\n8\n7\n<LOD\n6\n< 5\n<5\n" };
	for (int i = 0; i < 2; i++) {
		mixmi_table *table = read_text(orders[i]);
		mixmi_column column = column_of(table, 0);
		assert_int_equal(column.below, 3);
		assert_int_equal(column.above, 2);
		assert_int_equal(column.distinct, 8);
		const char *const labels[] = { "< lod", "< 5", "<=5", NULL, NULL, NULL, ">=9", ">9" };
		for (size_t code = 0; code < 8; code++)
			if (labels[code] != NULL)
				assert_string_equal(mixmi_table_label(table, 0, code), labels[code]);
		uint64_t counts[8];
		assert_int_equal(mixmi_table_counts(counts, table, 0), MIXMI_OK);
		assert_int_equal(counts[0], 2);
		assert_int_equal(counts[1], 3);
		mixmi_table_free(table);
	}
}

static void a_line_of_spreadsheets_names_the_delimiter(void **unused)
{
	(void)unused;
	static const char *const texts[] = { "sep=;\na;b\n1,5;x\n2;y\n", "\xEF\xBB\xBFsep=|\r\na|b\r\n1.5|x\r\n2|y\r\n",
		                                 "sep=a\nuav\n1.5ax\n2ay\n", "sep=;\r1.5;2\r2;3\r" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		mixmi_table *table = read_text(texts[i]);
		assert_true(mixmi_table_rows(table) == 2 && mixmi_table_columns(table) == 2);
		check_number(table, 0, 0, 1.5);
		mixmi_table_free(table);
	}
	check_bad("line 4: 1 field", "sep=;\na;b\n1;2\n3\n");
	check_bad("line 2, column 2 ('a')", "sep=;\na;a\n1;2\n3;4\n");
	mixmi_table *table = read_text("sep=,b\n1,2\n");
	assert_string_equal(mixmi_table_name(table, 0), "sep=");
	mixmi_table_free(table);
}

static void what_cannot_be_opened_is_an_io_error(void **unused)
{
	(void)unused;
	mixmi_table *table;
	assert_int_equal(mixmi_table_read(&table, "/nonexistent/x.csv", NULL), MIXMI_ERROR_IO);
	assert_string_equal(mixmi_error_message(), "/nonexistent/x.csv: cannot open: No such file or directory");
	assert_int_equal(mixmi_table_read(&table, "/tmp", NULL), MIXMI_ERROR_IO);
	assert_string_equal(mixmi_error_message(), "/tmp: is a directory, not a file");
	assert_null(table);
	write_bytes("a\n1\n", 4);
	chmod(path, 0);
	if (geteuid() != 0)
		assert_int_equal(mixmi_table_read(&table, path, NULL), MIXMI_ERROR_IO);
	chmod(path, 0600);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_and_texts_get_their_types),
		cmocka_unit_test(every_delimiter_is_found),
		cmocka_unit_test(semicolons_win_over_commas_in_numbers_and_text),
		cmocka_unit_test(quotes_protect_delimiters_newlines_and_quotes),
		cmocka_unit_test(single_quotes_are_found_only_where_they_enclose),
		cmocka_unit_test(quotes_can_be_turned_off),
		cmocka_unit_test(line_ends_of_every_system_are_read),
		cmocka_unit_test(blanks_around_unquoted_fields_are_dropped),
		cmocka_unit_test(a_space_as_delimiter_means_any_run_of_blanks),
		cmocka_unit_test(blank_lines_are_skipped_and_counted),
		cmocka_unit_test(in_one_column_a_blank_line_is_missing),
		cmocka_unit_test(unnamed_columns_get_free_names_and_a_remark),
		cmocka_unit_test(the_first_record_is_data_if_nothing_in_it_is_a_name),
		cmocka_unit_test(only_a_code_far_from_all_numbers_may_mean_missing),
		cmocka_unit_test(an_identifier_repeats_if_most_of_its_values_do),
		cmocka_unit_test(tables_of_frequencies_are_recognised),
		cmocka_unit_test(labels_are_sorted_and_may_hold_any_bytes),
		cmocka_unit_test(missing_markers_can_be_chosen),
		cmocka_unit_test(columns_can_be_declared_and_chosen),
		cmocka_unit_test(malformed_files_are_errors_with_their_place),
		cmocka_unit_test(infinite_numbers_are_errors_unless_they_are_labels),
		cmocka_unit_test(contradictory_options_are_usage_errors),
		cmocka_unit_test(large_whole_numbers_are_remarked_on_and_kept_as_names),
		cmocka_unit_test(whole_numbers_with_leading_zeros_are_codes),
		cmocka_unit_test(leading_zeros_count_wherever_they_stand),
		cmocka_unit_test(conditions_on_codes_are_as_the_file_writes_them),
		cmocka_unit_test(impossible_dates_are_named),
		cmocka_unit_test(the_end_of_a_day_is_a_time),
		cmocka_unit_test(spellings_of_one_category_are_named),
		cmocka_unit_test(spellings_of_one_detection_limit_are_one_value),
		cmocka_unit_test(a_line_of_spreadsheets_names_the_delimiter),
		cmocka_unit_test(what_cannot_be_opened_is_an_io_error),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
