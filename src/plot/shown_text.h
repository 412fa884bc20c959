/* User text in pictures: makes names and labels safe to display, measures them, and truncates them to a width. */
#ifndef PLOT_SHOWN_TEXT_H
#define PLOT_SHOWN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum {
	PLOT_TEXT = 640,     /* buffer size for plot_text_fit() */
	PLOT_CHARACTER = 16, /* buffer size for one character or its escape */
};

/* Reads the next character of a text and writes its displayed form: itself, or \n, \xNN, \uNNNN for control characters,
 * invalid bytes, characters that change the text direction, and those not allowed in XML. Returns false at the end.
 * Applying it twice gives the same result. */
bool plot_text_next(char out[PLOT_CHARACTER], const char **text);

/* Width in pixels of the displayed text at a font size. It uses Helvetica's widths with a small margin, because every
 * viewer has a different font. */
double plot_text_width(const char *text, double size);

/* The displayed text, truncated with an ellipsis to `room` pixels. An empty or blank text is quoted. Returns whether it
 * is complete. */
bool plot_text_fit(char out[PLOT_TEXT], const char *text, double size, double room);

#endif
