/* Which columns of a file are wanted, and as what: the lists of the options, applied through a table that has nothing but
 * names, so that lists mean the same everywhere. */
#include "data/choose.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
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

/* The columns that name clusters are no columns of the table unless asked for by name. */
static mixmi_status declare_clusters(data_feed *feed, const mixmi_table *names)
{
	size_t *chosen, count;
	if (feed->options->cluster == NULL)
		return MIXMI_OK;
	mixmi_status status = mixmi_table_select(&chosen, &count, names, feed->options->cluster);
	for (size_t i = 0; i < count; i++) {
		data_incoming *column = &feed->columns[chosen[i]];
		column->needed = column->clusters = true;
		column->wanted &= feed->options->only != NULL;
	}
	mixmi_free(chosen);
	return status;
}

/* The columns that rows are chosen by. The weights are no column of the table unless asked for by name. */
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

mixmi_status data_choose(data_chosen *chosen, data_feed *feed)
{
	const mixmi_options *options = feed->options;
	mixmi_table names;
	*chosen = (data_chosen){ 0 };
	mixmi_status status = name_table(&names, feed);
	if (status == MIXMI_OK)
		status = declare(feed, &names, options->only, KEEP);
	if (status == MIXMI_OK)
		status = declare(feed, &names, options->discrete, DISCRETE);
	if (status == MIXMI_OK)
		status = declare(feed, &names, options->numeric, NUMERIC);
	if (status == MIXMI_OK)
		status = declare_rows(chosen, feed, &names);
	if (status == MIXMI_OK)
		status = declare_clusters(feed, &names);
	data_labels_clear(&names.names);
	free(names.columns);
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
