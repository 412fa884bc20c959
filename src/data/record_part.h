/* One part of a chunk: complete records that one thread converts to columns of cells. Parts are independent; lines and
 * rows are counted from the start of the part. */
#ifndef DATA_RECORD_PART_H
#define DATA_RECORD_PART_H

#include "data/reader.h"

/* A text cell, in the chunk's memory; NULL if missing. */
typedef struct data_text {
	const char *text;
	size_t length;
} data_text;

/* First field of its kind in a part; line is 1-based within the part, 0: none. */
typedef struct data_spot {
	size_t line;
	data_text field;
} data_spot;

typedef struct data_part_column {
	void *cells; /* double or data_text, by the column's mode; one per row */
	size_t capacity;
	data_spot text;
	data_spot infinite;
	data_spot large;  /* an integer that a double cannot distinguish from its neighbours */
	data_spot padded; /* an integer with a leading zero, such as 01234 */
} data_part_column;

typedef enum data_part_problem {
	DATA_PART_FINE,
	DATA_PART_SCAN,       /* see the scanner */
	DATA_PART_RAGGED,     /* text in a column declared numeric: see the position in the column */
	DATA_PART_NOT_NUMBER, /* text in a column declared numeric: see its spot */
	DATA_PART_MEMORY
} data_part_problem;

typedef struct data_part {
	data_scanner scanner;
	data_record record;
	data_part_column *columns; /* all columns of the file */
	size_t column_count;
	size_t rows;
	size_t blank_lines;
	size_t trailing_lines; /* blank lines since the last record */
	size_t comment_lines;
	bool any_record;
	data_part_problem problem; /* reason for stopping early */
	size_t problem_line;       /* 1-based within the part */
	size_t problem_field;
	size_t found;
} data_part;

/* Allocates a part. Returns false if memory runs out; the part can be cleared in any case. */
bool data_part_init(data_part *part, size_t column_count);

void data_part_clear(data_part *part);

/* Reads the records in `text`; scanner.next is the end of the last one. Doubled quotes are replaced in the text. */
void data_part_parse(data_part *part, const data_reader *reader, char *text, size_t length);

#endif
