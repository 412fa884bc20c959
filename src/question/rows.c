/* Complete rows, entries for equal rows, and columns on them. Entries are in the lexicographic order of their codes, so they do not depend on the order
 * of rows. */
#include "question/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* --------------------------------------------------------------------------------------------------- complete rows */

static mixmi_status check_columns(const mixmi_table *table, const size_t *columns, size_t column_count)
{
	mixmi_status status = column_count > 0 ? MIXMI_OK : base_error(MIXMI_ERROR_USAGE, "no column is given");
	for (size_t j = 0; status == MIXMI_OK && j < column_count; j++) {
		status = data_check_column(table, columns[j]);
		for (size_t i = 0; i < j; i++)
			if (columns[i] == columns[j]) {
				const char *name = table->columns[columns[j]].name;
				char shown[BASE_TEXT_SHOWN];
				return base_error(MIXMI_ERROR_USAGE, "column '%s' is given twice",
				                  base_text_show(shown, name, strlen(name)));
			}
	}
	return status;
}

mixmi_status question_check_rows(size_t rows)
{
	if (rows >= 2)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA, "the table has %zu row%s; at least 2 are needed", rows, rows == 1 ? "" : "s");
}

static mixmi_status check_count(const question_complete *rows, size_t all)
{
	if (rows->count >= 2 || rows->dropped == 0)
		return question_check_rows(rows->count);
	return base_error(MIXMI_ERROR_DATA,
	                  "only %zu of %zu rows have a value in every column asked for; at least 2 are needed", rows->count,
	                  all);
}

static bool is_whole(const mixmi_table *table, const size_t *columns, size_t column_count, size_t row)
{
	for (size_t j = 0; j < column_count; j++)
		if (table->columns[columns[j]].codes[row] == DATA_MISSING)
			return false;
	return true;
}

mixmi_status question_complete_init(question_complete *rows, const mixmi_table *table, const size_t *columns,
                                    size_t column_count)
{
	*rows = (question_complete){ .count = table->rows };
	mixmi_status status = check_columns(table, columns, column_count);
	if (status != MIXMI_OK)
		return status;
	size_t missing = 0;
	for (size_t j = 0; j < column_count; j++)
		missing += table->columns[columns[j]].missing;
	if (missing > 0) {
		rows->used = base_array(table->rows, sizeof *rows->used);
		if (rows->used == NULL)
			return base_error_memory();
		rows->count = 0;
		for (size_t row = 0; row < table->rows; row++)
			if (is_whole(table, columns, column_count, row))
				rows->used[rows->count++] = (uint32_t)row;
		rows->dropped = table->rows - rows->count;
	}
	status = check_count(rows, table->rows);
	if (status != MIXMI_OK)
		question_complete_clear(rows);
	return status;
}

void question_complete_clear(question_complete *rows)
{
	free(rows->used);
	rows->used = NULL;
}

cells_coordinate question_complete_codes(const question_complete *rows, const data_column *column)
{
	if (rows->used == NULL)
		return (cells_coordinate){ column->codes, 1, NULL, column->distinct };
	return (cells_coordinate){ rows->used, 1, column->codes, column->distinct };
}

/* How many rows have each code: the column's own counts where all rows are used. NULL: out of memory. */
static const uint32_t *count_codes(uint32_t **owned, const data_column *column, const uint32_t *used,
                                   const uint32_t *times, size_t entries)
{
	*owned = NULL;
	if (used == NULL)
		return column->counts;
	*owned = base_array_zero(column->distinct, sizeof **owned);
	for (size_t i = 0; *owned != NULL && i < entries; i++)
		(*owned)[column->codes[used[i]]] += times != NULL ? times[i] : 1;
	return *owned;
}

const uint32_t *question_complete_count(uint32_t **owned, const question_complete *rows, const data_column *column)
{
	return count_codes(owned, column, rows->used, NULL, rows->count);
}

static bool meets_only(uint32_t *met, uint32_t code, uint32_t other)
{
	if (met[code] == UINT32_MAX)
		met[code] = other;
	return met[code] == other;
}

/* True if the codes that do not have UINT32_MAX here rise or, if `falling`, fall. */
static bool is_monotone(const uint32_t *met, size_t distinct, bool falling)
{
	bool monotone = true;
	uint32_t last = UINT32_MAX;
	for (size_t code = 0; code < distinct; code++) {
		if (met[code] == UINT32_MAX)
			continue;
		monotone = monotone && (last == UINT32_MAX || (falling ? met[code] < last : met[code] > last));
		last = met[code];
	}
	return monotone;
}

bool question_is_copy(bool *reversed, uint32_t *met, const data_column *x, const data_column *y, bool ordered,
                      const question_complete *rows)
{
	if (x->type != y->type || (x->labels == NULL) != (y->labels == NULL) || x->ordered != y->ordered)
		return false;
	bool matched = true;
	memset(met, UINT8_MAX, (x->distinct + y->distinct) * sizeof *met);
	for (size_t i = 0; i < rows->count && matched; i++) {
		size_t row = question_complete_at(rows, i);
		uint32_t p = x->codes[row], q = y->codes[row];
		matched = meets_only(met, p, q) && meets_only(met + x->distinct, q, p);
	}
	bool same = !ordered || is_monotone(met, x->distinct, false);
	*reversed = matched && !same && is_monotone(met, x->distinct, true);
	return matched && (same || *reversed);
}

bool question_varies(const data_column *column, const question_complete *rows)
{
	size_t i = 1;
	while (i < rows->count &&
	       column->codes[question_complete_at(rows, i)] == column->codes[question_complete_at(rows, 0)])
		i++;
	return i < rows->count;
}

void question_equal_bins(uint32_t *bin, const uint32_t *counts, size_t distinct, size_t bins)
{
	size_t all = 0, before = 0;
	for (size_t code = 0; code < distinct; code++)
		all += counts[code];
	for (size_t code = 0; code < distinct; code++) {
		size_t here = counts[code];
		bin[code] = (uint32_t)((2 * before + here) * bins / (2 * all + 1));
		before += here;
	}
}

/* ----------------------------------------------------------------------------------------------------- merged rows */

/* Below these limits merging is not worth its cost. */
enum { LEAST_ROWS = 64, LEAST_MERGED = 4 };

question_sample question_sample_unmerged(const question_complete *complete)
{
	return (question_sample){ .count = complete->count, .entries = complete->count, .used = complete->used };
}

/* True if there are no more possible combinations of values than rows. */
static bool may_merge(const question_complete *complete, const mixmi_table *table, const size_t *columns, size_t count)
{
	size_t left = complete->count >= LEAST_ROWS ? complete->count : 0;
	for (size_t j = 0; j < count && left > 0; j++)
		left /= table->columns[columns[j]].distinct;
	return left > 0;
}

/* Numbers the entries in entry_of[rows]. False: out of memory. */
static bool number_entries(uint32_t *entry_of, size_t *entries, const question_complete *complete,
                           const mixmi_table *table, const size_t *columns, size_t count)
{
	cells_coordinate *codes = base_array(count, sizeof *codes);
	for (size_t j = 0; codes != NULL && j < count; j++)
		codes[j] = question_complete_codes(complete, &table->columns[columns[j]]);
	bool done = codes != NULL && cells_rank(entry_of, entries, codes, count, complete->count);
	free(codes);
	return done;
}

bool question_sample_merge(question_sample *rows, const question_complete *complete, const mixmi_table *table,
                           const size_t *columns, size_t count)
{
	*rows = question_sample_unmerged(complete);
	if (!may_merge(complete, table, columns, count))
		return true;
	size_t entries = 0;
	uint32_t *entry_of = base_array(complete->count, sizeof *entry_of), *times = NULL;
	bool done = entry_of != NULL && number_entries(entry_of, &entries, complete, table, columns, count);
	if (done && LEAST_MERGED * entries <= complete->count) {
		times = base_array_zero(entries, 2 * sizeof *times);
		done = times != NULL;
	}
	if (times == NULL) {
		free(entry_of);
		return done;
	}
	uint32_t *used = times + entries;
	for (size_t i = 0; i < complete->count; i++) {
		times[entry_of[i]]++;
		used[entry_of[i]] = (uint32_t)question_complete_at(complete, i);
	}
	*rows = (question_sample){ complete->count, entries, used, times, entry_of, times };
	return true;
}

void question_sample_clear(question_sample *rows)
{
	free(rows->entry_of);
	free(rows->owned);
	memset(rows, 0, sizeof *rows);
}

double *question_sample_spread(const double *values, size_t value_count, const question_sample *rows)
{
	double *spread = base_array(rows->count, (value_count > 0 ? value_count : 1) * sizeof *spread);
	for (size_t k = 0; spread != NULL && k < value_count; k++)
		for (size_t i = 0; i < rows->count; i++)
			spread[k * rows->count + i] = values[k * rows->entries + rows->entry_of[i]];
	return spread;
}

/* --------------------------------------------------------------------------------------------------------- columns */

bool question_column_init(question_column *column, const data_column *source, const question_sample *rows)
{
	*column = (question_column){ .rows = rows->count,
		                         .entries = rows->entries,
		                         .times = rows->times,
		                         .distinct = source->distinct,
		                         .unordered = source->type == MIXMI_DISCRETE,
		                         .codes = source->codes,
		                         .censored = source->censored };
	if (rows->used != NULL) {
		column->codes = column->owned_codes = base_array(rows->entries, sizeof *column->owned_codes);
		for (size_t i = 0; column->codes != NULL && i < rows->entries; i++)
			column->owned_codes[i] = source->codes[rows->used[i]];
	}
	column->counts = count_codes(&column->owned_counts, source, rows->used, rows->times, rows->entries);
	if (column->codes == NULL || column->counts == NULL) {
		question_column_clear(column);
		return false;
	}
	for (size_t code = 0; code < column->distinct; code++)
		column->occurring += column->counts[code] > 0;
	return true;
}

void question_column_clear(question_column *column)
{
	free(column->owned_codes);
	free(column->owned_counts);
	memset(column, 0, sizeof *column);
}
