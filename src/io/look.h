/* What texts and pictures share: numbers as text, and colours. */
#ifndef IO_LOOK_H
#define IO_LOOK_H

/* Colours that are told apart also with the common colour blindnesses, and in grey. */
#define OUTPUT_BLUE "#1f5f99"
#define OUTPUT_PALE_BLUE "#c9ddef"
#define OUTPUT_ORANGE "#c8500a"
#define OUTPUT_GREY "#555555"
#define OUTPUT_PALE_GREY "#a8a8a8"

/* Room for a number as text. */
enum { OUTPUT_NUMBER = 40 };

/* Writes a number with so many digits (at most 17), with a point whatever the locale says; not finite: "NaN". Returns
 * `out`. */
const char *output_number(char out[OUTPUT_NUMBER], double value, int digits);

#endif
