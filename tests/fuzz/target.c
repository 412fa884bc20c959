/* Helpers of the targets. Calls of mixmi.h that several targets make are here, so that there is one place to change. */
#include "fuzz/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void fuzz_fail(const char *why)
{
	fprintf(stderr, "broken promise: %s (last message of the library: %s)\n", why, mixmi_error_message());
	abort();
}

static char path[64];

static void remove_file(void)
{
	unlink(path);
}

static void name_file(void)
{
	snprintf(path, sizeof path, "/tmp/mixmi_fuzz_XXXXXX");
	int file = mkstemp(path);
	if (file < 0)
		fuzz_fail("a temporary file can be made");
	close(file);
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
