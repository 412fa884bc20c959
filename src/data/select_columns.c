/* Selects columns of a table by name, by 1-based position, by a pattern with * and ?, or by a range of two names or
 * positions. An existing name always takes precedence, also over a list: "age, years" is one column if the table has
 * it. If names are numbers, #3 is position 3. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/platform.h"
#include "base/text.h"
#include "data/table.h"

/* The name closest to a misspelled one, or NULL if none is close. */
static const char *nearest_name(const mixmi_table *table, const char *name)
{
	size_t length = strlen(name), limit = 2 + length / 5;
	base_nearest nearest = { name, limit < length ? limit : length, NULL }; /* at least one character must match */
	for (size_t i = 0; i < table->column_count; i++)
		base_nearest_try(&nearest, table->columns[i].name);
	return nearest.name;
}

/* The column at a 1-based position, if `name` is a number or a '#' followed by a number. */
static bool find_position(size_t *out, const mixmi_table *table, const char *name)
{
	name += *name == '#';
	if (!isdigit((unsigned char)*name))
		return false;
	char *end;
	errno = 0;
	unsigned long long position = strtoull(name, &end, 10);
	if (*end != '\0' || errno != 0)
		return false;
	for (size_t i = 0; i < table->column_count; i++)
		if (table->columns[i].position == position) {
			*out = i;
			return true;
		}
	return false;
}

mixmi_status data_table_find_name(size_t *out, const mixmi_table *table, const char *name)
{
	uint32_t code;
	if (data_labels_find(&code, &table->names, name, strlen(name))) {
		*out = code;
		return MIXMI_OK;
	}
	char shown[BASE_TEXT_SHOWN], shown_near[BASE_TEXT_SHOWN];
	base_text_show(shown, name, strlen(name));
	const char *at = strrchr(name, '@');
	if (at != NULL && data_labels_find(&code, &table->names, name, (size_t)(at - name)))
		return base_error(MIXMI_ERROR_USAGE,
		                  "no column '%s': lags are whole numbers from 1, of columns that change, and need %s", shown,
		                  table->time == NULL ? "option time" : "option lags where columns are named in a file");
	const char *nearest = nearest_name(table, name);
	if (nearest == NULL)
		return base_error(MIXMI_ERROR_USAGE, "no column '%s' among the %zu of the table", shown, table->column_count);
	return base_error(MIXMI_ERROR_USAGE, "no column '%s'; did you mean '%s'?", shown,
	                  base_text_show(shown_near, nearest, strlen(nearest)));
}

mixmi_status mixmi_table_find(size_t *out, const mixmi_table *table, const char *name)
{
	uint32_t code;
	bool named = data_labels_find(&code, &table->names, name, strlen(name));
	return !named && find_position(out, table, name) ? MIXMI_OK : data_table_find_name(out, table, name);
}

/* A list of columns under construction. */
typedef struct selection {
	size_t *columns;
	size_t count;
	size_t capacity;
} selection;

static mixmi_status add(selection *s, size_t column)
{
	void *columns = s->columns;
	bool room = base_grow(&columns, &s->capacity, s->count + 1, sizeof *s->columns);
	s->columns = columns;
	if (!room)
		return base_error_memory();
	s->columns[s->count++] = column;
	return MIXMI_OK;
}

/* A column that a pattern or range selects again is not an error. */
static mixmi_status add_new(selection *s, size_t column)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->columns[i] == column)
			return MIXMI_OK;
	return add(s, column);
}

static mixmi_status add_pattern(selection *s, const mixmi_table *table, const char *pattern)
{
	mixmi_status status = MIXMI_OK;
	bool any = false;
	for (size_t i = 0; i < table->column_count && status == MIXMI_OK; i++)
		if (base_name_matches(pattern, table->columns[i].name)) {
			any = true;
			status = add_new(s, i);
		}
	char shown[BASE_TEXT_SHOWN];
	if (status != MIXMI_OK || any)
		return status;
	return base_error(MIXMI_ERROR_USAGE, "no column matches '%s'", base_text_show(shown, pattern, strlen(pattern)));
}

static bool find_exactly(size_t *out, const mixmi_table *table, const char *name)
{
	uint32_t code;
	bool named = data_labels_find(&code, &table->names, name, strlen(name));
	*out = named ? code : 0;
	return named || find_position(out, table, name);
}

/* Parses "first-last": a '-' separates two columns. The item is modified temporarily. */
static bool find_range(size_t *first, size_t *last, const mixmi_table *table, char *item)
{
	if (*item == '\0')
		return false;
	for (char *dash = strchr(item + 1, '-'); dash != NULL; dash = strchr(dash + 1, '-')) {
		*dash = '\0';
		bool found = find_exactly(first, table, item) && find_exactly(last, table, dash + 1);
		*dash = '-';
		if (found)
			return true;
	}
	return false;
}

static mixmi_status add_range(selection *s, const mixmi_table *table, size_t first, size_t last)
{
	size_t from = table->columns[first].position, to = table->columns[last].position;
	char shown[BASE_TEXT_SHOWN], shown_last[BASE_TEXT_SHOWN];
	if (from > to)
		return base_error(MIXMI_ERROR_USAGE, "column '%s' does not come before '%s'",
		                  base_text_show(shown, table->columns[first].name, strlen(table->columns[first].name)),
		                  base_text_show(shown_last, table->columns[last].name, strlen(table->columns[last].name)));
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; i < table->column_count && status == MIXMI_OK; i++)
		if (table->columns[i].position >= from && table->columns[i].position <= to)
			status = add_new(s, i);
	return status;
}

static mixmi_status add_item(selection *s, const mixmi_table *table, char *item)
{
	size_t first, last;
	if (find_exactly(&first, table, item))
		return add(s, first);
	if (find_range(&first, &last, table, item))
		return add_range(s, table, first, last);
	if (strpbrk(item, "*?[") != NULL)
		return add_pattern(s, table, item);
	return mixmi_table_find(&first, table, item); /* for its message */
}

mixmi_status mixmi_table_select(size_t **columns, size_t *count, const mixmi_table *table, const char *list)
{
	selection s = { 0 };
	*columns = NULL;
	*count = 0;
	char *item = base_array(strlen(list) + 1, 1);
	if (item == NULL)
		return base_error_memory();
	uint32_t code;
	mixmi_status status = MIXMI_OK;
	if (data_labels_find(&code, &table->names, list, strlen(list))) {
		status = add(&s, code);
		list = "";
	}
	while (status == MIXMI_OK && base_text_next_item(item, &list))
		status = add_item(&s, table, item);
	free(item);
	if (status == MIXMI_OK && s.count == 0)
		status = base_error(MIXMI_ERROR_USAGE, "a list of columns is empty");
	if (status != MIXMI_OK) {
		free(s.columns);
		return status;
	}
	*columns = s.columns;
	*count = s.count;
	return MIXMI_OK;
}
