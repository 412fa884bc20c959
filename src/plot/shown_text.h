/* Foreign text in pictures: names and labels as they may stand in a line, how wide they are, and cut to a width. */
#ifndef PLOT_SHOWN_TEXT_H
#define PLOT_SHOWN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum {
	PLOT_TEXT = 640,     /* room for a text that plot_text_fit() has made */
	PLOT_CHARACTER = 16, /* room for one character, or its escape */
};

/* Takes the next character off a text and writes what is shown in its place: itself, or \n, \xNN, \uNNNN for control
 * characters, invalid bytes, marks that would turn the direction of what follows, and what XML cannot hold. False at the
 * end. The result of one pass is not changed by another. */
bool plot_text_next(char out[PLOT_CHARACTER], const char **text);

/* Width of a text in pixels at a size of its font, as shown. Reckoned with Helvetica's widths and a little more, as every
 * viewer brings its own font. */
double plot_text_width(const char *text, double size);

/* The text as it is shown, cut with an ellipsis to `room` pixels. One that is empty or blank stands in quotes. Returns
 * whether all of it is there. */
bool plot_text_fit(char out[PLOT_TEXT], const char *text, double size, double room);

#endif
