/* Allocation with checked sizes. All return NULL on failure or overflow; a count of 0 gives a pointer for free(). */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* `count` elements of `size` bytes, not cleared / cleared. */
void *base_array(size_t count, size_t size);
void *base_array_zero(size_t count, size_t size);

/* Copies of a whole array, of a string, and of the first `length` bytes of a string with a NUL appended. */
void *base_array_copy(const void *source, size_t count, size_t size);
char *base_string_copy(const char *text);
char *base_string_copy_n(const char *text, size_t length);

/* A copy of two strings with something between them; of the second alone where the first is NULL. */
char *base_join(const char *first, const char *between, const char *second);

/* A copy of an array of strings, pointers and texts in one block. */
char **base_strings_copy(const char *const *texts, size_t count);

/* Makes room for at least `needed` elements in a growing array, at least doubling it. False on failure: *array and
 * *capacity are then as before. */
bool base_grow(void **array, size_t *capacity, size_t needed, size_t size);

/* Gives back what an array has beyond `count` elements. Never NULL: where that cannot be done it stays as it is. */
void *base_shrink(void *array, size_t count, size_t size);

#endif
