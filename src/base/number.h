/* Parsing of numbers in text: one grammar, independent of the locale, correctly rounded. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stddef.h>

typedef enum base_number {
	BASE_NUMBER_FINITE,   /* a number; *out is the nearest double, ties to even */
	BASE_NUMBER_INFINITE, /* inf or infinity in any case, signed or not, or a number beyond the range of doubles */
	BASE_NUMBER_NONE      /* not a number: anything else, including "nan" and hexadecimal */
} base_number;

/* Reads all `length` bytes as [+-] digits [mark digits] [e [+-] digits] with at least one digit before the exponent,
 * where `mark` is the decimal mark. Blanks are not skipped. Underflow gives 0 or a subnormal. */
base_number base_number_parse(double *out, const char *text, size_t length, char mark);

#endif
