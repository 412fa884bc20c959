/* One value of an option: conversion from text to the internal value and to its canonical text. */
#ifndef BASE_OPTION_VALUES_H
#define BASE_OPTION_VALUES_H

#include "mixmi.h"

/* The member depends on the kind of the option: integer, real, number (of a CHOICE or SWITCH; the byte of a CHARACTER),
 * or text. */
typedef union base_option_value {
	int64_t integer;
	double real;
	int number;
} base_option_value;

/* Reads and checks a value; the error message lists the allowed values. TEXT is not checked. */
mixmi_status base_option_parse(base_option_value *out, const mixmi_option *option, const char *text);

/* Canonical text of a value that was read from `text`, as a new string. NULL if memory runs out. */
char *base_option_write(const mixmi_option *option, const base_option_value *value, const char *text);

/* The shortest text that reads back as the same number, always with a decimal point; integers without one. */
enum { BASE_OPTION_NUMBER = 40 };
const char *base_option_number(char out[BASE_OPTION_NUMBER], double number);

#endif
