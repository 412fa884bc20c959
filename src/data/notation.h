/* Formatted numbers: thousands separators, decimal commas, percent signs, currencies, typographic minus signs, and
 * detection limits such as "<5". The notation of a column is inferred from all its texts; then each text is read in
 * this notation. */
#ifndef DATA_NOTATION_H
#define DATA_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

/* Meaning of a text. */
typedef enum data_sense {
	DATA_SENSE_TEXT,    /* none of the others */
	DATA_SENSE_NUMBER,  /* `value` */
	DATA_SENSE_BELOW,   /* less than `value`, which is NaN if no limit is given */
	DATA_SENSE_ABOVE,   /* more than `value` */
	DATA_SENSE_MISSING, /* a word for a missing value */
	DATA_SENSE_INFINITE /* a number that is not finite */
} data_sense;

typedef struct data_meaning {
	data_sense sense;
	double value;
} data_meaning;

/* Notation of the numbers of a column. */
typedef struct data_notation {
	char mark;  /* decimal mark */
	char group; /* thousands separator; 0: none */
	/* what occurs, for the remark */
	bool groups, percents, currencies, minuses, blanks, commas; /* commas: decimal ones although points were expected */
	bool open;        /* every separator could also be a decimal mark; it is taken as thousands separator */
	char currency[8]; /* the first that occurs; texts with others are not numbers */
} data_notation;

/* Determines the notation of the numbers in `count` texts. `mark` is the decimal mark given by the options.
 * O(bytes). */
void data_notation_find(data_notation *out, const char *const *texts, size_t count, char mark);

/* Reads one text in this notation. */
data_meaning data_notation_read(const data_notation *notation, const char *text);

/* Quick check whether a text may be a formatted number or a word for a missing value. */
bool data_notation_may_be(const char *text, size_t length);

/* True for words that often mean a missing value: none, unknown, -, ... in any case. */
bool data_notation_is_missing_word(const char *text, size_t length);

#endif
