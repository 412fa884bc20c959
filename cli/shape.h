/* The content of a column, in a few words and as a small picture of block characters. */
#ifndef CLI_SHAPE_H
#define CLI_SHAPE_H

#include "mixmi.h"
#include "text.h"

/* "continuous", "rounded to 25", "identifier?" and so on. */
void cli_shape_kind(cli_text *text, const mixmi_column *about);

/* Range of numbers and dates, with detection limits as written; the most frequent labels. */
void cli_shape_values(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about);

/* Rows over the range, or by label, as a row of blocks from low to full; nothing if it would not be informative. */
void cli_shape_blocks(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about);

#endif
