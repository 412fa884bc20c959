/* Common parts of texts and pictures: formatted numbers and colours. */
#ifndef IO_LOOK_H
#define IO_LOOK_H

/* Colours that remain distinct with common colour blindness and in greyscale. */
#define IO_BLUE "#1f5f99"
#define IO_PALE_BLUE "#c9ddef"
#define IO_ORANGE "#c8500a"
#define IO_GREY "#555555"
#define IO_PALE_GREY "#a8a8a8"

/* Buffer size of a formatted number. */
enum { IO_NUMBER = 40 };

/* Writes a number with at most this many digits (up to 17), always with a decimal point; "NaN" if it is not finite.
 * Returns `out`. */
const char *io_number(char out[IO_NUMBER], double value, int digits);

#endif
