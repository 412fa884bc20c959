/* Applies the options that select columns of a file and declare their types. The lists are resolved with a table that
 * has only names, so that they have the same syntax everywhere. */
#include "data/choose.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/remarks.h"
#include "data/where.h"

typedef enum declaration { KEEP, DISCRETE, NUMERIC } declaration;

static mixmi_status declare(data_feed *feed, const mixmi_table *names, const char *list, declaration what)
{
	size_t *chosen, count;
	char shown[BASE_TEXT_SHOWN];
	if (list == NULL)
		return MIXMI_OK;
	mixmi_status status = mixmi_table_select(&chosen, &count, names, list);
	for (size_t i = 0; i < count; i++) {
		data_incoming *column = &feed->columns[chosen[i]];
		column->wanted |= what == KEEP;
		column->declared_discrete |= what == DISCRETE;
		column->declared_numeric |= what == NUMERIC;
		if (column->declared_discrete && column->declared_numeric)
			status = base_error(MIXMI_ERROR_USAGE, "column '%s' is declared both discrete and numeric",
			                    base_text_show(shown, column->name, strlen(column->name)));
	}
	mixmi_free(chosen);
	return status;
}

typedef enum part { CLUSTERS, CROSSED, KEY, TIMES, UNITS } part;

/* Columns that define weights, clusters or time are not part of the table unless they are selected by name. */
static mixmi_status declare_part(data_feed *feed, const mixmi_table *names, const char *list, part what)
{
	size_t *chosen, count;
	if (list == NULL)
		return MIXMI_OK;
	mixmi_status status = mixmi_table_select(&chosen, &count, names, list);
	for (size_t i = 0; i < count; i++) {
		data_incoming *column = &feed->columns[chosen[i]];
		column->needed = true;
		column->clusters |= what == CLUSTERS;
		column->crossed |= what == CROSSED;
		column->key |= what == KEY;
		column->times |= what == TIMES;
		column->units |= what == UNITS;
		column->wanted &= feed->options->only != NULL;
	}
	if (status == MIXMI_OK && (what == TIMES || what == UNITS) && count != 1)
		status =
			base_error(MIXMI_ERROR_USAGE, "option %s names one column, not %zu", what == TIMES ? "time" : "id", count);
	mixmi_free(chosen);
	return status;
}

/* Clusters of one way, or of two that are crossed: "person+item". A '+' may be part of a name. */
static mixmi_status declare_clusters(data_feed *feed, const mixmi_table *names, const char *list)
{
	size_t *chosen = NULL, count;
	if (list == NULL || strchr(list, '+') == NULL || mixmi_table_select(&chosen, &count, names, list) == MIXMI_OK) {
		mixmi_free(chosen);
		return declare_part(feed, names, list, CLUSTERS);
	}
	char *first = base_array_copy(list, strlen(list) + 1, sizeof *first);
	if (first == NULL)
		return base_error_memory();
	char *plus = strchr(first, '+');
	*plus++ = '\0';
	mixmi_status status =
		strchr(plus, '+') == NULL
			? declare_part(feed, names, first, CLUSTERS)
			: base_error(MIXMI_ERROR_USAGE, "option cluster: at most two kinds of clusters are crossed");
	if (status == MIXMI_OK)
		status = declare_part(feed, names, plus, CROSSED);
	free(first);
	return status;
}

/* Parses "TIME:STATUS" or "TIME:STATUS=VALUE". The item is split at a ':' and, unless the rest is a column, at an '='.
 * The item is modified. */
static mixmi_status split_survival(size_t *time, size_t *status, const char **event, char *item,
                                   const mixmi_table *names)
{
	char *colon = strchr(item, ':');
	for (char *next = colon; next != NULL; next = strchr(next + 1, ':')) {
		*next = '\0';
		if (mixmi_table_find(time, names, item) == MIXMI_OK)
			colon = next;
		*next = ':';
	}
	if (colon == NULL)
		return base_error(MIXMI_ERROR_USAGE, "option survival: '%s' is not of the form TIME:STATUS", item);
	*colon = '\0';
	mixmi_status result = mixmi_table_find(time, names, item);
	if (result != MIXMI_OK || mixmi_table_find(status, names, colon + 1) == MIXMI_OK)
		return result;
	char *equals = strrchr(colon + 1, '=');
	if (equals != NULL) {
		*equals = '\0';
		*event = equals + 1;
	}
	return mixmi_table_find(status, names, colon + 1);
}

/* A status is not a column of the table unless it is selected by name; it becomes part of the time column. */
static mixmi_status declare_survival(data_feed *feed, char *item, const mixmi_table *names)
{
	size_t time, ends;
	const char *event = NULL;
	char shown[BASE_TEXT_SHOWN], shown_ends[BASE_TEXT_SHOWN];
	mixmi_status status = split_survival(&time, &ends, &event, item, names);
	if (status != MIXMI_OK)
		return status;
	data_incoming *column = &feed->columns[time];
	if (time == ends || column->status != 0)
		return base_error(MIXMI_ERROR_USAGE, "option survival: column '%s' needs its own status column",
		                  base_text_show(shown, column->name, strlen(column->name)));
	column->status = ends + 1;
	column->event = event != NULL ? base_string_copy(event) : NULL;
	feed->columns[ends].needed = feed->columns[ends].ends = true;
	feed->columns[ends].wanted &= feed->options->only != NULL;
	if (column->wanted && feed->columns[ends].wanted)
		return base_error(MIXMI_ERROR_USAGE,
		                  "column '%s' is the status of the times of column '%s': use one of the two",
		                  base_text_show(shown_ends, feed->columns[ends].name, strlen(feed->columns[ends].name)),
		                  base_text_show(shown, column->name, strlen(column->name)));
	return event != NULL && column->event == NULL ? base_error_memory() : MIXMI_OK;
}

static mixmi_status declare_survivals(data_feed *feed, const mixmi_table *names)
{
	const char *list = feed->options->survival;
	if (list == NULL)
		return MIXMI_OK;
	char *item = base_array(strlen(list) + 1, 1);
	mixmi_status status = item != NULL ? MIXMI_OK : base_error_memory();
	while (status == MIXMI_OK && base_text_next_item(item, &list))
		status = declare_survival(feed, item, names);
	free(item);
	return status;
}

static mixmi_status check_series(const mixmi_options *options)
{
	const char *idle = options->id != NULL ? "id" : options->step > 0 ? "step" : options->lags > 0 ? "lags" : NULL;
	if (options->time == NULL && idle != NULL)
		return base_error(MIXMI_ERROR_USAGE, "option %s has no effect without option time", idle);
	if (options->time != NULL && options->survival != NULL)
		return base_error(MIXMI_ERROR_USAGE, "options time and survival are mutually exclusive");
	if (options->time != NULL && options->weights != NULL)
		return base_error(MIXMI_ERROR_USAGE,
		                  "options time and weights are mutually exclusive: a series has one row per time");
	return MIXMI_OK;
}

static mixmi_status declare_parts(data_feed *feed, const mixmi_table *names)
{
	const mixmi_options *options = feed->options;
	mixmi_status status = declare_clusters(feed, names, options->cluster);
	if (status == MIXMI_OK && feed->take != NULL)
		status = declare_part(feed, names, options->key, KEY);
	if (status == MIXMI_OK)
		status = declare_part(feed, names, options->time, TIMES);
	if (status == MIXMI_OK)
		status = declare_part(feed, names, options->id, UNITS);
	return status;
}

/* Removes a lag such as @2 from the end of a name; 0: there is none. */
static size_t cut_lag(char *name, size_t *length)
{
	size_t digits = 0, lag = 0;
	while (digits < *length && name[*length - 1 - digits] >= '0' && name[*length - 1 - digits] <= '9')
		digits++;
	if (digits == 0 || digits > 4 || digits == *length || name[*length - 1 - digits] != '@')
		return 0;
	for (size_t i = 0; i < digits; i++)
		lag = 10 * lag + (size_t)(name[*length - digits + i] - '0');
	*length -= digits + 1;
	return lag;
}

/* A copy of the list without lags; *most is the largest lag. NULL if memory runs out. */
static char *without_lags(size_t *most, const char *list)
{
	char *out = base_array(strlen(list) + 1, 1);
	size_t length = 0;
	bool quoted = false;
	for (const char *s = list; out != NULL; s++) {
		if (*s == '\0' || *s == '"' || (*s == ',' && !quoted)) {
			size_t lag = cut_lag(out, &length);
			*most = lag > *most ? lag : *most;
		}
		quoted ^= *s == '"';
		out[length++] = *s;
		if (*s == '\0')
			break;
	}
	return out;
}

/* Selects the columns to keep. With option time, x@1 selects column x and that lag. */
static mixmi_status declare_kept(data_feed *feed, const mixmi_table *names)
{
	const mixmi_options *options = feed->options;
	feed->lags = (size_t)options->lags;
	if (options->time == NULL || options->only == NULL)
		return declare(feed, names, options->only, KEEP);
	char *list = without_lags(&feed->lags, options->only);
	mixmi_status status = list != NULL ? declare(feed, names, list, KEEP) : base_error_memory();
	free(list);
	return status;
}

/* Declares the columns used to select rows. The weights are not a column of the table unless selected by name. */
static mixmi_status declare_rows(data_chosen *chosen, data_feed *feed, const mixmi_table *names)
{
	const mixmi_options *options = feed->options;
	mixmi_status status = MIXMI_OK;
	chosen->weights = feed->column_count;
	if (options->where != NULL)
		status = data_where_parse(&chosen->where, options->where, names);
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++)
		feed->columns[i].needed |= data_where_uses(chosen->where, i);
	if (status != MIXMI_OK || options->weights == NULL)
		return status;
	status = mixmi_table_find(&chosen->weights, names, options->weights);
	if (status != MIXMI_OK)
		return status;
	feed->columns[chosen->weights].needed = feed->columns[chosen->weights].weighs = true;
	feed->columns[chosen->weights].wanted &= options->only != NULL;
	return MIXMI_OK;
}

static mixmi_status name_table(mixmi_table *names, const data_feed *feed)
{
	*names = (mixmi_table){ .column_count = feed->column_count };
	names->columns = base_array_zero(feed->column_count, sizeof *names->columns);
	if (names->columns == NULL)
		return base_error_memory();
	for (size_t i = 0; i < feed->column_count; i++) {
		const char *name = names->columns[i].name = feed->columns[i].name;
		uint32_t code;
		if (!data_labels_code(&code, &names->names, name, strlen(name)))
			return base_error_memory();
		names->columns[i].position = i + 1;
		feed->columns[i].wanted = feed->options->only == NULL;
	}
	return MIXMI_OK;
}

/* Columns that are not asked for may say what the rows are (data/remarks.h): all of a small source, those with telling names of
 * a larger text. */
static void watch(data_feed *feed)
{
	enum { MOST = 100 };
	bool all = feed->small && feed->column_count <= MOST;
	for (size_t i = 0; i < feed->column_count; i++) {
		data_incoming *column = &feed->columns[i];
		column->watched = !column->wanted && !column->needed && feed->options->weights == NULL &&
		                  (all || (feed->text && data_remarks_watch(column->name)));
		column->needed |= column->watched;
	}
}

mixmi_status data_choose(data_chosen *chosen, data_feed *feed)
{
	const mixmi_options *options = feed->options;
	mixmi_table names;
	*chosen = (data_chosen){ 0 };
	mixmi_status status = name_table(&names, feed);
	if (status == MIXMI_OK)
		status = check_series(options);
	if (status == MIXMI_OK)
		status = declare_kept(feed, &names);
	if (status == MIXMI_OK)
		status = declare(feed, &names, options->discrete, DISCRETE);
	if (status == MIXMI_OK)
		status = declare(feed, &names, options->numeric, NUMERIC);
	if (status == MIXMI_OK)
		status = declare_rows(chosen, feed, &names);
	if (status == MIXMI_OK)
		status = declare_parts(feed, &names);
	if (status == MIXMI_OK)
		status = declare_survivals(feed, &names);
	data_labels_clear(&names.names);
	free(names.columns);
	if (status == MIXMI_OK && !feed->joins)
		watch(feed);
	for (size_t i = 0; i < feed->column_count; i++) {
		data_incoming *column = &feed->columns[i];
		column->needed |= column->wanted;
		column->mode = column->needed ? DATA_MODE_NUMBERS : DATA_MODE_SKIP;
	}
	return status;
}

void data_chosen_clear(data_chosen *chosen)
{
	data_where_free(chosen->where);
	chosen->where = NULL;
}
