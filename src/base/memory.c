/* Checked allocation: the only place in the library that multiplies a count by a size. */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mixmi.h"

void mixmi_free(void *pointer)
{
	free(pointer);
}

static bool bytes_of(size_t *bytes, size_t count, size_t size)
{
	if (size != 0 && count > SIZE_MAX / size)
		return false;
	*bytes = count * size;
	if (*bytes == 0)
		*bytes = 1;
	return true;
}

void *base_array(size_t count, size_t size)
{
	size_t bytes;
	return bytes_of(&bytes, count, size) ? malloc(bytes) : NULL;
}

void *base_array_zero(size_t count, size_t size)
{
	size_t bytes;
	return bytes_of(&bytes, count, size) ? calloc(1, bytes) : NULL;
}

void base_copy(void *to, const void *from, size_t bytes)
{
	if (bytes > 0)
		memcpy(to, from, bytes);
}

void *base_array_copy(const void *source, size_t count, size_t size)
{
	void *copy = base_array(count, size);
	if (copy != NULL && count > 0)
		memcpy(copy, source, count * size);
	return copy;
}

void *base_shrink(void *array, size_t count, size_t size)
{
	size_t bytes;
	void *smaller = bytes_of(&bytes, count, size) ? realloc(array, bytes) : NULL;
	return smaller != NULL ? smaller : array;
}

char *base_string_copy_n(const char *text, size_t length)
{
	char *copy = length < SIZE_MAX ? base_array(length + 1, 1) : NULL;
	if (copy != NULL) {
		memcpy(copy, text, length);
		copy[length] = '\0';
	}
	return copy;
}

char *base_string_copy(const char *text)
{
	return base_string_copy_n(text, strlen(text));
}

char *base_join(const char *first, const char *between, const char *second)
{
	if (first == NULL)
		return base_string_copy(second);
	size_t a = strlen(first), b = strlen(between), c = strlen(second);
	char *joined = base_array(a + b + c + 1, 1);
	if (joined == NULL)
		return NULL;
	memcpy(joined, first, a);
	memcpy(joined + a, between, b);
	memcpy(joined + a + b, second, c + 1);
	return joined;
}

char **base_strings_copy(const char *const *texts, size_t count)
{
	size_t bytes = count * sizeof(char *);
	for (size_t i = 0; i < count; i++)
		bytes += strlen(texts[i]) + 1;
	char **copy = base_array(bytes, 1);
	if (copy == NULL)
		return NULL;
	char *text = (char *)(copy + count);
	for (size_t i = 0; i < count; i++) {
		size_t size = strlen(texts[i]) + 1;
		copy[i] = memcpy(text, texts[i], size);
		text += size;
	}
	return copy;
}

bool base_grow(void **array, size_t *capacity, size_t needed, size_t size)
{
	if (needed <= *capacity)
		return true;
	size_t larger = *capacity < SIZE_MAX / 2 ? 2 * *capacity : SIZE_MAX;
	if (larger < needed)
		larger = needed;
	if (larger < 16)
		larger = 16;
	size_t bytes;
	if (!bytes_of(&bytes, larger, size))
		return false;
	void *grown = realloc(*array, bytes);
	if (grown == NULL)
		return false;
	*array = grown;
	*capacity = larger;
	return true;
}
