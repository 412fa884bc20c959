/* Structs whose size may differ between the library and a program compiled with another version of the header. */
#ifndef BASE_SIZED_H
#define BASE_SIZED_H

#include <string.h>

/* Copies the library's struct of `known` bytes to a caller's struct of `size` bytes, as far as it fits. Fields unknown
 * to the library become 0. */
static inline void base_give(void *out, size_t size, const void *full, size_t known)
{
	size_t common = size < known ? size : known;
	memcpy(out, full, common);
	memset((char *)out + common, 0, size - common);
}

/* Copies a caller's struct to the library's struct of `known` bytes. Fields unknown to the caller become 0, also one that
 * `size` cuts: half a pointer would point anywhere. */
static inline void base_take(void *full, size_t known, const void *given, size_t size)
{
	base_give(full, known, given, size - size % sizeof(void *));
}

/* Element `index` of an array of the caller's structs of `size` bytes. */
static inline void *base_sized_at(void *array, size_t size, size_t index)
{
	return (char *)array + index * size;
}

#endif
