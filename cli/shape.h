/* What a column holds, in a few words and as a small picture of blocks. */
#ifndef CLI_SHAPE_H
#define CLI_SHAPE_H

#include "mixmi.h"
#include "text.h"

/* "continuous", "rounded to 25", "identifier?" and the like. */
void cli_shape_kind(cli_text *text, const mixmi_column *about);

/* Range of numbers and dates, with detection limits as they were written; the most frequent labels. */
void cli_shape_values(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about);

/* Rows over the range, or by label, as a row of blocks from low to full; nothing where there is nothing to see. */
void cli_shape_blocks(cli_text *text, const mixmi_table *table, size_t column, const mixmi_column *about);

#endif
