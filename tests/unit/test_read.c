/* Reading files: what each kind of well-formed and malformed input gives. Documents are written to a temporary file. */
#include <sys/stat.h>
#include <zlib.h>

#include "temporary.h"

static mixmi_options defaults(void)
{
	mixmi_options options;
	init_options(&options);
	return options;
}

static mixmi_table *read_bytes(const char *bytes, size_t length, const mixmi_options *options)
{
	mixmi_table *table;
	write_bytes(bytes, length);
	if (mixmi_table_read(&table, path, options) != MIXMI_OK)
		fail_msg("not read: %s", mixmi_error_message());
	return table;
}

static mixmi_table *read_text(const char *text)
{
	return read_bytes(text, strlen(text), NULL);
}

/* Fails unless reading fails with `status` and a message that names the file, if it should, and holds `part`. */
static void check_failure(mixmi_status status, const char *part, const char *bytes, size_t length,
                          const mixmi_options *options)
{
	mixmi_table *table = (mixmi_table *)&status;
	write_bytes(bytes, length);
	mixmi_status got = mixmi_table_read(&table, path, options);
	if (got != status || table != NULL || strstr(mixmi_error_message(), part) == NULL)
		fail_msg("status %d, message '%s'; expected %d, '%s'", (int)got, mixmi_error_message(), (int)status, part);
	if (status == MIXMI_ERROR_DATA && strncmp(mixmi_error_message(), path, strlen(path)) != 0)
		fail_msg("'%s' does not begin with the file's name", mixmi_error_message());
	if (strchr(mixmi_error_message(), '\n') != NULL)
		fail_msg("'%s' is more than one line", mixmi_error_message());
}

static void check_bad(const char *part, const char *text)
{
	check_failure(MIXMI_ERROR_DATA, part, text, strlen(text), NULL);
}

static mixmi_column column_of(const mixmi_table *table, size_t index)
{
	mixmi_column column;
	assert_int_equal(mixmi_table_column(&column, sizeof column, table, index, NULL), MIXMI_OK);
	return column;
}

static void check_number(const mixmi_table *table, size_t column, size_t row, double expected)
{
	double value = mixmi_table_value(table, column, row);
	if (isnan(expected) ? !isnan(value) : value != expected)
		fail_msg("column %zu, row %zu: %g, expected %g", column, row, value, expected);
}

static void check_label(const mixmi_table *table, size_t column, size_t row, const char *expected)
{
	double code = mixmi_table_value(table, column, row);
	const char *label = isnan(code) ? "(missing)" : mixmi_table_label(table, column, (size_t)code);
	assert_string_equal(label, expected);
}

static void check_shape(const mixmi_table *table, size_t rows, size_t columns)
{
	assert_int_equal(mixmi_table_rows(table), rows);
	assert_int_equal(mixmi_table_columns(table), columns);
}

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
	assert_null(mixmi_table_note(table, 1));
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
	assert_null(mixmi_table_note(table, 1));
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
	static const char text[] = "a,b,c\n1,007,x\n2,7,inf\n";
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

/* ----------------------------------------------------------------------------------------------- larger files */

enum { ROWS = 200000 };

/* A document of ROWS rows: number, number until the last row, label; `last` is what the second column ends in. */
static char *large_document(size_t *length, const char *last, bool quoted)
{
	char *text = malloc((size_t)ROWS * 48 + 64);
	assert_non_null(text);
	size_t used = (size_t)sprintf(text, "n,late,label\n");
	for (int i = 0; i < ROWS; i++) {
		const char *mark = quoted && i % 3 == 0 ? "\"" : "";
		used +=
			(size_t)sprintf(text + used, "%.17g,%s%d,%sg%d%s\n", i / 7.0, i % 2 ? "0" : "", i % 50, mark, i % 11, mark);
	}
	used += (size_t)sprintf(text + used, "1,%s,g0", last);
	*length = used;
	return text;
}

static void check_large(const mixmi_table *table)
{
	check_shape(table, ROWS + 1, 3);
	for (size_t i = 0; i < ROWS; i++) {
		char label[16];
		check_number(table, 0, i, (double)i / 7.0);
		snprintf(label, sizeof label, "g%zu", i % 11);
		check_label(table, 2, i, label);
	}
}

static void text_at_the_very_end_keeps_the_texts_before_it(void **unused)
{
	(void)unused;
	for (int64_t threads = 1; threads <= 5; threads += 2) {
		size_t length;
		mixmi_options options = defaults();
		options.threads = threads;
		options.discrete = "2"; /* else one text among so many numbers would be a slip */
		char *text = large_document(&length, "end", threads == 3);
		mixmi_table *table = read_bytes(text, length, &options);
		check_large(table);
		assert_int_equal(column_of(table, 1).distinct, 51);
		check_label(table, 1, 0, "0");
		check_label(table, 1, 1, "01");
		check_label(table, 1, ROWS, "end");
		mixmi_table_free(table);
		free(text);
	}
}

static void write_gzip(const char *text, size_t length, const char *mode)
{
	gzFile file = gzopen(path, mode);
	assert_non_null(file);
	assert_int_equal(gzwrite(file, text, (unsigned)length), (int)length);
	assert_int_equal(gzclose(file), Z_OK);
}

static void gzip_files_of_several_members_are_read(void **unused)
{
	(void)unused;
	size_t length;
	mixmi_table *table;
	char *text = large_document(&length, "end", false);
	write_gzip(text, length / 3, "wb");
	write_gzip(text + length / 3, length - length / 3, "ab");
	mixmi_options options = defaults();
	options.discrete = "2";
	assert_int_equal(mixmi_table_read(&table, path, &options), MIXMI_OK);
	check_large(table);
	check_label(table, 1, 1, "01");
	mixmi_table_free(table);
	free(text);
}

static void damaged_gzip_files_are_errors(void **unused)
{
	(void)unused;
	static char bytes[1 << 20];
	size_t length;
	char *text = large_document(&length, "5", false);
	write_gzip(text, 300000, "wb");
	free(text);
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	size_t size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	check_failure(MIXMI_ERROR_DATA, "damaged gzip file: it ends too early", bytes, size - 100, NULL);
	check_failure(MIXMI_ERROR_DATA, "damaged gzip file: it ends too early", bytes, 5, NULL);
	bytes[size] = 'x';
	check_failure(MIXMI_ERROR_DATA, "other data follows", bytes, size + 1, NULL);
	bytes[size - 6] ^= 1; /* of the checksum */
	check_failure(MIXMI_ERROR_DATA, "damaged gzip file", bytes, size, NULL);
	memset(bytes + size / 2, 0x55, 64);
	check_failure(MIXMI_ERROR_DATA, "damaged gzip file", bytes, size, NULL);
}

/* Feeds a document to standard input through a pipe, so that the second pass can't go back in it. */
static void a_pipe_can_be_read_twice(void **unused)
{
	(void)unused;
	size_t length;
	char *text = large_document(&length, "end", false);
	int ends[2], saved = dup(STDIN_FILENO);
	assert_int_equal(pipe(ends), 0);
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		for (size_t done = 0; done < length;) {
			ssize_t count = write(ends[1], text + done, length - done);
			if (count <= 0)
				_exit(1);
			done += (size_t)count;
		}
		_exit(0);
	}
	close(ends[1]);
	dup2(ends[0], STDIN_FILENO);
	close(ends[0]);
	mixmi_table *table;
	mixmi_options options = defaults();
	options.discrete = "2";
	assert_int_equal(mixmi_table_read(&table, "-", &options), MIXMI_OK);
	check_large(table);
	check_label(table, 1, 1, "01");
	mixmi_table_free(table);
	assert_int_equal(mixmi_table_read(&table, "-", NULL), MIXMI_ERROR_DATA);
	assert_string_equal(mixmi_error_message(), "standard input: is empty");
	dup2(saved, STDIN_FILENO);
	close(saved);
	free(text);
}

static void the_first_fault_of_the_file_is_reported_for_any_number_of_threads(void **unused)
{
	(void)unused;
	size_t length;
	char *text = large_document(&length, "5,6", false);
	char *early = strstr(text, "\n20000,");
	assert_non_null(early);
	early[7] = '\0';
	for (int64_t threads = 1; threads <= 4; threads++) {
		mixmi_options options = defaults();
		options.threads = threads;
		check_failure(MIXMI_ERROR_DATA, ": line 140002, column 2 ('late'): NUL byte", text, length, &options);
	}
	early[7] = '1';
	check_failure(MIXMI_ERROR_DATA, ": line 200002: 4 fields where the header has 3", text, length, NULL);
	free(text);
}

static void a_record_longer_than_a_chunk_is_read(void **unused)
{
	(void)unused;
	enum { LONG = 5000000 };
	mixmi_options options = defaults();
	options.threads = 1;
	char *text = malloc(LONG + 64);
	assert_non_null(text);
	size_t start = (size_t)sprintf(text, "a,b\n1,\"");
	memset(text + start, 'x', LONG);
	for (size_t i = 0; i < LONG; i += 1000)
		text[start + i] = '\n';
	strcpy(text + start + LONG, "\"\n2,y\n");
	mixmi_table *table = read_bytes(text, strlen(text), &options);
	check_shape(table, 2, 2);
	assert_int_equal(strlen(mixmi_table_label(table, 1, 0)), LONG);
	mixmi_table_free(table);
	strcpy(text + start + LONG, "\n2,y\n");
	check_failure(MIXMI_ERROR_DATA, ": line 2, column 2 ('b'): the quote that opens here is never closed", text,
	              strlen(text), &options);
	free(text);
}

static void a_wide_file_is_read(void **unused)
{
	(void)unused;
	enum { WIDE = 30000 };
	char *text = malloc(WIDE * 24);
	assert_non_null(text);
	size_t used = 0;
	for (int i = 0; i < WIDE; i++)
		used += (size_t)sprintf(text + used, "c%d%s", i, i + 1 < WIDE ? "," : "\n");
	for (int row = 0; row < 2; row++)
		for (int i = 0; i < WIDE; i++)
			used += (size_t)sprintf(text + used, "%d%s", i, i + 1 < WIDE ? "," : "\n");
	mixmi_options options = defaults();
	options.only = "c29999";
	mixmi_table *table = read_bytes(text, used, &options);
	check_shape(table, 2, 1);
	check_number(table, 0, 1, WIDE - 1);
	assert_int_equal(column_of(table, 0).position, WIDE);
	mixmi_table_free(table);
	free(text);
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

static bool stop_at_once(void *context, const mixmi_progress *progress)
{
	assert_string_equal(progress->stage, "reading");
	assert_true(share_done(progress) > 0 && share_done(progress) <= 1);
	++*(int *)context;
	return false;
}

static void reading_can_be_cancelled(void **unused)
{
	(void)unused;
	size_t length;
	int calls = 0;
	mixmi_options options = defaults();
	options.progress = stop_at_once;
	options.progress_context = &calls;
	options.threads = 1;
	char *text = large_document(&length, "5", false);
	check_failure(MIXMI_ERROR_CANCELLED, "was cancelled", text, length, &options);
	assert_int_equal(calls, 1);
	free(text);
}

/* Lets the file be read and stops at the second column to be sorted. */
static bool stop_while_sorting(void *context, const mixmi_progress *progress)
{
	if (strcmp(progress->stage, "sorting") != 0)
		return true;
	assert_true(progress->done < progress->total);
	return ++*(int *)context < 2;
}

static void sorting_can_be_cancelled(void **unused)
{
	(void)unused;
	size_t length;
	int calls = 0;
	mixmi_options options = defaults();
	options.progress = stop_while_sorting;
	options.progress_context = &calls;
	options.threads = 1;
	char *text = large_document(&length, "5", false);
	check_failure(MIXMI_ERROR_CANCELLED, "was cancelled", text, length, &options);
	assert_int_equal(calls, 2);
	free(text);
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
		cmocka_unit_test(labels_are_sorted_and_may_hold_any_bytes),
		cmocka_unit_test(missing_markers_can_be_chosen),
		cmocka_unit_test(columns_can_be_declared_and_chosen),
		cmocka_unit_test(text_at_the_very_end_keeps_the_texts_before_it),
		cmocka_unit_test(gzip_files_of_several_members_are_read),
		cmocka_unit_test(damaged_gzip_files_are_errors),
		cmocka_unit_test(a_pipe_can_be_read_twice),
		cmocka_unit_test(the_first_fault_of_the_file_is_reported_for_any_number_of_threads),
		cmocka_unit_test(a_record_longer_than_a_chunk_is_read),
		cmocka_unit_test(a_wide_file_is_read),
		cmocka_unit_test(malformed_files_are_errors_with_their_place),
		cmocka_unit_test(infinite_numbers_are_errors_unless_they_are_labels),
		cmocka_unit_test(contradictory_options_are_usage_errors),
		cmocka_unit_test(what_cannot_be_opened_is_an_io_error),
		cmocka_unit_test(reading_can_be_cancelled),
		cmocka_unit_test(sorting_can_be_cancelled),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
