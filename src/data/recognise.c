/* Columns of texts are classified by their distinct texts, each read once, so the cost is that of the dictionary and
 * one pass over the codes. Dates are tried first, then numbers. Integers of which some have leading zeros are codes and
 * stay texts. A few cells that are neither do not make the column categorical: they are treated as missing and
 * reported. A few distinct numbers among texts are codes of categories and stay texts. */
#include "data/recognise.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "data/dates.h"
#include "data/fields.h"
#include "data/limits.h"
#include "data/notation.h"

enum {
	MANY_NUMBERS = 10, /* a column with texts in it needs this many distinct numbers to be numeric ... */
	FEW_TEXTS = 10     /* ... and texts in at most one row in this many */
};

/* The texts of a column and their possible meanings. */
typedef struct texts {
	const char *const *items;
	size_t count;
	uint32_t *rows;         /* [count] rows with each text */
	data_meaning *meanings; /* [count] */
	size_t all;             /* rows with any text */
	size_t by_sense[DATA_SENSE_INFINITE + 1];
	size_t distinct_numbers;
	size_t nones;  /* rows with a word that may also mean zero */
	size_t padded; /* the first text that is an integer with leading zeros; `count`: none */
	bool plain;    /* all numbers consist only of digits */
} texts;

bool data_incoming_remark(data_incoming *column, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	bool done = data_remark_add(&column->remark, format, arguments);
	va_end(arguments);
	return done;
}

static bool begin(texts *t, const data_incoming *column, size_t rows)
{
	*t = (texts){ .items = (const char *const *)column->labels.texts, .count = column->labels.count };
	t->rows = base_array_zero(t->count, sizeof *t->rows);
	t->meanings = base_array(t->count, sizeof *t->meanings);
	for (size_t row = 0; t->rows != NULL && row < rows; row++)
		if (column->codes[row] != DATA_MISSING) {
			t->rows[column->codes[row]]++;
			t->all++;
		}
	return t->rows != NULL && t->meanings != NULL;
}

static void end(texts *t)
{
	free(t->rows);
	free(t->meanings);
}

static void count_senses(texts *t)
{
	memset(t->by_sense, 0, sizeof t->by_sense);
	t->distinct_numbers = t->nones = 0;
	for (size_t i = 0; i < t->count; i++) {
		t->by_sense[t->meanings[i].sense] += t->rows[i];
		t->distinct_numbers += t->meanings[i].sense == DATA_SENSE_NUMBER && t->rows[i] > 0;
		t->nones += base_text_alike(t->items[i], "none") || base_text_alike(t->items[i], "nil") ? t->rows[i] : 0;
	}
}

/* The first row with a text of this meaning. */
static size_t first_row(const data_incoming *column, const texts *t, size_t rows, data_sense sense)
{
	size_t row = 0;
	while (row < rows && (column->codes[row] == DATA_MISSING || t->meanings[column->codes[row]].sense != sense))
		row++;
	return row;
}

/* "line 17: 'abc'", or "row 16" if lines are unknown. */
static void place_of(char *out, size_t size, const data_incoming *column, const data_feed *feed, size_t row)
{
	char shown[BASE_TEXT_SHOWN];
	const char *text = column->labels.texts[column->codes[row]];
	base_text_show(shown, text, strlen(text));
	snprintf(out, size, "%s %zu: '%s'", feed->first_line > 0 ? "line" : "row",
	         feed->first_line > 0 ? feed->first_line + row : row + 1, shown);
}

/* Adds a remark about texts treated as missing: words for missing values, and a few others. */
static bool remark_rest(data_incoming *column, const data_feed *feed, const texts *t, const char *what)
{
	char place[64 + BASE_TEXT_SHOWN];
	size_t words = t->by_sense[DATA_SENSE_MISSING], odd = t->by_sense[DATA_SENSE_TEXT];
	bool done = true;
	if (words > 0) {
		place_of(place, sizeof place, column, feed, first_row(column, t, feed->rows, DATA_SENSE_MISSING));
		done = data_incoming_remark(column, "%zu cell%s with a word for missing (%s) taken as missing", words,
		                            words == 1 ? "" : "s", place);
	}
	if (odd > 0 && done) {
		place_of(place, sizeof place, column, feed, first_row(column, t, feed->rows, DATA_SENSE_TEXT));
		done =
			data_incoming_remark(column, "%zu of %zu are not %s (%s) and taken as missing", odd, t->all, what, place);
	}
	return done;
}

/* ---------------------------------------------------------------------------------------------------- values */

/* Replaces codes by the values of their texts. */
static bool make_values(data_incoming *column, const texts *t, size_t rows)
{
	column->values = base_array(rows, sizeof *column->values);
	if (column->values == NULL)
		return false;
	for (size_t row = 0; row < rows; row++) {
		uint32_t code = column->codes[row];
		data_sense sense = code == DATA_MISSING ? DATA_SENSE_MISSING : t->meanings[code].sense;
		bool number = sense == DATA_SENSE_NUMBER || sense == DATA_SENSE_BELOW || sense == DATA_SENSE_ABOVE;
		column->values[row] = number ? t->meanings[code].value : NAN;
	}
	free(column->codes);
	column->codes = NULL;
	data_labels_clear(&column->labels);
	return true;
}

/* ----------------------------------------------------------------------------------------------------- dates */

/* Remark for texts that look like dates and cannot be read as dates. */
static const char *why_no_dates(data_date_verdict verdict)
{
	switch (verdict) {
	case DATA_DATES_OPEN:
		return "looks like dates, but day and month are ambiguous: set option dates to dmy or mdy";
	case DATA_DATES_MIXED:
		return "looks like dates, some with the day first and others with the month first: set option dates or fix "
			   "the file";
	case DATA_DATES_SHORT:
		return "looks like dates with years of two digits: set option dates to dmy, mdy or ymd";
	case DATA_DATES_ZONES:
		return "looks like times, some with a time zone and others without: fix the file";
	case DATA_DATES_NONE:
	case DATA_DATES_FOUND:
	case DATA_DATES_FALSE:
		break;
	}
	return NULL;
}

/* Adds a remark that too many of the dates are invalid, with the position of the first. */
static bool remark_false_dates(data_incoming *column, const data_feed *feed, const texts *t)
{
	char place[64 + BASE_TEXT_SHOWN];
	size_t count = 0, first = feed->rows;
	for (size_t row = feed->rows; row-- > 0;)
		if (column->codes[row] != DATA_MISSING && data_dates_is_false(t->items[column->codes[row]])) {
			count++;
			first = row;
		}
	place_of(place, sizeof place, column, feed, first);
	return data_incoming_remark(column, "looks like dates, of which %zu of %zu are impossible (%s): fix the file",
	                            count, t->all, place);
}

typedef enum outcome { NO, YES, NO_MEMORY } outcome;

static outcome try_dates(data_incoming *column, const data_feed *feed, texts *t)
{
	enum { DATES_OFF = 4 };
	data_date_style style;
	if (feed->options->dates == DATES_OFF)
		return NO;
	data_date_verdict verdict = data_dates_find(&style, t->items, t->rows, t->count, feed->options->dates);
	if (verdict == DATA_DATES_NONE)
		return NO;
	if (verdict == DATA_DATES_FALSE)
		return remark_false_dates(column, feed, t) ? NO : NO_MEMORY;
	if (verdict != DATA_DATES_FOUND)
		return data_incoming_remark(column, "%s", why_no_dates(verdict)) ? NO : NO_MEMORY;
	for (size_t i = 0; i < t->count; i++)
		t->meanings[i] = data_dates_read(&style, t->items[i]);
	count_senses(t);
	column->unit = style.unit;
	snprintf(column->why, sizeof column->why, "%s",
	         style.clock               ? "times of the day, in seconds"
	         : style.unit == DATA_DAYS ? "dates"
	         : style.zoned             ? "dates with times, in UTC"
	                                   : "dates with times");
	return remark_rest(column, feed, t, style.clock ? "times" : "dates") && make_values(column, t, feed->rows)
	           ? YES
	           : NO_MEMORY;
}

/* --------------------------------------------------------------------------------------------------- numbers */

static bool remark_notation(data_incoming *column, const data_notation *notation)
{
	if (notation->groups && notation->open)
		return data_incoming_remark(
			column, "'%c' is taken to separate thousands; if it is the decimal mark, set option decimal",
			notation->group);
	return true;
}

static void explain_notation(char *why, size_t size, const data_notation *notation, const texts *t)
{
	const struct {
		bool there;
		const char *what;
	} parts[] = {
		{ notation->groups, "thousands separators" },
		{ notation->commas, "decimal commas" },
		{ notation->blanks, "blanks between digits" },
		{ notation->percents, "percent signs" },
		{ notation->currencies, "a currency" },
		{ notation->minuses, "typographic minus signs" },
		{ t->by_sense[DATA_SENSE_BELOW] + t->by_sense[DATA_SENSE_ABOVE] > 0, "detection limits" },
	};
	int length = snprintf(why, size, "numbers");
	bool first = true;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (parts[i].there && length > 0 && (size_t)length < size) {
			length += snprintf(why + length, size - (size_t)length, "%s %s", first ? " with" : ",", parts[i].what);
			first = false;
		}
}

/* True if the column is numeric: all texts are numbers, except perhaps a few errors. */
static bool are_numbers(const texts *t, bool declared)
{
	size_t odd = t->by_sense[DATA_SENSE_TEXT] + t->by_sense[DATA_SENSE_INFINITE];
	size_t numbers = t->by_sense[DATA_SENSE_NUMBER];
	bool limits = t->by_sense[DATA_SENSE_BELOW] + t->by_sense[DATA_SENSE_ABOVE] > 0;
	if (numbers == 0 || (odd > 0 && declared) || (t->nones > 0 && t->distinct_numbers < MANY_NUMBERS))
		return false;
	if (odd == 0)
		return !limits || t->distinct_numbers >= 3 || declared;
	return t->distinct_numbers >= MANY_NUMBERS && odd * FEW_TEXTS <= t->all;
}

/* Searches for leading zeros in the texts that could be numbers. */
static void look_for_padding(texts *t)
{
	t->padded = t->count;
	t->plain = t->by_sense[DATA_SENSE_BELOW] + t->by_sense[DATA_SENSE_ABOVE] == 0;
	for (size_t i = 0; i < t->count; i++) {
		const char *text = t->items[i];
		size_t length = strlen(text);
		data_trim(&text, &length);
		if (t->meanings[i].sense != DATA_SENSE_NUMBER || t->rows[i] == 0)
			continue;
		t->plain &= data_is_digits(text, length);
		if (t->padded == t->count && data_is_padded(text, length))
			t->padded = i;
	}
}

/* Adds a remark that the column contains codes, with the position of the first one with a leading zero. */
static bool remark_codes(data_incoming *column, const data_feed *feed, const texts *t)
{
	char place[64 + BASE_TEXT_SHOWN];
	size_t row = 0;
	while (column->codes[row] != t->padded)
		row++;
	place_of(place, sizeof place, column, feed, row);
	column->coded = true;
	snprintf(column->why, sizeof column->why, "texts, as whole numbers with leading zeros are codes");
	return data_incoming_remark(column,
	                            "whole numbers with leading zeros (%s) are taken as codes, compared as texts; "
	                            "option numeric takes them as numbers",
	                            place);
}

/* Reads the texts as numbers, in the notation that most of them have. */
static data_notation read_numbers(texts *t, const data_feed *feed)
{
	data_notation notation;
	data_notation_find(&notation, t->items, t->count, (char)feed->options->decimal);
	for (size_t i = 0; i < t->count; i++)
		t->meanings[i] = data_notation_read(&notation, t->items[i]);
	count_senses(t);
	return notation;
}

static outcome try_numbers(data_incoming *column, const data_feed *feed, texts *t)
{
	const data_notation notation = read_numbers(t, feed);
	if (!are_numbers(t, column->declared_numeric))
		return NO;
	look_for_padding(t);
	if (t->padded < t->count && t->plain && !column->declared_numeric && !column->weighs)
		return remark_codes(column, feed, t) ? NO : NO_MEMORY;
	explain_notation(column->why, sizeof column->why, &notation, t);
	bool done = remark_notation(column, &notation) && remark_rest(column, feed, t, "numbers") &&
	            data_limits_take(column, t->rows, t->meanings) && make_values(column, t, feed->rows);
	return done ? YES : NO_MEMORY;
}

/* The error for a column that was declared numeric and contains text. */
static mixmi_status not_numeric(const data_incoming *column, const data_feed *feed, const texts *t)
{
	char place[64 + BASE_TEXT_SHOWN], name[BASE_TEXT_SHOWN];
	size_t row = first_row(column, t, feed->rows, DATA_SENSE_TEXT);
	if (row == feed->rows)
		row = first_row(column, t, feed->rows, DATA_SENSE_INFINITE);
	if (row == feed->rows)
		row = first_row(column, t, feed->rows, DATA_SENSE_MISSING);
	if (row == feed->rows)
		return base_error(MIXMI_ERROR_DATA, "%s: column '%s' is declared numeric and holds no numbers", feed->name,
		                  base_text_show(name, column->name, strlen(column->name)));
	place_of(place, sizeof place, column, feed, row);
	return base_error(MIXMI_ERROR_DATA, "%s: column '%s', %s is not a number, and the column is declared numeric",
	                  feed->name, base_text_show(name, column->name, strlen(column->name)), place);
}

/* Words for missing values in a column of categories may be categories, so the user must decide. */
static bool remark_words(data_incoming *column, const texts *t)
{
	char shown[BASE_TEXT_SHOWN];
	for (size_t i = 0; i < t->count; i++)
		if (t->meanings[i].sense == DATA_SENSE_MISSING && t->rows[i] > 0) {
			base_text_show(shown, t->items[i], strlen(t->items[i]));
			return data_incoming_remark(
				column, "'%s' in %u row%s is a category; if it means missing, name it in option missing", shown,
				t->rows[i], t->rows[i] == 1 ? "" : "s");
		}
	return true;
}

/* ----------------------------------------------------------------------------------------------------- all */

/* Labels that the data declare to be categories stay categories; if many are numbers, a remark is added. */
static bool remark_numbers(data_incoming *column, const data_feed *feed, texts *t)
{
	(void)read_numbers(t, feed);
	look_for_padding(t);
	return t->distinct_numbers < MANY_NUMBERS || t->padded < t->count || !are_numbers(t, false) ||
	       data_incoming_remark(column,
	                            "%zu of its categories are numbers; option numeric, or a column of texts instead of "
	                            "categories, takes them as numbers",
	                            t->distinct_numbers);
}

static mixmi_status judge_texts(data_incoming *column, const data_feed *feed, texts *t)
{
	bool open =
		!column->declared_discrete && !column->settled && (feed->options->recognise || column->declared_numeric);
	outcome found = open ? try_dates(column, feed, t) : NO;
	if (column->settled && !column->ordered && !column->declared_discrete && feed->options->recognise &&
	    !remark_numbers(column, feed, t))
		found = NO_MEMORY;
	if (found == NO && open) {
		found = try_numbers(column, feed, t);
		if (found == NO && column->declared_numeric)
			return not_numeric(column, feed, t);
		if (found == NO && !remark_words(column, t))
			found = NO_MEMORY;
	}
	if (found == NO && !column->ordered && !data_scale_find(column, feed->options->ordered, t->rows, feed->rows))
		found = NO_MEMORY;
	return found == NO_MEMORY ? base_error_memory() : MIXMI_OK;
}

/* False if no label can be a number, a date or a word for a missing value. */
static bool may_be_more(const data_incoming *column)
{
	for (size_t i = 0; i < column->labels.count; i++)
		if (data_notation_may_be(column->labels.texts[i], strlen(column->labels.texts[i])))
			return true;
	return false;
}

mixmi_status data_recognise(data_incoming *column, const data_feed *feed)
{
	texts t = { 0 };
	bool asked = feed->options->recognise || column->declared_numeric || feed->options->ordered != NULL;
	if (column->codes == NULL || !asked)
		return MIXMI_OK;
	if (!column->declared_numeric && !may_be_more(column)) /* no need to count */
		return column->ordered || data_scale_find(column, feed->options->ordered, NULL, feed->rows)
		           ? MIXMI_OK
		           : base_error_memory();
	mixmi_status status = begin(&t, column, feed->rows) ? judge_texts(column, feed, &t) : base_error_memory();
	end(&t);
	return status;
}
