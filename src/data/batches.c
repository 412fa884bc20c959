/* Reads a source in batches: what read.c does with a whole table, with each batch of it. */
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/choose.h"
#include "data/recognise.h"

enum { BATCH_ROWS = 1 << 17 /* of formats that give a few rows at a time */ };

/* Forgets the rows; types that were settled stay. */
static void empty(data_incoming *column)
{
	free(column->values);
	free(column->codes);
	free(column->remark);
	free(column->limits);
	free(column->limit_values);
	data_labels_clear(&column->labels);
	column->values = column->limit_values = NULL;
	column->codes = NULL;
	column->remark = NULL;
	column->limits = NULL;
	column->value_capacity = column->code_capacity = 0;
	column->below = column->above = 0;
	column->ordered = column->ordered && column->settled;
	column->why[0] = '\0';
}

static void forget(data_feed *feed)
{
	for (size_t i = 0; i < feed->column_count; i++)
		empty(&feed->columns[i]);
	feed->rows = 0;
}

/* Keeps the rows that satisfy the condition. */
static mixmi_status pick(data_feed *feed)
{
	size_t kept = 0;
	bool *keep = base_array(feed->rows, sizeof *keep);
	feed->picked = base_array(feed->rows, sizeof *feed->picked);
	mixmi_status status =
		keep != NULL && feed->picked != NULL ? data_where_keep(keep, feed->where, feed) : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < feed->rows; i++)
		if (keep[i])
			feed->picked[kept++] = (uint32_t)i;
	free(keep);
	for (size_t i = 0; status == MIXMI_OK && i < feed->column_count; i++)
		if (data_incoming_is_kept(&feed->columns[i]) && !feed->columns[i].watched &&
		    !data_incoming_gather(&feed->columns[i], feed->picked, kept))
			status = base_error_memory();
	feed->rows = kept;
	return status;
}

mixmi_status data_feed_hand_over(data_feed *feed)
{
	size_t read = feed->rows;
	mixmi_status status = MIXMI_OK;
	for (size_t i = 0; status == MIXMI_OK && read > 0 && i < feed->column_count; i++)
		if (feed->columns[i].needed && !feed->columns[i].watched)
			status = data_recognise(&feed->columns[i], feed);
	if (status == MIXMI_OK && read > 0 && feed->where != NULL)
		status = pick(feed);
	if (status == MIXMI_OK && feed->rows > 0)
		status = feed->take(feed);
	free(feed->picked);
	feed->picked = NULL;
	feed->before += read;
	forget(feed);
	return status;
}

static mixmi_status read_all(data_feed *feed)
{
	size_t rows = 1;
	mixmi_status status = MIXMI_OK;
	while (status == MIXMI_OK && rows > 0) {
		status = feed->format->next(feed, &rows);
		feed->rows += rows;
		if (status == MIXMI_OK && (feed->rows >= BATCH_ROWS || rows == 0))
			status = data_feed_hand_over(feed);
	}
	return status;
}

mixmi_status data_feed_batches(data_feed *feed)
{
	data_chosen chosen = { 0 };
	mixmi_status status = feed->format->open(feed);
	if (status == MIXMI_OK)
		status = data_choose(&chosen, feed);
	if (status == MIXMI_OK) {
		feed->where = chosen.where;
		status = feed->settle(feed);
	}
	if (status == MIXMI_OK)
		status = read_all(feed);
	if (feed->format->close != NULL)
		feed->format->close(feed);
	feed->state = NULL;
	data_chosen_clear(&chosen);
	return status;
}
