/* A temporary file for the tests of a program: made before them, gone after them. */
#ifndef TESTS_TEMPORARY_H
#define TESTS_TEMPORARY_H

#include <unistd.h>

#include "unit.h"

static char path[] = "/tmp/mixmi_test_XXXXXX";

static inline int set_up(void **unused)
{
	(void)unused;
	int file = mkstemp(path);
	return file < 0 ? -1 : close(file);
}

static inline int tear_down(void **unused)
{
	(void)unused;
	return unlink(path);
}

static inline void write_bytes(const void *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

#endif
