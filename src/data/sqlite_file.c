/* Tables and queries of SQLite files (https://sqlite.org), with its library, which is loaded on demand. SQLite has a
 * type per cell: a first run of the query finds the columns that contain text, and a second one reads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/library.h"
#include "base/memory.h"
#include "data/feed.h"
#include "data/recognise.h"

#ifdef MIXMI_SQLITE
#include <sqlite3.h>

enum { OPEN, CLOSE, PREPARE, STEP, RESET, FINALIZE, COUNT, NAME, TYPE, DOUBLE, TEXT, BYTES, MESSAGE, FUNCTIONS };
enum { BATCH_ROWS = 1 << 16 };

static const base_symbol functions[FUNCTIONS] = {
	[OPEN] = { "sqlite3_open_v2", NULL },       [CLOSE] = { "sqlite3_close", NULL },
	[PREPARE] = { "sqlite3_prepare_v2", NULL }, [STEP] = { "sqlite3_step", NULL },
	[RESET] = { "sqlite3_reset", NULL },        [FINALIZE] = { "sqlite3_finalize", NULL },
	[COUNT] = { "sqlite3_column_count", NULL }, [NAME] = { "sqlite3_column_name", NULL },
	[TYPE] = { "sqlite3_column_type", NULL },   [DOUBLE] = { "sqlite3_column_double", NULL },
	[TEXT] = { "sqlite3_column_text", NULL },   [BYTES] = { "sqlite3_column_bytes", NULL },
	[MESSAGE] = { "sqlite3_errmsg", NULL },
};

typedef struct sqlite {
	base_symbol symbols[FUNCTIONS];
	sqlite3 *database;
	sqlite3_stmt *query;
	bool *text;  /* [columns] */
	bool *blobs; /* [columns] with a blob, which was remarked on */
	bool ready;  /* texts were looked for */
	bool ended;  /* another step would begin anew */
} sqlite;

#define CALL(state, which, name) ((__typeof__(&name))(state)->symbols[which].address)

static mixmi_status sqlite_error(const data_feed *feed)
{
	char shown[BASE_TEXT_SHOWN];
	const sqlite *s = feed->state;
	const char *message = s->database != NULL ? CALL(s, MESSAGE, sqlite3_errmsg)(s->database) : "out of memory";
	return base_error(MIXMI_ERROR_DATA, "%s: SQLite says: %s", feed->name, base_foreign_reason(shown, message));
}

static mixmi_status prepare(data_feed *feed, const char *text)
{
	sqlite *s = feed->state;
	sqlite3_stmt *second = NULL; /* NULL also if only blanks and comments follow */
	CALL(s, FINALIZE, sqlite3_finalize)(s->query);
	s->query = NULL;
	int code = CALL(s, PREPARE, sqlite3_prepare_v2)(s->database, text, -1, &s->query, &text);
	if (code == SQLITE_OK && s->query == NULL)
		return base_error(MIXMI_ERROR_USAGE, "option sql: the query is empty");
	if (code == SQLITE_OK)
		code = CALL(s, PREPARE, sqlite3_prepare_v2)(s->database, text, -1, &second, NULL);
	CALL(s, FINALIZE, sqlite3_finalize)(second);
	if (second != NULL)
		return base_error(MIXMI_ERROR_USAGE, "option sql takes one query, and another follows the first");
	return code == SQLITE_OK ? MIXMI_OK : sqlite_error(feed);
}

/* The only table of the file. Several tables are an error that lists them. */
static mixmi_status find_table(char **out, data_feed *feed)
{
	sqlite *s = feed->state;
	char *all = NULL;
	size_t count = 0;
	*out = NULL;
	mixmi_status status =
		prepare(feed, "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE "
	                  "'sqlite_%' ORDER BY name");
	int code = SQLITE_DONE;
	while (status == MIXMI_OK && (code = CALL(s, STEP, sqlite3_step)(s->query)) == SQLITE_ROW) {
		char shown[BASE_TEXT_SHOWN];
		const char *name = base_foreign_text((const char *)CALL(s, TEXT, sqlite3_column_text)(s->query, 0));
		char *joined = base_join(all, ", ", base_text_show(shown, name, strlen(name)));
		free(all);
		all = joined;
		count++;
		if (all == NULL)
			status = base_error_memory();
	}
	if (status == MIXMI_OK && code != SQLITE_DONE)
		status = sqlite_error(feed);
	else if (status == MIXMI_OK && count != 1)
		status = count == 0 ? base_error(MIXMI_ERROR_DATA, "%s: has no tables", feed->name)
		                    : base_error(MIXMI_ERROR_USAGE,
		                                 "the file has several tables: name one of %s in option table", all);
	if (status == MIXMI_OK)
		*out = all;
	else
		free(all);
	return status;
}

/* SELECT * FROM "table", with quotes doubled. */
static char *select_all(const char *table)
{
	static const char begin[] = "SELECT * FROM \"";
	char *query = base_array(sizeof begin + 2 * strlen(table) + 2, 1);
	if (query == NULL)
		return NULL;
	char *end = query + sizeof begin - 1;
	memcpy(query, begin, sizeof begin);
	for (const char *c = table; *c != '\0'; c++) {
		*end++ = *c;
		if (*c == '"')
			*end++ = '"';
	}
	strcpy(end, "\"");
	return query;
}

static mixmi_status prepare_query(data_feed *feed)
{
	if (feed->options->sql != NULL)
		return prepare(feed, feed->options->sql);
	char *found = NULL;
	mixmi_status status = feed->options->table == NULL ? find_table(&found, feed) : MIXMI_OK;
	if (status != MIXMI_OK)
		return status;
	char *query = select_all(found != NULL ? found : feed->options->table);
	status = query != NULL ? prepare(feed, query) : base_error_memory();
	free(query);
	free(found);
	return status;
}

static const char *const library_names[] = { "libsqlite3.so.0", "libsqlite3.so", NULL };

bool data_has_sqlite(void)
{
	return data_library_is_there(functions, FUNCTIONS, library_names);
}

static mixmi_status open_file(data_feed *feed)
{
	sqlite *s = base_array_zero(1, sizeof *s);
	if (s == NULL)
		return base_error_memory();
	feed->state = s;
	if (!data_library_load(s->symbols, functions, FUNCTIONS, library_names))
		return base_error(MIXMI_ERROR_DATA,
		                  "%s: is an SQLite file, and SQLite's library is not installed (Debian: libsqlite3-0)",
		                  feed->name);
	if (CALL(s, OPEN, sqlite3_open_v2)(feed->path, &s->database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
		return sqlite_error(feed);
	mixmi_status status = prepare_query(feed);
	if (status != MIXMI_OK)
		return status;
	int count = CALL(s, COUNT, sqlite3_column_count)(s->query);
	status = data_feed_columns(feed, (size_t)count);
	for (int i = 0; status == MIXMI_OK && i < count; i++)
		status = data_feed_name(feed, (size_t)i, base_foreign_text(CALL(s, NAME, sqlite3_column_name)(s->query, i)));
	if (status == MIXMI_OK) {
		s->text = base_array_zero((size_t)count, sizeof *s->text);
		s->blobs = base_array_zero((size_t)count, sizeof *s->blobs);
		status = s->text != NULL && s->blobs != NULL ? MIXMI_OK : base_error_memory();
	}
	return status;
}

/* Advances to the next row; *more is false at the end. */
static mixmi_status step(bool *more, const data_feed *feed)
{
	const sqlite *s = feed->state;
	int code = CALL(s, STEP, sqlite3_step)(s->query);
	*more = code == SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE ? MIXMI_OK : sqlite_error(feed);
}

static mixmi_status find_texts(const data_feed *feed)
{
	const sqlite *s = feed->state;
	bool more = true;
	mixmi_status status = step(&more, feed);
	for (; status == MIXMI_OK && more; status = step(&more, feed))
		for (size_t i = 0; i < feed->column_count; i++) {
			int type = feed->columns[i].needed ? CALL(s, TYPE, sqlite3_column_type)(s->query, (int)i) : SQLITE_NULL;
			s->text[i] |= type == SQLITE_TEXT;
		}
	CALL(s, RESET, sqlite3_reset)(s->query);
	return status;
}

/* Bytes are neither a number nor a text: programs that store numbers of their own types write them by mistake. */
static bool remark_blob(data_feed *feed, size_t index, size_t row)
{
	const sqlite *s = feed->state;
	bool known = s->blobs[index];
	s->blobs[index] = true;
	return known || data_incoming_remark(&feed->columns[index],
	                                     "blobs (row %zu) are taken as missing; CAST in option sql makes them values",
	                                     feed->rows + row + 1);
}

static bool take_cell(data_feed *feed, size_t index, size_t row)
{
	const sqlite *s = feed->state;
	data_incoming *column = &feed->columns[index];
	int type = CALL(s, TYPE, sqlite3_column_type)(s->query, (int)index);
	bool missing = type == SQLITE_NULL || type == SQLITE_BLOB;
	if (type == SQLITE_BLOB && !remark_blob(feed, index, row))
		return false;
	if (!s->text[index]) {
		const double most = 9007199254740992; /* 2^53 */
		double *value = data_incoming_values(column, feed->rows + row, 1);
		if (value == NULL)
			return false;
		*value = missing ? NAN : CALL(s, DOUBLE, sqlite3_column_double)(s->query, (int)index);
		return data_incoming_number(column, value, type != SQLITE_INTEGER || fabs(*value) < most, feed->rows + row);
	}
	uint32_t *code = data_incoming_codes(column, feed->rows + row, 1);
	if (code == NULL)
		return false;
	*code = DATA_MISSING;
	const char *text = (const char *)CALL(s, TEXT, sqlite3_column_text)(s->query, (int)index);
	size_t length = (size_t)CALL(s, BYTES, sqlite3_column_bytes)(s->query, (int)index);
	return missing || text == NULL || data_incoming_text(code, column, &feed->markers, text, length);
}

static mixmi_status next_rows(data_feed *feed, size_t *rows)
{
	sqlite *s = feed->state;
	bool more = true;
	mixmi_status status = s->ready ? MIXMI_OK : find_texts(feed);
	s->ready = true;
	for (*rows = 0; status == MIXMI_OK && !s->ended && *rows < BATCH_ROWS;) {
		status = step(&more, feed);
		s->ended = !more;
		if (status != MIXMI_OK || !more)
			break;
		for (size_t i = 0; i < feed->column_count; i++)
			if (feed->columns[i].needed && !take_cell(feed, i, *rows))
				return base_error_memory();
		++*rows;
	}
	return status;
}

static void close_file(data_feed *feed)
{
	sqlite *s = feed->state;
	if (s == NULL)
		return;
	if (s->query != NULL)
		CALL(s, FINALIZE, sqlite3_finalize)(s->query);
	if (s->database != NULL)
		CALL(s, CLOSE, sqlite3_close)(s->database);
	free(s->text);
	free(s->blobs);
	free(s);
}

const data_format data_format_sqlite = {
	.name = "SQLite", .open = open_file, .next = next_rows, .close = close_file, .from_path = true
};

#else

bool data_has_sqlite(void)
{
	return false;
}

static mixmi_status open_file(data_feed *feed)
{
	return base_error(MIXMI_ERROR_DATA, "%s: is an SQLite file, and this mixmi was built without SQLite", feed->name);
}

const data_format data_format_sqlite = { .name = "SQLite", .open = open_file, .from_path = true };

#endif
