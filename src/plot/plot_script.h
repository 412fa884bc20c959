/* The words of a gnuplot script: numbers, texts and the look that all our pictures share. */
#ifndef PLOT_PLOT_SCRIPT_H
#define PLOT_PLOT_SCRIPT_H

#include <stdio.h>

#include "io/look.h"
#include "mixmi.h"

typedef enum output_format { OUTPUT_SVG, OUTPUT_PNG, OUTPUT_PDF } output_format;

/* Room for a line of remarks. */
enum { OUTPUT_LINE = 512 };

/* Exponent of ten, a multiple of 3, by which numbers up to `size` are best divided to be shown; 0: none. */
int output_exponent(double size);

/* Appends to a line, formatted, with ", " between the pieces; what does not fit is cut. */
void output_line_add(char line[OUTPUT_LINE], const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes one row of a data block. */
void output_script_row(FILE *file, const double *values, size_t count);

/* Writes foreign text as a quoted string: made safe to show, cut to `longest` characters. In the text of a tic gnuplot
 * takes % for a format, which `tic` prevents. */
void output_script_text(FILE *file, const char *text, size_t longest, bool tic);

/* Number of characters that output_script_text() would show. */
size_t output_script_width(const char *text, size_t longest);

/* Terminal, fonts, border and colours. Must come first. */
void output_script_look(FILE *file, output_format format);

/* What stands over the picture, from the left: the title (a column's name, or two), a line of facts, a line of remarks
 * (may be empty). `second` may be NULL; facts and remarks are our own words, without quotes. */
void output_script_head(FILE *file, const char *first, const char *second, const char *facts, const char *remarks);

/* Writes a script of gnuplot. */
typedef void output_writer(void *context, FILE *file, output_format format);

/* Draws a script into a file whose name says the format. The file appears whole or not at all. */
mixmi_status output_draw(output_writer *write, void *context, const mixmi_options *options, const char *path);

/* The first lines of a script: terminal of so many pixels (or as many points), fonts and lines. */
void output_script_size(FILE *file, output_format format, int width, int height);

#endif
