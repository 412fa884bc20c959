/* Numbers of any width at any address, not necessarily aligned. */
#ifndef DATA_NUMBER_AT_H
#define DATA_NUMBER_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bit `index` of a bitmap, least significant bit of each byte first. */
static inline bool data_bit_at(const uint8_t *bits, size_t index)
{
	return bits[index / 8] >> index % 8 & 1;
}

/* Magnitude and sign of the integer at `place`; `format` is one of mixmi_format. A MIXMI_BOOL8 is 0 or 1. */
uint64_t data_integer_at(bool *negative, const void *place, int format);

/* The number at `place` as a double, converted to days (unit MIXMI_DAYS) or seconds if it has a unit. *exact becomes
 * false for a plain integer beyond 2^53. */
double data_number_at(bool *exact, const void *place, int format, int unit);

/* The half-precision float at `place`. */
double data_half_at(const void *place);

#endif
