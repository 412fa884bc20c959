/* Helpers of the targets: calls of mixmi.h that several of them make. */
#include "fuzz/target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void fuzz_fail(const char *why)
{
	fprintf(stderr, "broken promise: %s (last message of the library: %s)\n", why, mixmi_error_message());
	abort();
}

static char folder[32], path[64];

static void remove_file(void)
{
	unlink(path);
	rmdir(folder);
}

/* In a folder of its own, because its name has to end in .por: SPSS portable files are the only format recognised by name. */
static void name_file(void)
{
	snprintf(folder, sizeof folder, "/tmp/mixmi_fuzz_XXXXXX");
	if (mkdtemp(folder) == NULL)
		fuzz_fail("a temporary folder can be made");
	snprintf(path, sizeof path, "%s/input.por", folder);
	atexit(remove_file);
}

const char *fuzz_file(const void *bytes, size_t count)
{
	if (path[0] == '\0')
		name_file();
	FILE *file = fopen(path, "wb");
	if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
		fuzz_fail("the temporary file can be written");
	return path;
}

static size_t length_of(const char *text)
{
	return text != NULL ? strlen(text) : 0;
}

static void look_at_column(const mixmi_table *table, size_t column)
{
	mixmi_column about;
	size_t rows = mixmi_table_rows(table), missing = 0, bytes = 0;
	FUZZ_CHECK(mixmi_table_column(&about, sizeof about, table, column, NULL) == MIXMI_OK);
	FUZZ_CHECK(length_of(about.name) > 0 && length_of(about.kind) > 0 && about.why != NULL);
	for (size_t row = 0; row < rows; row++) {
		double value = mixmi_table_value(table, column, row);
		FUZZ_CHECK(!isinf(value));
		missing += isnan(value) != 0;
	}
	FUZZ_CHECK(missing == about.missing && about.distinct <= rows - missing);
	for (size_t code = 0; about.has_labels && code < about.distinct; code++) {
		const char *label = mixmi_table_label(table, column, code);
		FUZZ_CHECK(label != NULL);
		bytes += length_of(label);
	}
	FUZZ_CHECK(bytes + length_of(about.label) + length_of(about.remark) < SIZE_MAX);
}

void fuzz_look_at(const mixmi_table *table)
{
	FUZZ_CHECK(mixmi_table_rows(table) > 0 && mixmi_table_columns(table) > 0);
	for (size_t column = 0; column < mixmi_table_columns(table); column++)
		look_at_column(table, column);
	for (size_t i = 0; mixmi_table_note(table, i) != NULL; i++)
		FUZZ_CHECK(strchr(mixmi_table_note(table, i), '\n') == NULL);
}

void fuzz_check_failure(mixmi_status status)
{
	const char *message = mixmi_error_message();
	FUZZ_CHECK(status == MIXMI_ERROR_DATA || status == MIXMI_ERROR_LIMIT || status == MIXMI_ERROR_USAGE);
	FUZZ_CHECK(message[0] != '\0');
	for (; *message != '\0'; message++)
		FUZZ_CHECK((unsigned char)*message >= ' ' && *message != 0x7F);
}

mixmi_options *fuzz_options(const char *const *settings)
{
	mixmi_options *options;
	FUZZ_CHECK(mixmi_options_new(&options) == MIXMI_OK);
	for (; settings[0] != NULL; settings += 2)
		(void)mixmi_options_set(options, settings[0], settings[1]);
	return options;
}

size_t fuzz_below(fuzz_input *input, size_t bound)
{
	if (input->count == 0)
		return 0;
	input->count--;
	return *input->bytes++ % bound;
}
