/* Copies of columns, equal bins, entries for equal rows, and columns on them. Entries are in the lexicographic order of their codes, so they do not depend
 * on the order of rows. */
#include "question/row_sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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

/* ----------------------------------------------------------------------------------------------------- merged rows */

/* Below these limits merging is not worth its cost. */
enum { LEAST_ROWS = 64, LEAST_MERGED = 4 };

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
		                         .censored = source->censored };
	column->codes = question_sample_codes(&column->owned_codes, rows, source);
	column->counts = question_sample_count(&column->owned_counts, rows, source);
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
