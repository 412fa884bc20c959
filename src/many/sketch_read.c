/* The sketch of files, which are read in batches: also of patterns, and of all files in a folder and its subfolders, as
 * partitioned tables have them. The first batch settles the columns' types. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/progress.h"
#include "base/text.h"
#include "base/work.h"
#include "data/feed.h"
#include "many/files.h"
#include "many/identity.h"
#include "many/sketch.h"
#include "many/sketch_limits.h"

typedef struct reading {
	mixmi_sketch *sketch; /* NULL: no batch yet */
	const mixmi_options *options;
	const char *part; /* name of the file */
	size_t file, files;
	uint64_t expected; /* 0: unknown */
} reading;

static bool is_label(many_type type)
{
	return type == MANY_TEXTS || type == MANY_ORDERED;
}

/* ------------------------------------------------------------------------------------------------------- schema */

static size_t kept_columns(const data_feed *feed)
{
	size_t count = 0;
	for (size_t i = 0; i < feed->column_count; i++)
		count += feed->columns[i].wanted;
	return count;
}

static many_type type_of(const data_incoming *c)
{
	if (c->codes == NULL)
		return c->declared_discrete ? MANY_CODES : MANY_NUMBERS;
	return c->ordered ? MANY_ORDERED : MANY_TEXTS;
}

static mixmi_status begin(reading *r, const data_feed *feed)
{
	size_t count = kept_columns(feed), sample, next = 0;
	uint32_t coarse;
	const char **names = base_array(count, sizeof *names);
	many_type *types = base_array(count, sizeof *types);
	int32_t *units = base_array(count, sizeof *units);
	mixmi_status status = names != NULL && types != NULL && units != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++)
		if (feed->columns[i].wanted) {
			names[next] = feed->columns[i].name;
			types[next] = type_of(&feed->columns[i]);
			units[next++] = (int32_t)feed->columns[i].unit;
		}
	if (status == MIXMI_OK && count == 0)
		status = base_error(MIXMI_ERROR_DATA, "%s: has no columns", feed->name);
	many_limits_of(&sample, &coarse, count, r->options);
	if (status == MIXMI_OK)
		status = many_sketch_new(&r->sketch, names, types, units, count, sample, coarse);
	if (status == MIXMI_OK)
		r->sketch->clusters = r->options->cluster != NULL;
	free(names);
	free(types);
	free(units);
	return status;
}

/* Columns have the types that the first batch gave them. */
static mixmi_status settle(data_feed *feed)
{
	const reading *r = feed->taker;
	size_t next = 0;
	for (size_t i = 0; r->sketch != NULL && i < feed->column_count; i++) {
		data_incoming *c = &feed->columns[i];
		if (!c->wanted)
			continue;
		if (next < r->sketch->count && strcmp(r->sketch->columns[next].name, c->name) == 0 &&
		    is_label(r->sketch->columns[next].type)) {
			c->declared_discrete = true;
			c->mode = DATA_MODE_TEXT;
		}
		next++;
	}
	return MIXMI_OK;
}

static mixmi_status differs(const data_feed *feed, const char *name, const char *how)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(
		MIXMI_ERROR_DATA, "%s: rows %zu to %zu, column '%s': %s; option only, discrete or numeric settles columns",
		feed->name, feed->before + 1, feed->before + feed->rows, base_text_show(shown, name, strlen(name)), how);
}

/* A text, with its line if the format has lines, in a column of numbers. */
static mixmi_status is_text(const data_feed *feed, const data_incoming *from)
{
	char shown[BASE_TEXT_SHOWN];
	if (from->text.line == 0)
		return differs(feed, from->name, "has texts, and numbers before");
	return base_error(
		MIXMI_ERROR_DATA,
		"%s: line %zu, column '%s': '%s' is not a number, as the values before are; declare the type (option "
		"discrete or numeric)",
		feed->name, from->text.line, base_text_show(shown, from->name, strlen(from->name)), from->text.shown);
}

static mixmi_status check_column(const data_feed *feed, const many_column *c, const data_incoming *from)
{
	bool empty = from->codes != NULL && from->labels.count == 0;
	if (strcmp(c->name, from->name) != 0)
		return differs(feed, from->name, "other files have another column here");
	if (from->below + from->above > 0)
		return differs(feed, from->name, "has detection limits, which a sketch cannot hold");
	if (!empty && is_label(c->type) != (from->codes != NULL))
		return is_label(c->type) ? differs(feed, from->name, "has numbers, and texts before") : is_text(feed, from);
	if (from->codes == NULL && c->unit != (int32_t)from->unit)
		return differs(feed, from->name, "has another unit than before");
	return MIXMI_OK;
}

/* -------------------------------------------------------------------------------------------------------- batch */

static mixmi_status add_key(uint64_t *identity, const data_feed *feed, const data_incoming *c)
{
	uint64_t *hash = base_array(c->labels.count + 1, sizeof *hash);
	mixmi_status status = hash != NULL ? MIXMI_OK : base_error_memory();
	for (size_t v = 0; status == MIXMI_OK && v < c->labels.count; v++)
		hash[v] = many_identity_value(c->labels.texts[v], 0);
	for (size_t i = 0; status == MIXMI_OK && i < feed->rows; i++) {
		bool missing = c->codes != NULL ? c->codes[i] == DATA_MISSING : isnan(c->values[i]);
		if (missing)
			status = differs(feed, c->name, "a row has no value of what identifies rows");
		else
			identity[i] = many_identity_with(identity[i], c->codes != NULL ? hash[c->codes[i]]
			                                                               : many_identity_value(NULL, c->values[i]));
	}
	free(hash);
	return status;
}

static mixmi_status identify(uint64_t *identity, const reading *r, const data_feed *feed)
{
	bool keyed = r->options->key != NULL || r->options->cluster != NULL;
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < feed->rows; i++)
		identity[i] = keyed ? MANY_IDENTITY
		                    : many_identity_of(r->part, feed->before + (feed->picked != NULL ? feed->picked[i] : i));
	for (size_t j = 0; keyed && status == MIXMI_OK && j < feed->column_count; j++)
		if (r->options->cluster != NULL ? feed->columns[j].clusters : feed->columns[j].key)
			status = add_key(identity, feed, &feed->columns[j]);
	return status;
}

static mixmi_status add(reading *r, const data_feed *feed, many_batch_column *columns, uint64_t *identity)
{
	size_t next = 0;
	mixmi_status status = identify(identity, r, feed);
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++) {
		const data_incoming *c = &feed->columns[i];
		if (!c->wanted)
			continue;
		if (next == r->sketch->count)
			return differs(feed, c->name, "other files do not have it");
		status = check_column(feed, &r->sketch->columns[next], c);
		columns[next++] = (many_batch_column){ c->codes == NULL ? c->values : NULL, c->codes, c->labels.count, NULL,
			                                   (const char *const *)c->labels.texts };
	}
	if (status == MIXMI_OK && next < r->sketch->count)
		status = differs(feed, r->sketch->columns[next].name, "is missing here");
	return status == MIXMI_OK ? many_sketch_add(r->sketch, &(many_batch){ feed->rows, columns, identity }, r->options)
	                          : status;
}

static mixmi_status report(const reading *r, const data_feed *feed)
{
	if (r->options->progress == NULL)
		return MIXMI_OK;
	mixmi_progress progress = { .stage = "reading", .unit = "rows", .done = r->sketch->rows, .total = r->expected };
	if (r->options->progress(r->options->progress_context, &progress))
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_CANCELLED, "reading %s was cancelled", feed->name);
}

static mixmi_status take(data_feed *feed)
{
	reading *r = feed->taker;
	mixmi_status status = r->sketch == NULL ? begin(r, feed) : MIXMI_OK;
	if (status != MIXMI_OK)
		return status;
	many_batch_column *columns = base_array_zero(r->sketch->count, sizeof *columns);
	uint64_t *identity = base_array(feed->rows, sizeof *identity);
	status = columns != NULL && identity != NULL ? add(r, feed, columns, identity) : base_error_memory();
	free(columns);
	free(identity);
	return status == MIXMI_OK ? report(r, feed) : status;
}

/* -------------------------------------------------------------------------------------------------------- files */

static mixmi_status read_file(reading *r, const char *path)
{
	data_feed feed = { .path = path, .settle = settle, .take = take, .taker = r };
	mixmi_status status = data_feed_begin(&feed, r->options);
	r->part = strncmp(path, "./", 2) == 0 ? path + 2 : path; /* patterns begin with it */
	if (status == MIXMI_OK)
		status = data_feed_open(&feed);
	if (status == MIXMI_OK && feed.workbook)
		status = base_error(MIXMI_ERROR_USAGE, "%s: a workbook is read as a whole, not in parts", feed.name);
	if (status == MIXMI_OK)
		status = data_feed_batches(&feed);
	mixmi_table_free(feed.table);
	data_feed_end(&feed);
	data_source_close(feed.source);
	return status;
}

static mixmi_status check(const mixmi_options *o)
{
	if (o->time != NULL || o->lags > 0 || o->survival != NULL)
		return base_error(MIXMI_ERROR_USAGE, "a table that is read in parts has no series, lags or censored times");
	if (o->weights != NULL)
		return base_error(MIXMI_ERROR_USAGE, "a table that is read in parts has no weights");
	if (o->cluster != NULL && strchr(o->cluster, '+') != NULL)
		return base_error(MIXMI_ERROR_USAGE, "a table that is read in parts has one kind of clusters");
	if (o->cluster != NULL && o->key != NULL)
		return base_error(MIXMI_ERROR_USAGE, "options key and cluster exclude each other: clusters are the key");
	return MIXMI_OK;
}

mixmi_status mixmi_sketch_read(mixmi_sketch **out, const char *const *paths, size_t count, const mixmi_options *options)
{
	mixmi_options settled;
	base_watch watch;
	many_files files = { 0 };
	*out = NULL;
	base_watch_settle(&watch, &settled, options);
	reading r = { .options = &settled };
	mixmi_status status = check(&settled);
	for (size_t i = 0; status == MIXMI_OK && i < count; i++)
		status = many_files_add(&files, paths[i]);
	many_files_sort(&files);
	for (size_t i = 0; status == MIXMI_OK && i < files.count; i++)
		status = read_file(&r, files.paths[i]);
	many_files_clear(&files);
	if (status == MIXMI_OK && r.sketch == NULL)
		status = base_error(MIXMI_ERROR_DATA, "no rows were read");
	if (status == MIXMI_OK)
		status = many_sketch_settle(r.sketch);
	if (status == MIXMI_OK)
		*out = r.sketch;
	else
		mixmi_sketch_free(r.sketch);
	return status;
}
