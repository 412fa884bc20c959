/* The tokeniser. It relies on a newline at the end of the text, so that inner loops need not check for the end. It
 * never writes to the text, so that a partial record can be scanned again when more of it has arrived. */
#include "data/fields.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

static unsigned char at(const char *p)
{
	return (unsigned char)*p;
}

void data_scanner_init(data_scanner *scanner, const data_dialect *dialect, char *text, size_t length)
{
	*scanner =
		(data_scanner){ .next = text, .end = text + length, .delimiter = dialect->delimiter, .quote = dialect->quote };
	scanner->comment = dialect->comment > 0 ? dialect->comment : -1;
	scanner->longest = dialect->longest > 0 ? dialect->longest : SIZE_MAX;
	scanner->field_stop[0] = scanner->field_stop['\n'] = true;
	scanner->field_stop[(unsigned char)dialect->delimiter] = true;
	scanner->quoted_stop[0] = scanner->quoted_stop['\n'] = true;
	if (dialect->quote >= 0)
		scanner->quoted_stop[(unsigned char)dialect->quote] = true;
	scanner->blank[' '] = true;
	scanner->blank['\t'] = dialect->delimiter != '\t';
	scanner->field_stop['\t'] |= dialect->delimiter == ' ';
}

/* The newline that ends the line at `p`, if only carriage returns precede it; otherwise NULL. */
static char *line_end(char *p)
{
	while (*p == '\r')
		p++;
	return *p == '\n' ? p : NULL;
}

/* Scans a quoted field, from after the opening quote to after the closing one and the blanks that follow. NULL if the
 * field is malformed: `problem` has the reason. */
static char *test_quoted(data_field *field, size_t *newlines, data_scanner *s, char *p)
{
	field->text = p;
	for (;; p++) {
		while (!s->quoted_stop[at(p)])
			p++;
		if (*p == '\n' && p != s->end) {
			++*newlines;
		} else if (at(p) != s->quote) {
			s->problem = *p == '\0' ? DATA_SCAN_NUL : DATA_SCAN_UNCLOSED;
			s->problem_line = s->line + (*p == '\0' ? *newlines : field->line);
			return NULL;
		} else if (at(p + 1) == s->quote) {
			field->doubled = true;
			p++;
		} else {
			break;
		}
	}
	field->length = (size_t)(p - field->text);
	p++;
	while (base_is_blank(*p) && *p != s->delimiter)
		p++;
	if (*p == s->delimiter)
		return p;
	char *end = line_end(p);
	if (end == NULL) {
		s->problem = *p == '\0' ? DATA_SCAN_NUL : DATA_SCAN_TRAILING;
		s->problem_line = s->line + *newlines;
	}
	return end;
}

/* Scans an unquoted field up to the delimiter or newline. NULL at a NUL byte. */
static char *test_plain(data_field *field, size_t newlines, data_scanner *s, char *p)
{
	field->text = p;
	while (!s->field_stop[at(p)])
		p++;
	char *end = p;
	if (*p == '\n')
		while (end > field->text && end[-1] == '\r')
			end--;
	while (end > field->text && base_is_blank(end[-1]))
		end--;
	field->length = (size_t)(end - field->text);
	if (*p != '\0')
		return p;
	s->problem = DATA_SCAN_NUL;
	s->problem_line = s->line + newlines;
	return NULL;
}

/* Returns `p`, or NULL if the field, complete or not, is too long. */
static char *check_length(data_scanner *s, const data_field *field, char *p)
{
	bool open = p == NULL && s->problem == DATA_SCAN_UNCLOSED;
	size_t length = open ? (size_t)(s->end - field->text) : field->length;
	if ((p == NULL && !open) || length <= s->longest)
		return p;
	s->problem = DATA_SCAN_LONG;
	s->problem_line = s->line + field->line;
	return NULL;
}

/* True if the line at `next` is blank; *end is then its newline. */
static bool is_blank_line(char **end, const data_scanner *s)
{
	char *p = s->next;
	while (base_is_blank(*p) && (*p != s->delimiter || *p == ' '))
		p++;
	*end = line_end(p);
	return *end != NULL;
}

static data_scan finish(data_scan kind, data_scanner *s, char *newline, size_t newlines)
{
	if (newline == s->end)
		return DATA_SCAN_END;
	s->next = newline + 1;
	s->line += newlines + 1;
	return kind;
}

data_scan data_scan_record(data_record *record, data_scanner *s)
{
	record->count = record->quoted = 0;
	record->line = s->line;
	if (s->next == s->end)
		return DATA_SCAN_END;
	char *p = s->next;
	size_t newlines = 0;
	char *newline;
	if (at(p) == s->comment)
		return finish(DATA_SCAN_COMMENT, s, memchr(p, '\n', (size_t)(s->end - p) + 1), 0);
	if (s->blank[at(p)] || *p == '\r' || *p == '\n')
		if (is_blank_line(&newline, s))
			return finish(DATA_SCAN_BLANK, s, newline, 0);
	for (;; p++) {
		while (s->blank[at(p)])
			p++;
		if (s->delimiter == ' ' && record->count > 0 && (newline = line_end(p)) != NULL)
			return finish(DATA_SCAN_RECORD, s, newline, newlines);
		data_field field = { .line = newlines };
		if (at(p) == s->quote) {
			p = test_quoted(&field, &newlines, s, p + 1);
			record->quoted++;
		} else {
			p = test_plain(&field, newlines, s, p);
		}
		p = check_length(s, &field, p);
		if (p == NULL) {
			s->problem_field = record->count;
			return s->problem == DATA_SCAN_UNCLOSED ? DATA_SCAN_END : DATA_SCAN_BAD;
		}
		if (record->count < record->capacity)
			record->fields[record->count] = field;
		record->count++;
		if (*p == '\n')
			return finish(DATA_SCAN_RECORD, s, p, newlines);
	}
}

void data_field_plain(data_field *field, char quote)
{
	size_t kept = 0;
	for (size_t i = 0; i < field->length; i++) {
		field->text[kept++] = field->text[i];
		if (field->text[i] == quote)
			i++;
	}
	field->length = kept;
	field->doubled = false;
}

void data_trim(const char **text, size_t *length)
{
	while (*length > 0 && base_is_blank(**text)) {
		++*text;
		--*length;
	}
	while (*length > 0 && base_is_blank((*text)[*length - 1]))
		--*length;
}

bool data_is_blank(const char *text, size_t length)
{
	data_trim(&text, &length);
	return length == 0;
}

bool data_is_digits(const char *text, size_t length)
{
	size_t i = 0;
	while (i < length && text[i] >= '0' && text[i] <= '9')
		i++;
	return length > 0 && i == length;
}

bool data_is_padded(const char *text, size_t length)
{
	return length > 1 && *text == '0' && data_is_digits(text, length);
}
