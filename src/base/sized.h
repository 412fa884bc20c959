/* Structs that programs compiled with another version of the header may know shorter or longer than the library does. */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <string.h>

/* Gives a caller, who has room for `size` bytes, what fits of the `known` bytes of the library's struct; what the library
 * does not know becomes 0. */
static inline void base_give(void *out, size_t size, const void *full, size_t known)
{
	size_t common = size < known ? size : known;
	memcpy(out, full, common);
	memset((char *)out + common, 0, size - common);
}

/* The other way: takes what a caller has into the library's struct of `known` bytes; what the caller does not know is 0. */
static inline void base_take(void *full, size_t known, const void *given, size_t size)
{
	base_give(full, known, given, size);
}

/* Element `index` of an array of the caller's structs of `size` bytes. */
static inline void *base_sized_at(void *array, size_t size, size_t index)
{
	return (char *)array + index * size;
}

#endif
