/* Counts rows by mixed-radix keys of their codes, if there are no more possible keys than rows. Entries are in the order of keys, so they do not depend on
 * the order of rows. */
#include "question/merged_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Below these limits merging is not worth its cost. */
enum { LEAST_ROWS = 64, LEAST_MERGED = 4, STRETCH = 2048 };

question_sample question_sample_unmerged(const question_complete *complete)
{
	return (question_sample){ .count = complete->count, .entries = complete->count, .used = complete->used };
}

/* Number of possible keys; 0: more than rows. */
static size_t count_keys(const mixmi_table *table, const size_t *columns, size_t count, size_t rows)
{
	size_t keys = 1;
	for (size_t j = 0; j < count; j++) {
		size_t distinct = table->columns[columns[j]].distinct;
		if (distinct > rows / keys)
			return 0;
		keys *= distinct > 0 ? distinct : 1;
	}
	return keys;
}

/* Keys of rows from .. to - 1. */
static void fill_keys(uint32_t keys[STRETCH], const question_complete *rows, size_t from, size_t to,
                      const mixmi_table *table, const size_t *columns, size_t count)
{
	memset(keys, 0, (to - from) * sizeof *keys);
	for (size_t j = 0; j < count; j++) {
		const data_column *column = &table->columns[columns[j]];
		uint32_t size = (uint32_t)column->distinct;
		if (rows->used == NULL)
			for (size_t i = from; i < to; i++)
				keys[i - from] = keys[i - from] * size + column->codes[i];
		else
			for (size_t i = from; i < to; i++)
				keys[i - from] = keys[i - from] * size + column->codes[rows->used[i]];
	}
}

/* times[key], and a row of the table for each key that occurs. */
static void count_rows(uint32_t *times, uint32_t *used, const question_complete *rows, const mixmi_table *table,
                       const size_t *columns, size_t count)
{
	uint32_t keys[STRETCH];
	for (size_t from = 0; from < rows->count; from += STRETCH) {
		size_t to = rows->count - from < STRETCH ? rows->count : from + STRETCH;
		fill_keys(keys, rows, from, to, table, columns, count);
		for (size_t i = from; i < to; i++) {
			times[keys[i - from]]++;
			used[keys[i - from]] = (uint32_t)question_complete_at(rows, i);
		}
	}
}

/* Removes keys that do not occur; returns the number of those that do. */
static size_t close_gaps(uint32_t *times, uint32_t *used, size_t keys)
{
	size_t entries = 0;
	for (size_t key = 0; key < keys; key++)
		if (times[key] > 0) {
			times[entries] = times[key];
			used[entries++] = used[key];
		}
	return entries;
}

bool question_sample_merge(question_sample *rows, const question_complete *complete, const mixmi_table *table,
                           const size_t *columns, size_t count)
{
	*rows = question_sample_unmerged(complete);
	size_t keys = complete->count >= LEAST_ROWS ? count_keys(table, columns, count, complete->count) : 0;
	if (keys == 0)
		return true;
	uint32_t *times = base_array_zero(keys, 2 * sizeof *times);
	if (times == NULL)
		return false;
	uint32_t *used = times + keys;
	count_rows(times, used, complete, table, columns, count);
	size_t entries = close_gaps(times, used, keys);
	if (LEAST_MERGED * entries > complete->count)
		free(times);
	else
		*rows = (question_sample){ complete->count, entries, used, times, times };
	return true;
}

void question_sample_clear(question_sample *rows)
{
	free(rows->owned);
	memset(rows, 0, sizeof *rows);
}

/* Sets of_key[key] to the entry with that key. */
static void number_entries(uint32_t *of_key, const question_sample *rows, const mixmi_table *table,
                           const size_t *columns, size_t count)
{
	for (size_t e = 0; e < rows->entries; e++) {
		size_t key = 0;
		for (size_t j = 0; j < count; j++) {
			const data_column *column = &table->columns[columns[j]];
			key = key * column->distinct + column->codes[rows->used[e]];
		}
		of_key[key] = (uint32_t)e;
	}
}

double *question_sample_spread(const double *values, size_t value_count, const question_sample *rows,
                               const question_complete *complete, const mixmi_table *table, const size_t *columns,
                               size_t count)
{
	uint32_t keys[STRETCH];
	size_t n = complete->count;
	double *spread = base_array(n, (value_count > 0 ? value_count : 1) * sizeof *spread);
	uint32_t *of_key = base_array(count_keys(table, columns, count, n), sizeof *of_key);
	if (spread != NULL && of_key != NULL)
		number_entries(of_key, rows, table, columns, count);
	for (size_t from = 0; spread != NULL && of_key != NULL && from < n; from += STRETCH) {
		size_t to = n - from < STRETCH ? n : from + STRETCH;
		fill_keys(keys, complete, from, to, table, columns, count);
		for (size_t k = 0; k < value_count; k++)
			for (size_t i = from; i < to; i++)
				spread[k * n + i] = values[k * rows->entries + of_key[keys[i - from]]];
	}
	if (of_key == NULL) {
		free(spread);
		spread = NULL;
	}
	free(of_key);
	return spread;
}
