/* Numbers in text: one grammar, no locale, correctly rounded. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stddef.h>

typedef enum base_number {
	BASE_NUMBER_FINITE,   /* a number; *out holds the double nearest to it, ties to even */
	BASE_NUMBER_INFINITE, /* inf or infinity in any case, signed or not, or a number beyond the range of doubles */
	BASE_NUMBER_NONE      /* not a number: anything else, "nan" and hexadecimal included */
} base_number;

/* Reads all `length` bytes as [+-] digits [mark digits] [e [+-] digits] with at least one digit before the exponent,
 * where `mark` is the decimal mark. Blanks are not skipped. Too small a number becomes 0 or a subnormal. */
base_number base_number_parse(double *out, const char *text, size_t length, char mark);

#endif
