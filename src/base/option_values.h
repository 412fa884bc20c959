/* One value of an option: from text to what the library works with, and to the one form in which it is written. */
#ifndef BASE_OPTION_VALUES_H
#define BASE_OPTION_VALUES_H

#include "mixmi.h"

/* By the kind of the option: integer, real, number (of a CHOICE or SWITCH; the byte of a CHARACTER), or the text itself. */
typedef union base_option_value {
	int64_t integer;
	double real;
	int number;
} base_option_value;

/* Reads and checks a value; an error says what is allowed. TEXT is left alone. */
mixmi_status base_option_parse(base_option_value *out, const mixmi_option *option, const char *text);

/* The one way in which a value that has been read from `text` is written, as a new string; NULL: out of memory. */
char *base_option_write(const mixmi_option *option, const base_option_value *value, const char *text);

/* The shortest text that reads back as the same number, with a point whatever the locale; whole numbers without one. */
enum { BASE_OPTION_NUMBER = 40 };
const char *base_option_number(char out[BASE_OPTION_NUMBER], double number);

#endif
