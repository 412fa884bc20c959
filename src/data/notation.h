/* Numbers as people write them: thousands separators, decimal commas, percent signs, currencies, typographic minus signs, and
 * detection limits such as "<5". The notation of a column is inferred from all of its texts; then each is read in it. */
#ifndef DATA_NOTATION_H
#define DATA_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

/* What a text stands for. */
typedef enum data_sense {
	DATA_SENSE_TEXT,    /* nothing else */
	DATA_SENSE_NUMBER,  /* `value` */
	DATA_SENSE_BELOW,   /* less than `value`, which is NaN where the limit is not said */
	DATA_SENSE_ABOVE,   /* more than `value` */
	DATA_SENSE_MISSING, /* a word for a missing value */
	DATA_SENSE_INFINITE /* a number, but not a finite one */
} data_sense;

typedef struct data_meaning {
	data_sense sense;
	double value;
} data_meaning;

/* How the numbers of a column are written. */
typedef struct data_notation {
	char mark;  /* decimal mark */
	char group; /* between thousands; 0: none */
	/* what occurs, for the remark */
	bool groups, percents, currencies, minuses, blanks, commas; /* commas: decimal ones where points were expected */
	bool open;        /* every separator could be a decimal mark too: taken as thousands */
	char currency[8]; /* the first that occurs; others are no numbers of this column */
} data_notation;

/* Finds out how numbers are written in `count` texts; `mark` is the decimal mark that the options name. O(bytes). */
void data_notation_find(data_notation *out, const char *const *texts, size_t count, char mark);

/* Reads one text so. */
data_meaning data_notation_read(const data_notation *notation, const char *text);

/* True if a text may be a formatted number or a word for a missing value; quick. */
bool data_notation_may_be(const char *text, size_t length);

/* True for a word that often stands for a missing value: none, unknown, -, ... in any case. */
bool data_notation_is_missing_word(const char *text, size_t length);

#endif
