/* Reads a file: determines its format, then reads it like any source (read.c). */
#include <string.h>

#include "base/error.h"
#include "base/platform.h"
#include "base/work.h"
#include "data/feed.h"

mixmi_status data_feed_open(data_feed *feed)
{
	const char *path = feed->path;
	base_file_kind kind;
	feed->pattern = strpbrk(path, "*?") != NULL && !base_path_look(&kind, path);
	base_text_show(feed->name, path, strlen(path));
	if (*path == '\0' || feed->pattern) {
		feed->format = &data_format_duckdb;
		return MIXMI_OK;
	}
	mixmi_status status = data_source_open(&feed->source, path);
	if (status != MIXMI_OK)
		return status;
	data_source_limit(feed->source, (size_t)feed->options->max_unpacked);
	base_text_show(feed->name, data_source_name(feed->source), strlen(data_source_name(feed->source)));
	status = data_format_find(feed);
	if (status == MIXMI_OK && feed->options->sql != NULL && feed->format != &data_format_sqlite)
		return base_error(MIXMI_ERROR_USAGE, "option sql needs an SQLite file, or a query that names its files");
	if (status == MIXMI_OK && feed->options->table != NULL && feed->format != &data_format_sqlite)
		return base_error(MIXMI_ERROR_USAGE, "option table applies only to SQLite files");
	if (status == MIXMI_OK && feed->options->sheet != NULL && !feed->workbook)
		return base_error(MIXMI_ERROR_USAGE, "option sheet applies only to Excel workbooks");
	if (status != MIXMI_OK || !feed->format->from_path)
		return status;
	data_source_close(feed->source);
	feed->source = NULL;
	if (strcmp(path, "-") == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: is a file of %s, which cannot be read from a pipe", feed->name,
		                  feed->format->name);
	return MIXMI_OK;
}

mixmi_status mixmi_table_read(mixmi_table **out, const char *path, const mixmi_options *options)
{
	*out = NULL;
	mixmi_options used;
	base_watch watch;
	base_options_settle(&used, options);
	if (path == NULL || (*path == '\0' && used.sql == NULL))
		return base_error(MIXMI_ERROR_USAGE, "no file given");
	base_watch_start(&watch, &used);
	data_feed feed = { .path = path };
	mixmi_status status = data_feed_begin(&feed, &used);
	if (status == MIXMI_OK)
		status = data_feed_open(&feed);
	if (feed.workbook) { /* the text is as xlsx.c writes it, whatever is said about files of text */
		used.delimiter = ',';
		used.quote = '"';
		used.decimal = '.';
		used.comment = MIXMI_QUOTE_NONE;
	}
	status = data_feed_table(out, &feed, status);
	data_source_close(feed.source);
	return status;
}
