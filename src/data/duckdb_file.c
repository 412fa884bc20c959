/* Parquet files, patterns of them, and SQL queries through DuckDB (https://duckdb.org). Its library is loaded when it
 * is needed: the one named by the environment variable MIXMI_DUCKDB, or an installed one. Its C interface is declared
 * here, because the packages that usually provide the library (npm's @duckdb/node-bindings-*) contain no header.
 * Columns arrive in DuckDB's chunks of typed vectors; numbers are not converted to text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/library.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/progress.h"
#include "data/feed.h"
#include "data/number_at.h"

/* ----------------------------------------------------------------------------------------- DuckDB's interface */

typedef struct duckdb_result {
	uint64_t column_count, row_count, rows_changed;
	void *columns;
	char *error;
	void *internal;
} duckdb_result;

typedef void *duckdb_handle;

enum duckdb_type {
	TYPE_BOOLEAN = 1,
	TYPE_TINYINT = 2,
	TYPE_SMALLINT = 3,
	TYPE_INTEGER = 4,
	TYPE_BIGINT = 5,
	TYPE_UTINYINT = 6,
	TYPE_USMALLINT = 7,
	TYPE_UINTEGER = 8,
	TYPE_UBIGINT = 9,
	TYPE_FLOAT = 10,
	TYPE_DOUBLE = 11,
	TYPE_TIMESTAMP = 12,
	TYPE_DATE = 13,
	TYPE_TIME = 14,
	TYPE_HUGEINT = 16,
	TYPE_VARCHAR = 17,
	TYPE_DECIMAL = 19,
	TYPE_TIMESTAMP_S = 20,
	TYPE_TIMESTAMP_MS = 21,
	TYPE_TIMESTAMP_NS = 22,
	TYPE_TIMESTAMP_TZ = 31,
	TYPE_UHUGEINT = 32
};

typedef int duckdb_open_function(const char *path, duckdb_handle *database);
typedef void duckdb_close_function(duckdb_handle *handle);
typedef int duckdb_connect_function(duckdb_handle database, duckdb_handle *connection);
typedef int duckdb_query_function(duckdb_handle connection, const char *query, duckdb_result *result);
typedef void duckdb_destroy_result_function(duckdb_result *result);
typedef const char *duckdb_result_error_function(duckdb_result *result);
typedef uint64_t duckdb_column_count_function(duckdb_result *result);
typedef const char *duckdb_column_name_function(duckdb_result *result, uint64_t column);
typedef int duckdb_column_type_function(duckdb_result *result, uint64_t column);
typedef duckdb_handle duckdb_fetch_chunk_function(duckdb_result result);
typedef uint64_t duckdb_chunk_size_function(duckdb_handle chunk);
typedef duckdb_handle duckdb_chunk_vector_function(duckdb_handle chunk, uint64_t column);
typedef void *duckdb_vector_data_function(duckdb_handle vector);
typedef int duckdb_prepare_function(duckdb_handle connection, const char *query, duckdb_handle *prepared);
typedef int duckdb_stream_function(duckdb_handle prepared, duckdb_handle *pending);
typedef int duckdb_execute_function(duckdb_handle pending, duckdb_result *result);
typedef const char *duckdb_reason_function(duckdb_handle handle);

enum {
	OPEN,
	CLOSE,
	CONNECT,
	DISCONNECT,
	QUERY,
	DESTROY_RESULT,
	RESULT_ERROR,
	COLUMN_COUNT,
	COLUMN_NAME,
	COLUMN_TYPE,
	FETCH_CHUNK,
	CHUNK_SIZE,
	CHUNK_VECTOR,
	VECTOR_DATA,
	VECTOR_VALIDITY,
	DESTROY_CHUNK,
	PREPARE,
	PREPARE_ERROR,
	DESTROY_PREPARED,
	STREAM,
	STREAM_ERROR,
	EXECUTE,
	DESTROY_PENDING,
	FUNCTIONS
};

static const base_symbol functions[FUNCTIONS] = {
	[OPEN] = { "duckdb_open", NULL },
	[CLOSE] = { "duckdb_close", NULL },
	[CONNECT] = { "duckdb_connect", NULL },
	[DISCONNECT] = { "duckdb_disconnect", NULL },
	[QUERY] = { "duckdb_query", NULL },
	[DESTROY_RESULT] = { "duckdb_destroy_result", NULL },
	[RESULT_ERROR] = { "duckdb_result_error", NULL },
	[COLUMN_COUNT] = { "duckdb_column_count", NULL },
	[COLUMN_NAME] = { "duckdb_column_name", NULL },
	[COLUMN_TYPE] = { "duckdb_column_type", NULL },
	[FETCH_CHUNK] = { "duckdb_fetch_chunk", NULL },
	[CHUNK_SIZE] = { "duckdb_data_chunk_get_size", NULL },
	[CHUNK_VECTOR] = { "duckdb_data_chunk_get_vector", NULL },
	[VECTOR_DATA] = { "duckdb_vector_get_data", NULL },
	[VECTOR_VALIDITY] = { "duckdb_vector_get_validity", NULL },
	[DESTROY_CHUNK] = { "duckdb_destroy_data_chunk", NULL },
	[PREPARE] = { "duckdb_prepare", NULL },
	[PREPARE_ERROR] = { "duckdb_prepare_error", NULL },
	[DESTROY_PREPARED] = { "duckdb_destroy_prepare", NULL },
	[STREAM] = { "duckdb_pending_prepared_streaming", NULL },
	[STREAM_ERROR] = { "duckdb_pending_error", NULL },
	[EXECUTE] = { "duckdb_execute_pending", NULL },
	[DESTROY_PENDING] = { "duckdb_destroy_pending", NULL },
};

/* --------------------------------------------------------------------------------------------------------- types */

/* How values of a type arrive. */
typedef struct vector_type {
	int type;
	int format; /* mixmi_format of numbers, or a value of the enum below */
	size_t width;
	int unit; /* mixmi_unit */
} vector_type;

/* Decimals and 128-bit integers arrive as texts, because they may have more digits than a double can represent. */
enum { AS_TEXT = -1, AS_TRUTH = -2, AS_DIGITS = -3 };

static const vector_type vector_types[] = {
	{ TYPE_BOOLEAN, AS_TRUTH, 1, MIXMI_PLAIN },
	{ TYPE_TINYINT, MIXMI_INT8, 1, MIXMI_PLAIN },
	{ TYPE_SMALLINT, MIXMI_INT16, 2, MIXMI_PLAIN },
	{ TYPE_INTEGER, MIXMI_INT32, 4, MIXMI_PLAIN },
	{ TYPE_BIGINT, MIXMI_INT64, 8, MIXMI_PLAIN },
	{ TYPE_UTINYINT, MIXMI_UINT8, 1, MIXMI_PLAIN },
	{ TYPE_USMALLINT, MIXMI_UINT16, 2, MIXMI_PLAIN },
	{ TYPE_UINTEGER, MIXMI_UINT32, 4, MIXMI_PLAIN },
	{ TYPE_UBIGINT, MIXMI_UINT64, 8, MIXMI_PLAIN },
	{ TYPE_FLOAT, MIXMI_FLOAT32, 4, MIXMI_PLAIN },
	{ TYPE_DOUBLE, MIXMI_FLOAT64, 8, MIXMI_PLAIN },
	{ TYPE_DATE, MIXMI_INT32, 4, MIXMI_DAYS },
	{ TYPE_TIMESTAMP_S, MIXMI_INT64, 8, MIXMI_SECONDS },
	{ TYPE_TIMESTAMP_MS, MIXMI_INT64, 8, MIXMI_MILLISECONDS },
	{ TYPE_TIMESTAMP, MIXMI_INT64, 8, MIXMI_MICROSECONDS },
	{ TYPE_TIMESTAMP_TZ, MIXMI_INT64, 8, MIXMI_MICROSECONDS },
	{ TYPE_TIMESTAMP_NS, MIXMI_INT64, 8, MIXMI_NANOSECONDS },
	{ TYPE_TIME, MIXMI_INT64, 8, MIXMI_MICROSECONDS },
	{ TYPE_VARCHAR, AS_TEXT, 16, MIXMI_PLAIN },
	{ TYPE_DECIMAL, AS_DIGITS, 16, MIXMI_PLAIN },
	{ TYPE_HUGEINT, AS_DIGITS, 16, MIXMI_PLAIN },
	{ TYPE_UHUGEINT, AS_DIGITS, 16, MIXMI_PLAIN },
};

/* Types without a row above (lists, identifiers, intervals, enumerations) are cast to text. */
static vector_type vector_type_of(int type)
{
	for (size_t i = 0; i < sizeof vector_types / sizeof *vector_types; i++)
		if (vector_types[i].type == type)
			return vector_types[i];
	return (vector_type){ 0, AS_TEXT, 16, MIXMI_PLAIN };
}

static bool is_cast(const vector_type *type)
{
	return type->type == 0 || type->format == AS_DIGITS;
}

/* ------------------------------------------------------------------------------------------------------- queries */

typedef struct duckdb {
	base_symbol symbols[FUNCTIONS];
	duckdb_handle database, connection;
	char *query;        /* the query to read */
	vector_type *types; /* [columns] */
	bool running;
	duckdb_result result;
} duckdb;

#define CALL(state, which, name) ((name##_function *)(state)->symbols[which].address)

/* A query under construction. */
typedef struct words {
	char *text;
	size_t length, capacity;
	bool failed;
} words;

static void add_bytes(words *w, const char *bytes, size_t count)
{
	void *text = w->text;
	if (!w->failed && base_grow(&text, &w->capacity, w->length + count + 1, 1)) {
		w->text = text;
		memcpy(w->text + w->length, bytes, count);
		w->length += count;
		w->text[w->length] = '\0';
	} else {
		w->failed = true;
	}
}

static void add(words *w, const char *text)
{
	add_bytes(w, text, strlen(text));
}

/* Adds a quoted text; quotes inside are doubled. */
static void add_quoted(words *w, const char *text, char quote)
{
	add_bytes(w, &quote, 1);
	for (; *text != '\0'; text++) {
		add_bytes(w, text, 1);
		if (*text == quote)
			add_bytes(w, &quote, 1);
	}
	add_bytes(w, &quote, 1);
}

static mixmi_status run(data_feed *feed, const char *query, duckdb_result *result)
{
	duckdb *d = feed->state;
	char shown[BASE_TEXT_SHOWN];
	*result = (duckdb_result){ 0 };
	if (CALL(d, QUERY, duckdb_query)(d->connection, query, result) == 0)
		return MIXMI_OK;
	mixmi_status status =
		base_error(MIXMI_ERROR_DATA, "%s%sDuckDB says: %s", feed->name, *feed->name != '\0' ? ": " : "",
	               base_foreign_reason(shown, CALL(d, RESULT_ERROR, duckdb_result_error)(result)));
	CALL(d, DESTROY_RESULT, duckdb_destroy_result)(result);
	return status;
}

static mixmi_status stream_error(data_feed *feed, const char *reason)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(MIXMI_ERROR_DATA, "%s%sDuckDB says: %s", feed->name, *feed->name != '\0' ? ": " : "",
	                  base_foreign_reason(shown, reason));
}

/* As run(), but the rows come as they are fetched: the result is never in memory as a whole. */
static mixmi_status stream(data_feed *feed, const char *query, duckdb_result *result)
{
	duckdb *d = feed->state;
	duckdb_handle prepared = NULL, pending = NULL;
	mixmi_status status = MIXMI_OK;
	*result = (duckdb_result){ 0 };
	if (CALL(d, PREPARE, duckdb_prepare)(d->connection, query, &prepared) != 0)
		status = stream_error(feed, CALL(d, PREPARE_ERROR, duckdb_reason)(prepared));
	else if (CALL(d, STREAM, duckdb_stream)(prepared, &pending) != 0)
		status = stream_error(feed, CALL(d, STREAM_ERROR, duckdb_reason)(pending));
	else if (CALL(d, EXECUTE, duckdb_execute)(pending, result) != 0) {
		status = stream_error(feed, CALL(d, RESULT_ERROR, duckdb_result_error)(result));
		CALL(d, DESTROY_RESULT, duckdb_destroy_result)(result);
	}
	if (pending != NULL)
		CALL(d, DESTROY_PENDING, duckdb_close)(&pending);
	if (prepared != NULL)
		CALL(d, DESTROY_PREPARED, duckdb_close)(&prepared);
	return status;
}

/* Adds the quoted name of one file; characters that DuckDB would treat as a pattern are put in brackets. */
static void add_file(words *w, const char *path)
{
	add(w, "'");
	for (; *path != '\0'; path++) {
		bool special = strchr("*?[", *path) != NULL;
		add(w, special ? "[" : "");
		add_bytes(w, path, 1);
		add(w, special ? "]" : *path == '\'' ? "'" : "");
	}
	add(w, "'");
}

/* The query from the options, or a query for all columns of the Parquet files. */
static bool write_query(duckdb *d, const data_feed *feed)
{
	words w = { 0 };
	if (feed->options->sql != NULL) {
		size_t length = strlen(feed->options->sql);
		while (length > 0 && strchr("; \t\r\n", feed->options->sql[length - 1]) != NULL)
			length--;
		add_bytes(&w, feed->options->sql, length);
	} else {
		add(&w, "SELECT * FROM read_parquet(");
		if (feed->pattern)
			add_quoted(&w, feed->path, '\'');
		else
			add_file(&w, feed->path);
		add(&w, ")");
	}
	d->query = w.text;
	return !w.failed;
}

/* SELECT with the needed columns, with casts where the type requires them. */
static bool write_selection(words *w, const duckdb *d, const data_feed *feed)
{
	bool first = true;
	add(w, "SELECT ");
	for (size_t i = 0; i < feed->column_count; i++) {
		if (!feed->columns[i].needed)
			continue;
		add(w, first ? "" : ", ");
		add(w, is_cast(&d->types[i]) ? "CAST(" : "");
		add_quoted(w, feed->columns[i].name, '"');
		add(w, is_cast(&d->types[i]) ? " AS VARCHAR)" : "");
		first = false;
	}
	add(w, " FROM (");
	add(w, d->query);
	add(w, ")");
	return !w->failed;
}

/* ------------------------------------------------------------------------------------------------------- opening */

static bool load(base_symbol symbols[FUNCTIONS])
{
	const char *given = getenv("MIXMI_DUCKDB");
	const char *const names[] = { given != NULL && *given != '\0' ? given : "libduckdb.so", "libduckdb.so",
		                          "/usr/lib/libduckdb.so", "/usr/local/lib/libduckdb.so", NULL };
	return data_library_load(symbols, functions, FUNCTIONS, names);
}

bool data_has_duckdb(void)
{
	base_symbol symbols[FUNCTIONS];
	return load(symbols);
}

static mixmi_status connect_database(data_feed *feed)
{
	duckdb *d = feed->state;
	if (!load(d->symbols))
		return base_error(MIXMI_ERROR_DATA,
		                  "%s%sthe DuckDB library, which reads Parquet files and runs queries, was not found: install "
		                  "libduckdb.so, or set the environment variable MIXMI_DUCKDB to its path",
		                  feed->name, *feed->name != '\0' ? ": " : "");
	if (CALL(d, OPEN, duckdb_open)(NULL, &d->database) != 0 ||
	    CALL(d, CONNECT, duckdb_connect)(d->database, &d->connection) != 0)
		return base_error(MIXMI_ERROR_DATA, "DuckDB cannot be started");
	char threads[64];
	snprintf(threads, sizeof threads, "SET threads TO %d", feed->threads);
	/* a file name or query must not download or load extensions */
	const char *const settings[] = { threads, "SET autoinstall_known_extensions = false",
		                             "SET autoload_known_extensions = false" };
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && i < sizeof settings / sizeof *settings; i++) {
		duckdb_result result;
		status = run(feed, settings[i], &result);
		if (status == MIXMI_OK)
			CALL(d, DESTROY_RESULT, duckdb_destroy_result)(&result);
	}
	return status;
}

/* Gets names and types from the query without reading rows. */
static mixmi_status name_columns(data_feed *feed)
{
	duckdb *d = feed->state;
	words w = { 0 };
	duckdb_result result;
	add(&w, "SELECT * FROM (");
	add(&w, d->query);
	add(&w, ") LIMIT 0");
	mixmi_status status = !w.failed ? run(feed, w.text, &result) : base_error_memory();
	free(w.text);
	if (status != MIXMI_OK)
		return status;
	uint64_t count = CALL(d, COLUMN_COUNT, duckdb_column_count)(&result);
	status = data_feed_columns(feed, (size_t)count);
	d->types = base_array((size_t)count, sizeof *d->types);
	if (status == MIXMI_OK && d->types == NULL)
		status = base_error_memory();
	for (uint64_t i = 0; status == MIXMI_OK && i < count; i++) {
		status =
			data_feed_name(feed, (size_t)i, base_foreign_text(CALL(d, COLUMN_NAME, duckdb_column_name)(&result, i)));
		d->types[i] = vector_type_of(CALL(d, COLUMN_TYPE, duckdb_column_type)(&result, i));
	}
	CALL(d, DESTROY_RESULT, duckdb_destroy_result)(&result);
	return status;
}

static mixmi_status open_file(data_feed *feed)
{
	duckdb *d = base_array_zero(1, sizeof *d);
	if (d == NULL)
		return base_error_memory();
	feed->state = d;
	feed->large = true;
	mixmi_status status = write_query(d, feed) ? connect_database(feed) : base_error_memory();
	return status == MIXMI_OK ? name_columns(feed) : status;
}

/* -------------------------------------------------------------------------------------------------------- reading */

/* A vector of a chunk. */
typedef struct vector {
	const char *data;
	const uint64_t *validity; /* NULL: all rows are valid */
	size_t rows;
	const vector_type *type;
} vector;

static bool is_valid(const vector *v, size_t row)
{
	return v->validity == NULL || (v->validity[row / 64] >> row % 64 & 1) != 0;
}

static bool take_numbers(data_incoming *column, size_t rows, const vector *v)
{
	double *values = data_incoming_values(column, rows, v->rows);
	if (values == NULL)
		return false;
	column->unit = v->type->unit == MIXMI_PLAIN || v->type->type == TYPE_TIME ? DATA_PLAIN
	               : v->type->unit == MIXMI_DAYS                              ? DATA_DAYS
	                                                                          : DATA_SECONDS;
	bool done = true;
	for (size_t i = 0; i < v->rows && done; i++) {
		bool exact = true;
		values[i] = NAN;
		if (!is_valid(v, i))
			continue;
		values[i] = data_number_at(&exact, v->data + i * v->type->width, v->type->format, v->type->unit);
		if (!exact || isinf(values[i]))
			done = data_incoming_number(column, &values[i], exact, rows + i);
	}
	return done;
}

/* A text is stored in 16 bytes: its length, then the text itself or, if it is longer than 12 bytes, a pointer in the
 * last 8. */
static const char *text_at(size_t *length, const char *place)
{
	enum { INLINE = 12 };
	uint32_t size;
	const char *text = place + 4;
	memcpy(&size, place, sizeof size);
	if (size > INLINE)
		memcpy(&text, place + 8, sizeof text);
	*length = size;
	return text;
}

/* Copies the digits of a number up to its exponent, without leading zeros, and returns their number. The decimal mark
 * depends on the locale. */
static size_t digits_of(char *out, size_t size, const char *text, size_t length)
{
	size_t count = 0;
	for (size_t i = 0; i < length && text[i] != 'e' && count < size; i++)
		if (text[i] >= (count == 0 ? '1' : '0') && text[i] <= '9')
			out[count++] = text[i];
	return count;
}

/* True if the double nearest to a decimal number, written with the same number of digits, equals it. */
static bool is_exact(double value, const char *text, size_t length)
{
	enum { SURE = 15, MOST = 64 };
	char digits[MOST], again[MOST], written[MOST + 16];
	size_t count = digits_of(digits, sizeof digits, text, length);
	if (count <= SURE || count == MOST)
		return count <= SURE;
	int bytes = snprintf(written, sizeof written, "%.*e", (int)count - 1, value);
	return digits_of(again, sizeof again, written, (size_t)bytes) == count && memcmp(digits, again, count) == 0;
}

static mixmi_status take_digits(const data_feed *feed, data_incoming *column, const vector *v)
{
	char name[BASE_TEXT_SHOWN], shown[BASE_TEXT_SHOWN];
	double *values = data_incoming_values(column, feed->rows, v->rows);
	if (values == NULL)
		return base_error_memory();
	for (size_t i = 0; i < v->rows; i++) {
		size_t length;
		values[i] = NAN;
		if (!is_valid(v, i))
			continue;
		const char *text = text_at(&length, v->data + i * v->type->width);
		if (base_number_parse(&values[i], text, length, '.') != BASE_NUMBER_FINITE ||
		    !is_exact(values[i], text, length))
			return base_error(MIXMI_ERROR_LIMIT,
			                  "%s%scolumn '%s', row %zu: %s has more digits than a double holds; cast the column to "
			                  "DOUBLE or VARCHAR in a query (option sql)",
			                  feed->name, *feed->name != '\0' ? ": " : "",
			                  base_text_show(name, column->name, strlen(column->name)), feed->rows + i + 1,
			                  base_text_show(shown, text, length));
	}
	return MIXMI_OK;
}

static bool take_codes(data_feed *feed, data_incoming *column, const vector *v)
{
	uint32_t *codes = data_incoming_codes(column, feed->rows, v->rows), truths[2] = { 0, 0 };
	bool done = codes != NULL;
	if (v->type->format == AS_TRUTH && done) {
		column->settled = true;
		done = data_labels_code(&truths[0], &column->labels, "false", 5) &&
		       data_labels_code(&truths[1], &column->labels, "true", 4);
	}
	for (size_t i = 0; i < v->rows && done; i++) {
		codes[i] = DATA_MISSING;
		if (!is_valid(v, i))
			continue;
		if (v->type->format == AS_TRUTH) {
			codes[i] = truths[v->data[i] != 0];
		} else {
			size_t length;
			const char *text = text_at(&length, v->data + i * v->type->width);
			done = data_incoming_text(&codes[i], column, &feed->markers, text, length);
		}
	}
	return done;
}

static mixmi_status take_vector(data_feed *feed, data_incoming *column, const vector *v)
{
	if (v->type->format == AS_DIGITS)
		return take_digits(feed, column, v);
	bool done = v->type->format >= 0 ? take_numbers(column, feed->rows, v) : take_codes(feed, column, v);
	return done ? MIXMI_OK : base_error_memory();
}

static mixmi_status take_chunk(data_feed *feed, duckdb_handle chunk, size_t rows)
{
	const duckdb *d = feed->state;
	mixmi_status status = MIXMI_OK;
	uint64_t place = 0;
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++) {
		if (!feed->columns[i].needed)
			continue;
		duckdb_handle handle = CALL(d, CHUNK_VECTOR, duckdb_chunk_vector)(chunk, place++);
		vector v = { .data = CALL(d, VECTOR_DATA, duckdb_vector_data)(handle),
			         .validity = CALL(d, VECTOR_VALIDITY, duckdb_vector_data)(handle),
			         .rows = rows,
			         .type = &d->types[i] };
		status = take_vector(feed, &feed->columns[i], &v);
	}
	return status;
}

static mixmi_status begin(data_feed *feed)
{
	duckdb *d = feed->state;
	words w = { 0 };
	mixmi_status status = !write_selection(&w, d, feed) ? base_error_memory()
	                      : feed->take != NULL          ? stream(feed, w.text, &d->result)
	                                                    : run(feed, w.text, &d->result);
	free(w.text);
	d->running = status == MIXMI_OK;
	return status;
}

static mixmi_status next_rows(data_feed *feed, size_t *rows)
{
	duckdb *d = feed->state;
	*rows = 0;
	mixmi_status status = d->running ? MIXMI_OK : begin(feed);
	if (status != MIXMI_OK)
		return status;
	duckdb_handle chunk = CALL(d, FETCH_CHUNK, duckdb_fetch_chunk)(d->result);
	if (chunk == NULL)
		return MIXMI_OK;
	*rows = (size_t)CALL(d, CHUNK_SIZE, duckdb_chunk_size)(chunk);
	status = take_chunk(feed, chunk, *rows);
	CALL(d, DESTROY_CHUNK, duckdb_close)(&chunk);
	return status;
}

static void close_file(data_feed *feed)
{
	duckdb *d = feed->state;
	if (d == NULL)
		return;
	if (d->running)
		CALL(d, DESTROY_RESULT, duckdb_destroy_result)(&d->result);
	if (d->connection != NULL)
		CALL(d, DISCONNECT, duckdb_close)(&d->connection);
	if (d->database != NULL)
		CALL(d, CLOSE, duckdb_close)(&d->database);
	free(d->query);
	free(d->types);
	free(d);
}

const data_format data_format_duckdb = {
	.name = "Parquet", .open = open_file, .next = next_rows, .close = close_file, .from_path = true
};
