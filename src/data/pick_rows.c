/* Selects the rows of a file: by a condition, by random sampling, and repeated by their weights. All columns are
 * gathered with the same list of rows, so results are identical to those for a file with repeated rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "data/choose.h"

/* A list of rows, in the order of the file; NULL: all. */
typedef struct picked {
	uint32_t *rows;
	size_t count;
} picked;

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static bool begin(picked *p, const data_feed *feed)
{
	if (p->rows != NULL)
		return true;
	p->rows = base_array(feed->rows, sizeof *p->rows);
	for (size_t i = 0; p->rows != NULL && i < feed->rows; i++)
		p->rows[i] = (uint32_t)i;
	p->count = feed->rows;
	return p->rows != NULL;
}

static mixmi_status pick_where(picked *p, const data_feed *feed, data_where *where)
{
	bool *keep = base_array(feed->rows, sizeof *keep);
	mixmi_status status = keep != NULL && begin(p, feed) ? data_where_keep(keep, where, feed) : base_error_memory();
	p->count = 0;
	for (size_t i = 0; status == MIXMI_OK && i < feed->rows; i++)
		if (keep[i])
			p->rows[p->count++] = (uint32_t)i;
	free(keep);
	if (status == MIXMI_OK && p->count == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: option where keeps none of the %zu rows", feed->name, feed->rows);
	return status;
}

static bool has_value(const data_incoming *column, size_t row)
{
	return column->values != NULL ? !isnan(column->values[row]) : column->codes[row] != DATA_MISSING;
}

/* Whether the column defines clusters, times or series. */
static bool is_part(const data_incoming *column)
{
	return column->clusters || column->crossed || column->times || column->units;
}

static bool has_place(const data_feed *feed, size_t row)
{
	for (size_t j = 0; j < feed->column_count; j++)
		if (is_part(&feed->columns[j]) && !has_value(&feed->columns[j], row))
			return false;
	return true;
}

/* Drops rows whose cluster or time is missing. */
static mixmi_status pick_placed(picked *p, const data_feed *feed)
{
	size_t without = 0, kept = 0;
	const char *options = feed->options->time == NULL      ? "option cluster"
	                      : feed->options->cluster == NULL ? "options time and id"
	                                                       : "options cluster, time and id";
	for (size_t row = 0; row < feed->rows; row++)
		without += !has_place(feed, row);
	if (without == 0)
		return MIXMI_OK;
	if (!begin(p, feed))
		return base_error_memory();
	for (size_t i = 0; i < p->count; i++)
		if (has_place(feed, p->rows[i]))
			p->rows[kept++] = p->rows[i];
	p->count = kept;
	if (kept == 0)
		return base_error(MIXMI_ERROR_DATA, "%s: no row has a value in the columns of %s", feed->name, options);
	return data_table_remark(feed->table, "rows without a value in the columns of %s are left out", options);
}

/* Selection sampling (Knuth, algorithm S): reads every row once and keeps the order of the file. */
static mixmi_status pick_sample(picked *p, const data_feed *feed)
{
	const uint64_t key = 0x73616D706C65; /* "sample" */
	size_t wanted = (size_t)feed->options->sample, kept = 0;
	if (!begin(p, feed))
		return base_error_memory();
	base_random random;
	base_random_init(&random, (uint64_t)feed->options->seed, key, 0);
	for (size_t i = 0; i < p->count && kept < wanted; i++)
		if (base_random_below(&random, p->count - i) < wanted - kept)
			p->rows[kept++] = p->rows[i];
	if (kept < p->count)
		p->count = kept;
	return MIXMI_OK;
}

/* The weight of a row: a non-negative integer; a missing one is 0. */
static mixmi_status weight_of(uint64_t *out, const data_feed *feed, const data_incoming *column, size_t row)
{
	char shown[BASE_TEXT_SHOWN];
	double weight = column->values[row];
	*out = 0;
	if (isnan(weight))
		return MIXMI_OK;
	if (weight < 0 || weight != floor(weight) || weight > (double)DATA_MAX_ROWS)
		return base_error(
			MIXMI_ERROR_DATA,
			"%s: column '%s', %s %zu: the weight %.10g is not a whole number from 0; weights must be frequencies",
			feed->name, base_text_show(shown, column->name, strlen(column->name)),
			feed->first_line > 0 ? "line" : "row", feed->first_line > 0 ? feed->first_line + row : row + 1, weight);
	*out = (uint64_t)weight;
	return MIXMI_OK;
}

/* The first column of numbers that are not whole and differ in nearly all rows: such rows are units, of which none stands for
 * several equal ones. */
static mixmi_status find_measured(const data_incoming **out, const picked *p, const data_feed *feed,
                                  const data_incoming *weights)
{
	enum { FEWEST = 20 }; /* rows: fewer differ by chance, or are a short table of frequencies */
	double *sorted = base_array(p->count, sizeof *sorted);
	*out = NULL;
	for (size_t j = 0; sorted != NULL && *out == NULL && p->count >= FEWEST && j < feed->column_count; j++) {
		const data_incoming *c = &feed->columns[j];
		if (c == weights || c->values == NULL || !c->wanted || c->declared_discrete || c->unit != DATA_PLAIN)
			continue;
		bool differ = true, whole = true;
		for (size_t i = 0; differ && i < p->count; i++) {
			sorted[i] = c->values[p->rows[i]];
			differ = !isnan(sorted[i]);
			whole &= sorted[i] == floor(sorted[i]);
		}
		if (differ && !whole)
			qsort(sorted, p->count, sizeof *sorted, compare_numbers);
		size_t distinct = 1; /* of rounded numbers a few are equal */
		for (size_t i = 1; differ && !whole && i < p->count; i++)
			distinct += sorted[i] != sorted[i - 1];
		differ = differ && 10 * distinct >= 9 * p->count;
		*out = differ && !whole ? c : NULL;
	}
	bool done = sorted != NULL;
	free(sorted);
	return done ? MIXMI_OK : base_error_memory();
}

/* Sampling weights as frequencies would multiply the rows: 300 independent ones then have a p-value of 1e-300. */
static mixmi_status refuse_sampling_weights(const picked *p, const data_feed *feed, const data_incoming *weights)
{
	char shown[BASE_TEXT_SHOWN], other[BASE_TEXT_SHOWN];
	bool above = false;
	for (size_t i = 0; i < p->count; i++)
		above |= weights->values[p->rows[i]] > 1;
	const data_incoming *measured = NULL;
	mixmi_status status = above && !feed->options->weights_are ? find_measured(&measured, p, feed, weights) : MIXMI_OK;
	if (measured == NULL)
		return status;
	return base_error(
		MIXMI_ERROR_DATA,
		"%s: column '%s' holds weights above 1, but '%s' has another value in nearly every row, so no row stands for "
		"several: these look like sampling weights, which as frequencies make p-values far too small; leave "
		"option weights out, or set option weights-are to frequencies",
		feed->name, base_text_show(shown, weights->name, strlen(weights->name)),
		base_text_show(other, measured->name, strlen(measured->name)));
}

static mixmi_status pick_weights(picked *p, const data_feed *feed, size_t weights)
{
	const data_incoming *column = &feed->columns[weights];
	char shown[BASE_TEXT_SHOWN];
	uint64_t total = 0, weight;
	size_t without = 0;
	if (column->values == NULL)
		return base_error(MIXMI_ERROR_DATA, "%s: column '%s' holds texts and cannot be weights", feed->name,
		                  base_text_show(shown, column->name, strlen(column->name)));
	mixmi_status status = begin(p, feed) ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; i < p->count && status == MIXMI_OK; i++) {
		status = weight_of(&weight, feed, column, p->rows[i]);
		total += weight;
		without += isnan(column->values[p->rows[i]]) ? 1 : 0;
		if (status == MIXMI_OK && total > DATA_MAX_ROWS)
			status = base_error(MIXMI_ERROR_LIMIT, "%s: the weights add up to more than %zu rows", feed->name,
			                    DATA_MAX_ROWS);
	}
	if (status == MIXMI_OK && total == 0)
		status =
			base_error(MIXMI_ERROR_DATA, "%s: all weights are %s", feed->name, without < p->count ? "0" : "missing");
	if (status == MIXMI_OK && without > 0)
		status = data_table_remark(feed->table, "%zu row%s without a weight %s left out", without,
		                           without == 1 ? "" : "s", without == 1 ? "is" : "are");
	if (status == MIXMI_OK)
		status = refuse_sampling_weights(p, feed, column);
	if (status != MIXMI_OK)
		return status;
	uint32_t *repeated = base_array((size_t)total, sizeof *repeated);
	if (repeated == NULL)
		return base_error_memory();
	size_t count = 0;
	for (size_t i = 0; i < p->count; i++)
		for (weight_of(&weight, feed, column, p->rows[i]); weight > 0; weight--)
			repeated[count++] = p->rows[i];
	free(p->rows);
	*p = (picked){ repeated, count };
	return MIXMI_OK;
}

/* ----------------------------------------------------------------------------------------------------- gathering */

bool data_incoming_gather(data_incoming *column, const uint32_t *rows, size_t count)
{
	if (column->values != NULL) {
		double *values = base_array(count, sizeof *values);
		for (size_t i = 0; values != NULL && i < count; i++)
			values[i] = column->values[rows[i]];
		free(column->values);
		column->values = values;
		return values != NULL;
	}
	uint32_t *codes = base_array(count, sizeof *codes);
	for (size_t i = 0; codes != NULL && i < count; i++)
		codes[i] = column->codes[rows[i]];
	free(column->codes);
	column->codes = codes;
	return codes != NULL;
}

static mixmi_status remark(const data_feed *feed, const picked *p)
{
	if (feed->options->weights != NULL)
		return data_table_remark(feed->table, "%zu rows count as %zu by their weights", feed->rows, p->count);
	return data_table_remark(feed->table, "%zu of %zu rows are kept", p->count, feed->rows);
}

mixmi_status data_pick_rows(data_feed *feed, const data_chosen *chosen)
{
	picked p = { 0 };
	mixmi_status status = MIXMI_OK;
	if (chosen->where != NULL)
		status = pick_where(&p, feed, chosen->where);
	if (status == MIXMI_OK && (feed->options->cluster != NULL || feed->options->time != NULL))
		status = pick_placed(&p, feed);
	if (status == MIXMI_OK && feed->options->sample > 0)
		status = pick_sample(&p, feed);
	if (status == MIXMI_OK && chosen->weights < feed->column_count)
		status = pick_weights(&p, feed, chosen->weights);
	for (size_t i = 0; status == MIXMI_OK && p.rows != NULL && i < feed->column_count; i++)
		if (data_incoming_is_kept(&feed->columns[i]) && !data_incoming_gather(&feed->columns[i], p.rows, p.count))
			status = base_error_memory();
	if (status == MIXMI_OK && p.rows != NULL) {
		status = remark(feed, &p);
		feed->rows = p.count;
	}
	free(p.rows);
	return status;
}
