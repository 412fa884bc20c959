/* Decides whether the first record of a file has the column names. Names are texts. If a number is above numbers in
 * some column, and a text is above numbers in none, the first record is data. Numbers may be names too (1, 2, 3 or
 * years): three or more equally spaced integers are taken as names. A file of texts only is ambiguous; its first record
 * is then taken as names. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/number.h"
#include "data/reader.h"

enum { LOOK_RECORDS = 100 };

typedef enum look { LOOK_NOTHING, LOOK_NUMBER, LOOK_TEXT } look;

typedef struct column_look {
	look first;
	double value;
	size_t numbers, texts; /* below the first record */
} column_look;

static look look_at(double *value, const data_reader *reader, const data_field *field)
{
	const char *text = field->text;
	size_t length = field->length;
	data_trim(&text, &length);
	if (data_markers_match(reader->markers, text, length))
		return LOOK_NOTHING;
	base_number kind = base_number_parse(value, text, length, reader->dialect.decimal);
	return kind == BASE_NUMBER_FINITE ? LOOK_NUMBER : LOOK_TEXT;
}

/* 1, 2, 3 or 1990, 2000, 2010. */
static bool are_numbers_in_steps(const column_look *looks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (looks[i].first != LOOK_NUMBER || looks[i].value != floor(looks[i].value))
			return false;
	for (size_t i = 2; i < count; i++)
		if (looks[i].value - looks[i - 1].value != looks[1].value - looks[0].value)
			return false;
	return count >= 3 && looks[1].value > looks[0].value;
}

static bool is_headless(const column_look *looks, size_t count)
{
	size_t like = 0;
	for (size_t i = 0; i < count; i++) {
		bool numbers_below = looks[i].numbers > 0 && looks[i].texts == 0;
		if (looks[i].first == LOOK_TEXT && numbers_below)
			return false;
		if (looks[i].first == LOOK_NUMBER && looks[i].texts > 0 && looks[i].numbers == 0)
			return false;
		like += looks[i].first == LOOK_NUMBER && numbers_below;
	}
	return like > 0 && !are_numbers_in_steps(looks, count);
}

/* True if the last field of the record is empty: one delimiter too many. */
static bool ends_empty(const data_record *record)
{
	return record->count <= record->capacity && record->fields[record->count - 1].length == 0;
}

static void take_record(column_look *looks, const data_reader *reader, const data_record *record, bool first)
{
	for (size_t i = 0; i < record->count && i < record->capacity; i++) {
		double value = 0;
		look seen = look_at(&value, reader, &record->fields[i]);
		if (first) {
			looks[i].first = seen;
			looks[i].value = value;
		}
		looks[i].numbers += !first && seen == LOOK_NUMBER;
		looks[i].texts += !first && seen == LOOK_TEXT;
	}
}

bool data_reader_lay_out(data_layout *out, const data_reader *reader, size_t count)
{
	*out = (data_layout){ 0 };
	data_record record = { .capacity = count + 1 };
	record.fields = base_array(count + 1, sizeof *record.fields);
	column_look *looks = base_array_zero(count + 1, sizeof *looks);
	bool done = record.fields != NULL && looks != NULL;
	size_t records = 0, longer = 0, empty = 0, ragged = 0;
	data_scanner scanner;
	data_scanner_init(&scanner, &reader->dialect, reader->sample + reader->body_offset,
	                  reader->sample_length - reader->body_offset);
	while (done && records <= LOOK_RECORDS) {
		data_scan scan = data_scan_record(&record, &scanner);
		if (scan == DATA_SCAN_END || scan == DATA_SCAN_BAD)
			break;
		if (scan != DATA_SCAN_RECORD)
			continue;
		if (records > 0) {
			longer += record.count == count + 1;
			empty += record.count == count + 1 && ends_empty(&record);
			ragged += record.count != count;
		}
		take_record(looks, reader, &record, records == 0);
		records++;
	}
	if (done && records > 1) {
		out->extra = longer == records - 1 && empty < longer;
		out->trailing = longer == records - 1 && empty == longer;
		out->headless = ragged == 0 && is_headless(looks, count);
	}
	free(record.fields);
	free(looks);
	return done;
}
