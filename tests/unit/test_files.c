/* Real-world files: every file of tests/files is read, and each of its columns must be recognised as
 * tests/files/expected.txt says. The table has one line per column:
 *     FILE [--option value ...] | column | kind | type | distinct | missing | part of the remark or of why ("-": no remark)
 * or, for a file that must be refused, FILE [options] | ! | part of the message; and for a note of the table
 * FILE [options] | * | part of it. A file that is not in the table, or a column that is not, fails the test. */
#include <dirent.h>

#include "unit.h"

enum { LONGEST = 1024, FIELDS = 7, MOST_OPTIONS = 16 };

static const char folder[] = "tests/files/";

/* A line split at its bars, with blanks around the fields removed. */
static size_t cut(char *line, char *fields[FIELDS])
{
	size_t count = 0;
	for (char *next = line; next != NULL && count < FIELDS; count++) {
		char *bar = strstr(next, " | ");
		if (bar != NULL)
			*bar = '\0';
		while (*next == ' ')
			next++;
		for (char *end = next + strlen(next); end > next && (end[-1] == ' ' || end[-1] == '\n'); end--)
			end[-1] = '\0';
		fields[count] = next;
		next = bar != NULL ? bar + 3 : NULL;
	}
	return count;
}

/* Reads "FILE --name value --name 'value with blanks'". */
static mixmi_status read_as(mixmi_table **table, const char *words)
{
	mixmi_options *options;
	char path[LONGEST + sizeof folder], copy[LONGEST];
	assert_ok(mixmi_options_new(&options));
	snprintf(copy, sizeof copy, "%s", words);
	char *next = strchr(copy, ' ');
	if (next != NULL)
		*next++ = '\0';
	while (next != NULL) {
		char *name = next + strspn(next, " -"), *value = strchr(name, ' ');
		assert_non_null(value);
		*value++ = '\0';
		char stop = *value == '\'' ? '\'' : ' ';
		value += stop == '\'';
		next = strchr(value, stop);
		if (next != NULL)
			*next++ = '\0';
		if (mixmi_options_set(options, name, value) != MIXMI_OK)
			fail_msg("%s: %s", words, mixmi_error_message());
		if (next != NULL && *next == '\0')
			next = NULL;
	}
	snprintf(path, sizeof path, "%s%s", folder, copy);
	mixmi_status status = mixmi_table_read(table, path, options);
	mixmi_options_free(options);
	return status;
}

static size_t failures;

static void complain(const char *line, const char *what, const char *seen)
{
	print_error("%s: %s: saw '%s'\n", line, what, seen != NULL ? seen : "(nothing)");
	failures++;
}

static void check_column(const char *file, char *fields[FIELDS], const mixmi_table *table)
{
	mixmi_column about;
	size_t column;
	char line[LONGEST], seen[LONGEST];
	snprintf(line, sizeof line, "%s | %s", file, fields[1]);
	if (mixmi_table_find(&column, table, fields[1]) != MIXMI_OK) {
		complain(line, "no such column", mixmi_error_message());
		return;
	}
	assert_ok(mixmi_table_column(&about, sizeof about, table, column, NULL));
	if (strcmp(about.kind, fields[2]) != 0)
		complain(line, "kind", about.kind);
	const char *type = about.type == MIXMI_DISCRETE ? "discrete" : "numeric";
	if (strcmp(type, fields[3]) != 0)
		complain(line, "type", type);
	snprintf(seen, sizeof seen, "%zu", about.distinct);
	if (strcmp(seen, fields[4]) != 0)
		complain(line, "distinct", seen);
	snprintf(seen, sizeof seen, "%zu", about.missing);
	if (strcmp(seen, fields[5]) != 0)
		complain(line, "missing", seen);
	snprintf(seen, sizeof seen, "%s; %s", about.why, about.remark != NULL ? about.remark : "");
	if (strcmp(fields[6], "-") == 0 ? about.remark != NULL : strstr(seen, fields[6]) == NULL)
		complain(line, "remark", seen);
}

static void check_note(const char *file, const char *part, const mixmi_table *table)
{
	const char *note;
	for (size_t i = 0; (note = mixmi_table_note(table, i)) != NULL; i++)
		if (strstr(note, part) != NULL)
			return;
	complain(file, "no such note", part);
}

/* Whether the library that a file needs is installed. */
static bool can_read(const char *file)
{
	static const struct {
		const char *ending, *capability;
	} needs[] = { { ".xz", "xz" },        { ".zst", "zstd" },       { ".sav", "readstat" }, { ".zsav", "readstat" },
		          { ".por", "readstat" }, { ".dta", "readstat" },   { ".xpt", "readstat" }, { ".sas7bdat", "readstat" },
		          { ".db", "sqlite" },    { ".parquet", "parquet" } };
	size_t length = strcspn(file, " ");
	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
		size_t size = strlen(needs[i].ending);
		if (length > size && strncmp(file + length - size, needs[i].ending, size) == 0 &&
		    !mixmi_capable(needs[i].capability)) {
			print_message("%s is left out: %s is not here\n", file, needs[i].capability);
			return false;
		}
	}
	return true;
}

/* Every line about the file is checked, and every column must have a line. */
static void check_file(const char *file, FILE *table_file)
{
	char line[LONGEST];
	char *fields[FIELDS];
	mixmi_table *table;
	mixmi_status status = read_as(&table, file);
	size_t columns = 0;
	rewind(table_file);
	while (fgets(line, sizeof line, table_file) != NULL) {
		if (line[0] == '#' || line[0] == '\n' || cut(line, fields) < 3 || strcmp(fields[0], file) != 0)
			continue;
		if (strcmp(fields[1], "!") == 0) {
			if (status == MIXMI_OK || strstr(mixmi_error_message(), fields[2]) == NULL)
				complain(file, "not refused as it should be",
				         status == MIXMI_OK ? "it was read" : mixmi_error_message());
		} else if (status != MIXMI_OK) {
			complain(file, "not read", mixmi_error_message());
			break;
		} else if (strcmp(fields[1], "*") == 0) {
			check_note(file, fields[2], table);
		} else {
			check_column(file, fields, table);
			columns++;
		}
	}
	if (status == MIXMI_OK && columns != mixmi_table_columns(table))
		complain(file, "not every column is in the table", "");
	mixmi_table_free(table);
}

static void every_column_is_taken_for_what_it_is(void **unused)
{
	(void)unused;
	char line[LONGEST], last[LONGEST] = "";
	char *fields[FIELDS];
	FILE *file = fopen("tests/files/expected.txt", "rb");
	size_t files = 0;
	assert_non_null(file);
	while (fgets(line, sizeof line, file) != NULL) {
		if (line[0] == '#' || line[0] == '\n' || cut(line, fields) < 3 || strcmp(fields[0], last) == 0)
			continue;
		snprintf(last, sizeof last, "%s", fields[0]);
		long place = ftell(file);
		if (can_read(last))
			check_file(last, file);
		fseek(file, place, SEEK_SET);
		files++;
	}
	fclose(file);
	print_message("%zu files and ways to read them\n", files);
	assert_true(files >= 60);
	assert_int_equal(failures, 0);
}

/* The folder has no file that the table does not list. */
static void every_file_is_in_the_table(void **unused)
{
	(void)unused;
	static char text[1 << 20];
	FILE *file = fopen("tests/files/expected.txt", "rb");
	assert_non_null(file);
	size_t length = fread(text, 1, sizeof text - 1, file);
	text[length] = '\0';
	fclose(file);
	DIR *files = opendir("tests/files");
	assert_non_null(files);
	for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
		char start[LONGEST];
		snprintf(start, sizeof start, "\n%s ", entry->d_name);
		bool about = entry->d_name[0] == '.' || strcmp(entry->d_name, "expected.txt") == 0 ||
		             strcmp(entry->d_name, "README.md") == 0;
		if (!about && strstr(text, start) == NULL)
			fail_msg("tests/files/%s is not in the table", entry->d_name);
	}
	closedir(files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_column_is_taken_for_what_it_is),
		cmocka_unit_test(every_file_is_in_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
