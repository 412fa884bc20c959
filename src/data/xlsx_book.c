/* The parts of a workbook besides its cells. A document type, which no workbook has, is an error, so entities cannot
 * expand. Formats that are not listed in the file have fixed numbers (ISO 29500-1, 18.8.30). */
#include "data/xlsx_book.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"

static const char separator = '\f'; /* between a namespace and a name */

/* ------------------------------------------------------------------------------------------------------------ texts */

bool data_xlsx_texts_append(data_xlsx_texts *texts, const char *bytes, size_t length)
{
	void *room = texts->bytes;
	bool done = base_grow(&room, &texts->capacity, texts->length + length + 1, 1);
	texts->bytes = room;
	if (!done)
		return false;
	base_copy(texts->bytes + texts->length, bytes, length);
	texts->length += length;
	texts->bytes[texts->length] = '\0';
	return true;
}

bool data_xlsx_texts_begin(data_xlsx_texts *texts)
{
	void *room = texts->starts;
	bool done = base_grow(&room, &texts->start_capacity, texts->count + 1, sizeof *texts->starts);
	texts->starts = room;
	if (!done)
		return false;
	texts->length += texts->count > 0; /* keeps the NUL of the text before */
	texts->starts[texts->count++] = texts->length;
	return data_xlsx_texts_append(texts, "", 0);
}

static bool add_text(data_xlsx_texts *texts, const char *text)
{
	return data_xlsx_texts_begin(texts) && data_xlsx_texts_append(texts, text, strlen(text));
}

void data_xlsx_texts_clear(data_xlsx_texts *texts)
{
	free(texts->bytes);
	free(texts->starts);
	*texts = (data_xlsx_texts){ 0 };
}

/* ---------------------------------------------------------------------------------------------------------- parsing */

const char *data_xlsx_local(const char *name)
{
	const char *end = strrchr(name, separator);
	return end != NULL ? end + 1 : name;
}

const char *data_xlsx_attribute(const char *const *attributes, const char *name)
{
	for (; attributes[0] != NULL; attributes += 2)
		if (strcmp(data_xlsx_local(attributes[0]), name) == 0)
			return attributes[1];
	return NULL;
}

void data_xlsx_stop(data_xlsx_part *part, mixmi_status status)
{
	part->status = status;
	XML_StopParser(part->parser, XML_FALSE);
}

static void refuse_document_type(void *user, const char *name, const char *system, const char *public, int internal)
{
	data_xlsx_part *part = user;
	(void)name, (void)system, (void)public, (void)internal;
	data_xlsx_stop(part, base_error(MIXMI_ERROR_DATA, "%s: %s has a document type, which no workbook has", part->name,
	                                part->member));
}

static mixmi_status take_bytes(void *context, const char *bytes, size_t count, bool last)
{
	data_xlsx_part *part = context;
	if (XML_Parse(part->parser, bytes, (int)count, last) != XML_STATUS_ERROR)
		return part->status;
	if (part->status != MIXMI_OK)
		return part->status;
	enum XML_Error code = XML_GetErrorCode(part->parser);
	if (code == XML_ERROR_NO_MEMORY)
		return base_error_memory();
	return base_error(MIXMI_ERROR_DATA, "%s: %s, line %llu: %s", part->name, part->member,
	                  (unsigned long long)XML_GetCurrentLineNumber(part->parser), XML_ErrorString(code));
}

mixmi_status data_xlsx_parse(data_xlsx_book *book, const char *member, XML_StartElementHandler start,
                             XML_EndElementHandler end, XML_CharacterDataHandler text, void *own)
{
	static const XML_Memory_Handling_Suite memory = { malloc, realloc, free };
	if (!data_zip_has(book->zip, member))
		return base_error(MIXMI_ERROR_DATA, "%s: is no Excel workbook: it has no %s", book->name, member);
	data_xlsx_part part = { .name = book->name, .member = member, .own = own };
	part.parser = XML_ParserCreate_MM(NULL, &memory, (const char[]){ separator, '\0' });
	if (part.parser == NULL)
		return base_error_memory();
	XML_SetUserData(part.parser, &part);
	XML_SetElementHandler(part.parser, start, end);
	XML_SetCharacterDataHandler(part.parser, text);
	XML_SetStartDoctypeDeclHandler(part.parser, refuse_document_type);
	mixmi_status status = data_zip_read(book->zip, member, take_bytes, &part);
	XML_ParserFree(part.parser);
	return status;
}

/* ----------------------------------------------------------------------------------------------------------- sheets */

/* The sheets of the workbook with the identifiers of their relationships, which name their members. */
typedef struct listing {
	data_xlsx_book *book;
	data_xlsx_texts ids;
	data_xlsx_texts related, members; /* all relationships */
} listing;

static void start_sheet(void *user, const char *name, const char **attributes)
{
	data_xlsx_part *part = user;
	listing *l = part->own;
	if (strcmp(data_xlsx_local(name), "workbookPr") == 0) {
		const char *since = data_xlsx_attribute(attributes, "date1904");
		l->book->since_1904 = since != NULL && (strcmp(since, "1") == 0 || strcmp(since, "true") == 0);
	}
	if (strcmp(data_xlsx_local(name), "sheet") != 0)
		return;
	const char *called = data_xlsx_attribute(attributes, "name"), *id = data_xlsx_attribute(attributes, "id");
	if (called != NULL && id != NULL && !(add_text(&l->book->sheets, called) && add_text(&l->ids, id)))
		data_xlsx_stop(part, base_error_memory());
}

static void start_relationship(void *user, const char *name, const char **attributes)
{
	data_xlsx_part *part = user;
	listing *l = part->own;
	const char *id = data_xlsx_attribute(attributes, "Id"), *target = data_xlsx_attribute(attributes, "Target");
	if (strcmp(data_xlsx_local(name), "Relationship") != 0 || id == NULL || target == NULL)
		return;
	bool whole = *target == '/'; /* from the root of the archive, not from the workbook's folder */
	if (!(add_text(&l->related, id) && add_text(&l->members, whole ? target + 1 : "xl/") &&
	      (whole || data_xlsx_texts_append(&l->members, target, strlen(target)))))
		data_xlsx_stop(part, base_error_memory());
}

static mixmi_status find_members(listing *l)
{
	bool done = true;
	for (size_t i = 0; done && i < l->ids.count; i++) {
		size_t k = 0;
		while (k < l->related.count && strcmp(data_xlsx_text(&l->related, k), data_xlsx_text(&l->ids, i)) != 0)
			k++;
		done = add_text(&l->book->targets, k < l->related.count ? data_xlsx_text(&l->members, k) : "");
	}
	return done ? MIXMI_OK : base_error_memory();
}

static mixmi_status list_sheets(data_xlsx_book *book)
{
	listing l = { .book = book };
	mixmi_status status = data_xlsx_parse(book, "xl/workbook.xml", start_sheet, NULL, NULL, &l);
	if (status == MIXMI_OK && l.ids.count == 0)
		status = base_error(MIXMI_ERROR_DATA, "%s: has no sheet", book->name);
	if (status == MIXMI_OK)
		status = data_xlsx_parse(book, "xl/_rels/workbook.xml.rels", start_relationship, NULL, NULL, &l);
	if (status == MIXMI_OK)
		status = find_members(&l);
	data_xlsx_texts_clear(&l.ids);
	data_xlsx_texts_clear(&l.related);
	data_xlsx_texts_clear(&l.members);
	return status;
}

/* ----------------------------------------------------------------------------------------------------- shared texts */

typedef struct sharing {
	data_xlsx_texts *texts;
	bool in_text;
	size_t aside; /* depth of phonetic hints, which are not part of the text */
} sharing;

static void start_shared(void *user, const char *name, const char **attributes)
{
	data_xlsx_part *part = user;
	sharing *s = part->own;
	(void)attributes;
	name = data_xlsx_local(name);
	if (strcmp(name, "si") == 0 && !data_xlsx_texts_begin(s->texts))
		data_xlsx_stop(part, base_error_memory());
	s->aside += strcmp(name, "rPh") == 0;
	s->in_text = strcmp(name, "t") == 0 && s->aside == 0 && s->texts->count > 0;
}

static void end_shared(void *user, const char *name)
{
	data_xlsx_part *part = user;
	sharing *s = part->own;
	s->in_text = false;
	s->aside -= strcmp(data_xlsx_local(name), "rPh") == 0;
}

static void take_shared(void *user, const char *bytes, int length)
{
	data_xlsx_part *part = user;
	sharing *s = part->own;
	if (s->in_text && !data_xlsx_texts_append(s->texts, bytes, (size_t)length))
		data_xlsx_stop(part, base_error_memory());
}

/* ----------------------------------------------------------------------------------------------------------- styles */

/* Whether a format shows dates or times: letters outside quotes and brackets. Times that may exceed a day, [h]:mm, are
 * numbers of days. */
static data_xlsx_shows what_shows(const char *code)
{
	bool month = false, clock = false;
	for (; *code != '\0' && *code != ';'; code++) {
		if (*code == '"' || *code == '[') {
			char closing = *code == '"' ? '"' : ']';
			if (*code == '[' && strchr("hHmMsS", code[1]) != NULL && code[1] != '\0')
				return XLSX_NUMBER;
			for (code++; *code != '\0' && *code != closing;)
				code++;
			if (*code == '\0')
				break;
		} else if ((*code == '\\' || *code == '_' || *code == '*') && code[1] != '\0') {
			code++;
		} else if (strncmp(code, "General", 7) == 0) {
			code += 6;
		} else if (strchr("dDyY", *code) != NULL) {
			return XLSX_DATE;
		} else {
			month = month || *code == 'm' || *code == 'M';
			clock = clock || strchr("hHsS", *code) != NULL;
		}
	}
	return clock ? XLSX_TIME : month ? XLSX_DATE : XLSX_NUMBER;
}

static data_xlsx_shows what_number_shows(long format)
{
	if ((format >= 14 && format <= 17) || format == 22 || (format >= 27 && format <= 36) ||
	    (format >= 50 && format <= 58))
		return XLSX_DATE;
	return (format >= 18 && format <= 21) || format == 45 || format == 47 ? XLSX_TIME : XLSX_NUMBER;
}

typedef struct styling {
	data_xlsx_book *book;
	data_xlsx_texts numbers, codes; /* formats of the file */
	bool in_cells;
} styling;

static bool add_style(styling *s, const char *format)
{
	void *room = s->book->styles;
	bool done = base_grow(&room, &s->book->style_capacity, s->book->style_count + 1, sizeof *s->book->styles);
	s->book->styles = room;
	if (!done)
		return false;
	data_xlsx_shows shows = what_number_shows(strtol(format, NULL, 10));
	for (size_t i = 0; i < s->numbers.count; i++)
		if (strcmp(data_xlsx_text(&s->numbers, i), format) == 0)
			shows = what_shows(data_xlsx_text(&s->codes, i));
	s->book->styles[s->book->style_count++] = shows;
	return true;
}

static void start_style(void *user, const char *name, const char **attributes)
{
	data_xlsx_part *part = user;
	styling *s = part->own;
	const char *number = data_xlsx_attribute(attributes, "numFmtId"),
			   *code = data_xlsx_attribute(attributes, "formatCode");
	bool done = true;
	name = data_xlsx_local(name);
	if (strcmp(name, "cellXfs") == 0)
		s->in_cells = true;
	else if (strcmp(name, "numFmt") == 0 && number != NULL && code != NULL)
		done = add_text(&s->numbers, number) && add_text(&s->codes, code);
	else if (strcmp(name, "xf") == 0 && s->in_cells)
		done = add_style(s, number != NULL ? number : "0");
	if (!done)
		data_xlsx_stop(part, base_error_memory());
}

static void end_style(void *user, const char *name)
{
	data_xlsx_part *part = user;
	styling *s = part->own;
	if (strcmp(data_xlsx_local(name), "cellXfs") == 0)
		s->in_cells = false;
}

/* ---------------------------------------------------------------------------------------------------------- the book */

mixmi_status data_xlsx_book_open(data_xlsx_book *book, const char *name, data_zip *zip)
{
	*book = (data_xlsx_book){ .name = name, .zip = zip };
	mixmi_status status = list_sheets(book);
	sharing shared = { .texts = &book->shared };
	if (status == MIXMI_OK && data_zip_has(zip, "xl/sharedStrings.xml"))
		status = data_xlsx_parse(book, "xl/sharedStrings.xml", start_shared, end_shared, take_shared, &shared);
	styling styles = { .book = book };
	if (status == MIXMI_OK && data_zip_has(zip, "xl/styles.xml"))
		status = data_xlsx_parse(book, "xl/styles.xml", start_style, end_style, NULL, &styles);
	data_xlsx_texts_clear(&styles.numbers);
	data_xlsx_texts_clear(&styles.codes);
	return status;
}

void data_xlsx_book_clear(data_xlsx_book *book)
{
	data_zip_close(book->zip);
	data_xlsx_texts_clear(&book->sheets);
	data_xlsx_texts_clear(&book->targets);
	data_xlsx_texts_clear(&book->shared);
	free(book->styles);
	*book = (data_xlsx_book){ 0 };
}
