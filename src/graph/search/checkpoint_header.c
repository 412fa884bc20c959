/* Everything that the answers in a checkpoint depend on, as one line. Its options come from the option table (those
 * that the test uses), so that a new option or test cannot be forgotten here. Cost: O(rows columns) for the checksum of
 * the data. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/option_values.h"
#include "base/options.h"
#include "base/random.h"
#include "data/table.h"
#include "graph/search/checkpoint.h"

void graph_checkpoint_checksum(char out[GRAPH_CHECKSUM_ROOM], const char *bytes, size_t length)
{
	uint64_t hash = BASE_HASH_START;
	for (size_t i = 0; i < length; i++)
		hash = base_hash_word(hash, (unsigned char)bytes[i]);
	snprintf(out, GRAPH_CHECKSUM_ROOM, "=%08lx", (unsigned long)((hash >> 32 ^ hash) & 0xffffffff));
}

/* ------------------------------------------------------------------------------------------------ the data */

static uint64_t bits_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static uint64_t hash_column(uint64_t hash, const data_column *column, size_t rows)
{
	hash = base_hash_number(base_hash_text(hash, column->name), (uint64_t)column->type);
	hash = base_hash_number(hash, column->distinct);
	if (column->censored != NULL)
		hash = base_hash_text(hash, "censored");
	for (size_t i = 0; i < column->distinct; i++)
		hash = column->labels != NULL ? base_hash_text(hash, column->labels[i])
		                              : base_hash_number(hash, bits_of(column->values[i]));
	for (size_t row = 0; row < rows; row++)
		hash = base_hash_number(hash, column->codes[row]);
	return hash;
}

static uint64_t hash_table(const mixmi_table *table, const size_t *columns, size_t nodes)
{
	uint64_t hash = base_hash_number(BASE_HASH_START, table->rows);
	for (size_t i = 0; i < nodes; i++)
		hash = hash_column(hash, &table->columns[columns[i]], table->rows);
	if (table->clusters != NULL)
		hash = hash_column(hash, table->clusters, table->rows);
	if (table->crossed != NULL)
		hash = hash_column(hash, table->crossed, table->rows);
	return hash;
}

/* ------------------------------------------------------------------------------------------------ the line */

typedef struct growing {
	char *bytes;
	size_t used, capacity;
	bool failed;
} growing;

__attribute__((format(printf, 2, 3))) static void add(growing *g, const char *format, ...)
{
	va_list arguments, again;
	va_start(arguments, format);
	va_copy(again, arguments);
	int size = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	g->failed = g->failed || size < 0 || !base_grow((void **)&g->bytes, &g->capacity, g->used + (size_t)size + 1, 1);
	if (!g->failed) {
		vsnprintf(g->bytes + g->used, (size_t)size + 1, format, again);
		g->used += (size_t)size;
	}
	va_end(again);
}

/* A value without blanks: bytes that could end a field are written as numbers. */
static void add_value(growing *g, const char *key, const char *value)
{
	add(g, " %s=", key);
	for (; *value != '\0'; value++)
		add(g, isgraph((unsigned char)*value) && *value != '%' ? "%c" : "%%%02x", (unsigned char)*value);
}

static const mixmi_method *find_test(const char *name)
{
	const mixmi_method *method;
	for (size_t i = 0; (method = mixmi_test_at(i)) != NULL; i++)
		if (strcmp(method->name, name) == 0)
			return method;
	return NULL;
}

/* Whether this option can change an answer. A user-supplied test may use any option about answers. */
static bool matters(const mixmi_option *option, const mixmi_method *method)
{
	static const char *const about_answers[] = { "model", "estimator", "kernel", "test" };
	if (strcmp(option->name, "seed") == 0)
		return true; /* the rows of subsamples */
	if (method != NULL)
		return mixmi_method_uses_option(method, option->name);
	for (size_t i = 0; i < sizeof about_answers / sizeof about_answers[0]; i++)
		if (strcmp(option->group, about_answers[i]) == 0)
			return true;
	return false;
}

static void add_options(growing *g, const mixmi_options *options)
{
	bool own = options->own_test.function != NULL;
	const mixmi_method *method = own ? NULL : find_test(options->test);
	const mixmi_option *option;
	const char *name = own && options->own_test.name == NULL ? "" : own ? options->own_test.name : options->test;
	char level[BASE_OPTION_NUMBER]; /* of a search, which has a default of its own */
	add_value(g, own ? "own-test" : "test", name);
	add_value(g, "alpha", base_option_number(level, options->alpha));
	for (size_t i = 0; (option = mixmi_option_at(i)) != NULL; i++)
		if (strcmp(option->name, "test") != 0 && strcmp(option->name, "alpha") != 0 && matters(option, method))
			add_value(g, option->name, mixmi_options_get(options, option->name));
}

mixmi_status graph_checkpoint_header(char **line, const mixmi_table *table, const size_t *columns, size_t nodes,
                                     const graph_rules *rules, const mixmi_options *options)
{
	growing g = { 0 };
	add(&g, "%s format=3 version=%s data=%016llx columns=%zu rows=%zu knowledge=%016llx", GRAPH_CHECKPOINT_MAGIC,
	    mixmi_version(), (unsigned long long)hash_table(table, columns, nodes), nodes, table->rows,
	    (unsigned long long)graph_rules_hash(rules));
	add_options(&g, options);
	*line = g.failed ? NULL : g.bytes;
	if (!g.failed)
		return MIXMI_OK;
	free(g.bytes);
	return base_error_memory();
}
