/* One pass over the file, in chunks. A chunk without quotes is split at line ends into a few parts per thread, so that
 * a delayed thread does not delay the others; with quotes, only the tokeniser knows where records end, and there is one
 * part. Parts are parsed in parallel. Then each column appends its cells from all parts in file order, with columns in
 * parallel. The result therefore does not depend on the number of threads, and besides the columns only one chunk is in
 * memory, unless a record is longer. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/work.h"
#include "data/reader.h"
#include "data/record_part.h"

enum {
	PART_BYTES = 1 << 20,
	PARTS_A_THREAD = 4,
	MOST_PARTS = 64,
	MANY_ROWS = 4096,
	SMALLEST_PART = 1 << 14,
	PROGRESS_BYTES = 1 << 22
};

typedef struct chunk {
	char *text; /* capacity + 2 bytes: a newline may be added at the end of the file, and another marks the end */
	size_t capacity;
	size_t used;
	bool last;
	size_t line; /* 1-based line of text[0] */
	data_part *parts;
	size_t part_limit;
	size_t part_count; /* number of parts of the current chunk */
	size_t unreported; /* bytes since the last call of the progress callback */
} chunk;

static mixmi_status chunk_init(chunk *c, const data_reader *reader)
{
	*c = (chunk){ .part_limit = (size_t)reader->threads * PARTS_A_THREAD, .line = reader->body_line };
	if (c->part_limit > MOST_PARTS)
		c->part_limit = MOST_PARTS;
	c->capacity = c->part_limit * PART_BYTES;
	if (reader->sample_whole || c->capacity < 2 * reader->sample_length)
		c->capacity = 2 * reader->sample_length;
	c->text = base_array(c->capacity + 2, 1);
	c->parts = base_array_zero(c->part_limit, sizeof *c->parts);
	if (c->text == NULL || c->parts == NULL)
		return base_error_memory();
	for (size_t i = 0; i < c->part_limit; i++)
		if (!data_part_init(&c->parts[i], reader->column_count))
			return base_error_memory();
	return MIXMI_OK;
}

static void chunk_clear(chunk *c)
{
	for (size_t i = 0; c->parts != NULL && i < c->part_limit; i++)
		data_part_clear(&c->parts[i]);
	free(c->parts);
	free(c->text);
}

/* Fills the chunk after the remainder of the previous one. */
static mixmi_status chunk_fill(chunk *c, const data_reader *reader)
{
	size_t more;
	if (c->used > c->capacity / 2) { /* a long record: doubling keeps the total cost linear */
		size_t bytes = c->capacity + 2;
		void *text = c->text;
		bool room = base_grow(&text, &bytes, 2 * c->capacity + 2, 1);
		c->text = text;
		if (!room)
			return base_error_memory();
		c->capacity *= 2;
	}
	mixmi_status status = data_source_read(reader->source, c->text + c->used, c->capacity - c->used, &more);
	if (status != MIXMI_OK)
		return status;
	if (reader->cr_lines)
		data_reader_unify_lines(c->text + c->used, more);
	c->last = more < c->capacity - c->used;
	c->used += more;
	c->unreported += more;
	if (c->last && c->used > 0 && c->text[c->used - 1] != '\n')
		c->text[c->used++] = '\n';
	c->text[c->used] = '\n';
	return MIXMI_OK;
}

/* ----------------------------------------------------------------------------------------------------- parsing */

/* Sets starts[i] of the parts and the end of the last one; returns the number of parts. */
static size_t cut(size_t *starts, const chunk *c, size_t begin, const data_reader *reader)
{
	size_t end = c->used;
	starts[0] = begin;
	if (reader->dialect.quote >= 0 && memchr(c->text + begin, reader->dialect.quote, end - begin) != NULL) {
		starts[1] = end;
		return 1;
	}
	while (end > begin && c->text[end - 1] != '\n')
		end--;
	size_t count = (end - begin) / SMALLEST_PART + 1;
	if (count > c->part_limit)
		count = c->part_limit;
	for (size_t i = 1; i < count; i++) {
		size_t start = begin + (end - begin) / count * i;
		if (start < starts[i - 1])
			start = starts[i - 1];
		const char *newline = start < end ? memchr(c->text + start, '\n', end - start) : NULL;
		starts[i] = newline != NULL ? (size_t)(newline - c->text) + 1 : end;
	}
	starts[count] = end;
	return count;
}

typedef struct parsing {
	chunk *chunk;
	const data_reader *reader;
	const size_t *starts;
} parsing;

static mixmi_status parse_piece(void *context, size_t index, base_worker *worker)
{
	const parsing *p = context;
	(void)worker;
	data_part_parse(&p->chunk->parts[index], p->reader, p->chunk->text + p->starts[index],
	                p->starts[index + 1] - p->starts[index]);
	return MIXMI_OK; /* errors are recorded in the part */
}

static mixmi_status parse(chunk *c, const data_reader *reader, size_t begin)
{
	size_t *starts = base_array(c->part_limit + 1, sizeof *starts);
	if (starts == NULL)
		return base_error_memory();
	c->part_count = cut(starts, c, begin, reader);
	base_work work = { .threads = reader->threads, .count = c->part_count };
	mixmi_status status = base_work_run(&work, parse_piece, &(parsing){ c, reader, starts });
	free(starts);
	return status;
}

/* ------------------------------------------------------------------------------------------------- taking over */

static mixmi_status part_error(const data_part *part, const data_reader *reader, size_t line)
{
	char shown[BASE_TEXT_SHOWN];
	size_t place = line + part->problem_line - 1;
	const data_text *text;
	switch (part->problem) {
	case DATA_PART_FINE:
		return MIXMI_OK;
	case DATA_PART_SCAN:
		return data_reader_scan_error(reader, &part->scanner, line);
	case DATA_PART_RAGGED:
		return data_reader_ragged(reader, place, part->found);
	case DATA_PART_NOT_NUMBER:
		text = &part->columns[part->problem_field].text.field;
		return data_reader_error(reader, MIXMI_ERROR_DATA, place, (ptrdiff_t)part->problem_field,
		                         "'%s' is not a number, and the column is declared numeric",
		                         base_text_show(shown, text->text, text->length));
	case DATA_PART_MEMORY:
		break;
	}
	return base_error_memory();
}

static void take_place(data_place *place, const data_spot *spot, size_t line)
{
	if (place->line != 0 || spot->line == 0)
		return;
	place->line = line + spot->line - 1;
	base_text_show(place->shown, spot->field.text, spot->field.length);
}

/* A column that turns out to contain text, or codes that numbers cannot represent, is skipped for the rest of this
 * pass. */
static void take_places(data_reader *reader, const data_part *part, size_t line)
{
	for (size_t i = 0; i < reader->active_count; i++) {
		data_incoming *column = &reader->columns[reader->active[i]];
		const data_part_column *seen = &part->columns[reader->active[i]];
		if (column->mode == DATA_MODE_TEXT)
			continue;
		take_place(&column->infinite, &seen->infinite, line);
		take_place(&column->large, &seen->large, line);
		take_place(&column->padded, &seen->padded, line);
		take_place(&column->text, &seen->text, line);
		if (column->text.line != 0 || (column->large.line != 0 && column->declared_discrete))
			column->mode = DATA_MODE_LATE;
	}
}

static bool append_numbers(data_incoming *column, size_t rows, const data_part *part, size_t index)
{
	void *values = column->values;
	bool room = base_grow(&values, &column->value_capacity, rows + part->rows, sizeof *column->values);
	column->values = values;
	if (room && part->rows > 0)
		memcpy(column->values + rows, part->columns[index].cells, part->rows * sizeof *column->values);
	return room;
}

static bool append_texts(data_incoming *column, size_t rows, const data_part *part, size_t index)
{
	void *codes = column->codes;
	bool done = base_grow(&codes, &column->code_capacity, rows + part->rows, sizeof *column->codes);
	column->codes = codes;
	const data_text *cells = part->columns[index].cells;
	for (size_t i = 0; i < part->rows && done; i++) {
		uint32_t *code = &column->codes[rows + i];
		*code = DATA_MISSING;
		if (cells[i].text != NULL)
			done = data_labels_code(code, &column->labels, cells[i].text, cells[i].length);
	}
	return done;
}

/* Appends a column's cells from all parts. */
static bool append(data_incoming *column, size_t index, size_t rows, const chunk *c)
{
	bool done = true;
	for (size_t i = 0; i < c->part_count && done; i++) {
		if (column->mode == DATA_MODE_TEXT)
			done = append_texts(column, rows, &c->parts[i], index);
		else if (column->mode == DATA_MODE_NUMBERS)
			done = append_numbers(column, rows, &c->parts[i], index);
		rows += c->parts[i].rows;
	}
	return done;
}

/* Approximate memory of the columns: numbers, or codes and the table of their texts. */
static size_t count_bytes(const data_reader *reader)
{
	enum { LABEL_BYTES = 32 };
	size_t bytes = 0;
	for (size_t i = 0; i < reader->active_count; i++) {
		const data_incoming *column = &reader->columns[reader->active[i]];
		if (column->mode == DATA_MODE_TEXT)
			bytes += reader->rows * sizeof *column->codes + column->labels.count * LABEL_BYTES;
		else
			bytes += reader->rows * sizeof *column->values;
	}
	return bytes;
}

typedef struct appending {
	const data_reader *reader;
	const chunk *chunk;
	size_t rows; /* number of rows before this chunk */
} appending;

static mixmi_status append_piece(void *context, size_t index, base_worker *worker)
{
	const appending *a = context;
	size_t column = a->reader->active[index];
	(void)worker;
	return append(&a->reader->columns[column], column, a->rows, a->chunk) ? MIXMI_OK : base_error_memory();
}

static mixmi_status append_all(const data_reader *reader, size_t rows, const chunk *c)
{
	bool many = reader->rows - rows > MANY_ROWS;
	base_work work = { .threads = many ? reader->threads : 1, .count = reader->active_count };
	return base_work_run(&work, append_piece, &(appending){ reader, c, rows });
}

/* Checks the parts in file order, so that the first error in the file is reported, and appends their rows. */
static mixmi_status take_parts(data_reader *reader, chunk *c)
{
	size_t rows = reader->rows;
	for (size_t i = 0; i < c->part_count; i++) {
		const data_part *part = &c->parts[i];
		if (part->problem != DATA_PART_FINE)
			return part_error(part, reader, c->line);
		if (c->last && part->scanner.problem == DATA_SCAN_UNCLOSED)
			return data_reader_scan_error(reader, &part->scanner, c->line);
		take_places(reader, part, c->line);
		c->line += part->scanner.line;
		reader->lines += part->scanner.line;
		reader->comment_lines += part->comment_lines;
		reader->blank_lines += part->blank_lines;
		reader->trailing_lines = part->trailing_lines + (part->any_record ? 0 : reader->trailing_lines);
		reader->rows += part->rows;
		if (reader->rows > DATA_MAX_ROWS)
			return data_reader_error(reader, MIXMI_ERROR_LIMIT, c->line, DATA_NO_FIELD,
			                         "a table holds at most %zu rows", DATA_MAX_ROWS);
	}
	mixmi_status status = MIXMI_OK;
	if (data_source_is_packed(reader->source))
		status = data_check_unpacked(data_source_name(reader->source), count_bytes(reader), reader->options);
	if (status == MIXMI_OK)
		status = append_all(reader, rows, c);
	data_reader_activate(reader);
	return status;
}

static mixmi_status report(chunk *c, const data_reader *reader, const char *stage)
{
	const mixmi_options *options = reader->options;
	if (options->progress == NULL || c->unreported < PROGRESS_BYTES)
		return MIXMI_OK;
	c->unreported = 0;
	if (base_progress_share(options, stage, data_source_share(reader->source)))
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_CANCELLED, "reading %s was cancelled", data_source_name(reader->source));
}

mixmi_status data_reader_pass(data_reader *reader, const char *stage)
{
	chunk c;
	reader->handed = 0;
	reader->rows = reader->lines = reader->blank_lines = reader->trailing_lines = reader->comment_lines = 0;
	mixmi_status status = data_source_rewind(reader->source);
	if (status == MIXMI_OK)
		status = chunk_init(&c, reader);
	else
		c = (chunk){ 0 };
	size_t begin = reader->body_offset;
	while (status == MIXMI_OK && !c.last) {
		status = chunk_fill(&c, reader);
		if (status == MIXMI_OK && begin > c.used)
			status = base_error(MIXMI_ERROR_IO, "%s: changed while it was read", data_source_name(reader->source));
		if (status == MIXMI_OK)
			status = parse(&c, reader, begin);
		if (status == MIXMI_OK)
			status = take_parts(reader, &c);
		if (status == MIXMI_OK && reader->feed->take != NULL)
			status = data_reader_hand_over(reader);
		if (status == MIXMI_OK)
			status = report(&c, reader, stage);
		if (status != MIXMI_OK)
			break;
		char *rest = c.parts[c.part_count - 1].scanner.next;
		c.used -= (size_t)(rest - c.text);
		memmove(c.text, rest, c.used);
		begin = 0;
	}
	chunk_clear(&c);
	return status;
}
