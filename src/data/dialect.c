/* Finds the delimiter and the quote of a text. Every candidate is tried with the tokeniser that reads the file, so both
 * agree on what is outside quotes. */
#include "data/dialect.h"

#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/options.h"

/* In case of a tie the first wins: commas may be decimal marks or punctuation, but tabs hardly ever are. */
static const char candidates[] = "\t|;,";

/* Statistics of a sample under one dialect. */
typedef struct trial {
	size_t records;  /* complete records, without blank lines */
	size_t fields;   /* in the first of them */
	size_t agreeing; /* records with as many fields as the first */
	size_t split;    /* records with more than one field */
	size_t quoted;   /* fields in quotes */
	bool bad;        /* malformed quotes */
} trial;

static trial try_dialect(const data_dialect *dialect, char *sample, size_t length)
{
	trial t = { 0 };
	data_scanner scanner;
	data_scanner_init(&scanner, dialect, sample, length);
	data_record record = { 0 };
	for (;;) {
		data_scan scan = data_scan_record(&record, &scanner);
		if (scan == DATA_SCAN_BLANK || scan == DATA_SCAN_COMMENT)
			continue;
		t.quoted += record.quoted;
		if (scan != DATA_SCAN_RECORD) {
			t.bad = scanner.problem != DATA_SCAN_FINE && scanner.problem != DATA_SCAN_NUL;
			return t;
		}
		if (t.records++ == 0)
			t.fields = record.count;
		t.agreeing += record.count == t.fields;
		t.split += record.count > 1;
	}
}

/* True if `a` fits better. A dialect under which most records agree with the first is better; then the larger share of
 * agreement; otherwise one that splits most records, as for a file whose header lacks the name of the first column. */
static bool fits_better(const trial *a, const trial *b)
{
	bool a_most = a->fields >= 2 && 2 * a->agreeing > a->records;
	bool b_most = b->fields >= 2 && 2 * b->agreeing > b->records;
	if (a_most != b_most)
		return a_most;
	if (a_most)
		return a->agreeing * b->records > b->agreeing * a->records;
	return a->fields >= 2 && 2 * a->split > a->records && a->split > b->split;
}

/* True if blanks split the sample into a table: every record has as many fields as the first, or all have one more (row
 * names without a heading), and at least a third of the fields below the first record are numbers. This excludes
 * prose. */
static bool is_blank_separated(data_dialect dialect, char *sample, size_t length)
{
	enum { MOST_FIELDS = 256 };
	data_field fields[MOST_FIELDS];
	data_record record = { .fields = fields, .capacity = MOST_FIELDS };
	data_scanner scanner;
	size_t first = 0, others = 0, records = 0, numbers = 0, all = 0;
	dialect.delimiter = ' ';
	data_scanner_init(&scanner, &dialect, sample, length);
	for (data_scan scan; (scan = data_scan_record(&record, &scanner)) != DATA_SCAN_END;) {
		if (scan == DATA_SCAN_BAD)
			return false;
		if (scan != DATA_SCAN_RECORD)
			continue;
		if (records++ == 0) {
			first = others = record.count;
			continue;
		}
		if (records == 2 && record.count == first + 1)
			others = record.count;
		if (record.count != others)
			return false;
		for (size_t i = 0; i < record.count && i < MOST_FIELDS; i++, all++) {
			double value;
			numbers += base_number_parse(&value, fields[i].text, fields[i].length, dialect.decimal) != BASE_NUMBER_NONE;
		}
	}
	return scanner.problem == DATA_SCAN_FINE && others >= 2 && records >= 2 && 3 * numbers >= all;
}

/* The best delimiter for one quote character. A file with one column has none; then one that does not occur in its name
 * is used. */
static trial find_delimiter(data_dialect *dialect, char *sample, size_t length, const mixmi_options *options)
{
	dialect->delimiter = (char)options->delimiter;
	if (options->delimiter != 0)
		return try_dialect(dialect, sample, length);
	char best = '\0', unused = '\0';
	trial best_trial = { 0 };
	for (const char *c = candidates; *c != '\0'; c++) {
		if (*c == dialect->decimal || *c == dialect->quote)
			continue;
		dialect->delimiter = *c;
		trial t = try_dialect(dialect, sample, length);
		if (t.fields < 2 && (t.split == 0 || unused == '\0'))
			unused = *c;
		if (fits_better(&t, &best_trial)) {
			best = *c;
			best_trial = t;
		}
	}
	if (best == '\0' && is_blank_separated(*dialect, sample, length))
		best = ' ';
	char usual = dialect->decimal == ',' ? ';' : ',';
	dialect->delimiter = best != '\0' ? best : unused != '\0' ? unused : usual;
	return best != '\0' && best != ' ' ? best_trial : try_dialect(dialect, sample, length);
}

/* The first byte that is neither a blank nor a line end. */
static char first_byte(const char *sample, size_t length)
{
	size_t i = 0;
	while (i < length && strchr(" \t\r\n", sample[i]) != NULL && sample[i] != '\0')
		i++;
	return i < length ? sample[i] : '\0';
}

static mixmi_status check_options(const mixmi_options *options)
{
	if (options->decimal != '.' && options->decimal != ',')
		return base_error(MIXMI_ERROR_USAGE, "the decimal mark must be a point or a comma");
	if (options->delimiter < 0 || options->delimiter > 255 || options->delimiter == '\n' || options->delimiter == '\r')
		return base_error(MIXMI_ERROR_USAGE, "the delimiter must be one byte and not an end of line");
	bool blank = options->quote == ' ' || options->quote == '\t' || options->quote == '\n' || options->quote == '\r';
	if (options->quote != MIXMI_QUOTE_NONE && (options->quote < 0 || options->quote > 255 || blank))
		return base_error(MIXMI_ERROR_USAGE, "the quote must be one byte and neither a blank nor an end of line");
	if (options->delimiter == options->decimal)
		return base_error(MIXMI_ERROR_USAGE, "delimiter and decimal mark are both '%c'", options->decimal);
	if (options->delimiter != 0 && options->delimiter == options->quote)
		return base_error(MIXMI_ERROR_USAGE, "delimiter and quote are the same character");
	return MIXMI_OK;
}

mixmi_status data_dialect_find(data_dialect *out, char *sample, size_t length, const mixmi_options *options)
{
	mixmi_status status = check_options(options);
	if (status != MIXMI_OK)
		return status;
	*out = (data_dialect){ .quote = options->quote, .decimal = (char)options->decimal };
	out->comment = options->comment != 0 ? options->comment : first_byte(sample, length) == '#' ? '#' : -1;
	if (options->quote != 0) {
		find_delimiter(out, sample, length, options);
		return MIXMI_OK;
	}
	out->quote = '"';
	trial with_double = find_delimiter(out, sample, length, options);
	data_dialect other = { .quote = '\'', .decimal = out->decimal, .comment = out->comment };
	trial with_single = find_delimiter(&other, sample, length, options);
	bool consistent = with_single.quoted > 0 && !with_single.bad;
	if (with_double.quoted == 0 && consistent && !fits_better(&with_double, &with_single))
		*out = other;
	return MIXMI_OK;
}
