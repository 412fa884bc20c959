/* What a workbook says about its sheets: their names and places, the texts that cells share, and which styles of cells
 * show dates. */
#ifndef DATA_XLSX_BOOK_H
#define DATA_XLSX_BOOK_H

#include <expat.h>

#include "base/text.h"
#include "data/zip.h"

/* How a style shows a number. */
typedef enum data_xlsx_shows { XLSX_NUMBER, XLSX_DATE, XLSX_TIME } data_xlsx_shows;

/* Texts one after the other, each with its NUL. */
typedef struct data_xlsx_texts {
	char *bytes;
	size_t length, capacity;
	size_t *starts;
	size_t count, start_capacity;
} data_xlsx_texts;

/* One part of the workbook while it is parsed. A handler that fails sets `status` and stops the parser. */
typedef struct data_xlsx_part {
	const char *name; /* of the file, for messages */
	const char *member;
	XML_Parser parser;
	mixmi_status status;
	void *own; /* of the handlers */
} data_xlsx_part;

typedef struct data_xlsx_book {
	const char *name; /* of the file, for messages */
	data_zip *zip;
	data_xlsx_texts sheets, targets; /* names, and members that hold them */
	data_xlsx_texts shared;
	data_xlsx_shows *styles; /* [style_count] */
	size_t style_count, style_capacity;
	bool since_1904; /* days are counted from 1904 on */
} data_xlsx_book;

/* Takes over the archive, also after a failure. To be cleared in any case. */
mixmi_status data_xlsx_book_open(data_xlsx_book *book, const char *name, data_zip *zip);

void data_xlsx_book_clear(data_xlsx_book *book);

/* Parses a member. Handlers get names without namespaces. */
mixmi_status data_xlsx_parse(data_xlsx_book *book, const char *member, XML_StartElementHandler start,
                             XML_EndElementHandler end, XML_CharacterDataHandler text, void *own);

/* Stops parsing with this status, whose message is set. */
void data_xlsx_stop(data_xlsx_part *part, mixmi_status status);

/* Name of an element or attribute without its namespace; value of an attribute, NULL: none. */
const char *data_xlsx_local(const char *name);
const char *data_xlsx_attribute(const char *const *attributes, const char *name);

/* Begins a text, appends to it. */
bool data_xlsx_texts_begin(data_xlsx_texts *texts);
bool data_xlsx_texts_append(data_xlsx_texts *texts, const char *bytes, size_t length);
void data_xlsx_texts_clear(data_xlsx_texts *texts);

static inline const char *data_xlsx_text(const data_xlsx_texts *texts, size_t index)
{
	return texts->bytes + texts->starts[index];
}

#endif
