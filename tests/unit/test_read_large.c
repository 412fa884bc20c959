/* Reading large, wide or compressed files and pipes: the same table for any number of threads and chunks. */
#include <sys/stat.h>
#include <zlib.h>

#include "reading.h"

enum { ROWS = 200000 };

/* A document of ROWS rows: number, number until the last row, label; `last` is the last value of the second column. */
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

/* Feeds a document to standard input through a pipe, where the second pass cannot seek. */
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
	options.max_field = LONG;
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
	options.max_field = 2 * LONG;
	check_failure(MIXMI_ERROR_DATA, ": line 2, column 2 ('b'): the quote that opens here is never closed", text,
	              strlen(text), &options);
	options.max_field = LONG - 1;
	check_failure(MIXMI_ERROR_LIMIT, ": line 2, column 2 ('b'): a field of more than 4999999 bytes", text, strlen(text),
	              &options);
	free(text);
}

/* Complete or within an unfinished record, quoted or not. */
static void a_field_beyond_the_limit_is_named(void **unused)
{
	(void)unused;
	mixmi_options options = defaults();
	options.max_field = 10;
	static const char *const texts[] = { "a,b\n1,2\n3,01234567890\n4,5\n", "a,b\n1,2\n3,\"01234567890\"\n4,5\n",
		                                 "a,b\n1,2\n3,\"0123456789,4\n" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		check_failure(MIXMI_ERROR_LIMIT, ": line 3, column 2 ('b'): a field of more than 10 bytes", texts[i],
		              strlen(texts[i]), &options);
	assert_non_null(strstr(mixmi_error_message(), "option max-field raises the limit"));
	const char fits[] = "a,b\n1,2\n3,\"0123456789\"\n4,5\n";
	mixmi_table_free(read_bytes(fits, strlen(fits), &options));
	const char heading[] = "a,b2345678901\n1,2\n";
	check_failure(MIXMI_ERROR_LIMIT, ": line 1, column 2: a field", heading, strlen(heading), &options);
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

static bool stop_at_once(void *context, const mixmi_progress *progress)
{
	assert_string_equal(progress->stage, "reading");
	assert_true(share_done(progress) > 0 && share_done(progress) <= 1);
	++*(int *)context;
	return false;
}

/* Lets the file be read and stops when the second column is sorted. */
static bool stop_while_sorting(void *context, const mixmi_progress *progress)
{
	if (strcmp(progress->stage, "sorting") != 0)
		return true;
	assert_true(progress->done < progress->total);
	return ++*(int *)context < 2;
}

/* Reading fails once `progress` has returned false, which it does at call number `calls`. */
static void check_cancelled(mixmi_progress_function *progress, int calls)
{
	size_t length;
	int made = 0;
	mixmi_options options = defaults();
	options.progress = progress;
	options.progress_context = &made;
	options.threads = 1;
	char *text = large_document(&length, "5", false);
	check_failure(MIXMI_ERROR_CANCELLED, "was cancelled", text, length, &options);
	assert_int_equal(made, calls);
	free(text);
}

static void reading_can_be_cancelled(void **unused)
{
	(void)unused;
	check_cancelled(stop_at_once, 1);
}

static void sorting_can_be_cancelled(void **unused)
{
	(void)unused;
	check_cancelled(stop_while_sorting, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_at_the_very_end_keeps_the_texts_before_it),
		cmocka_unit_test(gzip_files_of_several_members_are_read),
		cmocka_unit_test(damaged_gzip_files_are_errors),
		cmocka_unit_test(a_pipe_can_be_read_twice),
		cmocka_unit_test(the_first_fault_of_the_file_is_reported_for_any_number_of_threads),
		cmocka_unit_test(a_record_longer_than_a_chunk_is_read),
		cmocka_unit_test(a_field_beyond_the_limit_is_named),
		cmocka_unit_test(a_wide_file_is_read),
		cmocka_unit_test(reading_can_be_cancelled),
		cmocka_unit_test(sorting_can_be_cancelled),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
