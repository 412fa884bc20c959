/* Colours for numbers that remain distinct with common colour blindness and in print. */
#ifndef PLOT_COLOURS_H
#define PLOT_COLOURS_H

/* Buffer size for "#rrggbb". */
enum { PLOT_COLOUR = 8 };

/* Observed versus expected: the base-2 logarithm of a ratio, from blue (a quarter or less) through white to orange
 * (four times or more). */
enum { PLOT_WIDEST_RATIO = 2 };
const char *plot_colour_ratio(char out[PLOT_COLOUR], double log2_ratio);

/* A strength in [0, 1], from nearly white to dark blue. */
const char *plot_colour_strength(char out[PLOT_COLOUR], double strength);

#endif
