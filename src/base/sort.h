/* Radix sort of rows by key, in linear time. */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct base_keyed {
	uint64_t key;
	uint32_t row;
} base_keyed;

/* Sorts by key; equal keys keep their order. `scratch` has the same length; the result is in `items`. */
void base_sort_keyed(base_keyed *items, base_keyed *scratch, size_t count);

/* A key whose unsigned order is the numeric order of finite doubles, and its inverse. -0 and 0 have different keys. */
uint64_t base_sort_key(double value);
double base_sort_value(uint64_t key);

#endif
