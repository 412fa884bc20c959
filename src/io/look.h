/* What texts and pictures share: numbers as text, and colours. */
#ifndef IO_LOOK_H
#define IO_LOOK_H

/* Colours that stay distinct with the common colour blindnesses, and in grey. */
#define IO_BLUE "#1f5f99"
#define IO_PALE_BLUE "#c9ddef"
#define IO_ORANGE "#c8500a"
#define IO_GREY "#555555"
#define IO_PALE_GREY "#a8a8a8"

/* Room for a number as text. */
enum { IO_NUMBER = 40 };

/* Writes a number with so many digits (at most 17), with a point whatever the locale says; not finite: "NaN". Returns
 * `out`. */
const char *io_number(char out[IO_NUMBER], double value, int digits);

#endif
