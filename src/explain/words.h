/* Texts put together from pieces, for explanations. */
#ifndef EXPLAIN_WORDS_H
#define EXPLAIN_WORDS_H

#include <stdbool.h>

#include "paper/histogram/model.h"

/* A text that grows. Start with { 0 }; once memory is out `failed` stays set and nothing is added. */
typedef struct explain_text {
	char *bytes;
	size_t length, capacity;
	bool failed;
} explain_text;

/* Adds pieces; the last argument is NULL. */
void explain_text_add(explain_text *text, const char *piece, ...) __attribute__((sentinel));

/* A number in its unit, written to `room`. */
const char *explain_number(char room[MIXMI_SHOWN], double value, int64_t unit);

/* Hands over the text, or reports that memory is out and frees it. */
mixmi_status explain_text_finish(char **out, explain_text *text);

/* Adds a bin of a column: "mass < 4500", "species = Gentoo", "mass high (highest 20%) for its species". */
void explain_add_bin(explain_text *text, const mixmi_histogram *histogram, size_t column, size_t bin);

/* Adds the bins of a cell in the columns given, those that have more than one, with commas between; "all rows" where none has. */
void explain_add_cell(explain_text *text, const mixmi_histogram *histogram, const size_t *columns, size_t column_count,
                      const uint32_t *bins);

#endif
