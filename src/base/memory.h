/* Allocation with checked sizes. All functions return NULL on failure or overflow. A count of 0 gives a pointer that
 * can be released. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* `count` elements of `size` bytes, uninitialised or zeroed. */
void *base_array(size_t count, size_t size);
void *base_array_zero(size_t count, size_t size);

/* memcpy(), which takes NULL if there is nothing to copy. */
void base_copy(void *to, const void *from, size_t bytes);

/* Copies of a whole array, of a string, and of the first `length` bytes of a string with a NUL appended. */
void *base_array_copy(const void *source, size_t count, size_t size);
char *base_string_copy(const char *text);
char *base_string_copy_n(const char *text, size_t length);

/* A new string: two strings joined by `between`, or only the second if the first is NULL. */
char *base_join(const char *first, const char *between, const char *second);

/* A copy of an array of strings, with pointers and texts in one block. */
char **base_strings_copy(const char *const *texts, size_t count);

/* Grows an array to at least `needed` elements, at least doubling it. On failure returns false and leaves *array and
 * *capacity unchanged. */
bool base_grow(void **array, size_t *capacity, size_t needed, size_t size);

/* Shrinks an array to `count` elements. Never returns NULL: if the array cannot be shrunk, it is returned unchanged. */
void *base_shrink(void *array, size_t count, size_t size);

#endif
